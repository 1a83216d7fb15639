// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json.hpp"

namespace momentree {

/// Reads the native format (resources/schema/momentree-1.schema.json). Errors are added to
/// `problems`; the description is usable only if there are none.
ModelDescription readNativeModel(const JsonNode& root, Problems& problems);

/// Parts of it: a force, a law of time (a number or an object), a probe.
void readForce(const JsonNode& node, std::size_t number, Problems& problems, ForceDescription& out);
void readLaw(ObjectReader& owner, LawDescription& out, Need need, std::string_view key = "law");
void readRunSettings(const JsonNode& node, Problems& problems, RunSettings& out);
void readProbe(const JsonNode& node, std::size_t number, Problems& problems, ProbeDescription& out);

}  // namespace momentree
