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

constexpr std::size_t mostErrors = 20;

/// Walks over a description and evaluates what it finds.
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
        at("gravity");
        vector(description_.gravity, "");
        for (MarkerDescription& m : description_.groundMarkers) {
            at("ground marker", m.name);
            marker(m, "");
        }
        for (BodyDescription& b : description_.bodies) body(b);
        for (JointDescription& j : description_.joints) {
            at("joint", j.name);
            optional(j.length, "length");
        }
        for (MotionDescription& m : description_.motions) {
            at("motion", m.name);
            law(m.law);
        }
        for (ForceDescription& f : description_.forces) {
            at("force", f.name);
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
            at("parameter", p.name);
            if (const std::string problem = parameterNameProblem(p.name); !problem.empty()) {
                report(problem, p.line);
            } else if (!indexOf_.emplace(p.name, k).second) {
                report("this name is used twice; give every parameter a name of its own", p.line);
            } else {
                names_.insert(p.name);
                parser_.DefineVar(p.name, &p.value.value);
            }
        }
    }

    /// Evaluates parameter `k` after those that it uses.
    void parameter(std::size_t k) {
        if (state_[k] != Visit::No) return;
        state_[k] = Visit::Active;
        path_.push_back(k);
        state_[k] = evaluateParameter(description_.parameters[k]) ? Visit::Done : Visit::Failed;
        path_.pop_back();
    }

    bool evaluateParameter(ParameterDescription& p) {
        at("parameter", p.name);
        if (p.value.text.empty()) return finite(p.value, "");
        const auto expression = compile(p.value, "");
        if (!expression) return false;
        for (const std::string& name : expression->names) {
            if (!require(indexOf_.at(name))) return false;
        }
        at("parameter", p.name);
        return compute(*expression, p.value, "");
    }

    /// Whether parameter `k` has a value; false if it waits for itself.
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
        at("parameter", p.name);
        report("parameters need each other in a circle: " + cycle + p.name +
                   "; give one of them a number",
               p.line);
    }

    /// What the following values belong to; `name` must outlive their evaluation.
    void at(const char* kind, std::string_view name = {}) {
        kind_ = kind;
        name_ = name;
    }
    std::string where(const char* field) const {
        std::string text = kind_;
        if (!name_.empty()) text += " '" + std::string(name_) + "'";
        if (*field != '\0') text += std::string(" ") + field;
        return text;
    }
    void report(const std::string& text, int line, const char* field = "") {
        if (errors_.size() < mostErrors) errors_.push_back(error(where(field), text, line));
    }

    std::optional<Expression> compile(const Scalar& scalar, const char* field) {
        if (scalar.text.empty()) return std::nullopt;
        auto expression = compileExpression(scalar.text, names_);
        if (expression) return std::move(*expression);
        report("'" + scalar.text.substr(0, 60) + "': " + expression.error(), scalar.line, field);
        return std::nullopt;
    }

    bool compute(const Expression& expression, Scalar& scalar, const char* field) {
        try {
            parser_.SetExpr(expression.text);
            scalar.value = parser_.Eval();
        } catch (const mu::ParserError& problem) {
            report("'" + scalar.text.substr(0, 60) + "': " + problem.GetMsg(), scalar.line, field);
            return false;
        }
        return finite(scalar, field);
    }

    bool finite(const Scalar& scalar, const char* field) {
        if (std::isfinite(scalar.value)) return true;
        const std::string what = scalar.text.empty() ? "" : "'" + scalar.text.substr(0, 60) + "': ";
        report(what + "the value is not a finite number", scalar.line, field);
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

    void marker(MarkerDescription& m, const char* field) {
        vector(m.position, field);
        optionalVector(m.orientation, field);
        optionalVector(m.z, field);
        optionalVector(m.x, field);
    }
    void body(BodyDescription& b) {
        at("body", b.name);
        number(b.mass, "mass");
        vector(b.com, "com");
        for (Scalar3& row : b.inertia) vector(row, "inertia");
        vector(b.shape.size, "shape");
        for (MarkerDescription& m : b.markers) marker(m, ("marker '" + m.name + "'").c_str());
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
            at("start of joint", s.joint);
            vector(s.q, "q");
            vector(s.u, "u");
        }
        for (BodyStart& s : description_.bodyStarts) {
            at("start of body", s.body);
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
    std::vector<std::size_t> path_;  ///< parameters under evaluation, for naming a cycle
    const char* kind_ = "";
    std::string_view name_;
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
        return fail(error("parameter '" + name + "'",
                          known.empty()
                              ? "this model has no parameters"
                              : "the model has no such parameter" + didYouMean(name, known)));
    }
    found->value = value;
    return {};
}

Result<void> setParameter(ModelDescription& description, const std::string& name,
                          const std::string& text) {
    if (text.empty()) return fail(error("parameter '" + name + "'", "a value is missing"));
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
