// SPDX-License-Identifier: Apache-2.0
// The recursion in canonical momenta (THEORY 4) for several states of one model side by side, a
// state in each lane. Same equations as `NaudetRecursion`, but what lies in memory is kept small: a
// state's numbers are as many times larger as there are lanes, and leave the first cache otherwise.
#pragma once

#include "core/formulations/symmetric_inertia.hpp"
#include "core/joints/per_joint.hpp"
#include "core/kinematics/motion_space.hpp"
#include "core/math/lanes.hpp"
#include "core/math/spd_inverse.hpp"

namespace momentree {

/// The constants of a link, which all states share.
struct LaneLink {
    Joint joint;
    int parent = ground, firstQ = 0, firstU = 0;
    int sum = -1;        ///< slot of what its children pass inward, -1 without children
    bool first = false;  ///< the first child to write into its parent's slot
    bool driven = false;
    double mass, subtreeMass;
    std::array<double, 9> R_A;  ///< by columns
    std::array<double, 3> r_A, c;
    std::array<double, 6> J;  ///< about the centre of mass, tree axes: xx, xy, xz, yy, yz, zz
};

/// What a link has of its own in each state, as in `TreeLink`.
template <typename L>
struct LanePose {
    M3<L> R;
    V3<L> r, s, x_A;
    V6<L> V, V_t;
};

/// What a joint's motion takes out of the articulated inertia.
template <typename J, typename L>
struct LanePivot {
    std::array<V6<L>, static_cast<std::size_t>(J::nu)> Y;
    VecN<L, J::nu> u;  ///< Mj^-1 (p - d)
};
template <typename L>
struct LanePivot<Fixed, L> {};

/// Whether a joint's directions have no linear part, so that their zeros need not be multiplied.
template <typename Motion>
inline constexpr bool turnsOnly = false;
template <typename L>
inline constexpr bool turnsOnly<MotionSpace<Revolute, L>> = true;
template <typename L>
inline constexpr bool turnsOnly<MotionSpace<Universal, L>> = true;
template <typename L>
inline constexpr bool turnsOnly<MotionSpace<Spherical, L>> = true;

/// @tparam L lanes @tparam groups of lanes that take each link in turn: while one waits for a
/// result, the machine goes on with the next
template <typename L, std::size_t groups>
class NaudetLanes {
public:
    /// @param model without closures, gravity its only load; must outlive this
    explicit NaudetLanes(const Model& model)
        : model_(model), gravity_(model.gravity), poses_(model.tree.bodies.size() * groups) {
        for (const TreeBody& body : model.tree.bodies) links_.push_back(constantsOf(body));
        for (std::size_t i = links_.size(); i-- > 0;)
            if (links_[i].parent != ground) parent(i).subtreeMass += links_[i].subtreeMass;
        for (const LaneLink& link : links_)
            for (std::size_t g = 0; g < groups; ++g) pivots_.add(link.joint);
        takeSlots();
    }

    /// @param y [groups * (nq + nu)] a state in each lane, group after group; ydot the same
    void rates(double t, const L* y, L* ydot) {
        const std::size_t n = links_.size();
        for (std::size_t i = 0; i < n; ++i) place(t, y, i);
        for (std::size_t i = n; i-- > 0;) articulate(y, i);
        for (std::size_t i = 0; i < n; ++i) move(y, ydot, i);
        for (std::size_t i = n; i-- > 0;) momentumRate(ydot, i);
    }

private:
    /// What the children of a link pass to it.
    struct Sum {
        SymmetricInertia<L> M;
        V6<L> D;
        V6<L> P;  ///< momentum of the subtree, about the link's origin
        V3<L> h;  ///< its mass times the way to its centre of mass
    };

    static LaneLink constantsOf(const TreeBody& body) {
        LaneLink link{};
        link.joint = body.joint;
        link.parent = body.parent;
        link.firstQ = body.firstQ;
        link.firstU = body.firstU;
        link.driven = body.motion >= 0;
        link.mass = link.subtreeMass = body.mass;
        Eigen::Map<Matrix3d>{link.R_A.data()} = body.A.R;
        Eigen::Map<Vector3d>{link.r_A.data()} = body.A.r;
        Eigen::Map<Vector3d>{link.c.data()} = body.c;
        const Matrix3d& J = body.J_C;
        link.J = {J(0, 0), J(0, 1), J(0, 2), J(1, 1), J(1, 2), J(2, 2)};
        return link;
    }

