// SPDX-License-Identifier: Apache-2.0
// The recursion in canonical momenta (THEORY 4) for several states side by side, one in each lane.
// Their models differ in numbers only. Same equations as `NaudetRecursion`, but less is kept in
// memory: with as many numbers as lanes for each one, it would outgrow the first cache.
#pragma once

#include <optional>

#include "core/formulations/batch/lane_loads.hpp"
#include "core/formulations/batch/lane_pivot.hpp"
#include "core/joints/per_joint.hpp"
#include "core/kinematics/motion_space.hpp"
#include "core/math/lanes.hpp"

namespace momentree {

/// The constants of a link.
/// @tparam C lanes, or one number for all of them
template <typename C>
struct LaneLink {
    Joint joint;
    int parent = ground, firstQ = 0, firstU = 0;
    int sum = -1;        ///< slot for the sums from its children, -1 without children
    bool first = false;  ///< the first child that writes to its parent's slot
    bool driven = false;
    int inboardAxis = -1;  ///< slot of x_A of universal and planar joints
    C mass, subtreeMass;
    std::array<C, 9> R_A;  ///< by columns
    std::array<C, 3> r_A;
    std::array<C, 3> mc;  ///< mass times c
    std::array<C, 6> J;   ///< about the origin, tree axes: xx, xy, xz, yy, yz, zz
};

/// Data for the motion space of universal and planar joints.
template <typename L>
struct InboardAxes {
    const M3<L>& R;
    const V3<L>& x_A;
};

/// @tparam C of constants: L, or double if all lanes have the same model, which takes less memory
template <typename L, typename C = L>
class NaudetLanes {
public:
    /// @param models one for each lane, whose trees are alike; without closures; must outlive this
    explicit NaudetLanes(std::span<const Model* const> models)
        : models_(models.begin(), models.end()),
          positions_(models[0]->tree.nq + Turns<double>(*models[0], true).size()),
          links_(models[0]->tree.bodies.size()),
          poses_(links_.size()) {
        const auto placesBodies = [](const Model* model) {
            return LaneLoads<L>::has(*model) || Turns<double>(*model, true).size() > 0;
        };
        if (std::ranges::any_of(models, placesBodies)) loads_.emplace(models);
        for (std::size_t k = 0; k < models.size(); ++k) takeConstants(*models[k], k);
        for (std::size_t i = links_.size(); i-- > 0;)
            if (links_[i].parent != ground) parent(i).subtreeMass += links_[i].subtreeMass;
        for (std::size_t i = 0; i < links_.size(); ++i) {
            LaneLink<C>& link = links_[i];
            pivots_.add(link.joint);
            if (visitJoint([](auto joint) { return keepsInboardAxis<decltype(joint)>; },
                           link.joint)) {
                link.inboardAxis = static_cast<int>(inboardAxes_.size());
                inboardAxes_.emplace_back();
            }
            if (runs_.empty() || runs_.back().joint.index() != link.joint.index())
                runs_.push_back({link.joint, i, i});
            runs_.back().last = i + 1;
        }
        takeSlots();
    }

    /// @param index of the model
    /// @param y its state
    void start(std::size_t index, const InitialState& initial, const Eigen::VectorXd& y) {
        if (loads_) loads_->start(index, initial, y);
    }
    /// @param y a state in each lane, as in `TreeState`
    /// @param ydot its rates
    void rates(double t, const L* y, L* ydot) {
        outward([&](auto joint, std::size_t i) { place(joint, t, y, i); });
        inward([&](auto joint, std::size_t i) { articulate(joint, y, i); });
        outward([&](auto joint, std::size_t i) { move(joint, y, ydot, i); });
        if (loads_) wrenches_ = loads_->evaluate(t, poses_, y, ydot);
        inward([&](auto joint, std::size_t i) { momentumRate(joint, ydot, i); });
    }

private:
    /// Sums passed from the children of a link.
    struct Sum {
        SymmetricInertia<L> M;
        V6<L> D;
        V6<L> P;  ///< momentum of the subtree, about the link's origin
        V6<L> T;  ///< loads on it, if there are loads other than gravity
        V3<L> h;  ///< its mass times the vector to its centre of mass
    };

