// SPDX-License-Identifier: Apache-2.0
#include "support/stepping.hpp"

#include <QtGlobal>
#include <algorithm>

#include "core/kinematics/assemble.hpp"
#include "core/session/run.hpp"

namespace momentree::test {

std::unique_ptr<Stepper> started(std::shared_ptr<const Model> model, const RunSpec& spec) {
    const Result<InitialState> initial = assemble(*model);
    if (!initial) qFatal("%s", toString(initial.error().front()).c_str());
    auto stepper = Catalogue().make(model, spec);
    if (!stepper) qFatal("%s", toString(stepper.error().front()).c_str());
    if (!(*stepper)->initialise(*initial)) qFatal("no start");
    return std::move(*stepper);
}

Sample after(std::shared_ptr<const Model> model, const RunSpec& spec, double duration) {
    const auto stepper = started(model, spec);
    const Progress progress = stepper->advance(duration, {});
    if (progress.status != StepStatus::Reached)
        qFatal("%s at %g s", statusName(progress.status), progress.time);
    Sample sample;
    sample.resize(*model);
    stepper->observe(sample);
    return sample;
}

double distance(const Sample& a, const Sample& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.bodies.size(); ++i)
        largest = std::max(largest, (a.bodies[i].r - b.bodies[i].r).norm());
    return largest;
}

}  // namespace momentree::test
