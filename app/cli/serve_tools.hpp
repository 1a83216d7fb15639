// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <atomic>

namespace momentree::cli {

/// The tools of `momentree serve`: name, description and arguments (JSON Schema) of each, as
/// "tools/list" of the Model Context Protocol returns them.
QJsonArray toolList();

/// The error in a call, empty if there is none: an unknown tool or argument, a missing one, or a
/// wrong type.
QString callProblem(const QString& tool, const QJsonObject& arguments);

/// Calls a tool with arguments that `callProblem` accepts, in a process of its own, and returns the
/// result of "tools/call": `content`, `structuredContent` of some tools, and `isError`.
/// @param cancelled ends the process soon after it becomes true
QJsonObject callTool(const QString& tool, const QJsonObject& arguments,
                     const std::atomic<bool>& cancelled);

}  // namespace momentree::cli
