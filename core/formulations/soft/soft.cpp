// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/soft/soft.hpp"

#include "core/dynamics/newton_euler_terms.hpp"
#include "core/dynamics/reactions.hpp"
#include "core/formulations/index3/motions.hpp"
#include "core/formulations/index3/stepper.hpp"
#include "core/formulations/soft/impedance.hpp"
#include "core/math/index.hpp"
#include "core/model/rolling.hpp"
#include "core/model/screws.hpp"
#include "core/model/sticking.hpp"

namespace momentree {
namespace {

/// Loads are no compliant joints here.
constexpr Index3Rule explicitLoads{.stiffness = 0.0, .damping = 0.0};

class Soft final : public Index3Stepper<double> {
public:
    Soft(std::shared_ptr<const Model> model, const RunSpec& spec)
        : Index3Stepper(std::move(model), spec, spec.penalty, explicitLoads),
          soft_(*softConstraintsOf(spec.integrator)),
          rotations_(n_),
          leaves_(n_),
          b_(n_),
          terms_(model_->constraints.size()),
          sigma_(model_->constraintRows) {
        rows_.keepPointsInWorld();
        for (const Mat3<double>& J : inertia_) inverseInertia_.push_back(J.inverse());
    }

    Result<void> initialise(const InitialState& initial) override;
    void observe(Sample& out) override;
    bool watch(std::function<std::int64_t()> look) override { return keepLook(std::move(look)); }

private:
    StepStatus step(double tNext) override;
    double iterate(int /*k*/, double /*t*/, double /*h*/) override { return 0.0; }
    bool enough(int /*k*/, double /*change*/, double /*before*/) const override { return true; }
    void evaluateRows(double t);
    void loadBodies(double t);
    void factorise() { solver_.factorise(workers_, true); }
    void solve() {
        solver_.solve(workers_, rows_.Phi, dq_, y_, [](int) {});
    }
    void setLeaf(int i);
    void soften(int link);
    double admittanceOf(const Index3Link& link, int row) const;
    StepStatus move(double h);

