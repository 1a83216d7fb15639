// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "core/stepping/stepper.hpp"

namespace momentree {

/// A program that reads what a run records and sets its inputs. It belongs to one run.
class Controller {
public:
    virtual ~Controller() = default;
    /// Steps from the present time to the next sample. Called once for each sample, before it.
    /// @param row the columns at the present time, which is column 0 [s]
    /// @param until time of the next sample [s]
    /// @param inputs `Model::inputs`, held until then
    /// @return why the run cannot go on, none if it can
    virtual std::optional<Message> advance(std::span<const double> row, double until,
                                           std::span<double> inputs) = 0;
    /// What identifies it in the record of a run.
    virtual std::string identity() const = 0;
};

/// A controller cannot go on: thrown by `Stepper::advance`, ends a `Session`.
struct ControllerProblem : std::runtime_error {
    explicit ControllerProblem(Message why)
        : std::runtime_error("the controller failed"), message(std::move(why)) {}
    Message message;
};

/// A stepper of `model` whose inputs a controller sets before each of its targets.
std::unique_ptr<Stepper> controlled(std::unique_ptr<Stepper> stepper,
                                    std::unique_ptr<Controller> controller,
                                    std::shared_ptr<const Model> model);
/// The controller of such a stepper, null for others.
const Controller* controllerOf(const Stepper& stepper);

}  // namespace momentree
