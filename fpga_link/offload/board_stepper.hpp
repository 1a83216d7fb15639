// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/session/catalogue.hpp"
#include "fpga_link/offload/batch_link.hpp"

namespace momentree::fpga {

/// Makes the link that a backend id stands for ("board:HOST:PORT"); connecting comes later.
using LinkFactory = std::function<std::unique_ptr<BatchLink>(const std::string& backend)>;

/// A stepper of `hdca` that orders the whole run as one batch and takes its rows as samples. Steps
/// are the equal ones of at most `spec.step` that a sample interval takes.
/// @param model one that `offloadRefusal` has nothing against
std::unique_ptr<Stepper> makeBoardStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<BatchLink> link);

/// Why the accelerator cannot make this run, empty if it can: the model, the times.
std::string boardRefusal(const Model& model, const RunSpec& spec);

/// A backend for the catalogue.
Backend boardBackend(std::string id, std::string title, std::string summary, LinkFactory factory);

}  // namespace momentree::fpga
