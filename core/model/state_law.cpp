// SPDX-License-Identifier: Apache-2.0
#include "core/model/state_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "core/model/expression.hpp"

namespace momentree {

enum class StateLaw::Code : std::uint8_t {
    Constant,
    Input,
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Atan2,
    Min,
    Max,
    // With one operand:
    Negate,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Sqrt,
    Exp,
    Ln,
    Log10,
    Abs,
    Sign,
    Rint
};

namespace {

constexpr std::size_t deepestStack = 64;

double signOf(double x) { return static_cast<double>(x > 0.0) - static_cast<double>(x < 0.0); }

/// Operands with their slopes: forward differentiation.
Slope divided(const Slope& x, const Slope& y) {
    const double quotient = x.f / y.f;
    return {quotient, (x.df - quotient * y.df) / y.f};
}

Slope raised(const Slope& x, const Slope& y) {
    const double power = std::pow(x.f, y.f);
    double slope = 0.0;
    if (x.df != 0.0) slope += y.f * std::pow(x.f, y.f - 1.0) * x.df;
    if (y.df != 0.0) slope += power * std::log(x.f) * y.df;
    return {power, slope};
}

Slope atan2Of(const Slope& y, const Slope& x) {
    return {std::atan2(y.f, x.f), (x.f * y.df - y.f * x.df) / (x.f * x.f + y.f * y.f)};
}

}  // namespace

/// Recursive descent through a checked expression, in the order of muParser.
class StateLawCompiler {
public:
    StateLawCompiler(const Expression& expression, std::span<const StateLaw::Name> names)
        : tokens_(expression.tokens), names_(names) {}

    tl::expected<StateLaw, Message> run() {
        sum();
        if (problem_) return tl::unexpected(*problem_);
        if (deepest_ > static_cast<int>(deepestStack))
            return tl::unexpected(MOMENTREE_TEXT("expression-too-nested",
                                                 "the expression is nested too deeply; split it"));
        return std::move(out_);
    }

    static Slope apply(StateLaw::Code code, const Slope& x, const Slope& y);
    static Slope apply(StateLaw::Code code, const Slope& x);

private:
    using Kind = ExpressionToken::Kind;
    using Code = StateLaw::Code;

    bool accept(char symbol) {
        if (at_ == tokens_.size() || tokens_[at_].kind != Kind::Symbol ||
            tokens_[at_].text.front() != symbol)
            return false;
        ++at_;
        return true;
    }
    void push(Code code, double value, int input = 0) {
        out_.operations_.push_back({code, input, value});
        deepest_ = std::max(deepest_, ++depth_);
    }
    void binary(Code code) {
        auto& list = out_.operations_;
        --depth_;
        const std::size_t n = list.size();
        if (list[n - 1].code == Code::Constant && list[n - 2].code == Code::Constant) {
            list[n - 2].value = apply(code, {list[n - 2].value, 0.0}, {list[n - 1].value, 0.0}).f;
            list.pop_back();
        } else {
            list.push_back({code});
        }
    }
    void unary(Code code) {
        auto& last = out_.operations_.back();
        if (last.code == Code::Constant) {
            last.value = apply(code, {last.value, 0.0}).f;
        } else {
            out_.operations_.push_back({code});
        }
    }

    void sum() {
        product();
        while (true) {
            const bool plus = accept('+');
            if (!plus && !accept('-')) return;
            product();
            binary(plus ? Code::Add : Code::Subtract);
        }
    }
    void product() {
        signedPower();
        while (true) {
            const bool times = accept('*');
            if (!times && !accept('/')) return;
            signedPower();
            binary(times ? Code::Multiply : Code::Divide);
        }
    }
    void signedPower() {
        const bool minus = accept('-');
        if (!minus) accept('+');
        value();
        if (accept('^')) {
            signedPower();
            binary(Code::Power);
        }
        if (minus) unary(Code::Negate);
    }
    void value() {
        if (at_ == tokens_.size()) return;
        const ExpressionToken& token = tokens_[at_++];
        if (token.kind == Kind::Number) push(Code::Constant, token.value);
        if (token.kind == Kind::Name) name(token.text);
        if (token.kind == Kind::Function) call(token.text);
        if (token.kind == Kind::Symbol) {
            sum();
            accept(')');
        }
        if (at_ < tokens_.size() && tokens_[at_].kind == Kind::Unit) {
            push(Code::Constant, tokens_[at_++].value);
            binary(Code::Multiply);
        }
    }
    void name(const std::string& text) {
        const auto found = std::ranges::find(names_, text, &StateLaw::Name::name);
        if (found->constant) return push(Code::Constant, found->value);
        push(Code::Input, 0.0, found->input);
    }
    void call(const std::string& name) {
        using Entry = std::pair<std::string_view, Code>;
        static constexpr std::array known{
            Entry{"sin", Code::Sin},     Entry{"cos", Code::Cos},     Entry{"tan", Code::Tan},
            Entry{"asin", Code::Asin},   Entry{"acos", Code::Acos},   Entry{"atan", Code::Atan},
            Entry{"sinh", Code::Sinh},   Entry{"cosh", Code::Cosh},   Entry{"tanh", Code::Tanh},
            Entry{"sqrt", Code::Sqrt},   Entry{"exp", Code::Exp},     Entry{"ln", Code::Ln},
            Entry{"log10", Code::Log10}, Entry{"abs", Code::Abs},     Entry{"sign", Code::Sign},
            Entry{"rint", Code::Rint},   Entry{"atan2", Code::Atan2}, Entry{"min", Code::Min},
            Entry{"max", Code::Max}};
        const Code code = std::ranges::find(known, std::string_view(name), &Entry::first)->second;
        accept('(');
        sum();
        int given = 1;
        for (; accept(','); ++given) {
            sum();
            if (code < Code::Negate) binary(code);
        }
        if (code >= Code::Negate && given == 1) unary(code);
        accept(')');
        const bool one = code >= Code::Negate && given != 1;
        if (one || (code == Code::Atan2 && given != 2))
            problem_ = MOMENTREE_TEXT("function-arguments", "%1 takes %2, but %3 are given")(
                name,
                one ? MOMENTREE_TEXT("one-argument", "one argument")
                    : MOMENTREE_TEXT("two-arguments", "two arguments"),
                given);
    }

