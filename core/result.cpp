// SPDX-License-Identifier: Apache-2.0
#include "core/result.hpp"

namespace momentree {

std::string toString(const Diagnostic& diagnostic, const std::string& file) {
    std::string text;
    if (!file.empty()) text += file + ":";
    if (diagnostic.line > 0) text += std::to_string(diagnostic.line) + ":";
    if (!text.empty()) text += " ";
    if (!diagnostic.where.empty()) text += diagnostic.where + ": ";
    return text + diagnostic.text;
}

}  // namespace momentree
