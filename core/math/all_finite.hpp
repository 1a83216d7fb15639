// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace momentree {

/// Whether every entry is finite. Much faster than Eigen's allFinite, which tests entries one by
/// one: 0 x is 0 only for finite x.
template <typename Derived>
bool allFinite(const Eigen::DenseBase<Derived>& x) {
    using S = typename Derived::Scalar;
    return (x.derived().array() * S(0)).sum() == S(0);
}

}  // namespace momentree