    const std::vector<ExpressionToken>& tokens_;
    std::span<const StateLaw::Name> names_;
    StateLaw out_;
    std::size_t at_ = 0;
    int depth_ = 0, deepest_ = 0;
    std::optional<Message> problem_;
};

Slope StateLawCompiler::apply(Code code, const Slope& x, const Slope& y) {
    switch (code) {
        case Code::Add:
            return {x.f + y.f, x.df + y.df};
        case Code::Subtract:
            return {x.f - y.f, x.df - y.df};
        case Code::Multiply:
            return {x.f * y.f, x.df * y.f + x.f * y.df};
        case Code::Divide:
            return divided(x, y);
        case Code::Power:
            return raised(x, y);
        case Code::Atan2:
            return atan2Of(x, y);
        case Code::Min:
            return y.f < x.f ? y : x;
        default:  // Max
            return y.f > x.f ? y : x;
    }
}

Slope StateLawCompiler::apply(Code code, const Slope& x) {
    const auto chain = [&](double f, double slope) { return Slope{f, slope * x.df}; };
    switch (code) {
        case Code::Negate:
            return {-x.f, -x.df};
        case Code::Sin:
            return chain(std::sin(x.f), std::cos(x.f));
        case Code::Cos:
            return chain(std::cos(x.f), -std::sin(x.f));
        case Code::Tan:
            return chain(std::tan(x.f), 1.0 + std::tan(x.f) * std::tan(x.f));
        case Code::Asin:
            return chain(std::asin(x.f), 1.0 / std::sqrt(1.0 - x.f * x.f));
        case Code::Acos:
            return chain(std::acos(x.f), -1.0 / std::sqrt(1.0 - x.f * x.f));
        case Code::Atan:
            return chain(std::atan(x.f), 1.0 / (1.0 + x.f * x.f));
        case Code::Sinh:
            return chain(std::sinh(x.f), std::cosh(x.f));
        case Code::Cosh:
            return chain(std::cosh(x.f), std::sinh(x.f));
        case Code::Tanh:
            return chain(std::tanh(x.f), 1.0 - std::tanh(x.f) * std::tanh(x.f));
        case Code::Sqrt:
            return chain(std::sqrt(x.f), 0.5 / std::sqrt(x.f));
        case Code::Exp:
            return chain(std::exp(x.f), std::exp(x.f));
        case Code::Ln:
            return chain(std::log(x.f), 1.0 / x.f);
        case Code::Log10:
            return chain(std::log10(x.f), std::numbers::log10e / x.f);
        case Code::Abs:
            return chain(std::abs(x.f), signOf(x.f));
        case Code::Sign:
            return {signOf(x.f), 0.0};
        default:  // Rint
            return {std::rint(x.f), 0.0};
    }
}

tl::expected<StateLaw, Message> StateLaw::compile(const Expression& expression,
                                                  std::span<const Name> names) {
    return StateLawCompiler(expression, names).run();
}

bool StateLaw::reads(int input) const {
    return std::ranges::any_of(
        operations_, [&](const Operation& o) { return o.code == Code::Input && o.input == input; });
}

bool StateLaw::bendsWithState() const {
    const bool ofState = std::ranges::any_of(
        operations_, [](const Operation& o) { return o.code == Code::Input && o.input != time; });
    if (!ofState) return false;
    for (std::size_t k = 0; k < operations_.size(); ++k) {
        const Code code = operations_[k].code;
        if (code == Code::Min || code == Code::Max || code == Code::Sign || code == Code::Rint)
            return true;
        // The operand of |u| is the operation before it.
        const bool ofRate =
            k > 0 && operations_[k - 1].code == Code::Input && operations_[k - 1].input == rate;
        if (code == Code::Abs && !ofRate) return true;
    }
    return false;
}

Slope StateLaw::at(std::span<const double> inputs, int by) const {
    std::array<Slope, deepestStack> stack;
    std::size_t top = 0;  // one beyond the uppermost
    for (const Operation& o : operations_) {
        if (o.code == Code::Constant) {
            stack[top++] = {o.value, 0.0};
        } else if (o.code == Code::Input) {
            stack[top++] = {inputs[static_cast<std::size_t>(o.input)], o.input == by ? 1.0 : 0.0};
        } else if (o.code >= Code::Negate) {
            stack[top - 1] = StateLawCompiler::apply(o.code, stack[top - 1]);
        } else {
            --top;
            stack[top - 1] = StateLawCompiler::apply(o.code, stack[top - 1], stack[top]);
        }
    }
    return stack[0];
}

}  // namespace momentree
