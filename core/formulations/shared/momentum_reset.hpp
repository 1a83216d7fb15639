// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree {

/// Determines when the impulses sigma of closed loops are reset, p_hat := M u (THEORY 3.9).
class MomentumReset {
public:
    /// @param interval [s], 0 for every accepted step
    explicit MomentumReset(double interval) : interval_(interval) {}
    void start(double t) { last_ = t; }
    /// Whether to reset at the accepted time t [s]; if so, the interval starts again.
    bool due(double t) {
        const double since = t - last_;  // negative if a step is repeated
        if (since >= 0.0 && since < interval_ * (1.0 - 1e-9)) return false;
        last_ = t;
        return true;
    }

private:
    double interval_;
    double last_ = 0.0;
};

}  // namespace momentree