    /// Links [first, last) with the same kind of joint.
    struct Run {
        Joint joint;
        std::size_t first, last;
    };

    static void put(double x, std::size_t lane, L& into) { putLane(x, lane, into); }
    static void put(double x, std::size_t /*lane*/, double& into) { into = x; }
    template <typename Derived, std::size_t N>
    static void put(const Eigen::DenseBase<Derived>& x, std::size_t lane, std::array<C, N>& into) {
        std::size_t k = 0;
        for (const double entry : x.derived().reshaped()) put(entry, lane, into[k++]);
    }
    void takeConstants(const Model& model, std::size_t lane) {
        put(model.gravity, lane, gravity_);
        for (std::size_t i = 0; i < links_.size(); ++i)
            takeConstants(model.tree.bodies[i], lane, links_[i]);
    }
    static void takeConstants(const TreeBody& body, std::size_t lane, LaneLink<C>& link) {
        link.joint = body.joint;
        link.parent = body.parent;
        link.firstQ = body.firstQ;
        link.firstU = body.firstU;
        link.driven = body.motion >= 0;
        put(body.mass, lane, link.mass);
        put(body.mass, lane, link.subtreeMass);
        put(body.A.R, lane, link.R_A);
        put(body.A.r, lane, link.r_A);
        put(body.mass * body.c, lane, link.mc);
        const Matrix3d J = body.J_C + body.mass * (body.c.squaredNorm() * Matrix3d::Identity() -
                                                   body.c * body.c.transpose());
        put(Vec6<double>{J(0, 0), J(0, 1), J(0, 2), J(1, 1), J(1, 2), J(2, 2)}, lane, link.J);
    }

    LaneLink<C>& parent(std::size_t i) {
        return links_[static_cast<std::size_t>(links_[i].parent)];
    }
    LanePose<L>& carrier(std::size_t i) {
        return poses_[static_cast<std::size_t>(links_[i].parent)];
    }
    Sum& sumOf(const LaneLink<C>& link) { return sums_[static_cast<std::size_t>(link.sum)]; }
    /// Offset of a joint's speeds or momenta.
    std::size_t offset(const LaneLink<C>& link) const { return toIndex(positions_ + link.firstU); }
    /// x of the inboard marker.
    V3<L>& inboardAxis(const LaneLink<C>& link) {
        return inboardAxes_[static_cast<std::size_t>(link.inboardAxis)];
    }
    template <typename J>
    MOMENTREE_INLINE MotionSpace<J, L> motionOf(std::size_t i) {
        if constexpr (keepsInboardAxis<J>)
            return MotionSpace<J, L>(InboardAxes<L>{poses_[i].R, inboardAxis(links_[i])});
        else
            return MotionSpace<J, L>(poses_[i]);
    }

    /// Calls f(joint, i) for every link.
    template <typename F>
    void outward(const F& f) {
        for (const Run& run : runs_)
            visitJoint([&](auto joint) { outwardIn(run, f, joint); }, run.joint);
    }
    template <typename F>
    void inward(const F& f) {
        for (std::size_t k = runs_.size(); k-- > 0;)
            visitJoint([&](auto joint) { inwardIn(runs_[k], f, joint); }, runs_[k].joint);
    }
    /// A separate function for each kind of joint: with all kinds in one, compilers keep numbers in
    /// memory that would fit in registers.
    template <typename F, typename J>
    [[gnu::noinline, gnu::flatten]] static void outwardIn(const Run& run, const F& f, J joint) {
        for (std::size_t i = run.first; i < run.last; ++i) f(joint, i);
    }
    template <typename F, typename J>
    [[gnu::noinline, gnu::flatten]] static void inwardIn(const Run& run, const F& f, J joint) {
        for (std::size_t i = run.last; i-- > run.first;) f(joint, i);
    }

