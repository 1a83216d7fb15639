// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

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

}  // namespace momentree::app
