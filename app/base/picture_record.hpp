// SPDX-License-Identifier: GPL-3.0-or-later
// Exported pictures carry the record of the runs that they show (see core/io/provenance.hpp) as
// JSON: PNG as the text "momentree", SVG as its metadata, PDF as its XMP description and as the
// attached file momentree.json.
#pragma once

#include <QImage>
#include <QString>
#include <memory>
#include <vector>

#include "core/session/run_origin.hpp"

class QPdfWriter;

namespace momentree::app {

inline constexpr const char* recordKey = "momentree";

/// One record, or an object with the list "runs" of several; empty without runs. Null is left out.
QString pictureRecord(const std::vector<std::shared_ptr<const RunOrigin>>& runs);

/// The PNG file; empty if memory is short. Nothing is added if the record is empty.
QByteArray pngWith(QImage picture, const QString& record);
QByteArray svgWith(const QByteArray& svg, const QString& record);
void addRecord(QPdfWriter& page, const QString& record);

}  // namespace momentree::app