    LaneLink& parent(std::size_t i) { return links_[static_cast<std::size_t>(links_[i].parent)]; }
    LanePose<L>& pose(std::size_t i, std::size_t g) { return poses_[i * groups + g]; }
    LanePose<L>& carrier(std::size_t i, std::size_t g) {
        return pose(static_cast<std::size_t>(links_[i].parent), g);
    }
    Sum& sumOf(const LaneLink& link, std::size_t g) {
        return sums_[static_cast<std::size_t>(link.sum) * groups + g];
    }
    /// Where state and rates of a group begin.
    std::size_t offset(std::size_t g) const {
        return g * static_cast<std::size_t>(model_.tree.nq + model_.tree.nu);
    }
    /// Of a joint's speeds or momentum.
    std::size_t offset(std::size_t g, const LaneLink& link) const {
        return offset(g) + static_cast<std::size_t>(model_.tree.nq + link.firstU);
    }
    /// Calls f(joint, g) for every group.
    template <typename F>
    static MOMENTREE_INLINE void onJoint(const LaneLink& link, const F& f) {
        std::visit([&](auto joint) { forGroups(f, joint); }, link.joint);
    }
    /// A function of its own for each kind of joint: with all kinds in one, compilers keep numbers
    /// in memory that would fit in registers.
    template <typename F, typename J>
    [[gnu::noinline, gnu::flatten]] static void forGroups(const F& f, J joint) {
        for (std::size_t g = 0; g < groups; ++g) f(joint, g);
    }

    /// As few slots as there are links whose children are still arriving, so that they stay near.
    void takeSlots() {
        std::vector<int> free;
        int slots = 0;
        for (std::size_t i = links_.size(); i-- > 0;) {
            LaneLink& link = links_[i];
            if (link.sum >= 0) free.push_back(link.sum);
            if (link.parent == ground || parent(i).sum >= 0) continue;
            link.first = true;
            if (free.empty()) free.push_back(slots++);
            parent(i).sum = free.back();
            free.pop_back();
        }
        sums_.resize(static_cast<std::size_t>(slots) * groups);
    }

    static MOMENTREE_INLINE V3<L> shared(const double* a) {
        return V3<L>::make(L(a[0]), L(a[1]), L(a[2]));
    }

    /// R, r, s, V_t, x_A; outward.
    MOMENTREE_INLINE void place(double t, const L* y, std::size_t i) {
        const LaneLink& link = links_[i];
        if (link.driven) return placeDriven(t, i);
        onJoint(link, [&](auto joint, std::size_t g) {
            LanePose<L>& own = pose(i, g);
            const L* q = y + offset(g) + link.firstQ;
            const M3<L> R_A = inboard(i, g);
            own.R = turnedBy(joint, R_A, q);
            if constexpr (joint.travels) own.r += R_A * V3<L>::of(joint.translation(q));
            if constexpr (std::is_same_v<decltype(joint), Universal>) own.x_A = R_A.x;
            own.s = own.R * shared(link.c.data());
        });
    }
    /// The inboard marker's axes; its origin in r.
    MOMENTREE_INLINE M3<L> inboard(std::size_t i, std::size_t g) {
        const LaneLink& link = links_[i];
        const M3<L> R_A{shared(link.R_A.data()), shared(&link.R_A[3]), shared(&link.R_A[6])};
        pose(i, g).r = shared(link.r_A.data());
        if (link.parent == ground) return R_A;
        const M3<L>& R = carrier(i, g).R;
        pose(i, g).r = R * pose(i, g).r;
        return R * R_A;
    }
    void placeDriven(double t, std::size_t i) {
        const TreeBody& body = model_.tree.bodies[i];
        const Prescribed<double> motion = prescribedOf<double>(model_, body, t);
        const Vec6<double> V_t = prescribedVelocity(body, motion);
        for (std::size_t g = 0; g < groups; ++g) {
            LanePose<L>& own = pose(i, g);
            const M3<L> R_A = inboard(i, g);
            own.R = body.motionRotates ? turnedZ(R_A, L(motion.f)) : R_A;
            if (!body.motionRotates) own.r += L(motion.f) * R_A.z;
            own.V_t = turned(own.R, V6<L>{shared(V_t.data()), shared(V_t.data() + 3)});
            own.s = own.R * shared(links_[i].c.data());
        }
    }

    /// M', D' and what later sweeps need of them; inward.
    MOMENTREE_INLINE void articulate(const L* y, std::size_t i) {
        const LaneLink& link = links_[i];
        onJoint(link, [&](auto joint, std::size_t g) {
            using J = decltype(joint);
            const LanePose<L>& own = pose(i, g);
            SymmetricInertia<L> M = SymmetricInertia<L>::ofBody(link.mass, own.s, own.R, link.J);
            V6<L> D = V6<L>::zero();
            if (link.sum >= 0) {
                M += sumOf(link, g).M;
                D = sumOf(link, g).D;
            }
            if constexpr (J::nu > 0)
                eliminate(MotionSpace<J, L>(own), y + offset(g, link),
                          pivots_.template of<J>(i * groups + g), M, D);
            if (link.parent == ground) return;
            if (link.driven) D += M * own.V_t;
            M.shift(own.r);
            D = shiftWrench(own.r, D);
            Sum& sum = sumOf(parent(i), g);
            if (!link.first) {
                M += sum.M;
                D += sum.D;
            }
            sum.M = M;
            sum.D = D;
        });
    }