    /// Uses few slots, by reusing those of completed links, so that they stay in the cache.
    void takeSlots() {
        std::vector<int> free;
        int slots = 0;
        for (std::size_t i = links_.size(); i-- > 0;) {
            LaneLink<C>& link = links_[i];
            if (link.sum >= 0) free.push_back(link.sum);
            if (link.parent == ground || parent(i).sum >= 0) continue;
            link.first = true;
            if (free.empty()) free.push_back(slots++);
            parent(i).sum = free.back();
            free.pop_back();
        }
        sums_.resize(static_cast<std::size_t>(slots));
    }

    template <typename T>
    static MOMENTREE_INLINE V3<L> lanes(const T* a) {
        return V3<L>::make(L(a[0]), L(a[1]), L(a[2]));
    }

    static MOMENTREE_INLINE Six<L> inertiaOf(const LaneLink<C>& link) {
        const std::array<C, 6>& J = link.J;
        return {L(J[0]), L(J[1]), L(J[2]), L(J[3]), L(J[4]), L(J[5])};
    }

    /// R, r, h, V_t, x_A; outward.
    template <typename J>
    MOMENTREE_INLINE void place(J joint, double t, const L* y, std::size_t i) {
        const LaneLink<C>& link = links_[i];
        if (link.driven) return placeDriven(t, i);
        LanePose<L>& own = poses_[i];
        const L* q = y + link.firstQ;
        const M3<L> R_A = inboard(i);
        own.R = turnedBy(joint, R_A, q);
        if constexpr (joint.travels) own.r += R_A * V3<L>::of(joint.translation(q));
        if constexpr (keepsInboardAxis<J>) inboardAxis(link) = R_A.x;
        own.h = own.R * lanes(link.mc.data());
    }
    /// The axes of the inboard marker; its origin is stored in r.
    MOMENTREE_INLINE M3<L> inboard(std::size_t i) {
        const LaneLink<C>& link = links_[i];
        const M3<L> R_A{lanes(link.R_A.data()), lanes(&link.R_A[3]), lanes(&link.R_A[6])};
        poses_[i].r = lanes(link.r_A.data());
        if (link.parent == ground) return R_A;
        const M3<L>& R = carrier(i).R;
        poses_[i].r = R * poses_[i].r;
        return R * R_A;
    }
    [[gnu::noinline]] void placeDriven(double t, std::size_t i) {
        LanePose<L>& own = poses_[i];
        const M3<L> R_A = inboard(i);
        L f = 0.0;
        std::array<L, 6> V_t;
        V_t.fill(0.0);
        for (std::size_t k = 0; k < models_.size(); ++k) {
            const TreeBody& body = models_[k]->tree.bodies[i];
            const Prescribed<double> motion = prescribedOf<double>(*models_[k], body, t);
            const Vec6<double> velocity = prescribedVelocity(body, motion);
            putLane(motion.f, k, f);
            for (std::size_t j = 0; j < 6; ++j)
                putLane(velocity[static_cast<Eigen::Index>(j)], k, V_t[j]);
        }
        const bool rotates = models_[0]->tree.bodies[i].motionRotates;
        own.R = rotates ? turnedZ(R_A, f) : R_A;
        if (!rotates) own.r += f * R_A.z;
        own.V = turned(own.R, V6<L>{lanes(V_t.data()), lanes(&V_t[3])});
        own.h = own.R * lanes(links_[i].mc.data());
    }

    /// M', D' and the data that later sweeps need; inward.
    template <typename J>
    MOMENTREE_INLINE void articulate(J /*joint*/, const L* y, std::size_t i) {
        const LaneLink<C>& link = links_[i];
        LanePose<L>& own = poses_[i];
        own.J = inertiaOf(link).turned(own.R);
        SymmetricInertia<L> M = SymmetricInertia<L>::zero();
        V6<L> D = V6<L>::zero();
        if (link.sum >= 0) {
            M = sumOf(link).M;
            D = sumOf(link).D;
        }
        M.addBody(L(link.mass), own.h, own.J);
        if constexpr (J::nu > 0)
            pivots_.template of<J>(i).eliminate(motionOf<J>(i), y + offset(link), M, D);
        if (link.parent == ground) return;
        if (link.driven) D += M * own.V;
        M.shift(own.r);
        D = shiftWrench(own.r, D);
        Sum& sum = sumOf(parent(i));
        if (!link.first) {
            M += sum.M;
            D += sum.D;
        }
        sum.M = M;
        sum.D = D;
    }

