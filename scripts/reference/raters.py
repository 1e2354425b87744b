"""Reference values for Dawid and Skene's model, from a second implementation.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6
    venv/bin/python scripts/reference/raters.py

Writes src/stats/raters/raters.reference.json. Written apart from src/stats/raters: labels are one-hot arrays and every step is one product of
arrays, in probabilities with scaling instead of item by item in logarithms.
"""

import json
from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "raters" / "raters.reference.json"
rng = np.random.default_rng(19790128)


def labels(items, skills, classes, missing, shares=None, ordinal=False):
    """Codes of items × raters; on ordinal scales a rater who errs names a neighbour."""
    truth = rng.choice(classes, items, p=shares)
    codes = np.empty((items, len(skills)), int)
    for rater, skill in enumerate(skills):
        hit = rng.random(items) < skill
        step = rng.choice([-1, 1], items) if ordinal else rng.integers(1, classes, items)
        other = np.clip(truth + step, 0, classes - 1) if ordinal else (truth + step) % classes
        codes[:, rater] = np.where(hit, truth, other)
    codes[rng.random(codes.shape) < missing] = -1
    return codes, truth


def dawid_skene(codes, classes, smoothing=0.01, tolerance=1e-12, most=20000):
    onehot = np.stack([(codes == label) for label in range(classes)], axis=2).astype(float)  # items × raters × labels
    votes = onehot.sum(1)
    given = votes.sum(1) > 0
    posterior = np.zeros((len(codes), classes))
    posterior[given] = votes[given] / votes[given].sum(1, keepdims=True)
    for _ in range(most):
        prior = (posterior[given].sum(0) + smoothing) / (given.sum() + smoothing * classes)
        counts = np.einsum("ik,ijl->jkl", posterior, onehot)
        theta = (counts + smoothing) / (counts.sum(2, keepdims=True) + smoothing * classes)
        # Probability of the label given; 1 where the rater gave none.
        chance = np.einsum("jkl,ijl->ijk", theta, onehot) + (codes < 0)[:, :, None]
        joint = np.ones_like(posterior) * prior
        for rater in range(codes.shape[1]):
            joint *= chance[:, rater, :]
            joint /= joint.max(1, keepdims=True)
        new = np.where(given[:, None], joint / joint.sum(1, keepdims=True), 0)
        moved = np.abs(new - posterior).max()
        posterior = new
        if moved < tolerance:
            break
    else:
        raise SystemExit("not converged")
    counts = np.einsum("ik,ijl->jkl", posterior, onehot)
    theta = (counts + smoothing) / (counts.sum(2, keepdims=True) + smoothing * classes)
    prior = (posterior[given].sum(0) + smoothing) / (given.sum() + smoothing * classes)
    return posterior, prior, theta, counts.sum(2)


def case(name, codes, classes, smoothing=0.01):
    posterior, prior, theta, weights = dawid_skene(codes, classes, smoothing)
    return {
        "name": name,
        "raters": codes.shape[1],
        "classes": classes,
        "smoothing": smoothing,
        "codes": codes.ravel().tolist(),
        "posteriors": posterior.ravel().tolist(),
        "shares": prior.tolist(),
        "confusions": [rater.ravel().tolist() for rater in theta],
        "weights": weights.tolist(),
    }


binary, _ = labels(60, [0.9, 0.75, 0.6], 2, 0)
rare, _ = labels(80, [0.95, 0.9, 0.8, 0.7], 2, 0.15, [0.9, 0.1])
categorical, _ = labels(90, [0.85, 0.7, 0.7, 0.6, 0.5], 4, 0.1)
ordinal, _ = labels(70, [0.8, 0.7, 0.6], 5, 0.05, ordinal=True)
empty = binary[:20].copy()
empty[3] = -1
silent = np.column_stack([rare[:40], np.full(40, -1)])

TARGET.write_text(
    json.dumps(
        [
            case("binary", binary, 2),
            case("binary, a rare class, missing labels", rare, 2),
            case("categorical", categorical, 4),
            case("ordinal codes", ordinal, 5),
            case("an item without a label, smoothing 1", empty, 2, 1.0),
            case("a rater without a label", silent, 2),
        ]
    )
    + "\n"
)
