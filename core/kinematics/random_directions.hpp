// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace momentree {

/// Vectors with entries in [-1, 1], the same on every machine.
class RandomDirections {
public:
    Eigen::VectorXd next(Eigen::Index size) {
        Eigen::VectorXd v(size);
        for (double& entry : v) {
            state_ = state_ * 6364136223846793005U + 1442695040888963407U;
            entry = static_cast<double>(static_cast<std::int64_t>(state_) >> 11) * 0x1p-52;
        }
        return v;
    }

private:
    std::uint64_t state_ = 20260101;
};

}  // namespace momentree
