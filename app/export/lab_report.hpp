// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a page to hand in: what was modelled, how it was computed, what came out, and from what
// it can be computed again.
#pragma once

#include <QByteArray>
#include <QImage>

#include "core/result.hpp"
#include "core/session/session.hpp"

namespace momentree::app {

/// One file with everything inside: HTML with its pictures, without scripts, or PDF on A4.
/// @param scene picture of the mechanism
QByteArray labReportHtml(const Session& session, const QImage& scene);
QByteArray labReportPdf(const Session& session, const QImage& scene);

/// Writes one of both, by the ending of the path.
Result<void> writeLabReport(const Session& session, const QImage& scene, const std::string& path);

}  // namespace momentree::app
