// SPDX-License-Identifier: Apache-2.0
// What the accelerator refuses both in the plane and in space.
#pragma once

#include "core/model/model.hpp"
#include "core/result.hpp"

namespace momentree::fpga {

/// What no program can have: no or too many bodies, limits, contacts and other elements.
Diagnostics neverOnBoard(const Model& model);

/// Why the accelerator does not compute the effort of a load, apart from its law of time.
std::optional<Message> refusalOf(const SpringDamper& spring);
std::optional<Message> refusalOf(const AxialLoad& load);
std::optional<Message> refusalOf(const AppliedLoad& load);
std::optional<Message> refusalOf(const Drag& drag);
std::optional<Message> refusalOf(const Law& law);
/// Of a spring whose ends are at one point.
Message noSpringLength();

}  // namespace momentree::fpga
