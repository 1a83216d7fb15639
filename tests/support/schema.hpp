// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

namespace momentree::test {

/// What of the JSON files does not follow a schema of `resources/schema`, by Python's jsonschema:
/// a line for each problem, empty if all is well; none if jsonschema is not installed.
std::optional<QString> schemaProblems(const QString& schema, const QStringList& files);

}  // namespace momentree::test
