"""Reference values for calibration, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0 scikit-learn==1.9.1
    venv/bin/python scripts/reference/calibration.py

Writes src/stats/calibration/calibration.reference.json. Scores, isotonic regression and Platt scaling are scikit-learn's, temperatures the
minimum found by scipy. Murphy's decomposition, Kumar's squared error, the skill's standard error (a complex step on observation
weights) and the interval of the calibration error are in no package: they are written here a second time with numpy.
"""

import json
from pathlib import Path

import numpy as np
from scipy import optimize, stats
from sklearn import metrics
from sklearn.calibration import _sigmoid_calibration
from sklearn.isotonic import IsotonicRegression
from statsmodels.api import OLS

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "calibration" / "calibration.reference.json"
rng = np.random.default_rng(20240711)


def clustered_mean(values, ids):
    fit = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": ids, "df_correction": True}, use_t=True)
    return [fit.params[0], *fit.conf_int(0.05)[0]]


def bins_of(p, most):
    """A new bin begins at the first distinct value after another n/most forecasts are full."""
    values, counts = np.unique(p, return_counts=True)
    ends = np.cumsum(counts)
    bin_of, bin_now = {}, 0
    for value, end in zip(values, ends):
        bin_of[value] = bin_now
        if end * most >= len(p) * (bin_now + 1):
            bin_now += 1
    return np.array([bin_of[value] for value in p])


def decomposition(p, y, bins):
    names = np.unique(bins)
    n, rate = len(p), y.mean()
    own = [(bins == b) for b in names]
    w = np.array([m.mean() for m in own])
    pm, ym = np.array([p[m].mean() for m in own]), np.array([y[m].mean() for m in own])
    wide_p, wide_y = pm[np.searchsorted(names, bins)], ym[np.searchsorted(names, bins)]
    return {
        "reliability": (w * (pm - ym) ** 2).sum(),
        "resolution": (w * (ym - rate) ** 2).sum(),
        "uncertainty": rate * (1 - rate),
        "withinVariance": ((p - wide_p) ** 2).mean(),
        "withinCovariance": 2 * ((y - wide_y) * (p - wide_p)).mean(),
    }, (w, pm, ym, own)


def skill(p, y, ids):
    def ratio(weights):
        w = weights / weights.sum()
        rate = (w * y).sum()
        return (w * (p - y) ** 2).sum() / (rate * (1 - rate))

    n, groups = len(p), len(np.unique(ids))
    step = 1e-30
    slope = np.array([np.imag(ratio(np.ones(n) + 1j * step * (np.arange(n) == i))) / step for i in range(n)])
    squares = sum(slope[ids == c].sum() ** 2 for c in np.unique(ids))
    error = np.sqrt(groups / (groups - 1) * squares)
    r = ratio(np.ones(n))
    assert abs(r - metrics.brier_score_loss(y, p) / y.var()) < 1e-12
    factor = np.exp(stats.t.ppf(0.975, groups - 1) * error / r)
    return [1 - r, 1 - r * factor, 1 - r / factor]


def folded_mean(mean, sd):
    return stats.foldnorm.mean(abs(mean) / sd, scale=sd)


def design_effect(r, ids):
    names, sizes = np.unique(ids, return_counts=True)
    if len(names) == len(r):
        return 1.0
    sums = np.array([(r[ids == c] - r.mean()).sum() for c in names])
    return max(1.0, ((sums**2).sum() + (sizes**2).sum() / len(r)) / (((r - r.mean()) ** 2).sum() + 1))


def calibration_error(p, y, ids, w, pm, ym, own):
    n, groups, k = len(p), len(np.unique(ids)), len(w)
    gaps = pm - ym
    plain = (w * abs(gaps)).sum()
    r = p - y
    clustered = groups < n
    effect = np.array([design_effect(r[m], ids[m]) for m in own])
    residuals = np.array([[(r[(ids == c) & m] - gap).sum() for m, gap in zip(own, gaps)] for c in np.unique(ids)])
    counts = w * n
    scale = np.sqrt((counts - 1 + 2 * effect) * counts)
    covariance = residuals.T @ residuals * (groups / (groups - 1) if clustered else 1) + np.diag(effect**2 * (pm**2 + (1 - pm) ** 2))
    covariance /= np.outer(scale, scale)
    sd = np.sqrt(np.diag(covariance))
    shape = gaps / plain

    def at(c, deviations):
        z = c * shape / sd
        total = (w * folded_mean(c * shape, sd)).sum()
        linear, curved = 2 * stats.norm.cdf(z) - 1, stats.norm.pdf(z)
        cross = covariance * np.outer(linear, linear) + 2 * covariance**2 / np.outer(sd, sd) * np.outer(curved, curved)
        np.fill_diagonal(cross, stats.foldnorm.var(abs(z), scale=sd))
        return total + deviations * np.sqrt(w @ cross @ w)

    def root(deviations, target):
        return 0.0 if at(0, deviations) >= target else optimize.brentq(lambda c: at(c, deviations) - target, 0, 2, xtol=1e-14)

    t = stats.t.ppf(0.975, groups - 1) if clustered else stats.norm.ppf(0.975)
    value = root(0, plain)
    expected = sum(np.sqrt(2 / np.pi * d * (p[m] * (1 - p[m])).sum()) for m, d in zip(own, effect)) / n
    squared = sum(len(y[m]) / n * ((p[m].mean() - y[m].mean()) ** 2 - y[m].var(ddof=1) / len(y[m])) for m in own)
    return {
        "plain": plain,
        "expected": expected,
        "squared": squared,
        "error": [value, root(t, plain), root(-t, max(plain, at(0, 0)))],
    }


