"""Reference values for association, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python scripts/reference/association.py

Writes src/stats/association/association.reference.json. Values and Fisher's interval are scipy's. Bonett and Wright's interval is written as
published. The clustered intervals are written here a second time: each coefficient as a function of observation weights, in O(n^2) as the definition
has it, differentiated by a complex step; the derivative by an observation's weight is its residual.
"""

import json
from pathlib import Path

import numpy as np
from scipy import stats

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "association" / "association.reference.json"
rng = np.random.default_rng(20240612)


def pearson(x, y, w):
    total = w.sum()
    u, v = x - (w * x).sum() / total, y - (w * y).sum() / total
    return (w * u * v).sum() / np.sqrt((w * u * u).sum() * (w * v * v).sum())


def mid(x, w):
    below = (x[:, None] < x).astype(float) + 0.5 * (x[:, None] == x)
    return w @ below / w.sum()


def spearman(x, y, w):
    return pearson(mid(x, w), mid(y, w), w)


def kendall(x, y, w):
    sx, sy, pairs = np.sign(x[:, None] - x), np.sign(y[:, None] - y), w[:, None] * w
    return (pairs * sx * sy).sum() / np.sqrt((pairs * sx * sx).sum() * (pairs * sy * sy).sum())


def linearised(coefficient, x, y, ids):
    n = len(x)
    residual = np.zeros(n)
    for place in range(n):
        w = np.ones(n, complex)
        w[place] += 1e-30j
        residual[place] = np.imag(coefficient(x, y, w)) / 1e-30
    _, dense = np.unique(ids, return_inverse=True)
    sums = np.bincount(dense, weights=residual)
    groups = len(sums)
    value = float(np.real(coefficient(x, y, np.ones(n))))
    error = np.sqrt(groups / (groups - 1) * (sums**2).sum()) / (1 - value**2)
    half = stats.t.ppf(0.975, groups - 1) * error
    return [float(np.tanh(np.arctanh(value) - half)), float(np.tanh(np.arctanh(value) + half))]


def case(n, slope, levels=None):
    x = rng.normal(size=n)
    y = slope * x + rng.normal(size=n)
    if levels:
        x, y = (np.clip(np.round(s * levels / 4 + levels / 2), 0, levels) for s in (x, y))
    else:
        x, y = np.round(x, 3), np.round(y, 3)
    ids = rng.integers(0, max(5, n // 4), n)
    fisher = stats.pearsonr(x, y)
    rho = stats.spearmanr(x, y).statistic
    half = stats.norm.ppf(0.975) * np.sqrt((1 + rho**2 / 2) / (n - 3))
    return {
        "x": x.tolist(),
        "y": y.tolist(),
        "clusters": ids.tolist(),
        "pearson": {"value": float(fisher.statistic), "independent": list(map(float, fisher.confidence_interval())), "clustered": linearised(pearson, x, y, ids)},
        "spearman": {
            "value": float(rho),
            "independent": [float(np.tanh(np.arctanh(rho) - half)), float(np.tanh(np.arctanh(rho) + half))],
            "clustered": linearised(spearman, x, y, ids),
        },
        "kendall": {
            "value": float(stats.kendalltau(x, y).statistic),
            "independent": linearised(kendall, x, y, np.arange(n)),
            "clustered": linearised(kendall, x, y, ids),
        },
    }


TARGET.write_text(json.dumps([case(12, 1), case(40, 0.5), case(60, 1, 4), case(50, -0.7, 2), case(30, 0, 9), case(25, 3)]) + "\n")
