// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/start_velocities.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/kinematics/loop_motions.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/decompositions.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double exactSpeed = 1e-9;   ///< relative to the largest speed
constexpr double leastSpeed = 1e-12;  ///< below which a speed is rounding of zero [1/s]
constexpr double sameSpeed = 1e-13;   ///< by rounding, relative to the largest speed
constexpr double sameEnergy = 1e-13;  ///< by rounding, square roots, relative to the largest

double largestEntry(const VectorXd& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// The bodies in a pose at which only motions move them.
std::vector<BodyKinematics<double>> atRest(const Model& model, double t, const PoseSearch& pose) {
    std::vector<BodyKinematics<double>> bodies(model.bodies.size());
    const VectorXd rest = VectorXd::Zero(model.tree.nu);
    bodiesFromJoints(model, t, pose.q().data(), rest.data(), bodies);
    return bodies;
}

/// The speeds of a joint in its own units.
std::vector<double> speedsOfJoint(const JointElement& joint,
                                  std::span<const BodyKinematics<double>> bodies) {
    std::array<double, 7> q{};
    std::array<double, 6> u{};
    jointCoordinates(joint, bodies, q.data(), u.data());
    return {u.begin(), u.begin() + speedCount(joint.kind)};
}

/// The equations of the speeds at one pose, in units of the scales. All values are in 1/s.
class SpeedEquations {
public:
    SpeedEquations(const Model& model, double t, const PoseSearch& pose,
                   const std::vector<GivenStart>& given, const std::vector<GivenVelocity>& ofBodies)
        : model_(model),
          t_(t),
          pose_(pose),
          given_(given),
          ofBodies_(ofBodies),
          speeds_(givenSpeeds(model, t, pose, given)) {
        const auto state = closureState(model, t, pose.q(), atRest());
        rate_ = state.PhiDot.cwiseProduct(scales().row);
        A_ = jacobianWithoutRounding(pose);
        if (ofBodies_.empty()) return;
        std::vector<BodyKinematics<double>> wanted = atRest();
        for (const GivenVelocity& body : ofBodies_) {
            BodyKinematics<double>& moving = wanted[body.body];
            const Vector3d origin = moving.R * model.bodies[body.body].origin;
            moving.w = body.w.value_or(moving.w);
            if (body.v) moving.v = *body.v - moving.w.cross(origin);
        }
        b_ = velocities(wanted, atRest());
    }
    /// What the motions alone make of the closures' gaps [closureRows].
    const VectorXd& rate() const { return rate_; }
    const MatrixXd& A() const { return A_; }
    /// Rows of the first so many given starts: G x = g.
    MatrixXd G(std::size_t count) const { return speeds_.G.topRows(rowsOf(count)); }
    const MatrixXd& G() const { return speeds_.G; }  ///< of all
    VectorXd g(std::size_t count) const { return speeds_.g.head(rowsOf(count)); }
    Index rowsOf(std::size_t count) const {
        return std::ranges::count_if(speeds_.owner, [&](std::size_t i) { return i < count; });
    }
    double fastestGiven() const { return largestEntry(speeds_.g); }
    double fastestMotion() const {
        double fastest = 0.0;
        for (const MotionElement& motion : model_.motions) {
            const double unit =
                motion.rotation
                    ? 1.0
                    : scales().sizeOf(model_,
                                      model_.joints[static_cast<std::size_t>(motion.joint)]);
            fastest = std::max(fastest, std::abs(motion.law.at(t_).df) / unit);
        }
        return fastest;
    }
    const MechanismScales& scales() const { return pose_.scales(); }

    /// The given velocities of bodies of speeds x at resting motions, in square roots of kinetic
    /// energies [rows x columns].
    MatrixXd velocitiesOf(const MatrixXd& x) const {
        MatrixXd out(b_.size(), x.cols());
        std::vector<BodyKinematics<double>> moving = atRest();
        const std::vector<BodyKinematics<double>> still = moving;
        for (Index k = 0; k < x.cols(); ++k) {
            const VectorXd u = scales().speed.cwiseProduct(x.col(k));
            bodiesFromJoints(model_, t_, pose_.q().data(), u.data(), moving);
            out.col(k) = velocities(moving, still);
        }
        return out;
    }
    const VectorXd& b() const { return b_; }  ///< what they should be

    /// Square roots of kinetic energies: |energyOf(x)|^2 is twice the kinetic energy of speeds x at
    /// resting motions [6 n x columns].
    MatrixXd energyOf(const MatrixXd& x) const {
        MatrixXd out(6 * std::ssize(model_.bodies), x.cols());
        std::vector<BodyKinematics<double>> moving = atRest();
        const std::vector<BodyKinematics<double>> still = moving;
        for (Index k = 0; k < x.cols(); ++k) {
            const VectorXd u = scales().speed.cwiseProduct(x.col(k));
            bodiesFromJoints(model_, t_, pose_.q().data(), u.data(), moving);
            for (std::size_t i = 0; i < moving.size(); ++i) {
                const Body& body = model_.bodies[i];
                const Vector3d w = moving[i].R.transpose() * (moving[i].w - still[i].w);
                const Index at = 6 * static_cast<Index>(i);
                out.block<3, 1>(at, k) = std::sqrt(body.mass) * (moving[i].v - still[i].v);
                out.block<3, 1>(at + 3, k) =
                    body.J_C.isZero(0.0) ? Vector3d(Vector3d::Zero())
                                         : Vector3d(Eigen::LLT<Matrix3d>(body.J_C).matrixU() * w);
            }
        }
        return out;
    }
    /// The speeds of a given joint in its own units.
    std::vector<double> speedsAt(std::size_t i, const VectorXd& x) const {
        const VectorXd u = scales().speed.cwiseProduct(x);
        std::vector<BodyKinematics<double>> moving = atRest();
        bodiesFromJoints(model_, t_, pose_.q().data(), u.data(), moving);
        return speedsOfJoint(model_.joints[toIndex(given_[i].joint)], moving);
    }

private:
    std::vector<BodyKinematics<double>> atRest() const {
        return momentree::atRest(model_, t_, pose_);
    }
    /// Of a body with both velocities, the kinetic energy; of one with a single velocity, its
    /// share.
    VectorXd velocities(std::span<const BodyKinematics<double>> moving,
                        std::span<const BodyKinematics<double>> still) const {
        VectorXd out(6 * std::ssize(ofBodies_));
        Index rows = 0;
        const auto add = [&](const Vector3d& value) {
            out.segment<3>(rows) = value;
            rows += 3;
        };
        for (const GivenVelocity& given : ofBodies_) {
            const Body& body = model_.bodies[given.body];
            BodyKinematics<double> change = moving[given.body];
            change.v -= still[given.body].v;
            change.w -= still[given.body].w;
            if (given.v)
                add(std::sqrt(body.mass) * (given.w ? change.v : velocityOfOrigin(body, change)));
            // Point masses may turn, too.
            const double radius = 1e-3 * scales().largest();
            const Matrix3d J = body.J_C + body.mass * radius * radius * Matrix3d::Identity();
            if (given.w) add(Eigen::LLT<Matrix3d>(J).matrixU() * (change.R.transpose() * change.w));
        }
        return out.head(rows);
    }

    const Model& model_;
    double t_;
    const PoseSearch& pose_;
    const std::vector<GivenStart>& given_;
    const std::vector<GivenVelocity>& ofBodies_;
    GivenSpeeds speeds_;
    VectorXd rate_, b_;
    MatrixXd A_;
};

/// The solution for any number of given starts.
class SpeedSolution {
public:
    SpeedSolution(const SpeedEquations& equations, const VectorXd& wanted, double gap)
        : equations_(equations), wanted_(wanted), tolerance_(rankTolerance(gap)) {
        const Index nu = wanted.size();
        const MatrixXd& A = equations.A();
        const double exact = rankTolerance(0.0);
        closing_ =
            A.rows() > 0 ? VectorXd(leastSquares(A, -equations.rate(), exact)) : VectorXd::Zero(nu);
        // Speeds that neither closures nor given values see stay as wanted.
        const MatrixXd given = equations.G();
        const MatrixXd bodies = equations.velocitiesOf(MatrixXd::Identity(nu, nu));
        MatrixXd held = A;
        for (Index k = 0; k < nu && A.rows() > 0; ++k) {
            if (!A.col(k).isZero(0.0) || !given.col(k).isZero(0.0) || !bodies.col(k).isZero(0.0))
                continue;
            closing_[k] = wanted[k];
            held.conservativeResize(held.rows() + 1, Eigen::NoChange);
            held.bottomRows<1>() = VectorXd::Unit(nu, k).transpose();
        }
        N_ = A.rows() > 0 ? rightNullSpace(held, exact) : MatrixXd::Identity(nu, nu);
        fastest_ = std::max({leastSpeed, largestEntry(closing_), largestEntry(equations.rate()),
                             equations.fastestGiven(), equations.fastestMotion()});
        const double rounding = std::max(leastSpeed, (exactSpeed + 10.0 * gap) * fastest_);
        loopsMove_ = A.rows() == 0 || (A * closing_ + equations.rate()).norm() <= rounding;
    }
    bool loopsMove() const { return loopsMove_; }

    /// The speeds that fit the first so many given starts best.
    VectorXd speeds(std::size_t count) const {
        const MatrixXd G = equations_.G(count);
        const MatrixXd open = G * N_;
        VectorXd x = closing_;
        MatrixXd rest = N_;
        if (open.rows() > 0 && open.norm() > tolerance_) {
            const double threshold = tolerance_ / open.norm();
            x += N_ * leastSquares(open, equations_.g(count) - G * x, threshold);
            rest = N_ * rightNullSpace(open, threshold);
        }
        const MatrixXd bodies = equations_.velocitiesOf(rest);
        if (bodies.size() > 0 && !bodies.isZero(0.0)) {
            x += rest *
                 leastSquares(bodies, equations_.b() - equations_.velocitiesOf(x), sameEnergy);
            rest = rest * rightNullSpace(bodies, sameEnergy);
        }
        if (rest.cols() == 0) return x;
        const MatrixXd energy = equations_.energyOf(rest);
        return x + rest * leastSquares(energy, equations_.energyOf(wanted_ - x), sameEnergy);
    }
    /// The largest deviation of the first so many given speeds, relative to the fastest.
    double miss(const VectorXd& x, std::size_t count) const {
        if (equations_.rowsOf(count) == 0 || fastest_ == 0.0) return 0.0;
        return (equations_.G(count) * x - equations_.g(count)).cwiseAbs().maxCoeff() / fastest_;
    }

private:
    const SpeedEquations& equations_;
    VectorXd wanted_;
    double tolerance_;
    VectorXd closing_;
    MatrixXd N_;
    double fastest_ = 0.0;
    bool loopsMove_ = true;
};

/// The speeds of many loops, if all given ones hold.
std::optional<VectorXd> speedsAlongTree(const Model& model, double t, const PoseSearch& pose,
                                        const std::vector<GivenStart>& given,
                                        const VectorXd& wanted) {
    const std::vector<char> locked = pose.heldSpeeds(given.size(), &GivenStart::hasU);
    if (locked.empty()) return std::nullopt;
    std::vector<BodyKinematics<double>> moving(model.bodies.size());
    bodiesFromJoints(model, t, pose.q().data(), wanted.data(), moving);
    const double fastest = std::max(leastSpeed, largestEntry(wanted));
    for (const GivenStart& start : given) {
        if (!start.hasU) continue;
        const JointElement& joint = model.joints[static_cast<std::size_t>(start.joint)];
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(joint, moving, q.data(), u.data());
        for (std::size_t k = 0; k < static_cast<std::size_t>(speedCount(joint.kind)); ++k)
            if (start.motion[k] < 0 && std::abs(u[k] - start.u[k]) > exactSpeed * fastest)
                return std::nullopt;
    }
    PoseSearch search = pose;
    LoopMotions& motions = search.motions();
    motions.factorise(search, locked, pose.gap());
    VectorXd u = wanted;
    for (int pass = 0; pass < 2; ++pass) u -= motions.solve(pose.gapRates(u));
    const double rounding = (exactSpeed + 10.0 * pose.gap()) * std::max(fastest, largestEntry(u));
    if (!(largestEntry(pose.gapRates(u)) <= rounding)) return std::nullopt;
    return u;
}

}  // namespace

