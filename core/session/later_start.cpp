// SPDX-License-Identifier: Apache-2.0
#include "core/session/later_start.hpp"

namespace momentree {
namespace {

/// The law f(t + by).
Law later(Law law, double by) {
    std::vector<double>& c = law.polynomial;
    for (std::size_t first = 0; first + 1 < c.size(); ++first)  // Taylor's shift by Horner's scheme
        for (std::size_t k = c.size() - 1; k-- > first;) c[k] += by * c[k + 1];
    law.phase += law.frequency * by;
    for (double& time : law.times) time -= by;
    return law;
}

/// Offset of the quaternion in a joint's coordinates, -1 if there is none.
int quaternionAt(const Joint& joint) {
    return coordinateCount(joint) > speedCount(joint) ? coordinateCount(joint) - 4 : -1;
}

}  // namespace

std::shared_ptr<const Model> modelFrom(const Model& model, const LaterStart& start) {
    auto from = std::make_shared<Model>(model);
    for (MotionElement& motion : from->motions) motion.law = later(motion.law, start.time);
    const auto shift = [&](auto& load) {
        load.law = later(load.law, start.time);
        load.state.timeShift += load.state.timeFactor * start.time;
    };
    for (AxialLoad& load : from->axialLoads) {
        shift(load);
        load.controller.setPoint = later(load.controller.setPoint, start.time);
    }
    for (AppliedLoad& load : from->appliedLoads) shift(load);
    return from;
}

void EarlierSigns::compare(const Model& model, const Sample& first) {
    for (std::size_t i = 0; i < first.bodies.size(); ++i)
        signs_.push_back(start_.state.bodies[i].e.dot(first.bodies[i].e) < 0.0 ? -1.0 : 1.0);
    jointSigns_.assign(start_.jointQ.size(), 1.0);
    for (std::size_t j = 0; j < jointSigns_.size(); ++j) {
        const int at = quaternionAt(model.joints[j].kind);
        if (at < 0) continue;
        const Eigen::Map<const Eigen::Vector4d> before(start_.jointQ[j].data() + at);
        const Eigen::Map<const Eigen::Vector4d> now(first.joints[j].q.data() + at);
        if (before.dot(now) < 0.0) jointSigns_[j] = -1.0;
    }
}

void EarlierSigns::applyTo(const Model& model, Sample& sample) {
    if (start_.jointQ.empty()) return;
    if (signs_.empty()) compare(model, sample);
    for (std::size_t i = 0; i < signs_.size(); ++i) sample.bodies[i].e *= signs_[i];
    for (std::size_t j = 0; j < jointSigns_.size(); ++j)
        if (const int at = quaternionAt(model.joints[j].kind); at >= 0)
            Eigen::Map<Eigen::Vector4d>(sample.joints[j].q.data() + at) *= jointSigns_[j];
}

}  // namespace momentree
