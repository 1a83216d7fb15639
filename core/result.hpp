// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace momentree {

/// One problem found in user input. Many are collected; reading never stops at the first.
struct Diagnostic {
    enum class Severity : std::uint8_t { Error, Warning };
    Severity severity = Severity::Error;
    std::string where;  ///< for people: "joint 'crank'"
    int line = 0;       ///< in the file, 0 = unknown
    std::string text;   ///< what is wrong and what would be right
};
using Diagnostics = std::vector<Diagnostic>;

/// A value, or all errors that prevent it.
template <typename T>
using Result = tl::expected<T, Diagnostics>;

/// An error at `where`; `text` says what is wrong and what would be right.
inline Diagnostic error(std::string where, std::string text, int line = 0) {
    return {Diagnostic::Severity::Error, std::move(where), line, std::move(text)};
}
inline Diagnostic warning(std::string where, std::string text, int line = 0) {
    return {Diagnostic::Severity::Warning, std::move(where), line, std::move(text)};
}
inline tl::unexpected<Diagnostics> fail(Diagnostic d) {
    return tl::unexpected<Diagnostics>(Diagnostics{std::move(d)});
}

/// "FILE:LINE: WHERE: text", the form of the command line's messages; parts that are unknown are
/// left out.
std::string toString(const Diagnostic& diagnostic, const std::string& file = {});

}  // namespace momentree
