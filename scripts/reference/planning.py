"""Reference values for planning a comparison, from a second system.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python scripts/reference/planning.py

Writes src/stats/planning/planning.reference.json. statsmodels: power of the paired t test, Wilson's width. scipy: noncentral t and chi square.
What neither has is written a second time with numpy: McNemar's exact power is summed over every table of the trinomial, kappa's variance
comes from the delta method by complex steps, Donner and Eliasziw's number of items from their paper (1992, Statist. Med. 11).
"""

import json
from pathlib import Path

import numpy as np
from scipy import optimize, stats
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "planning" / "planning.reference.json"


def noncentral():
    return [
        {"t": t, "degrees": degrees, "shift": shift, "p": stats.nct.cdf(t, degrees, shift)}
        for t, degrees, shift in [(2, 1, 0.5), (2.5, 2, 1), (2.1, 10, 2.8), (-2.1, 10, 0.3), (1.97, 200, 3.1), (1.96, 5000, 1), (0.5, 3, 0), (4, 30, 6)]
    ]


def means():
    cases = [{"items": n, "effect": d, "alpha": a, "power": TTestPower().power(d, n, a)} for n, d, a in [(20, 0.5, 0.05), (2, 1, 0.05), (100, 0.2, 0.01), (1000, 0.1, 0.05), (8, 1.5, 0.05)]]
    clustered = []
    for items, size, rho, effect in [(100, 5, 0.2, 0.3), (60, 10, 0.05, 0.5)]:
        groups = items // size
        shift = effect * np.sqrt(items / (1 + (size - 1) * rho))
        critical = stats.t.ppf(0.975, groups - 1)
        power = stats.nct.sf(critical, groups - 1, shift) + stats.nct.cdf(-critical, groups - 1, shift)
        clustered.append({"items": items, "clusterSize": size, "correlation": rho, "effect": effect, "power": power})
    items = [{"effect": d, "power": p, "items": int(np.ceil(TTestPower().solve_power(d, power=p, alpha=0.05)))} for d, p in [(0.5, 0.8), (0.2, 0.9)]]
    return {"single": cases, "clustered": clustered, "items": items}


def mcnemar_power():
    cases = []
    for n, discordance, difference, alpha in [(20, 0.4, 0.3, 0.05), (50, 0.2, 0.1, 0.05), (60, 0.3, 0.2, 0.1), (40, 0.5, 0.0, 0.05), (30, 0.2, 0.2, 0.05)]:
        first, second = (discordance - difference) / 2, (discordance + difference) / 2
        power = 0.0
        for b in range(n + 1):
            for c in range(n + 1 - b):
                if b + c > 0 and stats.binomtest(b, b + c, 0.5).pvalue <= alpha:
                    power += stats.multinomial.pmf([b, c, n - b - c], n, [first, second, 1 - discordance])
        cases.append({"items": n, "discordance": discordance, "difference": difference, "alpha": alpha, "power": power})
    return cases


def kappa_of(table):
    chance = (table.sum(0) * table.sum(1)).sum()
    return (np.trace(table) - chance) / (1 - chance)


def kappas():
    variances = []
    for shares, kappa in [([0.5, 0.5], 0.4), ([0.1, 0.9], 0.6), ([0.2, 0.3, 0.5], 0.0), ([0.1, 0.2, 0.3, 0.4], 0.7)]:
        shares = np.array(shares)
        table = kappa * np.diag(shares) + (1 - kappa) * np.outer(shares, shares)
        gradient = np.zeros(table.shape)
        for place in np.ndindex(*table.shape):
            moved = table.astype(complex)
            moved[place] += 1e-30j
            gradient[place] = kappa_of(moved).imag / 1e-30
        variance = (table * gradient**2).sum() - (table * gradient).sum() ** 2
        variances.append({"shares": shares.tolist(), "kappa": kappa, "variance": variance})
    items = []
    for share, base, kappa, power in [(0.3, 0.4, 0.6, 0.8), (0.5, 0.6, 0.8, 0.9), (0.1, 0.2, 0.5, 0.8)]:
        critical = stats.chi2.ppf(0.95, 1)
        wanted = optimize.brentq(lambda x: stats.ncx2.sf(critical, 1, x) - power, 1e-6, 100, xtol=1e-12)
        both = lambda k: np.array([share**2 + share * (1 - share) * k, 2 * share * (1 - share) * (1 - k), (1 - share) ** 2 + share * (1 - share) * k])
        effect = ((both(kappa) - both(base)) ** 2 / both(base)).sum()
        items.append({"share": share, "null": base, "kappa": kappa, "power": power, "items": int(np.ceil(wanted / effect))})
    return {"variances": variances, "items": items}


def widths():
    proportions = []
    for proportion, width in [(0.9, 0.1), (0.5, 0.1), (0.99, 0.02), (0.8, 0.5)]:
        n = 1
        while True:
            low, high = proportion_confint(proportion * n, n, 0.05, "wilson")
            if high - low <= width:
                break
            n += 1
        proportions.append({"proportion": proportion, "width": width, "items": n})
    means = []
    for deviation, width in [(1.0, 0.5), (2.0, 0.3)]:
        n = next(n for n in range(2, 10000) if 2 * stats.t.ppf(0.975, n - 1) * deviation / np.sqrt(n) <= width)
        means.append({"deviation": deviation, "width": width, "items": n})
    return {"proportions": proportions, "means": means}


TARGET.write_text(json.dumps({"noncentral": noncentral(), "means": means(), "mcnemar": mcnemar_power(), "kappas": kappas(), "widths": widths()}, indent=1) + "\n")
