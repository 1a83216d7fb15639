// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "tests/support/pendulum_system.hpp"

namespace momentree::test {

/// A model without bodies, to test sessions and recordings without mechanics.
inline std::shared_ptr<const Model> pendulumModel() {
    auto model = std::make_shared<Model>();
    model->name = "pendulum";
    return model;
}

/// A catalogue with the formulation "pendulum", created with `options`.
inline Catalogue pendulumCatalogue(const PendulumOptions& options = {}) {
    Catalogue catalogue;
    catalogue.add({.id = "pendulum",
                   .title = "Pendulum",
                   .summary = "For tests.",
                   .make = [options](auto&&...) -> std::unique_ptr<OdeSystem<double>> {
                       return std::make_unique<PendulumSystem>(options);
                   }});
    return catalogue;
}

}  // namespace momentree::test
