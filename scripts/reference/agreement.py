"""Reference values for agreement, from a second system.

    python3 -m venv venv
    venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0 krippendorff==0.9.0 irrCAC==0.4.4 pandas
    venv/bin/python scripts/reference/agreement.py

Writes src/stats/agreement/agreement.reference.json. Values are irrCAC's, krippendorff's and statsmodels'; the intervals of the variant
`linearised` irrCAC's where it has the same one. Interval alpha's jackknife calls krippendorff without each cluster. What no package has
(clusters, ordinal alpha's standard error) is written here a second time: each figure as a function of item weights, differentiated by a
complex step (Squire and Trapp 1998, SIAM Review 40) instead of by hand; the derivative by an item's weight is its residual.
"""

import json
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from scipy import stats
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "agreement" / "agreement.reference.json"
rng = np.random.default_rng(20240611)


def table(items, raters, classes, hit=0.75, missing=0.0, skew=2.0):
    truth = rng.choice(classes, items, p=rng.dirichlet(np.full(classes, skew)))
    codes = np.where(rng.random((items, raters)) < hit, truth[:, None], rng.integers(0, classes, (items, raters)))
    codes[rng.random((items, raters)) < missing] = -1
    codes[:classes, 0] = np.arange(classes)
    codes[:classes, 1] = np.arange(classes)
    return codes


def distances(q, weights):
    apart = np.abs(np.arange(q)[:, None] - np.arange(q))
    return {
        "none": (apart > 0).astype(float),
        "linear": apart / (q - 1),
        "quadratic": (apart / (q - 1)) ** 2,
        "ordinal": apart * (apart + 1) / (q * (q - 1)),
    }[weights]


def item_disagreement(counts, delta):
    r = counts.sum(1)
    pairs = np.einsum("ik,kl,il->i", counts, delta, counts)
    return np.where(r > 1, pairs / np.maximum(r * (r - 1), 1), 0)


def by_items(figure, delta):
    def value(counts, w):
        r = counts.sum(1)
        d = item_disagreement(counts, delta)
        paired = r > 1
        observed = (w * d)[paired].sum() / w[paired].sum()
        share = (w[:, None] * counts / r[:, None]).sum(0) / w.sum()
        q = len(share)
        if figure == "fleiss":
            expected = share @ delta @ share
        elif figure == "gwet":
            expected = 1 - (1 - delta).sum() * (share * (1 - share)).sum() / (q * (q - 1))
        else:
            expected = 1
        return 1 - observed / expected

    return value


def alpha(measurement, corrected=True):
    """Without the factor 1 - 1/N where it is differentiated, as irrCAC does: 1/N wider."""

    def value(counts, w):
        r = counts.sum(1)
        use = r > 1
        counts, w, r = counts[use], w[use], r[use]
        total = (w * r).sum()
        share = (w[:, None] * counts).sum(0) / total
        if measurement == "ordinal":
            rank = np.cumsum(share) - share / 2
            delta = (rank[:, None] - rank) ** 2
        else:
            delta = 1 - np.eye(len(share))
        pairs = np.einsum("ik,kl,il->i", counts, delta, counts) / (r - 1)
        return 1 - (1 - corrected / r.sum()) * ((w * pairs).sum() / total) / (share @ delta @ share)

    return value


def standard_error(value, data, used, ids):
    """Items that are not used get no residual and no cluster."""
    n = len(data)
    residual = np.zeros(n)
    for item in range(n):
        w = np.ones(n, complex)
        w[item] += 1e-30j
        residual[item] = np.imag(value(data, w)) / 1e-30
    _, dense = np.unique(ids[used], return_inverse=True)
    sums = np.bincount(dense, weights=residual[used])
    groups = len(sums)
    return float(np.sqrt(groups / (groups - 1) * (sums**2).sum())), groups


def ends(value, error, groups, lowest=-1.0):
    half = stats.t.ppf(0.975, groups - 1) * error
    return [max(lowest, value - half), min(1.0, value + half)]


def irr(codes, method, weights, classes):
    frame = pd.DataFrame(np.where(codes < 0, np.nan, codes).astype(float))
    cac = CAC(frame, weights=1 - distances(classes, weights), categories=[float(k) for k in range(classes)], digits=14)
    # irrCAC rounds to `digits`; 14 keeps what a double has.
    est = getattr(cac, method)()["est"]
    return {"value": float(est["coefficient_value"]), "interval": [float(x) for x in est["confidence_interval"]], "pa": float(est["pa"])}


def weights_agree_with_irr():
    frame = pd.DataFrame(table(20, 2, 5).astype(float))
    for weights in ("linear", "quadratic", "ordinal"):
        named = CAC(frame, weights=weights, categories=[0.0, 1.0, 2.0, 3.0, 4.0]).weights_mat
        assert np.allclose(named, 1 - distances(5, weights))