def forecasts():
    cases = []
    for sizes, bend, digits in [([1] * 60, 1, 3), ([1] * 120, 2.5, 1), ([5] * 20, 1.5, 2), ([1, 2, 3, 9, 4, 6, 1, 1, 12, 5] * 3, 0.6, 2)]:
        ids = np.repeat(np.arange(len(sizes)), sizes)
        score = rng.normal(0.2, 1.2, len(ids)) + rng.normal(0, 0.6, len(sizes))[ids] * (max(sizes) > 1)
        y = (rng.random(len(ids)) < 1 / (1 + np.exp(-score))).astype(int)
        p = np.clip(np.round(1 / (1 + np.exp(-bend * score)), digits), 0.01, 0.99)
        parts, (w, pm, ym, own) = decomposition(p, y, bins_of(p, 10))
        loss = -np.where(y == 1, np.log(p), np.log(1 - p))
        assert abs(loss.mean() - metrics.log_loss(y, p)) < 1e-12
        assert abs(((p - y) ** 2).mean() - metrics.brier_score_loss(y, p)) < 1e-12
        total = parts["reliability"] - parts["resolution"] + parts["uncertainty"] + parts["withinVariance"] - parts["withinCovariance"]
        assert abs(total - metrics.brier_score_loss(y, p)) < 1e-12
        iso = IsotonicRegression(out_of_bounds="clip").fit(p, y)
        grid = np.round(np.linspace(-0.1, 1.1, 25), 3)
        cases.append(
            {
                "probabilities": p.tolist(),
                "outcomes": y.tolist(),
                "clusters": ids.tolist(),
                "brier": clustered_mean((p - y) ** 2, ids),
                "skill": skill(p, y, ids),
                "logLoss": clustered_mean(loss, ids),
                "decomposition": parts,
                "curve": [[float(m.sum()), a, b] for m, a, b in zip(own, pm, ym)],
                **calibration_error(p, y, ids, w, pm, ym, own),
                "grid": grid.tolist(),
                "isotonic": iso.predict(grid).tolist(),
                "platt": platt(p, y),
                "temperature": temperature(np.log(p / (1 - p)), y),
            }
        )
    return cases


def platt(scores, y):
    a, b = _sigmoid_calibration(scores, y)
    n1, n0 = y.sum(), len(y) - y.sum()
    target = np.where(y == 1, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))
    loss = lambda ab: np.logaddexp(0, ab[0] * scores + ab[1]).sum() - (target * (ab[0] * scores + ab[1])).sum()
    grad = lambda ab: np.array([((1 / (1 + np.exp(-ab[0] * scores - ab[1])) - target) * x).sum() for x in (scores, np.ones(len(y)))])
    exact = optimize.minimize(loss, [-a, -b], jac=grad, method="BFGS", options={"gtol": 1e-9}).x
    return {"sklearn": [-a, -b], "exact": exact.tolist()}


def temperature(logits, y):
    loss = lambda t: np.logaddexp(0, -np.where(y == 1, 1, -1) * logits / t).sum()
    return optimize.minimize_scalar(loss, bounds=(0.05, 20), method="bounded", options={"xatol": 1e-10}).x


def class_temperatures():
    cases = []
    for k, n, sharp in [(3, 40, 2.0), (5, 60, 0.5)]:
        logits = rng.normal(0, 1, (n, k))
        gold = np.array([rng.choice(k, p=np.exp(row) / np.exp(row).sum()) for row in logits])
        logits = np.round(sharp * logits, 3)
        loss = lambda t: (np.log(np.exp(logits / t).sum(1)) - logits[np.arange(n), gold] / t).sum()
        best = optimize.minimize_scalar(loss, bounds=(0.05, 20), method="bounded", options={"xatol": 1e-10}).x
        cases.append({"classes": k, "logits": logits.ravel().tolist(), "gold": gold.tolist(), "temperature": best})
    return cases


TARGET.write_text(json.dumps({"forecasts": forecasts(), "classTemperatures": class_temperatures()}, indent=1) + "\n")
