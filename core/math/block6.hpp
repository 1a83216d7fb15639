// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/math/packed.hpp"

namespace momentree {

/// A 6x6 matrix stored as blocks.
template <typename S>
struct Block6 {
    M3<S> ll, la, al, aa;

    static MOMENTREE_INLINE Block6 zero() {
        return {M3<S>::zero(), M3<S>::zero(), M3<S>::zero(), M3<S>::zero()};
    }
    MOMENTREE_INLINE V6<S> operator*(const V6<S>& T) const {
        return {ll * T.l + la * T.a, al * T.l + aa * T.a};
    }
    /// Product with [l; 0].
    MOMENTREE_INLINE V6<S> ofLinear(V3<S> l) const { return {ll * l, al * l}; }
    MOMENTREE_INLINE Block6 transpose() const {
        return {ll.transpose(), al.transpose(), la.transpose(), aa.transpose()};
    }
    MOMENTREE_INLINE void addOuter(const V6<S>& a, const V6<S>& b) {
        ll.addOuter(a.l, b.l);
        la.addOuter(a.l, b.a);
        al.addOuter(a.a, b.l);
        aa.addOuter(a.a, b.a);
    }
    Mat6<S> full() const {
        Mat6<S> M;
        M << ll.eigen(), la.eigen(), al.eigen(), aa.eigen();
        return M;
    }
};

}  // namespace momentree