def case(items, raters, classes, **options):
    codes = table(items, raters, classes, **options)
    given = (codes >= 0).sum(1)
    counts = np.stack([(codes == k).sum(1) for k in range(classes)], 1)[given > 0].astype(float)
    ids = rng.integers(0, max(3, items // 4), items)
    singles, clustered = np.arange(items)[given > 0], ids[given > 0]
    paired = given[given > 0] > 1
    everyone = np.ones(len(counts), bool)
    figures = []

    def add(name, value, used, exact, irr_interval, lowest=-1.0, derived=None, **extra):
        point = float(np.real(value(counts, np.ones(len(counts)))))
        assert abs(point - exact) < 1e-10, (name, point, exact)
        entry = {"figure": name, **extra, "value": exact}
        for key, cluster in (("independent", singles), ("clustered", clustered)):
            error, groups = standard_error(derived or value, counts, used, cluster)
            entry[key] = ends(exact, error, groups, lowest)
        entry["irr"] = irr_interval
        figures.append(entry)

    for weights in ("none", "linear", "quadratic", "ordinal"):
        delta = distances(classes, weights)
        total = (1 - delta).sum()
        fleiss, gwet = irr(codes, "fleiss", weights, classes), irr(codes, "gwet", weights, classes)
        add("fleiss", by_items("fleiss", delta), everyone, fleiss["value"], fleiss["interval"], weights=weights)
        add("gwet", by_items("gwet", delta), everyone, gwet["value"], gwet["interval"], 1 - 1 / (1 - total / classes**2), weights=weights)
        add("percent", by_items("percent", delta), everyone, fleiss["pa"], None, 0.0, weights=weights)
    with_nan = np.where(codes < 0, np.nan, codes).astype(float).T
    for measurement in ("nominal", "ordinal"):
        exact = float(krippendorff.alpha(reliability_data=with_nan, value_domain=np.arange(classes), level_of_measurement=measurement))
        irr_interval = irr(codes, "krippendorff", "none", classes)["interval"] if measurement == "nominal" else None
        add("alpha", alpha(measurement), paired, exact, irr_interval, derived=alpha(measurement, False), measurement=measurement)
    full = bool((given == raters).all())
    if full:
        assert abs(fleiss_kappa(counts) - figures[0]["value"]) < 1e-12
    return {"raters": raters, "classes": classes, "full": full, "pairsOnly": bool((given > 1).all()), "codes": codes.ravel().tolist(), "clusters": ids.tolist(), "figures": figures}


def interval_case(items, raters, missing):
    values = np.round(rng.normal(3, 1, items)[:, None] + rng.normal(0, 0.5, (items, raters)), 2)
    values[rng.random((items, raters)) < missing] = np.nan
    ids = rng.integers(0, max(3, items // 4), items)
    exact = float(krippendorff.alpha(reliability_data=values.T, level_of_measurement="interval"))
    ratings = (~np.isnan(values)).sum(1)
    paired = ratings > 1
    entry = {"raters": raters, "values": [None if np.isnan(x) else float(x) for x in values.ravel()], "clusters": ids.tolist(), "value": exact}
    m = ratings[paired].mean()
    for key, cluster in (("independent", np.arange(items)), ("clustered", ids)):
        groups = np.unique(cluster[paired])
        left = [krippendorff.alpha(reliability_data=values[cluster != group].T, level_of_measurement="interval") for group in groups]
        count = len(groups)
        error = np.sqrt((count - 1) / count * ((left - np.mean(left)) ** 2).sum())
        half = stats.t.ppf(0.975, count - 1) * error * m / (2 * (1 - exact) * (1 + (m - 1) * exact))
        ends_of_zeta = np.log((1 + (m - 1) * exact) / (1 - exact)) / 2 + np.array([-half, half])
        entry[key] = [float((np.exp(2 * zeta) - 1) / (np.exp(2 * zeta) + m - 1)) for zeta in ends_of_zeta]
    return entry


def cohen_case(classes, n, hit):
    gold = rng.choice(classes, n, p=rng.dirichlet(np.full(classes, 3)))
    other = np.where(rng.random(n) < hit, gold, rng.integers(0, classes, n))
    counts = np.zeros((classes, classes))
    np.add.at(counts, (gold, other), 1)
    entry = {"classes": classes, "counts": counts.ravel().tolist()}
    for weights, kind in (("none", None), ("linear", "linear"), ("quadratic", "quadratic")):
        result = cohens_kappa(counts, wt=kind)
        half = stats.norm.ppf(0.975) * np.sqrt(result.var_kappa)
        entry[weights] = {"value": float(result.kappa), "low": float(max(-1, result.kappa - half)), "high": float(min(1, result.kappa + half))}
    return entry


weights_agree_with_irr()
TARGET.write_text(
    json.dumps(
        {
            "tables": [
                case(30, 3, 2),
                case(40, 2, 3, skew=1.0),
                case(35, 4, 5, hit=0.6),
                case(40, 3, 4, missing=0.25),
                case(25, 5, 3, missing=0.5, hit=0.9),
            ],
            "interval": [interval_case(20, 2, 0), interval_case(30, 4, 0.3), interval_case(25, 3, 0.5)],
            "cohen": [cohen_case(2, 60, 0.75), cohen_case(3, 90, 0.6), cohen_case(5, 200, 0.5)],
        }
    )
    + "\n"
)
