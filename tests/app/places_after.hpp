// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <algorithm>

#include "core/session/session.hpp"

namespace momentree::app {

/// Centres of mass of all bodies after `duration`, always by the same method.
inline std::vector<Vector3d> placesAfter(const ModelDescription& description, double duration) {
    const Catalogue catalogue;
    const auto model = buildModel(description);
    RunSpec spec = catalogue.defaults(**model, "lagrange-index1");
    spec.integrator = "rk4";
    spec.step = 1e-3;
    spec.duration = duration;
    spec.sample = duration;
    auto session = Session::create(catalogue, *model, spec);
    (*session)->setSpeed(0.0);
    (*session)->play();
    const auto ended = [&] {
        const RunState state = (*session)->figures().state;
        return state == RunState::Finished || state == RunState::Failed;
    };
    if (!QTest::qWaitFor(ended, test::patience)) return {};
    const auto row = (*session)->recording()->row((*session)->recording()->size() - 1);
    std::vector<Vector3d> places;
    for (std::size_t i = 0; i < (*model)->bodies.size(); ++i)
        places.emplace_back(Eigen::Map<const Vector3d>(
            row.data() + (*session)->layout().body(static_cast<int>(i))));
    return places;
}

/// Largest distance between the bodies of one name in both models after `duration`; negative if one
/// of them cannot run.
inline double apart(const ModelDescription& a, const ModelDescription& b, double duration) {
    if (!buildModel(a) || !buildModel(b)) return -2.0;
    const auto before = placesAfter(a, duration), after = placesAfter(b, duration);
    if (before.empty() || after.empty()) return -1.0;
    double most = 0.0;
    for (std::size_t k = 0; k < after.size(); ++k) {
        const auto same = std::ranges::find(a.bodies, b.bodies[k].name, &BodyDescription::name);
        most = std::max(
            most, (before.at(static_cast<std::size_t>(same - a.bodies.begin())) - after[k]).norm());
    }
    return most;
}

}  // namespace momentree::app
