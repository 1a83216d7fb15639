// SPDX-License-Identifier: GPL-3.0-or-later
// The section "view" of a model file: what is traced, drawn and plotted, and from where. It has no
// effect on results.
#pragma once

#include <QJsonObject>
#include <QString>
#include <string>

namespace momentree::app {

/// Empty if the file has none, or is not a model file.
QJsonObject viewIn(const QString& file);
/// The text of a model file with this section at its end; unchanged if it is empty.
std::string withView(std::string model, const QJsonObject& view);

}  // namespace momentree::app
