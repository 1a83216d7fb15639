// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/formulations/shared/two_handles.hpp"

namespace momentree {

/// A node in canonical momenta: T are impulses, V velocities.
template <typename S>
struct HdcaNode : HandleNode<S> {
    V6<S> Q_1;         ///< accumulated load about handle 1
    V6<S> Qb_1, Qb_2;  ///< articulated loads
};

}  // namespace momentree