    SoftConstraints soft_;
    std::vector<Quat<double>> rotations_;         ///< [bodies]
    std::vector<Mat3<double>> inverseInertia_;    ///< [bodies] J^-1
    std::vector<Index3Leaf<double>> leaves_;      ///< [bodies] M^-1
    std::vector<Wrench> b_;                       ///< [bodies] f
    std::vector<ConstraintTerms<double>> terms_;  ///< [constraints] for samples
    Eigen::VectorXd sigma_;                       ///< [constraintRows] for samples
};

Result<void> Soft::initialise(const InitialState& initial) {
    std::vector<Vec6<double>> a;
    start(initial, kinematicsOf(initial.bodies), a);
    for (std::size_t i = 0; i < n_; ++i) rotations_[i] = initial.bodies[i].e.normalized();
    return {};
}

/// Semi-implicit Euler: velocities first, then poses with the new ones.
StepStatus Soft::step(double tNext) {
    const double h = tNext - t_;
    evaluateRows(t_);
    lap(Phase::Kinematics);
    loadBodies(t_);
    lap(Phase::Initialise);
    factorise();
    lap(Phase::Assembly);
    solve();
    lap(Phase::Disassembly);
    const StepStatus status = move(h);
    if (status != StepStatus::Reached) return status;
    countTurns(h);
    t_ = tNext;
    lap(Phase::Integrate);
    return status;
}

void Soft::evaluateRows(double t) {
    forEachLink([&](int link) {
        rows_.evaluateRates(link, t, bodies_);
        rows_.velocityGap(link, bodies_, gap_);
    });
}

/// (A + R) f = -b (B v + Phi_t) - k Phi - (B a_0 + gam), a = a_0 + M^-1 B^T f, A = B M^-1 B^T, R
/// the diagonal of (1 - d) / d A. `solve` then leaves a in `dq_` and -f in `y_`.
void Soft::loadBodies(double t) {
    evaluateLoads<double>(*model_, t, bodies_, loadAngles(t, 0.0, false, bodies_), Q_);
    subtractGyroscopic<double>(*model_, bodies_, Q_, b_);
    forEachBody([&](int i) { setLeaf(i); });
    forEachLink([&](int link) { soften(link); });
}

void Soft::setLeaf(int i) {
    const auto at = static_cast<std::size_t>(i);
    const Mat3<double>& R = bodies_[at].R;
    leaves_[at].inverseMass = 1.0 / mass_[at];
    leaves_[at].inverseInertia = R * inverseInertia_[at] * R.transpose();
    solver_.take(i, leaves_[at], rows_);
    solver_.push(i, -b_[at]);
}

/// R and the right-hand side of the rows of one joint, which have one impedance: that of the norm
/// of their violations.
void Soft::soften(int link) {
    const Index3Link& own = rows_.links[static_cast<std::size_t>(link)];
    auto Phi = rows_.Phi.segment(own.firstRow, own.rows);
    const double d = impedanceOf(soft_, Phi.norm());
    const double damping = dampingOf(soft_), stiffness = stiffnessOf(soft_, d);
    for (int r = own.firstRow; r < own.firstRow + own.rows; ++r)
        rows_.compliance[r] = (1.0 - d) / d * admittanceOf(own, r);
    // The rows are Phi'' = B a - gamma.
    Phi = damping * gap_.segment(own.firstRow, own.rows) + stiffness * Phi -
          rows_.gamma.segment(own.firstRow, own.rows);
}

/// A of one row.
double Soft::admittanceOf(const Index3Link& link, int row) const {
    double sum = 0.0;
    const auto add = [&](int body, const Vec6<double>& P) {
        if (body != ground) sum += P.dot(leaves_[static_cast<std::size_t>(body)].times(P));
    };
    add(link.bodyA, rows_.P_a[static_cast<std::size_t>(row)]);
    add(link.bodyB, rows_.P_b[static_cast<std::size_t>(row)]);
    return sum;
}

/// Refuses a state that is not finite and turns that are too large; the state is then unchanged.
StepStatus Soft::move(double h) {
    tried_ = bodies_;
    double farthest = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
        BodyKinematics<double>& body = tried_[i];
        const Mat3<double>& R = body.R;
        const Vec3<double> W = R.transpose() * (body.w + h * dq_[i].tail<3>());
        body.v += h * dq_[i].head<3>();
        body.r += h * body.v;
        body.w = W;  // body axes, until the body has turned
        farthest = std::max(farthest, h * W.norm());
    }
    const auto sum = [&](std::size_t i) {
        return tried_[i].r.sum() + tried_[i].v.sum() + tried_[i].w.sum();
    };
    if (!allFinite(sum)) return StepStatus::NotFinite;
    if (farthest > farthestTurn) return StepStatus::StepTooLong;
    bodies_.swap(tried_);
    for (std::size_t i = 0; i < n_; ++i) {
        BodyKinematics<double>& body = bodies_[i];
        rotations_[i] = turnedBy(rotations_[i], h * body.w);
        body.R = rotationOf<double>(rotations_[i]);
        body.w = body.R * body.w;
    }
    return StepStatus::Reached;
}

/// Accelerations, reactions and efforts are those of the constraints as they yield; their power is
/// that of loads without a potential.
void Soft::observe(Sample& out) {
    evaluateRows(t_);
    loadBodies(t_);
    factorise();
    solve();
    out.time = t_;
    for (std::size_t i = 0; i < n_; ++i)
        out.bodies[i] = {bodies_[i].r, rotations_[i], bodies_[i].v, bodies_[i].w};
    complete(out, dq_);
    std::copy_n(dq_.begin(), out.accelerations.size(), out.accelerations.begin());
    const std::span<const double> ofLoads = loadAngles(t_, 0.0, false, bodies_);
    exchangesOf(*model_, t_, bodies_, ofLoads, out.exchanges);
    if (!out.couplingEfforts.empty())
        elasticEfforts(*model_, bodies_, ofLoads, out.couplingEfforts);
    out.power = activePower(*model_, out.exchanges);
    for (const Index3Link& link : rows_.links)
        for (int r = link.firstRow; r < link.firstRow + link.rows; ++r)
            out.power -= y_[r] * (gap_[r] - rows_.Phi_t[r]);
    const std::span<Exchange> motions = std::span(out.exchanges).last(model_->motions.size());
    for (std::size_t k = 0; k < model_->constraints.size(); ++k)
        if (const int motion = model_->constraints[k].motion; motion >= 0) {
            const int r = rows_.rowOf[k];
            Exchange& own = motions[toIndex(motion)];
            own.power = own.active = -y_[r] * (gap_[r] - rows_.Phi_t[r]);
        }
    if (out.accelerations.empty()) return;
    evaluateAll<double>(*model_, t_, bodies_, {}, terms_);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const Constraint& c = model_->constraints[k];
        sigma_.segment(c.firstRow, c.rows()) = -y_.segment(rows_.rowOf[k], c.rows());
    }
    writeReactions(*model_, bodies_, terms_, sigma_, out);
}

}  // namespace

std::unique_ptr<Stepper> makeSoft(std::shared_ptr<const Model> model, const RunSpec& spec) {
    return std::make_unique<Soft>(std::move(model), spec);
}

std::optional<Message> softRefusal(const Model& model) {
    if (!model.stops.empty())
        return MOMENTREE_TEXT(
            "soft-impacts",
            "its constraints yield, and impacts need rigid ones; choose another "
            "formulation for '%1', or a limit with a stiffness")(model.stops.front().name);
    if (const AxialLoad* load = firstSticking(model))
        return MOMENTREE_TEXT("soft-sticks",
                              "its constraints yield, and friction without a 'speed' holds joints "
                              "rigidly; choose another formulation for '%1', or give it a "
                              "'speed'")(load->name);
    for (const AxialLoad& load : model.axialLoads)
        if (load.characteristic.friction.ofReaction())
            return MOMENTREE_TEXT("soft-reaction-friction",
                                  "its constraints yield, and friction by reactions needs those of "
                                  "rigid ones; choose "
                                  "another formulation for the friction '%1'")(load.name);
    if (const JointElement* joint = firstNonHolonomic(model))
        return MOMENTREE_TEXT("soft-rolling",
                              "its constraints are those of poses, and a %1 joint restricts "
                              "velocities; choose another formulation for '%2'")(joint->type,
                                                                                 joint->name);
    if (model.couplings.empty()) return std::nullopt;
    if (screwOf(model, 0) >= 0)
        return MOMENTREE_TEXT("soft-screws",
                              "it has no row for the lead of a screw; choose another formulation "
                              "for the screw joint '%1'")(model.couplings.front().name);
    return MOMENTREE_TEXT("soft-couplings",
                          "its constraints connect two bodies, and couplings more; choose another "
                          "formulation for coupling '%1'")(model.couplings.front().name);
}

}  // namespace momentree
