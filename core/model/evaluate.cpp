// SPDX-License-Identifier: Apache-2.0
#include "core/model/evaluate.hpp"

#include <muParser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "core/model/expression.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree {
namespace {

using Kind = Place::Kind;

constexpr std::size_t mostErrors = 20;

/// Walks through a description and evaluates its expressions.
class Evaluator {
public:
    explicit Evaluator(ModelDescription& description) : description_(description) {
        parser_.DefineConst("pi", std::numbers::pi);
    }

    Result<void> parametersOnly() {
        declareParameters();
        if (errors_.empty()) {
            for (std::size_t k = 0; k < description_.parameters.size(); ++k) parameter(k);
        }
        if (!errors_.empty()) return tl::unexpected(std::move(errors_));
        return {};
    }

    Result<void> everything() {
        if (auto done = parametersOnly(); !done) return done;
        at(Kind::Model, {}, "gravity");
        vector(description_.gravity, "");
        for (MarkerDescription& m : description_.groundMarkers) {
            atMarker("ground", m.name);
            marker(m);
        }
        for (BodyDescription& b : description_.bodies) body(b);
        for (JointDescription& j : description_.joints) {
            at(Kind::Joint, j.name);
            optional(j.length, "length");
        }
        for (MotionDescription& m : description_.motions) {
            at(Kind::Motion, m.name);
            law(m.law);
        }
        for (ForceDescription& f : description_.forces) {
            at(Kind::Force, f.name);
            std::visit([this](auto& force) { load(force); }, f.law);
        }
        starts();
        if (!errors_.empty()) return tl::unexpected(std::move(errors_));
        return {};
    }

private:
    enum class Visit { No, Active, Done, Failed };

    void declareParameters() {
        state_.assign(description_.parameters.size(), Visit::No);
        for (std::size_t k = 0; k < description_.parameters.size(); ++k) {
            ParameterDescription& p = description_.parameters[k];
            at(Kind::Parameter, p.name);
            if (const auto problem = parameterNameProblem(p.name)) {
                report(*problem, p.line);
            } else if (!indexOf_.emplace(p.name, k).second) {
                report(MOMENTREE_TEXT("parameter-name-twice",
                                      "another parameter has this name; rename one"),
                       p.line);
            } else {
                names_.insert(p.name);
                parser_.DefineVar(p.name, &p.value.value);
            }
        }
    }

    /// Evaluates parameter `k` after the parameters that it uses.
    void parameter(std::size_t k) {
        if (state_[k] != Visit::No) return;
        state_[k] = Visit::Active;
        path_.push_back(k);
        state_[k] = evaluateParameter(description_.parameters[k]) ? Visit::Done : Visit::Failed;
        path_.pop_back();
    }

    bool evaluateParameter(ParameterDescription& p) {
        at(Kind::Parameter, p.name);
        if (p.value.text.empty()) return finite(p.value, "");
        const auto expression = compile(p.value, "");
        if (!expression) return false;
        for (const std::string& name : expression->names) {
            if (!require(indexOf_.at(name))) return false;
        }
        at(Kind::Parameter, p.name);
        return compute(*expression, p.value, "");
    }

    /// Whether parameter `k` has a value; false in a cycle.
    bool require(std::size_t k) {
        if (state_[k] == Visit::Active) {
            reportCycle(k);
            return false;
        }
        parameter(k);
        return state_[k] == Visit::Done;
    }

    void reportCycle(std::size_t k) {
        const ParameterDescription& p = description_.parameters[k];
        std::string cycle;
        for (auto it = std::ranges::find(path_, k); it != path_.end(); ++it)
            cycle += description_.parameters[*it].name + " -> ";
        at(Kind::Parameter, p.name);
        report(MOMENTREE_TEXT(
                   "parameter-cycle",
                   "parameters form a cycle: %1; give one of them a number")(cycle + p.name),
               p.line);
    }

    /// Sets the place of the following values; the names must outlive their evaluation.
    void at(Kind kind, std::string_view name = {}, const char* part = "") {
        kind_ = kind;
        name_ = name;
        part_ = part;
        marker_ = {};
    }
    void atMarker(std::string_view body, std::string_view name) {
        at(Kind::Body, body);
        marker_ = name;
    }
    Place place(const char* field) const {
        const Place element{kind_, std::string(name_)};
        return (marker_.empty() ? element : markerOf(element, marker_)).part(part_).part(field);
    }
    void report(Message message, int line, const char* field = "") {
        if (errors_.size() < mostErrors)
            errors_.push_back(error(place(field), std::move(message), line));
    }
    /// The same for an expression, which is quoted.
    void report(Argument problem, const Scalar& scalar, const char* field) {
        report(MOMENTREE_TEXT("expression-problem", "'%1': %2")(scalar.text.substr(0, 60),
                                                                std::move(problem)),
               scalar.line, field);
    }

    std::optional<Expression> compile(const Scalar& scalar, const char* field) {
        if (scalar.text.empty()) return std::nullopt;
        auto expression = compileExpression(scalar.text, names_);
        if (expression) return std::move(*expression);
        report(expression.error(), scalar, field);
        return std::nullopt;
    }