    template <typename Motion, typename Pivot>
    static MOMENTREE_INLINE void eliminate(const Motion& H, const L* p, Pivot& pivot,
                                           SymmetricInertia<L>& M, V6<L>& D) {
        constexpr int nu = Motion::nu;
        constexpr auto count = static_cast<std::size_t>(nu);
        std::array<V6<L>, count> MH;
        const auto columns = H.columns();
        for (std::size_t j = 0; j < count; ++j)
            MH[j] = turnsOnly<Motion> ? M.turning(columns[j].a) : M * columns[j];
        Eigen::Matrix<L, nu, nu> Mj;
        for (int j = 0; j < nu; ++j) Mj.col(j) = H.along(MH[static_cast<std::size_t>(j)]);
        const Eigen::Matrix<L, nu, nu> MjInv = spdInverse(Mj);
        const VecN<L, nu> rest = Eigen::Map<const VecN<L, nu>>(p) - H.along(D);
        pivot.u = MjInv * rest;
        for (int j = 0; j < nu; ++j) {
            V6<L>& Y = pivot.Y[static_cast<std::size_t>(j)];
            Y = MjInv(0, j) * MH[0];
            for (int k = 1; k < nu; ++k) Y += MjInv(k, j) * MH[static_cast<std::size_t>(k)];
            D += rest[j] * Y;
        }
        for (std::size_t j = 0; j < count; ++j) M.subtractOuter(pivot.Y[j], MH[j]);
    }

    /// u, V and qdot; outward.
    MOMENTREE_INLINE void move(const L* y, L* ydot, std::size_t i) {
        const LaneLink& link = links_[i];
        onJoint(link, [&](auto joint, std::size_t g) {
            using J = decltype(joint);
            LanePose<L>& own = pose(i, g);
            V6<L> W = link.parent == ground ? V6<L>::zero() : shiftVelocity(own.r, carrier(i, g).V);
            if (link.driven) W += own.V_t;
            if constexpr (J::nu > 0) {
                const LanePivot<J, L>& pivot = pivots_.template of<J>(i * groups + g);
                VecN<L, J::nu> u = pivot.u;
                for (int j = 0; j < J::nu; ++j)
                    u[j] -= dot(pivot.Y[static_cast<std::size_t>(j)], W);
                W += MotionSpace<J, L>(own) * u;
                joint.template rates<L>(y + offset(g) + link.firstQ, u.data(),
                                        ydot + offset(g) + link.firstQ);
                // Edot^T P* needs the speeds again; the place of pdot is free until then.
                Eigen::Map<VecN<L, J::nu>>{ydot + offset(g, link)} = u;
            }
            own.V = W;
        });
    }

    /// P* = sum of M V, pdot = E^T (T* - [w x p_l; v x p_l + w x p_a]) + Edot^T P*; inward.
    MOMENTREE_INLINE void momentumRate(L* ydot, std::size_t i) {
        const LaneLink& link = links_[i];
        onJoint(link, [&](auto joint, std::size_t g) {
            using J = decltype(joint);
            const LanePose<L>& own = pose(i, g);
            V6<L> P = momentumOf(link, own);
            V3<L> h = L(link.mass) * own.s;
            if (link.sum >= 0) {
                P += sumOf(link, g).P;
                h += sumOf(link, g).h;
            }
            if constexpr (J::nu > 0) {
                const V3<L> gravity = shared(gravity_.data());
                const V6<L> T{L(link.subtreeMass) * gravity, cross(h, gravity)};
                const MotionSpace<J, L> H(own);
                Eigen::Map<VecN<L, J::nu>> out(ydot + offset(g, link));
                out = (H.along(T - wrenchRate(own.V, P)) + H.ratesAlong(out, P)).eval();
            }
            if (link.parent == ground) return;
            P = shiftWrench(own.r, P);
            h += L(link.subtreeMass) * own.r;
            Sum& sum = sumOf(parent(i), g);
            if (!link.first) {
                P += sum.P;
                h += sum.h;
            }
            sum.P = P;
            sum.h = h;
        });
    }

    static MOMENTREE_INLINE V6<L> momentumOf(const LaneLink& link, const LanePose<L>& own) {
        const std::array<double, 6>& J = link.J;
        const V3<L> p = L(link.mass) * (own.V.l + cross(own.V.a, own.s));
        const V3<L> w = own.R.along(own.V.a);
        const V3<L> Jw = V3<L>::make(L(J[0]) * w[0] + L(J[1]) * w[1] + L(J[2]) * w[2],
                                     L(J[1]) * w[0] + L(J[3]) * w[1] + L(J[4]) * w[2],
                                     L(J[2]) * w[0] + L(J[4]) * w[1] + L(J[5]) * w[2]);
        return {p, cross(own.s, p) + own.R * Jw};
    }

    const Model& model_;
    Vector3d gravity_;
    std::vector<LaneLink> links_;
    std::vector<LanePose<L>> poses_;  ///< [links * groups]
    PerJoint<LanePivot, L> pivots_;   ///< [links * groups]
    std::vector<Sum> sums_;           ///< [slots * groups]
};

}  // namespace momentree
