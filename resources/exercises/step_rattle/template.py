import numpy as np


def step(node):
    m, L, g, h, r0, v0 = (node[name] for name in ("m", "L", "g", "h", "r0", "v0"))
    # Your left end, pose and right end.
    return {"v_half": np.zeros_like(v0), "r1": np.zeros_like(r0), "v1": np.zeros_like(v0)}
