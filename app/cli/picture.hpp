// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/result.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Writes a PNG of the mechanism at the newest row beside the energy and drift plots of the whole
/// run. Needs no display; refuses where nothing can be drawn.
Result<void> writePicture(const Session& session, const std::string& path);

}  // namespace momentree::cli
