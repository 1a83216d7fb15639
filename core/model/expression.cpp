// SPDX-License-Identifier: Apache-2.0
#include "core/model/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "core/model/nearest_name.hpp"
#include "core/model/units.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr std::size_t longestExpression = 1000;
constexpr std::size_t deepestNesting = 50;

/// The functions of muParser with an unambiguous meaning ("log" has none).
constexpr std::array<std::string_view, 19> functions{
    "sin",  "cos", "tan", "asin",  "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "sqrt", "exp", "ln",  "log10", "abs",  "sign", "rint",  "min",  "max"};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isFunction(std::string_view name) {
    return std::ranges::find(functions, name) != functions.end();
}

/// Scans the text once, alternating between "value expected" and "operator expected".
class Compiler {
public:
    Compiler(std::string_view source, const ParameterNames& parameters)
        : source_(source), parameters_(parameters) {}

    tl::expected<Expression, Message> run() {
        while (!problem_ && !atEnd()) {
            if (valueNeeded_) {
                readValue();
            } else {
                readOperator();
            }
        }
        if (!problem_ && valueNeeded_) {
            problem_ = source_.empty()
                           ? MOMENTREE_TEXT("expression-empty", "the expression is empty")
                           : MOMENTREE_TEXT("expression-ends",
                                            "the expression ends where a value must follow");
        }
        if (!problem_ && !open_.empty())
            problem_ = MOMENTREE_TEXT("expression-unclosed", "a closing parenthesis is missing");
        if (problem_) return tl::unexpected(*problem_);
        return std::move(out_);
    }

private:
    using Kind = ExpressionToken::Kind;

    bool atEnd() {
        while (at_ < source_.size() && (source_[at_] == ' ' || source_[at_] == '\t')) ++at_;
        return at_ >= source_.size();
    }
    /// The next character after spaces, 0 at the end.
    char peek() { return atEnd() ? '\0' : source_[at_]; }

    std::string_view readName() {
        const std::size_t first = at_;
        while (at_ < source_.size() && (isLetter(source_[at_]) || isDigit(source_[at_]))) ++at_;
        return source_.substr(first, at_ - first);
    }

    void symbol(char c) {
        out_.text += c;
        out_.tokens.push_back({.kind = Kind::Symbol, .text = std::string(1, c)});
    }

    void readValue() {
        const char c = source_[at_];
        const bool afterSign = std::exchange(afterSign_, false);
        if (isDigit(c) || c == '.') {
            readNumber();
        } else if (isLetter(c)) {
            readNamedValue();
        } else if (c == '(') {
            openParenthesis(out_.text.size());
        } else if ((c == '-' || c == '+') && !afterSign) {
            afterSign_ = true;
            symbol(c);
            ++at_;
        } else {
            unexpected(c, MOMENTREE_TEXT("where-value-follows", "where a value must follow"));
        }
    }

    void readNumber() {
        double value = 0.0;
        const char* first = source_.data() + at_;
        const auto [end, status] = std::from_chars(first, source_.data() + source_.size(), value);
        if (status != std::errc{}) {
            problem_ =
                status == std::errc::result_out_of_range
                    ? MOMENTREE_TEXT("expression-number-range",
                                     "a number is too large or too small for double precision")
                    : MOMENTREE_TEXT("expression-number-empty", "a number has no digits");
            return;
        }
        at_ += static_cast<std::size_t>(end - first);
        valueStart_ = out_.text.size();
        out_.text += numberText(value);
        out_.tokens.push_back({.kind = Kind::Number, .value = value});
        valueNeeded_ = false;
    }

