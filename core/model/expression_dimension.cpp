// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "core/model/expression.hpp"

namespace momentree {
namespace {

/// Functions that return their argument's kind of quantity.
constexpr std::array<std::string_view, 4> keepers{"abs", "rint", "min", "max"};
/// Functions whose results are angles.
constexpr std::array<std::string_view, 4> inverses{"asin", "acos", "atan", "atan2"};

/// Recursive descent through a checked expression. Values are followed too, for exponents.
class DimensionReader {
public:
    DimensionReader(const Expression& expression, const ParameterLookup& parameter, bool factors)
        : tokens_(expression.tokens), parameter_(parameter), factors_(factors) {}

    tl::expected<DimensionedValue, Message> run() {
        DimensionedValue result = sum();
        if (problem_) return tl::unexpected(*problem_);
        return result;
    }

private:
    using Kind = ExpressionToken::Kind;

    bool accept(char symbol) {
        if (at_ == tokens_.size() || tokens_[at_].kind != Kind::Symbol ||
            tokens_[at_].text.front() != symbol)
            return false;
        ++at_;
        return true;
    }
    void refuse(Message problem) {
        if (!problem_) problem_ = std::move(problem);
    }

    /// The common kind of summands or of arguments. One without a unit takes that of the other.
    DimensionedValue common(const DimensionedValue& a, const DimensionedValue& b) {
        const bool literal = a.literal && b.literal;
        const auto as = [&](const DimensionedValue& x) {
            return DimensionedValue{x.dimension, 0.0, literal, x.partial};
        };
        if (!a.dimension) return b.dimension && !b.dimension->isNumber() ? as(b) : as(a);
        if (!b.dimension) return a.dimension->isNumber() ? as(b) : as(a);
        if (a.dimension->isNumber()) return as(b);
        if (b.fits(*a.dimension)) return as(a);
        if (a.fits(*b.dimension)) return as(b);
        if (a.partial && b.partial) return {};
        if (factors_ && (a.partial || b.partial)) return a.partial ? as(b) : as(a);
        refuse(MOMENTREE_TEXT("expression-units-differ", "%1 and %2 do not go together")(
            unitText(*a.dimension), unitText(*b.dimension)));
        return as(a);
    }

    DimensionedValue sum() {
        DimensionedValue result = product();
        while (true) {
            const bool plus = accept('+');
            if (!plus && !accept('-')) return result;
            const DimensionedValue next = product();
            const double value = plus ? result.value + next.value : result.value - next.value;
            result = common(result, next);
            result.value = value;
        }
    }

    DimensionedValue product() {
        DimensionedValue result = signedPower();
        while (true) {
            const bool times = accept('*');
            if (!times && !accept('/')) return result;
            const DimensionedValue next = signedPower();
            std::optional<Dimension> dimension;
            if (result.dimension && next.dimension)
                dimension = times ? *result.dimension * *next.dimension
                                  : *result.dimension / *next.dimension;
            const bool literal = result.literal && next.literal;
            // A divisor is mostly a mere number, as in "L/2".
            const bool factor = result.literal || (times && next.literal);
            result = {dimension, times ? result.value * next.value : result.value / next.value,
                      literal, !literal && (factor || result.partial || next.partial)};
        }
    }

    DimensionedValue signedPower() {
        const bool minus = accept('-');
        if (!minus) accept('+');
        DimensionedValue result = value();
        if (accept('^')) result = power(result, signedPower());
        if (minus) result.value = -result.value;
        return result;
    }

    DimensionedValue power(const DimensionedValue& base, const DimensionedValue& exponent) {
        if (exponent.dimension && !exponent.dimension->isNumberOrAngle())
            refuse(MOMENTREE_TEXT("exponent-with-unit",
                                  "an exponent is a pure number, but this one is in %1")(
                unitText(*exponent.dimension)));
        DimensionedValue result{base.dimension, std::pow(base.value, exponent.value),
                                base.literal && exponent.literal, base.partial};
        if (base.dimension && !base.dimension->isNumber()) {
            if (std::isfinite(exponent.value)) {
                result.dimension = base.dimension->power(exponent.value);
            } else {
                result.dimension.reset();
            }
        }
        return result;
    }

    /// A number, parameter, call or parenthesis with its unit.
    DimensionedValue value() {
        if (at_ == tokens_.size()) return {};
        const ExpressionToken& token = tokens_[at_++];
        // pi is no literal: it never stands for units.
        DimensionedValue result{dimensions::number, token.value, token.value != std::numbers::pi};
        if (token.kind == Kind::Name) result = parameter_(token.text);
        if (token.kind == Kind::Function) result = call(token.text);
        if (token.kind == Kind::Symbol) result = list().back();
        if (at_ < tokens_.size() && tokens_[at_].kind == Kind::Unit) {
            const ExpressionToken& unit = tokens_[at_++];
            result = {result.dimension.value_or(dimensions::number) * unit.unit,
                      result.value * unit.value};
        }
        return result;
    }

    /// The values up to the closing parenthesis.
    std::vector<DimensionedValue> list() {
        std::vector<DimensionedValue> values{sum()};
        while (accept(',')) values.push_back(sum());
        accept(')');
        return values;
    }

    DimensionedValue call(const std::string& name) {
        accept('(');
        const std::vector<DimensionedValue> arguments = list();
        DimensionedValue all = arguments.front();
        for (const DimensionedValue& argument : arguments) all = common(all, argument);
        all.value = std::numeric_limits<double>::quiet_NaN();  // not followed through functions
        all.literal = false;
        if (std::ranges::find(keepers, name) != keepers.end()) return all;
        if (name == "sqrt") {
            if (all.dimension) all.dimension = all.dimension->power(0.5);
            return all;
        }
        const bool anyUnit = name == "sign" || name == "atan2";
        const bool scaled = factors_ && all.partial;
        if (!anyUnit && !scaled && all.dimension && !all.dimension->isNumberOrAngle())
            refuse(MOMENTREE_TEXT("argument-with-unit",
                                  "%1 takes a pure number or an angle, but its argument is in %2")(
                name, unitText(*all.dimension)));
        const bool angle = std::ranges::find(inverses, name) != inverses.end();
        return {angle ? dimensions::angle : dimensions::number, all.value};
    }

    const std::vector<ExpressionToken>& tokens_;
    const ParameterLookup& parameter_;
    bool factors_;
    std::optional<Message> problem_;
    std::size_t at_ = 0;
};

}  // namespace

bool DimensionedValue::fits(const Dimension& expected) const {
    return !dimension || momentree::fits(*dimension, expected) ||
           (partial && isPartOf(*dimension, expected));
}

tl::expected<DimensionedValue, Message> dimensionOf(const Expression& expression,
                                                    const ParameterLookup& parameter,
                                                    bool factors) {
    return DimensionReader(expression, parameter, factors).run();
}

}  // namespace momentree
