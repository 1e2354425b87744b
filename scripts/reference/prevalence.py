"""Reference values for a prevalence from an imperfect judge, written a second time from the publications.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python scripts/reference/prevalence.py

Writes src/stats/prevalence/prevalence.reference.json. Neither scipy nor statsmodels has these: Lang and Reiczigel's interval is written with
numpy from their paper (2014, Prev. Vet. Med. 113), prediction-powered inference from Angelopoulos et al. (2023, Science 382; arXiv:2311.01453).
The estimate at a given lambda was also compared, once, with ppi_py 0.2.3 (`ppi_mean_pointestimate`): equal to 1e-12.
"""

import json
from pathlib import Path

import numpy as np
from scipy import stats

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "prevalence" / "prevalence.reference.json"
rng = np.random.default_rng(20240613)


def clusters(sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def lang_reiczigel(called, n, hits, positives, rejected, negatives, level):
    z = stats.norm.ppf(0.5 + level / 2)
    p = (called + z**2 / 2) / (n + z**2)
    se, sp = (hits + 1) / (positives + 2), (rejected + 1) / (negatives + 2)
    prevalence = (p + sp - 1) / (se + sp - 1)
    part_se, part_sp = se * (1 - se) / (positives + 2), sp * (1 - sp) / (negatives + 2)
    shift = 2 * z**2 * (prevalence * part_se - (1 - prevalence) * part_sp)
    error = np.sqrt(p * (1 - p) / (n + z**2) + prevalence**2 * part_se + (1 - prevalence) ** 2 * part_sp) / (se + sp - 1)
    value = (called / n + rejected / negatives - 1) / (hits / positives + rejected / negatives - 1)
    low, high = np.clip([prevalence + shift - z * error, prevalence + shift + z * error], 0, 1)
    value = float(np.clip(value, 0, 1))
    return {"value": value, "low": min(low, value), "high": max(high, value)}


def prevalence():
    cases = []
    for numbers in [(23, 150, 48, 50, 89, 100), (0, 100, 30, 30, 40, 40), (400, 1000, 85, 100, 270, 300), (90, 100, 19, 20, 16, 20), (5, 500, 60, 80, 190, 200)]:
        for level in (0.95, 0.9):
            cases.append({"numbers": numbers, "level": level, **lang_reiczigel(*numbers, level)})
    return cases


def ratio_error(sums, sizes):
    groups, n = len(sums), sizes.sum()
    return groups / (groups - 1) * ((sums - sums.sum() / n * sizes) ** 2).sum() / n**2


def powered(labelled, unlabelled, ids, other, lam=None):
    y, f = labelled
    sizes, large = np.bincount(ids).astype(float), np.bincount(other).astype(float)
    total = lambda values, of: np.bincount(of, weights=values)
    if lam is None:
        # The minimum by trying: the variance is a parabola in lambda.
        variance = lambda lam: lam**2 * ratio_error(total(unlabelled, other), large) + ratio_error(total(y - lam * f, ids), sizes)
        a, b, c = variance(-1.0), variance(0.0), variance(1.0)
        lam = float(np.clip((a - c) / (2 * (a - 2 * b + c)), 0, 1))
    parts = [lam**2 * ratio_error(total(unlabelled, other), large), ratio_error(total(y - lam * f, ids), sizes)]
    value = lam * unlabelled.mean() + (y - lam * f).mean()
    degrees = sum(parts) ** 2 / (parts[0] ** 2 / (len(large) - 1) + parts[1] ** 2 / (len(sizes) - 1))
    half = stats.t.ppf(0.975, degrees) * np.sqrt(sum(parts))
    return {"value": value, "low": value - half, "high": value + half, "lambda": lam}


def prediction_powered():
    cases = []
    shapes = [([1] * 30, [1] * 90, None), ([1] * 20, [1] * 60, 1.0), ([1, 2, 3, 4] * 5, [3, 1, 5] * 9, None), ([2, 5] * 6, [4] * 20, 0.4)]
    for small, large, lam in shapes:
        ids, other = clusters(small), clusters(large)
        y = np.round(rng.normal(3, 1, len(ids)) + rng.normal(0, 0.5, len(small))[ids], 3)
        f = np.round(0.7 * y + rng.normal(0, 0.6, len(ids)), 3)
        unlabelled = np.round(rng.normal(2.1, 0.9, len(other)), 3)
        cases.append(
            {
                "truths": y.tolist(),
                "predictions": f.tolist(),
                "clusters": ids.tolist(),
                "unlabelled": unlabelled.tolist(),
                "others": other.tolist(),
                **({} if lam is None else {"tuning": lam}),
                **powered((y, f), unlabelled, ids, other, lam),
            }
        )
    return cases


TARGET.write_text(json.dumps({"prevalence": prevalence(), "predictionPowered": prediction_powered()}, indent=1) + "\n")