    void readNamedValue() {
        const std::string name(readName());
        valueStart_ = out_.text.size();
        if (peek() == '(' && isFunction(name)) {
            out_.text += name;
            out_.tokens.push_back({.kind = Kind::Function, .text = name});
            openParenthesis(valueStart_);
        } else if (name == "pi" || parameters_.contains(name)) {
            if (name != "pi" && std::ranges::find(out_.names, name) == out_.names.end())
                out_.names.push_back(name);
            out_.text += name;
            out_.tokens.push_back(
                name == "pi" ? ExpressionToken{.kind = Kind::Number, .value = std::numbers::pi}
                             : ExpressionToken{.kind = Kind::Name, .text = name});
            valueNeeded_ = false;
        } else {
            problem_ = unknownName(name);
        }
    }

    Message unknownName(const std::string& name) {
        if (isFunction(name))
            return MOMENTREE_TEXT("function-without-arguments",
                                  "the function '%1' needs its arguments in parentheses")(name);
        if (peek() == '(')
            return MOMENTREE_TEXT("function-unknown", "unknown function '%1'%2")(
                name, didYouMean(name, functions));
        if (name == "t")  // rather the time than a tonne
            return MOMENTREE_TEXT(
                "expression-of-time",
                "'t' is no parameter, and the only expressions of the time are the laws of torques "
                "and forces; other laws of time have a 'kind': constant (offset and rate), "
                "harmonic, polynomial or table");
        if (findUnit(name) != nullptr)
            return MOMENTREE_TEXT(
                "unit-alone",
                "'%1' is a unit, and no parameter has this name; write 1 %1 if you mean the unit")(
                name);
        const std::vector<std::string> known(parameters_.begin(), parameters_.end());
        return MOMENTREE_TEXT("expression-unknown-parameter", "unknown parameter '%1'%2")(
            name, didYouMean(name, known));
    }

    void openParenthesis(std::size_t start) {
        if (open_.size() >= deepestNesting) {
            problem_ =
                MOMENTREE_TEXT("expression-too-deep",
                               "parentheses are nested deeper than %1 levels")(deepestNesting);
            return;
        }
        open_.push_back(start);
        symbol('(');
        ++at_;
    }

    void readOperator() {
        const char c = source_[at_];
        if (isLetter(c)) {
            readUnits();
        } else if (c == ')') {
            closeParenthesis();
        } else if (c == '+' || c == '-' || c == '*' || c == '/' || c == '^' || c == ',') {
            if (c == ',' && open_.empty())
                return unexpected(c, MOMENTREE_TEXT("decimal-point", "(a decimal point is a dot)"));
            symbol(c);
            ++at_;
            valueNeeded_ = true;
            hasUnit_ = false;
        } else if (c == '(' || isDigit(c) || c == '.') {
            problem_ = MOMENTREE_TEXT(
                "operator-missing", "an operator is missing before '%1'")(source_.substr(at_, 10));
        } else {
            unexpected(
                c, MOMENTREE_TEXT("allowed-operators", "(allowed are + - * / ^ and parentheses)"));
        }
    }

    void closeParenthesis() {
        if (open_.empty()) {
            problem_ =
                MOMENTREE_TEXT("expression-unopened", "a closing parenthesis has no opening one");
            return;
        }
        valueStart_ = open_.back();
        open_.pop_back();
        symbol(')');
        ++at_;
        hasUnit_ = false;
    }

    /// Reads all units of the value just read, "N*m/rad" as one factor.
    void readUnits() {
        Unit factor;
        bool divide = false;
        do {
            if (!readUnit(factor, divide)) return;
        } while (anotherUnit(divide));
        if (problem_) return;
        out_.tokens.push_back({.kind = Kind::Unit,
                               .value = factor.numerator / factor.denominator,
                               .unit = factor.dimension});
        out_.text.insert(valueStart_, "(");
        out_.text +=
            '*' + numberText(factor.numerator) + '/' + numberText(factor.denominator) + ')';
        hasUnit_ = true;
    }

