"""Reference values for panels, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python scripts/reference/panels.py

Writes src/stats/panels/panels.reference.json. No package has these figures as a whole: correlations are numpy's, and everything else is written
here a second time from the definitions, the standard error by a complex step on item weights; Bonett and Price's interval as published.
"""

import json
from pathlib import Path

import numpy as np
from scipy import stats

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "panels" / "panels.reference.json"
rng = np.random.default_rng(20240613)


def panel(items, members, classes, missing):
    gold = rng.integers(0, classes, items)
    hard = rng.random(items) < 0.2
    skill = rng.uniform(0.6, 0.9, members)
    hit = rng.random((items, members)) < np.where(hard[:, None], 0.4, skill)
    codes = np.where(hit, gold[:, None], (gold[:, None] + rng.integers(1, classes, (items, members))) % classes)
    codes[rng.random((items, members)) < missing] = -1
    gold[rng.random(items) < missing / 2] = -1
    return codes, gold


def mean_correlation(wrong, known, w, check=True):
    k = wrong.shape[1]
    values = []
    for a in range(k):
        for b in range(a):
            both = known[:, a] & known[:, b]
            x, y, v = wrong[both, a], wrong[both, b], w[both]
            u, t = x - (v * x).sum() / v.sum(), y - (v * y).sum() / v.sum()
            phi = (v * u * t).sum() / np.sqrt((v * u * u).sum() * (v * t * t).sum())
            assert not check or abs(np.real(w) - 1).max() > 0 or abs(np.corrcoef(x, y)[0, 1] - np.real(phi)) < 1e-10
            values.append(phi)
    return np.mean(values)


def design_effect(values, ids):
    """Kish's, with one pseudo-event at the worst case, as src/stats/clusters.ts has it."""
    sizes = np.bincount(ids)
    if len(sizes) == len(ids):
        return 1.0
    totals = np.bincount(ids, weights=values - values.mean())
    worst = (sizes**2).sum() / len(values)
    return max(1.0, ((totals**2).sum() + worst) / (((values - values.mean()) ** 2).sum() + 1))


def effective(codes, gold, ids):
    items, k = codes.shape
    known = (codes >= 0) & (gold >= 0)[:, None]
    wrong = (codes != gold[:, None]).astype(float)
    rho = float(np.real(mean_correlation(wrong, known, np.ones(items))))
    used = known.sum(1) > 1
    _, dense = np.unique(ids[used], return_inverse=True)
    share = np.where(known, wrong, 0).sum(1)[used] / known.sum(1)[used]
    size = design_effect(share, dense)
    # One pseudo-item as rows: all wrong, then each member alone.
    mass = np.r_[0.5, np.full(k, 0.5 / k)]
    rows = np.r_[wrong[used], np.ones((1, k)), np.eye(k)]
    seen = np.r_[known[used], np.ones((k + 1, k), bool)]
    base = np.r_[np.ones(used.sum()), mass * size]
    centre = float(np.real(mean_correlation(rows, seen, base, check=False)))
    residual = np.zeros(len(base))
    for place in range(len(base)):
        w = base.astype(complex)
        w[place] += 1e-30j
        residual[place] = np.imag(mean_correlation(rows, seen, w, check=False)) / 1e-30
    sums = np.bincount(dense, weights=residual[: used.sum()])
    groups = len(sums)
    error = np.sqrt(groups / (groups - 1) * ((sums**2).sum() + (mass * (size * residual[used.sum() :]) ** 2).sum()))
    half = stats.t.ppf(0.975, groups - 1) * error * k / (2 * (1 - centre) * (1 + (k - 1) * centre))
    zeta = np.log((1 + (k - 1) * centre) / (1 - centre)) / 2 + np.array([-half, half])
    low, high = (np.exp(2 * zeta) - 1) / (np.exp(2 * zeta) + k - 1)
    low, high = min(low, rho), max(high, rho)
    through = lambda r: float(k / (1 + (k - 1) * r))
    return {"n": int(used.sum()), "correlation": [rho, float(low), float(high)], "effective": [through(rho), through(high), through(low)]}


def credit(codes, gold, weights, classes):
    result = np.full(len(gold), np.nan)
    for item, row in enumerate(codes):
        if gold[item] < 0 or (row < 0).all():
            continue
        totals = [sum(w for w, v in zip(weights, row) if v == c) for c in range(classes)]
        best = [c for c in range(classes) if np.isclose(totals[c], max(totals), atol=1e-9)]
        result[item] = (gold[item] in best) / len(best)
    return result


def bonett_price(d):
    n = len(d)
    centre = d.sum() / (n + 2)
    squares = ((d - centre) ** 2).sum() + (1 - centre) ** 2 + (1 + centre) ** 2
    half = stats.norm.ppf(0.975) * np.sqrt(squares) / (n + 2)
    return [float(d.mean()), float(min(d.mean(), max(-1, centre - half))), float(max(d.mean(), min(1, centre + half)))]


def accuracy(codes, gold, member, use):
    use = use & (codes[:, member] >= 0) & (gold >= 0)
    return (codes[use, member] == gold[use]).mean()


def case(items, members, classes, missing):
    codes, gold = panel(items, members, classes, missing)
    ids, folds = rng.integers(0, items // 4, items), rng.integers(0, 3, items)
    majority = credit(codes, gold, np.ones(members), classes)
    chosen = int(np.argmax([accuracy(codes, gold, m, folds == 0) for m in range(members)]))
    own = codes[:, chosen]
    use = (folds != 0) & ~np.isnan(majority) & (own >= 0)
    gain = bonett_price((majority - (own == gold))[use])
    weights = []
    for m in range(members):
        train = (folds == 0) & (codes[:, m] >= 0) & (gold >= 0)
        p = ((codes[train, m] == gold[train]).sum() + 1) / (train.sum() + classes)
        weights.append(float(np.log(p * (classes - 1) / (1 - p))))
    held = (folds != 0) & ~np.isnan(majority)
    weighted = credit(codes, gold, weights, classes)
    return {
        "raters": members,
        "classes": classes,
        "codes": codes.ravel().tolist(),
        "gold": gold.tolist(),
        "clusters": ids.tolist(),
        "folds": folds.tolist(),
        "independent": effective(codes, gold, np.arange(items)),
        "clustered": effective(codes, gold, ids),
        "chosen": chosen,
        "gain": gain,
        "weights": weights,
        "weighted": float(weighted[held].mean()),
        "majority": float(majority[held].mean()),
        "weightedGain": bonett_price((weighted - majority)[held]),
    }


TARGET.write_text(json.dumps([case(60, 3, 2, 0), case(80, 5, 3, 0.1), case(50, 4, 2, 0.2)]) + "\n")