GivenSpeeds givenSpeeds(const Model& model, double t, const PoseSearch& pose,
                        const std::vector<GivenStart>& starts) {
    const MechanismScales& scales = pose.scales();
    const std::vector<BodyKinematics<double>> bodies = atRest(model, t, pose);
    GivenSpeeds all{MatrixXd(0, scales.speed.size()), VectorXd(), {}};
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const GivenStart& given = starts[i];
        if (!given.hasU) continue;
        const JointElement& joint = model.joints[toIndex(given.joint)];
        const std::array<bool, 6> slides = translations(joint.kind);
        const MatrixXd J = speedsOf(model, joint, pose.q(), bodies);
        const std::vector<double> still = speedsOfJoint(joint, bodies);
        for (Index k = 0; k < J.rows(); ++k) {
            const auto at = static_cast<std::size_t>(k);
            if (given.motion[at] >= 0) continue;
            const double unit = slides[at] ? scales.sizeOf(model, joint) : 1.0;
            all.G.conservativeResize(all.g.size() + 1, Eigen::NoChange);
            all.g.conservativeResize(all.g.size() + 1);
            all.G.bottomRows<1>() = J.row(k) * scales.speed.asDiagonal() / unit;
            all.g[all.g.size() - 1] = (given.u[at] - still[at]) / unit;
            all.owner.push_back(i);
        }
    }
    return all;
}