    bool readUnit(Unit& factor, bool divide) {
        const std::string name(readName());
        const Unit* unit = findUnit(name);
        if (unit == nullptr || hasUnit_) {
            problem_ = unit == nullptr && !parameters_.contains(name) && !isFunction(name)
                           ? MOMENTREE_TEXT("unit-unknown", "unknown unit '%1'")(name)
                           : MOMENTREE_TEXT("operator-missing",
                                            "an operator is missing before '%1'")(name);
            return false;
        }
        const std::optional<int> power = readPower();
        if (!power) return false;
        const double up = std::pow(unit->numerator, *power);
        const double down = std::pow(unit->denominator, *power);
        factor.numerator *= divide ? down : up;
        factor.denominator *= divide ? up : down;
        factor.dimension = factor.dimension * unit->dimension.power(divide ? -*power : *power);
        return true;
    }

    /// The power after a unit: 2 for "^2", 1 if there is none.
    std::optional<int> readPower() {
        if (peek() != '^') return 1;
        ++at_;
        if (!isDigit(peek()) || source_[at_] == '0' ||
            (at_ + 1 < source_.size() && isDigit(source_[at_ + 1]))) {
            problem_ = MOMENTREE_TEXT("unit-power", "the power of a unit is a digit from 1 to 9");
            return std::nullopt;
        }
        return source_[at_++] - '0';
    }

    /// Whether another unit follows, after *, / or a space. Stops before an operator that belongs
    /// to the next value. "10 N/m" with a parameter m could mean both.
    bool anotherUnit(bool& divide) {
        const char c = peek();
        divide = c == '/';
        if (isLetter(c)) return true;
        if (c != '*' && c != '/') return false;
        const std::size_t before = at_;
        ++at_;
        if (isLetter(peek())) {
            const std::size_t first = at_;
            const std::string name(readName());
            const bool call = peek() == '(';
            at_ = first;
            const bool isUnit = !call && findUnit(name) != nullptr;
            if (isUnit && parameters_.contains(name))
                problem_ = MOMENTREE_TEXT("unit-or-parameter",
                                          "'%1' is a unit and a parameter; write (%1) for the "
                                          "parameter, or give it another name")(name);
            else if (isUnit)
                return true;
        }
        at_ = before;
        return false;
    }

    void unexpected(char c, Message remark) {
        const bool printable = c > ' ' && c < 127;
        problem_ = printable ? MOMENTREE_TEXT("expression-unexpected", "unexpected '%1' %2")(
                                   std::string(1, c), std::move(remark))
                             : MOMENTREE_TEXT("expression-unexpected-unprintable",
                                              "an unexpected character %1")(std::move(remark));
    }

    std::string_view source_;
    const ParameterNames& parameters_;
    Expression out_;
    std::optional<Message> problem_;
    std::size_t at_ = 0;
    std::size_t valueStart_ = 0;     ///< in the output, of the value to which a unit would apply
    std::vector<std::size_t> open_;  ///< starts of the open parentheses, or of their functions
    bool valueNeeded_ = true;
    bool hasUnit_ = false;
    bool afterSign_ = false;
};

}  // namespace

tl::expected<Expression, Message> compileExpression(std::string_view source,
                                                    const ParameterNames& parameters) {
    if (source.size() > longestExpression)
        return tl::unexpected(MOMENTREE_TEXT(
            "expression-too-long", "an expression of %1 characters is longer than the limit of %2")(
            source.size(), longestExpression));
    return Compiler(source, parameters).run();
}

std::optional<Message> parameterNameProblem(std::string_view name) {
    if (name.empty() || !isLetter(name.front()) ||
        !std::ranges::all_of(name, [](char c) { return isLetter(c) || isDigit(c); }))
        return MOMENTREE_TEXT(
            "parameter-name-form",
            "a parameter's name consists of letters, digits and _ and starts with a letter");
    if (name.size() > 64)
        return MOMENTREE_TEXT("parameter-name-too-long",
                              "a parameter's name has at most %1 characters")(64);
    if (name == "pi" || isFunction(name))
        return MOMENTREE_TEXT("parameter-name-taken",
                              "this name is taken by a constant or function");
    return std::nullopt;
}

}  // namespace momentree
