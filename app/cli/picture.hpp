// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/result.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Writes a PNG with the mechanism at the newest row and the energy and drift plots of the whole
/// run. Needs no display; an error if drawing is not possible.
Result<void> writePicture(const Session& session, const std::string& path);

}  // namespace momentree::cli
