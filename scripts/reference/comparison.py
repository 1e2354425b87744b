"""Reference values for comparing judges, one-sided bounds and the BCa bootstrap, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python scripts/reference/comparison.py

Writes *.reference.json beside the tests that read them. scipy: Wilcoxon's test, chi square, BCa, one-sided bounds, t tests against a margin.
statsmodels: Cochran's Q, Holm, Benjamini-Hochberg, Wilson. What no package has (Cochran's Q by relabelling within clusters, the studentized
permutation test in clusters) is counted here over all permutations with numpy alone.
"""

import itertools
import json
from pathlib import Path

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

SOURCES = Path(__file__).resolve().parents[2] / "src" / "stats"
rng = np.random.default_rng(20240612)


def write(path, value):
    (SOURCES / path).write_text(json.dumps(value, indent=1) + "\n")


def clusters(sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def signed_rank():
    exact = []
    untied = [np.round(rng.normal(0.3, 1, n), 6) for n in (1, 2, 5, 9, 20, 50)]
    tied = [rng.integers(-3, 5, n) for n in (4, 8, 11, 12)]
    for values in untied:
        exact.append({"differences": values.tolist(), "zeros": "wilcoxon", "p": stats.wilcoxon(values, method="exact").pvalue})
    for values in tied:
        for name, zeros in (("wilcoxon", "wilcox"), ("pratt", "pratt")):
            # scipy flips the signs of all differences, zeros too, which changes nothing.
            method = stats.PermutationMethod(n_resamples=np.inf)
            result = stats.wilcoxon(values, zero_method=zeros, method=method)
            exact.append({"differences": values.tolist(), "zeros": name, "p": result.pvalue})
    limits = []
    for values in (np.round(rng.normal(0.1, 1, 300), 3), rng.integers(-4, 6, 400)):
        for name, zeros in (("wilcoxon", "wilcox"), ("pratt", "pratt")):
            result = stats.wilcoxon(values, zero_method=zeros, method="asymptotic")
            limits.append({"differences": values.tolist(), "zeros": name, "p": result.pvalue})
    clustered = []
    for sizes in ([1, 2, 3, 9, 4, 6], [3] * 9, [20, 1, 1, 1, 1, 1, 2]):
        ids = clusters(sizes)
        values = np.round(rng.normal(0.4, 1, len(ids)), 1)
        values = values[values != 0]
        ids = ids[: len(values)]
        ranks = np.sign(values) * stats.rankdata(np.abs(values))
        sums = np.bincount(ids, weights=ranks)
        result = stats.permutation_test((sums,), np.sum, permutation_type="samples", n_resamples=np.inf)
        clustered.append({"differences": values.tolist(), "clusters": ids.tolist(), "p": result.pvalue})
    return {"exact": exact, "limits": limits, "clustered": clustered}


def cochran():
    packaged = []
    for n, k, rates in [(12, 3, (0.5, 0.7, 0.9)), (60, 4, (0.6, 0.7, 0.7, 0.8)), (30, 2, (0.5, 0.8))]:
        table = (rng.random((n, k)) < np.array(rates)).astype(int)
        result = cochrans_q(table)
        packaged.append({"judges": table.T.tolist(), "q": result.statistic, "p": result.pvalue})
    counted = []
    for sizes, k in (([1] * 6, 3), ([1, 2, 3, 4], 3), ([2, 2, 5], 4), ([1] * 9, 2)):
        ids = clusters(sizes)
        table = (rng.random((len(ids), k)) < np.linspace(0.4, 0.9, k)).astype(int)
        sums = np.array([table[ids == place].sum(0) for place in range(len(sizes))])
        totals = sums.sum(0)
        spread = ((totals - totals.mean()) ** 2).sum()
        v = ((sums - sums.mean(1, keepdims=True)) ** 2).sum() / (k - 1)
        orders = list(itertools.permutations(range(k)))
        hits = 0
        for labels in itertools.product(orders, repeat=len(sizes)):
            permuted = sum(sums[place][list(order)] for place, order in enumerate(labels))
            hits += ((permuted - permuted.mean()) ** 2).sum() >= spread - 1e-9
        counted.append({"judges": table.T.tolist(), "clusters": ids.tolist(), "q": spread / v, "p": hits / len(orders) ** len(sizes)})
    return {"packaged": packaged, "counted": counted}


def adjusted():
    cases = []
    for values in ([0.01, 0.04, 0.03], [0.5], [1, 1, 0.2], rng.random(12).round(4).tolist(), [0.001, 0.001, 0.04, 0.9, 0.0]):
        holm = multipletests(values, method="holm")[1]
        fdr = multipletests(values, method="fdr_bh")[1]
        cases.append({"p": values, "holm": holm.tolist(), "benjaminiHochberg": fdr.tolist()})
    return cases


def margins():
    cases = []
    for n, shift, margin in ((12, 0.1, 0.5), (30, -0.2, 0.4), (50, 0.9, 0.5), (8, -1.2, 0.5)):
        values = np.round(rng.normal(shift, 1, n), 4)
        above = stats.ttest_1samp(values, -margin, alternative="greater").pvalue
        below = stats.ttest_1samp(values, margin, alternative="less").pvalue
        cases.append({"differences": values.tolist(), "margin": margin, "nonInferiority": above, "equivalence": max(above, below)})
    return cases


def studentized(first, second):
    parts = []
    for sums, sizes in (first, second):
        mean = sums.sum() / sizes.sum()
        count = len(sums)
        variance = count / (count - 1) * ((sums - mean * sizes) ** 2).sum() / sizes.sum() ** 2
        parts.append((mean, variance))
    return abs(parts[1][0] - parts[0][0]) / np.sqrt(parts[0][1] + parts[1][1])


def two_sample():
    cases = []
    for one, two in (([1, 2, 3, 9], [4, 6, 1, 1, 5]), ([1] * 5, [1] * 6), ([3, 1, 8], [1, 1, 2, 2, 1, 1, 4]), ([5, 2, 2, 2, 7, 1], [10, 20])):
        sizes = np.array(one + two)
        ids = clusters(sizes)
        values = np.round(rng.normal(0, 1, len(ids)) + rng.normal(0, 1, len(sizes))[ids] + (ids >= len(one)) * 1.0, 2)
        sums = np.bincount(ids, weights=values)
        every = set(range(len(sizes)))
        t = lambda chosen: studentized(*[(sums[list(part)], sizes[list(part)]) for part in (sorted(chosen), sorted(every - set(chosen)))])
        observed = t(range(len(one)))
        dealings = [t(chosen) for chosen in itertools.combinations(range(len(sizes)), len(one))]
        p = np.mean(np.array(dealings) >= observed - 1e-10)
        split = ids < len(one)
        parts = [{"values": values[part].tolist(), "clusters": ids[part].tolist()} for part in (split, ~split)]
        cases.append({"first": parts[0], "second": parts[1], "p": p})
    return cases


def bca():
    cases = []
    for sizes, level in (([1] * 25, 0.95), ([1, 2, 3, 2, 4] * 5, 0.9), ([1, 5] * 12, 0.99)):
        sizes = np.array(sizes)
        sums = np.array([np.round(rng.exponential(1, size).sum(), 3) for size in sizes])
        ratio = lambda s, m, axis=-1: np.sum(s, axis=axis) / np.sum(m, axis=axis)
        result = stats.bootstrap((sums, sizes), ratio, paired=True, method="BCa", n_resamples=399, confidence_level=level, rng=rng, vectorized=True)
        value = sums.sum() / sizes.sum()
        left = np.array([(sums.sum() - s) / (sizes.sum() - m) for s, m in zip(sums, sizes)])
        deviations = left.mean() - left
        replicates = result.bootstrap_distribution
        cases.append(
            {
                "sums": sums.tolist(),
                "sizes": sizes.tolist(),
                "level": level,
                "value": value,
                "replicates": replicates.tolist(),
                "low": result.confidence_interval.low,
                "high": result.confidence_interval.high,
                "bias": stats.norm.ppf(((replicates < value).sum() + (replicates <= value).sum()) / (2 * len(replicates))),
                "acceleration": (deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5),
            }
        )
    return cases


def bounds():
    proportions = []
    for events, n, level in [(15, 20, 0.95), (0, 20, 0.95), (20, 20, 0.95), (3, 10, 0.99), (499, 1000, 0.9)]:
        wilson = proportion_confint(events, n, 2 * (1 - level), "wilson")
        lower = stats.binomtest(events, n, alternative="greater").proportion_ci(level, "exact").low
        upper = stats.binomtest(events, n, alternative="less").proportion_ci(level, "exact").high
        proportions.append({"events": events, "n": n, "level": level, "wilson": list(wilson), "exact": [lower, upper]})
    means = []
    for values in ([2, 4, 4, 5], np.round(rng.normal(0, 1, 15), 3).tolist()):
        lower = stats.ttest_1samp(values, 0, alternative="greater").confidence_interval(0.95).low
        upper = stats.ttest_1samp(values, 0, alternative="less").confidence_interval(0.95).high
        means.append({"values": values, "lower": lower, "upper": upper})
    return {"proportions": proportions, "means": means}


write(
    "hypothesis/comparison.reference.json",
    {
        "chiSquare": [{"x": x, "degrees": k, "p": stats.chi2.sf(x, k)} for x in (0.1, 1, 7.5, 40, 300) for k in (1, 2, 5, 30)],
        "signedRank": signed_rank(),
        "cochran": cochran(),
        "adjusted": adjusted(),
        "margins": margins(),
        "twoSample": two_sample(),
    },
)
write("resampling/bca.reference.json", bca())
write("proportions/bounds.reference.json", bounds())
