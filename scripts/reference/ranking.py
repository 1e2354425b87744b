"""Reference values for rankings of systems, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python scripts/reference/ranking.py

Writes src/stats/ranking/ranking.reference.json. Bradley-Terry without ties is a logit without a constant (statsmodels GLM, with its cluster
sandwich); with ties the maximum of Davidson's likelihood found by scipy, and its sandwich from numerical derivatives. The prior is
rows of a GLM with weights. Simultaneous critical values are scipy's studentized range.
"""

import json
from pathlib import Path

import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "ranking" / "ranking.reference.json"
rng = np.random.default_rng(20240720)


def comparisons(strengths, sizes, nu, spread):
    k = len(strengths)
    ids = np.repeat(np.arange(len(sizes)), sizes)
    first = rng.integers(0, k, len(ids))
    second = (first + rng.integers(1, k, len(ids))) % k
    own = np.array(strengths) + rng.normal(0, spread, (len(sizes), k))
    a, b = np.exp(own[ids, first]), np.exp(own[ids, second])
    tie = nu * np.sqrt(a * b)
    u = rng.random(len(ids)) * (a + b + tie)
    results = np.where(u < a, 1.0, np.where(u < a + b, 0.0, 0.5))
    return first, second, results, ids


def centred(k):
    """From the first k - 1 free strengths to all, with sum 0."""
    return np.vstack([np.eye(k - 1), -np.ones(k - 1)])


def design(first, second, k):
    x = np.zeros((len(first), k))
    x[np.arange(len(first)), first] += 1
    x[np.arange(len(first)), second] -= 1
    return x @ centred(k)


def plain(k, first, second, results, ids):
    fit = sm.GLM(results, design(first, second, k), family=sm.families.Binomial()).fit(tol=1e-14)
    x, p, groups = design(first, second, k), fit.fittedvalues, len(np.unique(ids))
    scores = np.array([(x[ids == c] * (results - p)[ids == c, None]).sum(0) for c in np.unique(ids)])
    bread = np.linalg.inv(x.T @ (x * (p * (1 - p))[:, None]))
    covariance = groups / (groups - 1) * bread @ scores.T @ scores @ bread
    robust = sm.GLM(results, x, family=sm.families.Binomial()).fit(cov_type="cluster", cov_kwds={"groups": ids, "use_correction": False}, tol=1e-14)
    assert abs(robust.cov_params() * groups / (groups - 1) - covariance).max() < 1e-9
    c = centred(k)
    return c @ fit.params, c @ covariance @ c.T


def with_prior(k, first, second, results):
    """One win and one loss of weight 1/2 against the average, whose strength is 0 by construction."""
    x = np.vstack([design(first, second, k), centred(k), centred(k)])
    y = np.concatenate([results, np.ones(k), np.zeros(k)])
    weights = np.concatenate([np.ones(len(results)), np.full(2 * k, 0.5)])
    return centred(k) @ sm.GLM(y, x, family=sm.families.Binomial(), freq_weights=weights).fit(tol=1e-14).params


def davidson(k, first, second, results, ids):
    c = centred(k)

    def each(parameters):
        theta, eta = c @ parameters[:-1], parameters[-1]
        a, b = theta[first], theta[second]
        value = np.where(results == 1, a, np.where(results == 0, b, (a + b) / 2 + eta))
        return value - np.logaddexp(np.logaddexp(a, b), (a + b) / 2 + eta)

    best = optimize.minimize(lambda q: -each(q).sum(), np.zeros(k), method="BFGS", options={"gtol": 1e-7}).x
    h = 1e-5

    def jacobian(q):
        return np.array([(each(q + h * e) - each(q - h * e)) / (2 * h) for e in np.eye(k)]).T

    for _ in range(20):
        hessian = np.array([(jacobian(best + h * e).sum(0) - jacobian(best - h * e).sum(0)) / (2 * h) for e in np.eye(k)])
        best = best - np.linalg.solve(hessian, jacobian(best).sum(0))
    scores = jacobian(best)
    scores = np.array([scores[ids == g].sum(0) for g in np.unique(ids)])
    groups = len(scores)
    inverse = np.linalg.inv(hessian)
    covariance = (groups / (groups - 1) * inverse @ scores.T @ scores @ inverse)[:-1, :-1]
    return c @ best[:-1], np.exp(best[-1]), c @ covariance @ c.T


def case(strengths, sizes, nu, spread):
    k = len(strengths)
    first, second, results, ids = comparisons(strengths, sizes, nu, spread)
    data = {"systems": k, "first": first.tolist(), "second": second.tolist(), "results": results.tolist(), "clusters": ids.tolist()}
    if nu == 0:
        theta, covariance = plain(k, first, second, results, ids)
        data["prior"] = with_prior(k, first, second, results).tolist()
        tie = 0
    else:
        theta, tie, covariance = davidson(k, first, second, results, ids)
    return {**data, "strengths": theta.tolist(), "tie": tie, "errors": np.sqrt(np.diag(covariance)).tolist()}


cases = [
    case([0.5, 0, -0.5], [1] * 60, 0, 0),
    case([1, 0.3, 0, -1.3], [1] * 120, 0, 0),
    case([0.6, 0, -0.6], [4] * 25, 0, 0.8),
    case([0.5, 0, -0.5], [1] * 80, 0.7, 0),
    case([0.8, 0.1, 0, -0.9], [1, 2, 3, 9, 4, 6, 1, 1, 12, 5] * 3, 1.2, 0.5),
]
# max |xi - xj| / (sigma √2) of k independent estimates.
criticals = [
    {"systems": k, "degrees": degrees, "critical": stats.studentized_range.ppf(0.95, k, degrees) / np.sqrt(2)} for k in (2, 3, 6) for degrees in (4, 19, 400)
]
TARGET.write_text(json.dumps({"comparisons": cases, "criticals": criticals}, indent=1) + "\n")
