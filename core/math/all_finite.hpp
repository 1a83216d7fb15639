// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace momentree {

/// Whether every entry is a number, in a fraction of the time of Eigen's allFinite, which looks at
/// one entry after the other: 0 x is 0 of numbers alone.
template <typename Derived>
bool allFinite(const Eigen::DenseBase<Derived>& x) {
    using S = typename Derived::Scalar;
    return (x.derived().array() * S(0)).sum() == S(0);
}

}  // namespace momentree
