// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/lesson.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree {
namespace {

std::string superscript(const std::string& exponent) {
    static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                        "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    bool leading = true;
    for (const char c : exponent) {
        if (c == '-') text += "⁻";
        if (c < '0' || c > '9' || (leading && c == '0')) continue;
        leading = false;
        text += digits[static_cast<std::size_t>(c - '0')];
    }
    return text;
}

/// "1.9e-07" becomes "1.9 × 10⁻⁷", which is not broken into two lines.
std::string withPowerOfTen(const std::string& text) {
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    const std::string mantissa = text.substr(0, e), exponent = superscript(text.substr(e + 1));
    if (exponent.empty()) return mantissa;
    if (mantissa == "1") return "10" + exponent;
    return mantissa + "\u00a0×\u00a010" + exponent;
}

std::string replaced(std::string text, const std::string& mark, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size())
        text.replace(at, mark.size(), by);
    return text;
}

std::string scientific(double value, int digits) {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double mantissa = value / std::pow(10.0, exponent);
    const std::string text = numberText(mantissa, digits > 0 ? digits : 12);
    if (text == "10") return "1e" + std::to_string(exponent + 1);
    return text + "e" + std::to_string(exponent);
}

}  // namespace

std::string readableNumber(double value, int digits) {
    const double size = std::abs(value);
    std::string text;
    if (!std::isfinite(value))
        text = std::isnan(value) ? "–" : "∞";
    else if (value != 0.0 && (size < 1e-3 || size >= 1e5))
        text = withPowerOfTen(scientific(value, digits));
    else if (digits > 0 && value != std::floor(value))
        text = withPowerOfTen(numberText(value, digits));
    else  // counts are exact
        text = withPowerOfTen(numberText(value));
    if (text.starts_with('-')) text.replace(0, 1, "−");
    return text;
}

std::string claimNumber(const Claim& claim) {
    const std::string unit = claim.unit.empty() ? "" : "\u00a0" + claim.unit;
    if (claim.below) return "less than " + readableNumber(*claim.below) + unit;
    if (claim.above) return "more than " + readableNumber(*claim.above) + unit;
    return readableNumber(claim.value.value_or(std::nan(""))) + unit;
}

std::string claimText(const Claim& claim) {
    const std::string number = claimNumber(claim);
    return claim.says.empty() ? number : replaced(claim.says, "%1", number);
}

namespace {

bool unitFollows(const std::string& text, std::size_t at) {
    static constexpr std::array<std::string_view, 18> units{
        "s",  "ms", "µs",  "m",    "mm", "µm",  "kg",  "N",    "J",
        "mJ", "µJ", "rad", "mrad", "Hz", "MHz", "m/s", "m/s²", "rad/s"};
    const std::size_t end = text.find_first_of(" \n\t,.;:)*?!]", at);
    const std::string_view word = std::string_view(text).substr(at, end - at);
    return std::ranges::find(units, word) != units.end();
}

/// A number and its unit stay on one line; formulas are left as they are.
std::string unitsHeld(const std::string& text) {
    std::string held;
    bool formula = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '$') formula = !formula;
        const bool number = k > 0 && text[k - 1] >= '0' && text[k - 1] <= '9';
        held += !formula && text[k] == ' ' && number && unitFollows(text, k + 1)
                    ? "\u00a0"
                    : std::string(1, text[k]);
    }
    return held;
}

}  // namespace

std::string withClaims(const std::string& text, const Lesson& lesson) {
    std::string filled = text;
    // A sentence may contain numbers of other claims.
    for (const bool sentences : {true, false})
        for (const Claim& claim : lesson.claims)
            if (claim.says.empty() != sentences)
                filled = replaced(std::move(filled), "[[" + claim.name + "]]", claimText(claim));
    return unitsHeld(filled);
}

std::string textOf(const LessonStep& step) {
    std::string all = step.page + '\n';
    for (const Answer& answer : step.answers) all += answer.text + '\n' + answer.feedback + '\n';
    for (const std::string& hint : step.hints) all += hint + '\n';
    return all;
}

const LessonRun* Lesson::run(const std::string& name) const {
    const auto found = std::ranges::find(runs, name, &LessonRun::name);
    return found == runs.end() ? nullptr : &*found;
}

const char* kindName(LessonStep::Kind kind) {
    switch (kind) {
        case LessonStep::Kind::Predict:
            return "predict";
        case LessonStep::Kind::Run:
            return "run";
        case LessonStep::Kind::Look:
            return "look";
        case LessonStep::Kind::Explain:
            return "explain";
        case LessonStep::Kind::Task:
            return "task";
    }
    return "";
}

}  // namespace momentree