    bool compute(const Expression& expression, Scalar& scalar, const char* field) {
        try {
            parser_.SetExpr(expression.text);
            scalar.value = parser_.Eval();
        } catch (const mu::ParserError& problem) {
            report(problem.GetMsg(), scalar, field);
            return false;
        }
        return finite(scalar, field);
    }

    bool finite(const Scalar& scalar, const char* field) {
        if (std::isfinite(scalar.value)) return true;
        const Message problem =
            MOMENTREE_TEXT("number-not-finite", "the value is not a finite number");
        if (scalar.text.empty()) {
            report(problem, scalar.line, field);
        } else {
            report(problem, scalar, field);
        }
        return false;
    }

    void number(Scalar& scalar, const char* field) {
        if (scalar.text.empty()) {
            finite(scalar, field);
        } else if (const auto expression = compile(scalar, field)) {
            compute(*expression, scalar, field);
        }
    }
    template <typename Range>
    void vector(Range& values, const char* field) {
        for (Scalar& value : values) number(value, field);
    }
    void optional(std::optional<Scalar>& value, const char* field) {
        if (value) number(*value, field);
    }
    template <typename Range>
    void optionalVector(std::optional<Range>& values, const char* field) {
        if (values) vector(*values, field);
    }

    void marker(MarkerDescription& m) {
        vector(m.position, "position");
        optionalVector(m.orientation, "orientation");
        optionalVector(m.z, "z");
        optionalVector(m.x, "x");
    }
    void body(BodyDescription& b) {
        at(Kind::Body, b.name);
        number(b.mass, "mass");
        vector(b.com, "com");
        for (Scalar3& row : b.inertia) vector(row, "inertia");
        vector(b.shape.size, "shape");
        for (MarkerDescription& m : b.markers) {
            atMarker(b.name, m.name);
            marker(m);
        }
    }
    void law(LawDescription& l) {
        number(l.offset, "offset");
        number(l.rate, "rate");
        number(l.amplitude, "amplitude");
        number(l.frequency, "frequency");
        number(l.phase, "phase");
        vector(l.coefficients, "coefficients");
        vector(l.times, "times");
        vector(l.values, "values");
    }
    void load(SpringDamperDescription& s) {
        number(s.stiffness, "stiffness");
        number(s.damping, "damping");
        number(s.length, "length");
        number(s.preload, "preload");
    }
    void load(AxialTorqueDescription& t) {
        number(t.stiffness, "stiffness");
        number(t.angle, "angle");
        number(t.damping, "damping");
        law(t.law);
    }
    void load(AxialForceDescription& f) {
        number(f.stiffness, "stiffness");
        number(f.length, "length");
        number(f.damping, "damping");
        law(f.law);
    }
    void load(AppliedForceDescription& f) {
        vector(f.direction, "direction");
        law(f.law);
    }
    void load(DragDescription& d) {
        number(d.linear, "linear");
        number(d.angular, "angular");
    }
    void starts() {
        for (JointStart& s : description_.jointStarts) {
            at(Kind::Joint, s.joint, "start");
            vector(s.q, "q");
            vector(s.u, "u");
        }
        for (BodyStart& s : description_.bodyStarts) {
            at(Kind::Body, s.body, "start");
            optionalVector(s.position, "position");
            optionalVector(s.orientation, "orientation");
            optionalVector(s.velocity, "velocity");
            optionalVector(s.angularVelocity, "angular velocity");
        }
    }

    ModelDescription& description_;
    mu::Parser parser_;
    ParameterNames names_;
    std::unordered_map<std::string, std::size_t> indexOf_;
    std::vector<Visit> state_;
    std::vector<std::size_t> path_;  ///< parameters under evaluation, to report a cycle
    Kind kind_ = Kind::None;
    std::string_view name_, marker_;
    const char* part_ = "";
    Diagnostics errors_;
};

}  // namespace

Result<void> evaluate(ModelDescription& description) { return Evaluator(description).everything(); }

Result<void> giveParameter(ModelDescription& description, const std::string& name,
                           const Scalar& value) {
    auto& parameters = description.parameters;
    const auto found = std::ranges::find(parameters, name, &ParameterDescription::name);
    if (found == parameters.end()) {
        std::vector<std::string> known;
        for (const ParameterDescription& parameter : parameters) known.push_back(parameter.name);
        const Place place = Place::parameter(name);
        if (known.empty())
            return fail(error(
                place, MOMENTREE_TEXT("model-without-parameters", "the model has no parameters")));
        return fail(error(
            place, MOMENTREE_TEXT("parameter-unknown",
                                  "the model has no such parameter%1")(didYouMean(name, known))));
    }
    found->value = value;
    return {};
}

Result<void> setParameter(ModelDescription& description, const std::string& name,
                          const std::string& text) {
    if (text.empty())
        return fail(
            error(Place::parameter(name), MOMENTREE_TEXT("parameter-empty", "a value is missing")));
    Scalar value;
    const char* end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, value.value);
    if (status != std::errc{} || stop != end) value.text = text;
    ModelDescription changed;
    changed.parameters = description.parameters;
    if (auto given = giveParameter(changed, name, value); !given) return given;
    if (auto done = Evaluator(changed).parametersOnly(); !done) return done;
    description.parameters = std::move(changed.parameters);
    return {};
}

}  // namespace momentree
