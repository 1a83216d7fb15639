// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "support/model_text.hpp"

namespace momentree::test {

/// A cart of 1 kg on a rail along x, joint "slide", with a pendulum of 2 kg, 0.3 kg m^2 and 0.5 m,
/// joint "hinge".
/// @param section further entry of the file
inline std::shared_ptr<const Model> cartWithPendulum(const QString& section) {
    const QString text = QStringLiteral(R"({"version": 1, "name": "cart",
        "gravity": [0, -9.81, 0],
        "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}}},
        "bodies": [
            {"name": "cart", "mass": 1, "inertia": [0.1, 0.1, 0.1],
             "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0]}, "pin": [0, 0, 0]}},
            {"name": "pendulum", "mass": 2, "inertia": [0.3, 0.1, 0.3],
             "markers": {"pin": [0, 0.5, 0]}}],
        "joints": [
            {"name": "slide", "type": "prismatic", "a": "ground.rail", "b": "cart.rail"},
            {"name": "hinge", "type": "revolute", "a": "cart.pin", "b": "pendulum.pin"}],
        %1})")
                             .arg(section);
    return built(text.toStdString());
}

}  // namespace momentree::test
