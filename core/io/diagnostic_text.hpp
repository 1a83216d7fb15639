// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_text.hpp"
#include "core/result.hpp"

namespace momentree {

/// {severity, place: {kind, name, field}, file, line, id, text, arguments}. `text` is the English
/// text with its arguments filled in. A message among the arguments is {id, text, arguments}.
JsonItem diagnosticItem(const Diagnostic& diagnostic, const std::string& file = {});

/// The first warning of every kind (message id) and the first of errors with the same text, at
/// whatever place, followed by the number of the others. Errors with different texts are different
/// things to correct.
Diagnostics onePerKind(const Diagnostics& diagnostics);

}  // namespace momentree
