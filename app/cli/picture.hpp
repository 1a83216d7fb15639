// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Writes a PNG with the mechanism at the newest row and the energy and drift plots of the whole
/// run, and a page to hand in (see `writeLabReport`), each if it has a path. Needs no display; an
/// error if drawing is not possible.
Result<void> writePictures(const Session& session, const std::optional<std::string>& png,
                           const std::optional<std::string>& labReport);

/// A PNG with the mechanism at its start, or as drawn if it cannot be assembled. Needs no display.
Result<void> writeStartPicture(const ModelDescription& description, const std::string& to);

/// The links of the mechanism at its start, or as drawn if it cannot be assembled, as DXF.
/// @param notes receives what is left out
Result<std::string> startDrawing(const ModelDescription& description, Diagnostics* notes);

}  // namespace momentree::cli
