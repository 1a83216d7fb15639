// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/session/catalogue.hpp"

namespace momentree::test {

/// A stepper at the model's start; ends the test program if there is none.
std::unique_ptr<Stepper> started(std::shared_ptr<const Model> model, const RunSpec& spec);
/// The complete sample after `duration` [s]; ends the test program if a step fails.
Sample after(std::shared_ptr<const Model> model, const RunSpec& spec, double duration);
/// Largest distance between centres of mass [m].
double distance(const Sample& a, const Sample& b);

}  // namespace momentree::test
