"""Reference values for figures against gold, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0 scikit-learn==1.9.1
    venv/bin/python scripts/reference/gold.py

Writes src/stats/classification/gold.reference.json and src/stats/errors/errors.reference.json. DeLong's and Obuchowski's variances are
in none of these packages: they are written here a second time from the papers, over every pair of a positive and a negative.
"""

import json
from pathlib import Path

import numpy as np
from scipy import optimize, stats
from sklearn import metrics
from statsmodels.api import OLS
from statsmodels.stats.proportion import proportion_confint

SOURCES = Path(__file__).resolve().parents[2] / "src" / "stats"
rng = np.random.default_rng(20240702)
Z = stats.norm.ppf(0.975)


def confusions():
    cases = []
    for k, n, hit in [(2, 50, 0.8), (2, 40, 0.45), (3, 80, 0.6), (5, 150, 0.4)]:
        gold = rng.choice(k, n, p=rng.dirichlet(np.full(k, 3)))
        verdicts = np.where(rng.random(n) < hit, gold, rng.integers(0, k, n))
        cases.append(
            {
                "classes": k,
                "gold": gold.tolist(),
                "verdicts": verdicts.tolist(),
                "matthews": metrics.matthews_corrcoef(gold, verdicts),
                "specificity": [metrics.recall_score(gold == c, verdicts == c, pos_label=False) for c in range(k)],
                "macroF1": metrics.f1_score(gold, verdicts, average="macro"),
                "weightedF1": metrics.f1_score(gold, verdicts, average="weighted"),
                "weightedPrecision": metrics.precision_score(gold, verdicts, average="weighted", zero_division=0),
            }
        )
    return cases


def area(scores, gold, ids):
    """Every pair of a positive and a negative; sums by clusters as in Obuchowski 1997, section 2."""
    x, y = scores[gold == 1], scores[gold == 0]
    psi = (x[:, None] > y) + 0.5 * (x[:, None] == y)
    m, n, a = len(x), len(y), psi.mean()
    v10, v01 = psi.mean(1), psi.mean(0)
    names = np.unique(ids)
    at_x, at_y = ids[gold == 1], ids[gold == 0]
    r1 = np.array([v10[at_x == c].sum() - (at_x == c).sum() * a for c in names])
    r0 = np.array([v01[at_y == c].sum() - (at_y == c).sum() * a for c in names])
    i1, i0, i = len(np.unique(at_x)), len(np.unique(at_y)), len(names)
    s10 = i1 / ((i1 - 1) * m) * (r1**2).sum()
    s01 = i0 / ((i0 - 1) * n) * (r0**2).sum()
    s11 = i / (i - 1) * (r1 * r0).sum()
    variance = s10 / m + s01 / n + 2 * s11 / (m * n)
    if i == len(gold):
        # DeLong's own form: covariances of the structural components.
        assert abs(variance - (np.var(v10, ddof=1) / m + np.var(v01, ddof=1) / n)) < 1e-14
    value = metrics.roc_auc_score(gold, scores)
    assert abs(value - a) < 1e-12
    return value, variance, m, n


def score_ends(value, variance, m, n, ids):
    """Newcombe's ends with Hanley and McNeil's variance, scaled to the variance seen; roots by Brent's method."""
    groups, total = len(np.unique(ids)), len(ids)
    mean = (m + n) / 2 - 1
    spread = lambda t: 1 + mean * (1 - t) / (2 - t) + mean * t / (1 + t)
    effective = m * n / spread(value)
    worst = (np.unique(ids, return_counts=True)[1] ** 2).sum() / total
    events = effective * value * (1 - value)
    ratio = worst if events == 0 else np.clip(variance * effective**2 / events, 1, worst)
    factor = (variance * effective**2 + (worst + ratio * events) / (1 + events)) / (events + 1)
    critical = Z if groups == total else stats.t.ppf(0.975, groups - 1)
    gap = lambda t: (value - t) ** 2 - critical**2 * factor * t * (1 - t) * spread(t) / (m * n)
    low = optimize.brentq(gap, 1e-9, value - 1e-9, xtol=1e-14)
    high = 1.0 if value == 1 else optimize.brentq(gap, value + 1e-9, 1 - 1e-12, xtol=1e-14)
    return [low, high]


def areas():
    cases = []
    for sizes, levels, shift in [([1] * 20, None, 1), ([1] * 40, 5, 0.7), ([1] * 60, 10, 0), ([4] * 10, None, 1), ([1, 2, 3, 9, 4, 6, 1, 1, 12, 5] * 2, 6, 1.5), ([1] * 24, None, 9)]:
        ids = np.repeat(np.arange(len(sizes)), sizes)
        gold = (rng.random(len(ids)) < 0.4).astype(int)
        scores = rng.normal(0, 1, len(ids)) + shift * gold + rng.normal(0, 0.7, len(sizes))[ids] * (max(sizes) > 1)
        scores = np.round(scores, 3) if levels is None else np.round(scores * levels / 4)
        value, variance, m, n = area(scores, gold, ids)
        half = Z * np.sqrt(variance)
        cases.append(
            {
                "scores": scores.tolist(),
                "gold": gold.tolist(),
                "clusters": ids.tolist(),
                "value": value,
                "published": None if variance < 1e-20 else [max(0, value - half), min(1, value + half)],
                "score": score_ends(value, variance, m, n, ids),
            }
        )
    return cases


def errors():
    cases = []
    for sizes in ([1] * 15, [3] * 8, [1, 2, 3, 9, 4, 6, 1, 1, 12, 5]):
        ids = np.repeat(np.arange(len(sizes)), sizes)
        gold = rng.integers(1, 6, len(ids))
        verdicts = np.clip(gold + np.round(rng.normal(0.4, 1.2, len(ids))), 1, 5)
        case = {"gold": gold.tolist(), "verdicts": verdicts.tolist(), "clusters": ids.tolist()}
        for name, values in [("mae", abs(verdicts - gold)), ("bias", verdicts - gold), ("mse", (verdicts - gold) ** 2)]:
            fit = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": ids, "df_correction": True}, use_t=True)
            case[name] = [fit.params[0], *fit.conf_int(0.05)[0]]
        assert abs(case["mae"][0] - metrics.mean_absolute_error(gold, verdicts)) < 1e-12
        value, half = metrics.root_mean_squared_error(gold, verdicts), case["mse"][2] - case["mse"][0]
        factor = np.exp(half / (2 * case["mse"][0]))
        case["rmse"] = [value, value / factor, value * factor]
        near = int((abs(verdicts - gold) <= 1).sum())
        case["withinOne"] = [near / len(ids), *proportion_confint(near, len(ids), 0.05, "wilson")]
        cases.append(case)
    return cases


def write(path, value):
    (SOURCES / path).write_text(json.dumps(value, indent=1) + "\n")


write("classification/gold.reference.json", {"confusions": confusions(), "areas": areas()})
write("errors/errors.reference.json", errors())
