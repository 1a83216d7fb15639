// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/results.hpp"
#include "core/session/session.hpp"

namespace momentree {

/// The facts for a report of `session` so far, on this machine. A run that is neither complete nor
/// failed counts as stopped.
ReportFacts factsOf(const Session& session, Diagnostics warnings);

}  // namespace momentree