    /// u, V and qdot; outward.
    template <typename J>
    MOMENTREE_INLINE void move(J joint, const L* y, L* ydot, std::size_t i) {
        const LaneLink<C>& link = links_[i];
        LanePose<L>& own = poses_[i];
        V6<L> W = link.parent == ground ? V6<L>::zero() : shiftVelocity(own.r, carrier(i).V);
        if (link.driven) W += own.V;
        if constexpr (J::nu > 0) {
            const MotionSpace<J, L> H = motionOf<J>(i);
            const VecN<L, J::nu> u = pivots_.template of<J>(i).speeds(H, W);
            W += H * u;
            joint.template rates<L>(y + link.firstQ, u.data(), ydot + link.firstQ);
            // Edot^T P* needs the speeds again; they are kept in the place of pdot.
            Eigen::Map<VecN<L, J::nu>>{ydot + offset(link)} = u;
        }
        own.V = W;
    }

    /// P* = sum of M V, pdot = E^T (T* - [w x p_l; v x p_l + w x p_a]) + Edot^T P*; inward.
    template <typename J>
    MOMENTREE_INLINE void momentumRate(J /*joint*/, L* ydot, std::size_t i) {
        const LaneLink<C>& link = links_[i];
        const LanePose<L>& own = poses_[i];
        V6<L> P = momentumOf(link, own);
        V3<L> h = own.h;
        if (link.sum >= 0) {
            P += sumOf(link).P;
            h += sumOf(link).h;
        }
        const V6<L> T = loads_ ? loadOf(i) : weightOf(link, h);
        if constexpr (J::nu > 0) {
            const MotionSpace<J, L> H = motionOf<J>(i);
            Eigen::Map<VecN<L, J::nu>> out(ydot + offset(link));
            out = (H.along(T - wrenchRate(own.V, P)) + H.ratesAlong(out, P)).eval();
        }
        if (link.parent == ground) return;
        P = shiftWrench(own.r, P);
        h += L(link.subtreeMass) * own.r;
        Sum& sum = sumOf(parent(i));
        if (loads_) sum.T = link.first ? shiftWrench(own.r, T) : sum.T + shiftWrench(own.r, T);
        if (!link.first) {
            P += sum.P;
            h += sum.h;
        }
        sum.P = P;
        sum.h = h;
    }
    MOMENTREE_INLINE V6<L> weightOf(const LaneLink<C>& link, const V3<L>& h) const {
        const V3<L> gravity = lanes(gravity_.data());
        return {L(link.subtreeMass) * gravity, cross(h, gravity)};
    }
    /// T* of a subtree with springs and other loads.
    V6<L> loadOf(std::size_t i) {
        return links_[i].sum >= 0 ? wrenches_[i] + sumOf(links_[i]).T : wrenches_[i];
    }

    static MOMENTREE_INLINE V6<L> momentumOf(const LaneLink<C>& link, const LanePose<L>& own) {
        return {L(link.mass) * own.V.l + cross(own.V.a, own.h),
                cross(own.h, own.V.l) + own.J * own.V.a};
    }

    std::vector<const Model*> models_;
    int positions_;  ///< offset of the momenta in a state
    std::array<C, 3> gravity_;
    std::vector<LaneLink<C>> links_;
    std::vector<LanePose<L>> poses_;     ///< [links]
    PerJoint<LanePivot, L> pivots_;      ///< [links]
    std::vector<Sum> sums_;              ///< [slots]
    std::vector<V3<L>> inboardAxes_;     ///< [universal joints]
    std::vector<Run> runs_;              ///< of all links in order
    std::optional<LaneLoads<L>> loads_;  ///< only with loads other than gravity
    std::span<const V6<L>> wrenches_;    ///< [links] of `loads_`
};

}  // namespace momentree
