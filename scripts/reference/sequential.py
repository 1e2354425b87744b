"""Reference values for the confidence sequences, written independently with numpy and scipy.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python scripts/reference/sequential.py

Writes src/stats/sequential/sequential.reference.json. No package has them in scipy or statsmodels. The beta-binomial mixture is solved with a
root finder on the integral of the likelihood, not on its closed form's halving; the empirical Bernstein sequence is written with whole arrays
from Waudby-Smith and Ramdas (2024, JRSS B 86), Theorem 2, with c = 3/4.
"""

import json
from pathlib import Path

import numpy as np
from scipy import optimize, special

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "sequential" / "sequential.reference.json"
rng = np.random.default_rng(20240614)


def mixture(values, alpha):
    n, s = len(values), values.sum()
    wealth = lambda p: special.betaln(0.5 + s, 0.5 + n - s) - special.betaln(0.5, 0.5) - special.xlogy(s, p) - special.xlog1py(n - s, -p) + np.log(alpha)
    mean = s / n
    low = 0.0 if s == 0 else optimize.brentq(wealth, 1e-300, mean, xtol=1e-15, rtol=1e-14)
    high = 1.0 if s == n else optimize.brentq(wealth, mean, 1 - 1e-16, xtol=1e-15, rtol=1e-14)
    return {"low": low, "high": high}


def bernstein(values, alpha, low, high):
    x = (values - low) / (high - low)
    t = np.arange(1, len(x) + 1)
    means = (0.5 + np.cumsum(x)) / (t + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (t + 1)
    before = np.concatenate([[0.5], means[:-1]])
    spread = np.concatenate([[0.25], variances[:-1]])
    bets = np.minimum(0.75, np.sqrt(2 * np.log(2 / alpha) / (spread * t * np.log(1 + t))))
    # The paper's v = 4 (x - mean)^2 and psi = (-log(1 - bet) - bet) / 4.
    v, psi = 4 * (x - before) ** 2, (-np.log(1 - bets) - bets) / 4
    centre = np.cumsum(bets * x) / np.cumsum(bets)
    half = (np.log(2 / alpha) + np.cumsum(v * psi)) / np.cumsum(bets)
    lower, upper = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    scale = lambda at: float(low + at * (high - low))
    return {"low": scale(lower[-1]), "high": scale(upper[-1]), "runningLow": scale(lower.max()), "runningHigh": scale(upper.min())}


proportions = []
for values, alpha in [
    (rng.integers(0, 2, 1), 0.05),
    (np.zeros(20), 0.05),
    (np.ones(7), 0.1),
    ((rng.random(200) < 0.9).astype(int), 0.05),
    ((rng.random(3000) < 0.3).astype(int), 0.01),
    (np.round(rng.beta(4, 2, 60), 3), 0.05),
]:
    proportions.append({"values": values.tolist() if len(values) < 100 else None, "n": len(values), "sum": float(values.sum()), "level": 1 - alpha, **mixture(values, alpha)})
means = []
for values, alpha, low, high in [
    (rng.choice([-1, 0, 1], 150, p=[0.1, 0.7, 0.2]), 0.05, -1, 1),
    (np.zeros(40), 0.05, -1, 1),
    (np.round(rng.uniform(1, 5, 80), 2), 0.1, 1, 5),
    (np.array([1.0]), 0.05, -1, 1),
    (rng.choice([-1, 0, 1], 300, p=[0.02, 0.9, 0.08]), 0.05, -1, 1),
]:
    means.append({"values": values.tolist(), "level": 1 - alpha, "range": [low, high], **bernstein(values.astype(float), alpha, low, high)})
TARGET.write_text(json.dumps({"proportions": proportions, "means": means}) + "\n")
