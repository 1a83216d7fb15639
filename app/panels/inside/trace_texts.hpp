// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

#include "core/model/model.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree::app {

/// An untranslated symbol or formula.
QString traceSymbol(std::string_view text);
/// The text of a pass or an equation from core, in the window's language.
QString traceText(std::string_view english);
/// Whether the text is available to translators.
bool isKnownTraceText(std::string_view english);

/// "crank", "b1 … b4": the bodies of a node.
/// @param node -1 for all
QString nodeName(const Model& model, const EvaluationTrace& trace, int node);
/// The same with their number and the joint inside, on several lines.
QString nodeDetails(const Model& model, const EvaluationTrace& trace, int node);
/// "0.42 µs, thread 1"; a dash if not timed.
QString workTime(const TracedWork& work);

}  // namespace momentree::app
