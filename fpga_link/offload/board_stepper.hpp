// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/session/catalogue.hpp"
#include "fpga_link/offload/batch_link.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// Creates the link for a backend id ("board:HOST:PORT"), without connecting.
using LinkFactory = std::function<std::unique_ptr<BatchLink>(const std::string& backend)>;
/// Creates the links of several runs that the board computes together.
using ShareFactory = std::function<std::vector<std::unique_ptr<BatchLink>>(
    const std::string& backend, std::size_t runs)>;
using FunctionFactory = std::function<std::unique_ptr<FunctionLink>(const std::string& backend)>;

/// A stepper of `hdca` that orders the whole run as one batch and takes its rows as samples. Steps
/// are the equal ones of at most `spec.step` that a sample interval takes.
/// @param model one that `onBoard` accepts
std::unique_ptr<Stepper> makeBoardStepper(std::shared_ptr<const Model> model, const RunSpec& spec,
                                          std::unique_ptr<BatchLink> link);

/// What prevents this run on the accelerator, empty if nothing does: elements of the model, or
/// times.
Diagnostics boardRefusal(const Model& model, const RunSpec& spec);

/// After the board's id and before the suffix for single phases: the largest error of the energy
/// that is wanted [J], as in "board:HOST:PORT:error=0.001". The compiler chooses the bits of the
/// fraction for it (`neededBits`); a board must have as many, a virtual one gets them.
inline constexpr std::string_view errorSuffix = ":error=";
/// Not a number where it is none; empty where no error is wanted.
std::optional<double> wantedError(const std::string& backend);

/// With this suffix, which follows the board's id, this machine calls the functions of every step
/// one by one, for comparison; without it, the whole run is one batch.
inline constexpr std::string_view perPhaseSuffix = ":per-phase";
bool isPerPhase(const std::string& backend);
/// The board's id alone.
std::string boardOf(const std::string& backend);

/// A backend for the catalogue.
/// @param functions for per-phase runs, which are refused without it
/// @param share for runs computed together; without it, each is a batch of its own
Backend boardBackend(std::string id, std::string title, std::string summary, LinkFactory factory,
                     FunctionFactory functions = {}, ShareFactory share = {});

}  // namespace momentree::fpga
