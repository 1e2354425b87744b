"""Reference values for the heads of UCS, from scikit-learn.

    python3 -m venv venv && venv/bin/pip install scikit-learn==1.9.1
    venv/bin/python scripts/reference/heads.py

Writes src/stats/heads/heads.reference.json. Rows are made by a congruential generator that the tests have too, so that the file holds results alone: coefficients, decisions and
probabilities of twelve further rows for the heads without draws (and scikit-learn's held-out accuracy for the others). On scikit-learn's own sets (iris, wine, breast cancer) accuracy by
five-fold cross-validation, with the folds by row number modulo five; the tests read those sets where scikit-learn has left them.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC

TARGET = Path(__file__).resolve().parents[2] / "src" / "stats" / "heads" / "heads.reference.json"


def numbers(seed):
    """Lehmer's generator: every product is below 2**53, so that doubles hold it exactly."""
    state = seed
    while True:
        state = state * 48271 % 2147483647
        yield state / 2147483647


def made(seed, n, p, k):
    """Rows in (-1, 1) and classes by two of the features, the rest noise, some labels by chance."""
    draw = numbers(seed)
    rows = [[2 * next(draw) - 1 for _ in range(p)] for _ in range(n)]
    labels = []
    for row in rows:
        score = row[0] + 0.8 * row[1] * (1 if k == 2 else row[1]) + 0.3 * (2 * next(draw) - 1)
        label = min(k - 1, max(0, int((score + 1) / 2 * k)))
        labels.append(int(next(draw) * k) if next(draw) < 0.1 else label)
    return np.array(rows), np.array(labels)


cases = []
for seed, n, p, k in [(11, 120, 4, 2), (12, 150, 5, 3), (13, 60, 3, 4)]:
    rows, labels = made(seed, n, p, k)
    more, truth = made(seed + 100, 400, p, k)
    shown = more[:12]
    case = {"seed": seed, "n": n, "p": p, "k": k}
    for c in (1.0, 0.05):
        head = LogisticRegression(C=c, tol=1e-12, max_iter=100000).fit(rows, labels)
        case[f"logistic-{c}"] = {
            "coefficients": head.coef_.tolist(),
            "intercepts": head.intercept_.tolist(),
            "shown": head.predict_proba(shown).tolist(),
        }
    for weights in ("uniform", "distance"):
        case[f"knn-{weights}"] = KNeighborsClassifier(7, weights=weights).fit(rows, labels).predict_proba(shown).tolist()
    for kernel in ("linear", "rbf"):
        head = SVC(C=2.0, kernel=kernel, gamma="scale", tol=1e-6, decision_function_shape="ovo").fit(rows, labels)
        decisions = head.decision_function(shown)
        # With two classes scikit-learn's decision is for the second.
        case[f"svm-{kernel}"] = ([[-d] for d in decisions] if k == 2 else decisions.tolist())
    boosting = GradientBoostingClassifier(n_estimators=30, learning_rate=0.1, max_depth=2, random_state=0).fit(rows, labels)
    case["boosting"] = boosting.predict_proba(shown).tolist()
    case["accuracy"] = {
        "forest": RandomForestClassifier(200, random_state=0).fit(rows, labels).score(more, truth),
        "mlp": MLPClassifier((16,), alpha=1e-2, max_iter=2000, random_state=0).fit(rows, labels).score(more, truth),
    }
    case["gini"] = RandomForestClassifier(500, random_state=0).fit(rows, labels).feature_importances_.tolist()
    cases.append(case)

TARGET.write_text(json.dumps(cases))
print(f"wrote {TARGET.name}: run prettier on it")
