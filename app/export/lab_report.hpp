// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a page to hand in: what was modelled, how it was computed, what came out, and from what
// it can be computed again.
#pragma once

#include "app/export/lab_page.hpp"
#include "core/session/session.hpp"

namespace momentree::app {

/// @param scene picture of the mechanism
LabPage labReport(const Session& session, const QImage& scene);

/// Picture, text and parameters of a model.
/// @param more HTML beside them
QString modelPart(LabPage& page, const Model& model, const QImage& scene, const QString& more);

}  // namespace momentree::app
