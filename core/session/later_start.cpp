// SPDX-License-Identifier: Apache-2.0
#include "core/session/later_start.hpp"

#include <cmath>
#include <numbers>

#include "core/dynamics/loads.hpp"

namespace momentree {
namespace {

/// Number of whole turns nearest to an angle [rad].
double turnsIn(double angle) {
    constexpr double turn = 2.0 * std::numbers::pi;
    return turn * std::round(angle / turn);
}

/// The law f(t + by).
Law later(Law law, double by) {
    std::vector<double>& c = law.polynomial;
    for (std::size_t first = 0; first + 1 < c.size(); ++first)  // Taylor's shift by Horner's scheme
        for (std::size_t k = c.size() - 1; k-- > first;) c[k] += by * c[k + 1];
    law.phase += law.frequency * by;
    for (double& time : law.times) time -= by;
    return law;
}

/// Shifts the rest angle of a wound spring by the turns already made.
void unwind(Model& model, const LaterStart& start) {
    if (start.loadAngles.empty()) return;
    std::vector<BodyKinematics<double>> bodies;
    for (const BodyState& body : start.state.bodies) bodies.push_back(kinematicsOf(body));
    AngleMemory seen;
    remember<double>(model, bodies, seen);
    for (std::size_t k = 0; k < model.axialLoads.size(); ++k)
        if (model.axialLoads[k].torque)
            model.axialLoads[k].x0 -= turnsIn(start.loadAngles[k] - seen.angles[k]);
}

/// Offset of the quaternion in a joint's coordinates, -1 if there is none.
int quaternionAt(const Joint& joint) {
    return coordinateCount(joint) > speedCount(joint) ? coordinateCount(joint) - 4 : -1;
}

bool countsTurns(const Probe& probe) {
    return probe.joint < 0 && probe.what.quantity == "joint_angle";
}

}  // namespace

std::shared_ptr<const Model> modelFrom(const Model& model, const LaterStart& start) {
    auto from = std::make_shared<Model>(model);
    for (MotionElement& motion : from->motions) motion.law = later(motion.law, start.time);
    for (AxialLoad& load : from->axialLoads) load.law = later(load.law, start.time);
    for (AppliedLoad& load : from->appliedLoads) load.law = later(load.law, start.time);
    unwind(*from, start);
    return from;
}

void EarlierTurns::compare(const Model& model, const Sample& first) {
    for (std::size_t i = 0; i < first.bodies.size(); ++i)
        signs_.push_back(start_.state.bodies[i].e.dot(first.bodies[i].e) < 0.0 ? -1.0 : 1.0);
    joints_.resize(start_.jointQ.size());
    jointSigns_.assign(joints_.size(), 1.0);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const std::array<double, 7>&before = start_.jointQ[j], &now = first.joints[j].q;
        std::visit(
            [&](auto kind) {
                for (std::size_t i = 0; i < kind.angular.size(); ++i)
                    if (kind.angular[i]) joints_[j][i] = turnsIn(before[i] - now[i]);
            },
            model.joints[j].kind);
        if (const int at = quaternionAt(model.joints[j].kind); at >= 0)
            jointSigns_[j] =
                Eigen::Map<const Eigen::Vector4d>(before.data() + at)
                            .dot(Eigen::Map<const Eigen::Vector4d>(now.data() + at)) < 0.0
                    ? -1.0
                    : 1.0;
    }
}

void EarlierTurns::addTo(const Model& model, Sample& sample) {
    if (start_.jointQ.empty()) return;
    if (signs_.empty()) compare(model, sample);
    for (std::size_t i = 0; i < signs_.size(); ++i) sample.bodies[i].e *= signs_[i];
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        std::array<double, 7>& q = sample.joints[j].q;
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += joints_[j][i];
        if (const int at = quaternionAt(model.joints[j].kind); at >= 0)
            Eigen::Map<Eigen::Vector4d>(q.data() + at) *= jointSigns_[j];
    }
}

void EarlierTurns::addToProbes(const Model& model, Sample& sample) {
    if (start_.probes.empty()) return;
    const bool first = probes_.empty();
    probes_.resize(start_.probes.size());
    for (std::size_t p = 0; p < probes_.size(); ++p) {
        if (first && countsTurns(model.probes[p]))
            probes_[p] = turnsIn(start_.probes[p] - sample.probes[p]);
        sample.probes[p] += probes_[p];
    }
}

}  // namespace momentree