StartSpeeds startSpeeds(const Model& model, double t, const PoseSearch& pose,
                        const std::vector<GivenStart>& given,
                        const std::vector<GivenVelocity>& ofBodies, const VectorXd& wanted,
                        double tolerance) {
    if (ofBodies.empty() && LoopMotions::needed(model))
        if (const auto u = speedsAlongTree(model, t, pose, given, wanted)) return {*u, true, {}};
    const SpeedEquations equations(model, t, pose, given, ofBodies);
    const VectorXd x0 = wanted.cwiseQuotient(pose.scales().speed);
    const double fastest = std::max(largestEntry(x0), equations.fastestGiven());
    StartSpeeds found{wanted, true, {}};
    const VectorXd loops = equations.A() * x0 + equations.rate();
    const VectorXd joints = equations.G(given.size()) * x0 - equations.g(given.size());
    const VectorXd bodies = equations.velocitiesOf(x0) - equations.b();
    if (std::max(largestEntry(loops), largestEntry(joints)) <= sameSpeed * fastest &&
        largestEntry(bodies) <= sameSpeed * largestEntry(equations.b()))
        return found;

    const SpeedSolution solution(equations, x0, pose.gapAround());
    const VectorXd x = solution.speeds(given.size());
    found.u = pose.scales().speed.cwiseProduct(x);
    found.loopsMove = solution.loopsMove();
    if (!found.loopsMove || solution.miss(x, given.size()) <= 10.0 * tolerance) return found;
    std::size_t good = 0, bad = given.size();  // the first `good` fit, the first `bad` do not
    while (bad - good > 1) {
        const std::size_t middle = (good + bad) / 2;
        const bool fits = solution.miss(solution.speeds(middle), middle) <= 10.0 * tolerance;
        (fits ? good : bad) = middle;
    }
    found.conflicts.push_back({good, equations.speedsAt(good, solution.speeds(good))});
    return found;
}

}  // namespace momentree
