"""Reference values for the statistics, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0 scikit-learn==1.9.1
    venv/bin/python scripts/reference/statistics.py

Writes *.reference.json beside the tests that read them. What no package has (Wilson on an effective number of observations, the adjusted
Wald interval for pairs) is written here a second time, as the publications have it, with numpy alone.
"""

import json
from pathlib import Path

import numpy as np
from scipy import stats
from sklearn import metrics
from statsmodels.api import OLS
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

SOURCES = Path(__file__).resolve().parents[2] / "src" / "stats"
rng = np.random.default_rng(20240501)


def write(path, value):
    (SOURCES / path).write_text(json.dumps(value, indent=1) + "\n")


def clusters(sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def distributions():
    student = [
        {"level": level, "degrees": degrees, "critical": stats.t.ppf(0.5 + level / 2, degrees)}
        for level in (0.5, 0.9, 0.95, 0.99, 0.999)
        for degrees in (0.5, 1, 2, 3, 5, 9, 10, 11, 20, 33.3, 99, 999, 99999)
    ]
    shapes = [(0.5, 0.5), (1, 10), (15, 6), (3, 3), (100, 200), (499, 502), (1, 5000), (2, 4999), (50, 4000), (20000, 20001)]
    beta = [
        {"probability": p, "a": a, "b": b, "quantile": stats.beta.ppf(p, a, b)} for p in (0.005, 0.025, 0.05, 0.5, 0.95, 0.995) for a, b in shapes
    ]
    trials = [(1, 3), (0, 2), (2, 3), (4, 11), (40, 111), (95, 200), (480, 1000), (49700, 100000), (0, 1)]
    binomial = [{"x": x, "n": n, "probability": p, "cdf": stats.binom.cdf(x, n, p)} for x, n in trials for p in (0.5, 0.3, 0.49)]
    normal = [{"z": z, "cdf": stats.norm.cdf(z)} for z in (-8, -3, -1.96, -0.1, 0, 0.5, 2)]
    return {"student": student, "beta": beta, "binomial": binomial, "normal": normal}


def proportions():
    independent = []
    for events, n, level in [(15, 20, 0.95), (0, 20, 0.95), (20, 20, 0.95), (1, 1, 0.95), (3, 10, 0.99), (499, 1000, 0.9), (1, 5000, 0.95)]:
        wilson = proportion_confint(events, n, 1 - level, "wilson")
        exact = proportion_confint(events, n, 1 - level, "beta")
        independent.append({"events": events, "n": n, "level": level, "wilson": list(wilson), "clopperPearson": list(exact)})
    clustered = []
    for sizes, correlation in [([3] * 8, 0.3), ([1, 2, 3, 9, 4, 6, 1, 1, 12, 5], 0.5), ([10] * 3, 0.2), ([5, 7], 0.0), ([4] * 40, 0.1)]:
        ids = clusters(sizes)
        rate = rng.beta(0.7 / max(correlation, 0.01), 0.3 / max(correlation, 0.01), len(sizes))
        events = (rng.random(len(ids)) < rate[ids]).astype(int)
        clustered.append({"events": events.tolist(), "clusters": ids.tolist(), **clustered_wilson(events, ids)})
    return {"independent": independent, "clustered": clustered}


def clustered_wilson(events, ids, level=0.95):
    """Korn and Graubard's effective number in Wilson's interval, with one pseudo-event at the worst-case design effect."""
    n, groups = len(events), len(set(ids.tolist()))
    p = events.mean()
    sizes = np.bincount(ids)
    totals = np.bincount(ids, weights=events - p)
    worst = (sizes**2).sum() / n
    effect = max(1.0, ((totals**2).sum() + worst) / (((events - p) ** 2).sum() + 1))
    estimated = n / effect
    ratio = stats.t.ppf(0.5 + level / 2, n - 1) / stats.t.ppf(0.5 + level / 2, groups - 1)
    corrected = estimated * ratio**2 * (groups - 1) / groups * n / (n - 1)
    effective = min(estimated, max(corrected, n / worst))
    z = stats.norm.ppf(0.5 + level / 2)
    # The ends as roots of (p - x)^2 = z^2 x (1 - x) / n*, which is what the closed form solves.
    roots = np.sort(np.roots([1 + z**2 / effective, -2 * p - z**2 / effective, p**2]).real)
    return {"value": p, "low": roots[0], "high": roots[1]}


def means():
    cases = []
    for sizes in ([1] * 12, [3] * 8, [1, 2, 3, 9, 4, 6, 1, 1, 12, 5], [7, 8]):
        ids = clusters(sizes)
        values = np.round(rng.normal(3, 1, len(ids)) + rng.normal(0, 0.8, len(sizes))[ids], 3)
        fit = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": ids, "df_correction": True}, use_t=True)
        low, high = fit.conf_int(0.05)[0]
        cases.append({"values": values.tolist(), "clusters": ids.tolist(), "value": fit.params[0], "low": low, "high": high})
    return cases


def paired():
    cases = []
    for first, second in [(5, 4), (4, 16), (0, 0), (0, 5), (12, 12), (40, 71)]:
        table = [[10, first], [second, 20]]
        exact = mcnemar(table, exact=True).pvalue
        point = stats.binom.pmf(min(first, second), first + second, 0.5)
        mid = 1 - point / 2 if first == second else exact - point
        cases.append({"first": first, "second": second, "exact": exact, "mid": mid if first + second else 1.0})
    intervals = []
    for first, second, concordant in [(5, 4, 11), (0, 0, 20), (4, 16, 192), (0, 8, 0)]:
        n = first + second + concordant
        a, b = (first + 1) / (n + 2), (second + 1) / (n + 2)
        half = stats.norm.ppf(0.975) * np.sqrt((a + b - (b - a) ** 2) / (n + 2))
        value = (second - first) / n
        low, high = max(-1, b - a - half), min(1, b - a + half)
        intervals.append({"first": first, "second": second, "concordant": concordant, "value": value, "low": min(low, value), "high": max(high, value)})
    flips = []
    for sizes in ([1, 2, 3, 9, 4, 6, 1, 1, 5], [4] * 11, [20, 1, 1, 1, 1, 1]):
        ids = clusters(sizes)
        differences = np.round(rng.normal(0.3, 1, len(ids)), 2)
        sums = np.bincount(ids, weights=differences)
        result = stats.permutation_test((sums,), np.sum, permutation_type="samples", n_resamples=np.inf)
        flips.append({"differences": differences.tolist(), "clusters": ids.tolist(), "p": result.pvalue})
    return {"mcnemar": cases, "intervals": intervals, "signFlip": flips}


def classification():
    cases = []
    for k, n, hit in [(2, 60, 0.75), (2, 30, 0.5), (3, 90, 0.6), (5, 200, 0.4)]:
        gold = rng.choice(k, n, p=rng.dirichlet(np.full(k, 3)))
        verdicts = np.where(rng.random(n) < hit, gold, rng.integers(0, k, n))
        average = {"average": "macro", "labels": list(range(k))}
        cases.append(
            {
                "classes": k,
                "gold": gold.tolist(),
                "verdicts": verdicts.tolist(),
                "accuracy": metrics.accuracy_score(gold, verdicts),
                "balancedAccuracy": metrics.balanced_accuracy_score(gold, verdicts),
                "precision": metrics.precision_score(gold, verdicts, labels=range(k), average=None).tolist(),
                "recall": metrics.recall_score(gold, verdicts, labels=range(k), average=None).tolist(),
                "f1": metrics.f1_score(gold, verdicts, labels=range(k), average=None).tolist(),
                "macroPrecision": metrics.precision_score(gold, verdicts, **average),
                "macroRecall": metrics.recall_score(gold, verdicts, **average),
                "macroF1": metrics.f1_score(gold, verdicts, **average),
                "kappa": metrics.cohen_kappa_score(gold, verdicts),
                "linear": metrics.cohen_kappa_score(gold, verdicts, weights="linear"),
                "quadratic": metrics.cohen_kappa_score(gold, verdicts, weights="quadratic"),
            }
        )
    return cases


def bootstrap():
    """Percentiles of the plain cluster bootstrap of kappa, drawn cluster by cluster."""
    sizes = [1, 2, 3, 2, 4, 1, 3, 2, 5, 2] * 4
    ids = clusters(sizes)
    gold = rng.integers(0, 2, len(ids))
    verdicts = np.where(rng.random(len(ids)) < np.where(ids % 3 == 0, 0.5, 0.9), gold, 1 - gold)
    members = [np.flatnonzero(ids == place) for place in range(len(sizes))]
    draws = []
    for _ in range(20000):
        at = np.concatenate([members[place] for place in rng.integers(0, len(sizes), len(sizes))])
        draws.append(kappa(gold[at], verdicts[at]))
    return {
        "gold": gold.tolist(),
        "verdicts": verdicts.tolist(),
        "clusters": ids.tolist(),
        "mean": float(np.mean(draws)),
        "deviation": float(np.std(draws)),
        "low": float(np.quantile(draws, 0.025)),
        "high": float(np.quantile(draws, 0.975)),
    }


def kappa(a, b):
    agreement = (a == b).mean()
    chance = a.mean() * b.mean() + (1 - a.mean()) * (1 - b.mean())
    return (agreement - chance) / (1 - chance)


write("distributions.reference.json", distributions())
write("proportions/proportions.reference.json", proportions())
write("means/means.reference.json", means())
write("hypothesis/paired.reference.json", paired())
write("classification/classification.reference.json", classification())
write("resampling/bootstrap.reference.json", bootstrap())
