import numpy as np


def step(node):
    m, J, s, s12 = node["m"], node["J"], node["s"], node["s12"]
    p_i, p_j = node["p_i"], node["p_j"]
    # Your equations (15) to (19).
    return {"xi11": np.zeros((3, 3)), "xi12": np.zeros((3, 3)), "xi22": np.zeros((3, 3)),
            "xi10": np.zeros(3), "xi20": np.zeros(3)}
