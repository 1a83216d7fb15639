// SPDX-License-Identifier: Apache-2.0
#include "core/model/evaluate.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "core/joints/joint_type.hpp"
#include "core/model/coordinate_dimension.hpp"
#include "core/model/expression.hpp"
#include "core/model/law_names.hpp"
#include "core/model/nearest_name.hpp"
#include "core/model/rolling.hpp"
#include "core/model/shape_mass.hpp"
#include "core/model/unit_dimension.hpp"

namespace momentree {
namespace {

using Kind = Place::Kind;
using Expected = std::optional<Dimension>;

constexpr std::size_t mostErrors = 20;
/// Directions are made unit vectors, so they may be written in lengths as well as in numbers.
constexpr Dimension direction = dimensions::length;

/// Walks through a description and evaluates its expressions.
class Evaluator {
public:
    explicit Evaluator(ModelDescription& description) : description_(description) {
        parser_.DefineConst("pi", std::numbers::pi);
    }

    Result<void> parametersOnly() {
        declareParameters();
        if (errors_.empty())
            for (std::size_t k = 0; k < description_.parameters.size(); ++k) parameter(k);
        if (!errors_.empty()) return tl::unexpected(std::move(errors_));
        return {};
    }
    /// What parameter `k` measures, nothing if that is not known.
    std::optional<Dimension> dimensionOfParameter(std::size_t k) {
        declareParameters();
        if (errors_.empty()) parameter(k);
        return dimensions_[k];
    }
    Result<void> everything() {
        if (auto done = parametersOnly(); !done) return done;
        for (const JointDescription& j : description_.joints) typeOf_.emplace(j.name, j.type);
        at(Kind::Model, {}, "gravity");
        vector(description_.gravity, "", dimensions::acceleration);
        for (MarkerDescription& m : description_.groundMarkers) {
            atMarker("ground", m.name);
            marker(m);
        }
        for (BodyDescription& b : description_.bodies) body(b);
        for (JointDescription& j : description_.joints) {
            at(Kind::Joint, j.name);
            if (j.length) number(*j.length, lengthKey(j.type).data(), dimensions::length);
            optionalVector(j.semiAxes, "semi_axes", dimensions::length);
            for (LimitDescription& l : j.limits) limit(l, j.type);
            if (j.curve) curve(*j.curve);
        }
        for (MotionDescription& m : description_.motions) {
            at(Kind::Motion, m.name);
            const std::string_view type = typeOf(m.joint);
            law(m.law, m.joint.empty()                  ? dimensions::angle
                       : jointType(type).scalars() == 0 ? Expected()
                                                        : coordinateOf(type, m.coordinate - 1));
        }
        for (CouplingDescription& c : description_.couplings) {
            at(Kind::Coupling, c.name);
            const auto coordinate = [this](const CouplingTermDescription& term) -> Expected {
                const std::string_view type = typeOf(term.joint);
                if (type.empty() || jointType(type).scalars() == 0) return std::nullopt;
                return coordinateOf(type, term.coordinate - 1);
            };
            evaluateCoupling(c, coordinate, [this](Scalar& scalar, const char* field, Expected of) {
                return measured(scalar, field, of);
            });
        }
        for (ForceDescription& f : description_.forces) {
            at(Kind::Force, f.name);
            std::visit([this](auto& force) { load(force); }, f.law);
        }
        for (ProbeDescription& p : description_.probes) {
            at(Kind::Probe, p.column);
            number(p.value, "value", std::nullopt);
        }
        starts();
        if (!errors_.empty()) return tl::unexpected(std::move(errors_));
        return {};
    }

private:
    enum class Visit { No, Active, Done, Failed };

    void declareParameters() {
        state_.assign(description_.parameters.size(), Visit::No);
        dimensions_.assign(description_.parameters.size(), std::nullopt);
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
        state_[k] = evaluateParameter(k) ? Visit::Done : Visit::Failed;
        path_.pop_back();
    }
    bool evaluateParameter(std::size_t k) {
        ParameterDescription& p = description_.parameters[k];
        at(Kind::Parameter, p.name);
        dimensions_[k] = dimensionOfUnit(p.unit);
        if (p.value.text.empty()) return finite(p.value, "");
        const auto expression = compile(p.value, "");
        if (!expression) return false;
        for (const std::string& name : expression->names) {
            if (!require(indexOf_.at(name))) return false;
        }
        at(Kind::Parameter, p.name);
        const auto found = compute(*expression, p.value, "", dimensions_[k]);
        if (!found) return false;
        // A number without a unit may be of any kind.
        if (!dimensions_[k] && !found->literal && !found->partial)
            dimensions_[k] = found->dimension;
        return true;
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

    /// Sets the value and returns what it measures, nothing after an error.
    std::optional<DimensionedValue> compute(const Expression& expression, Scalar& scalar,
                                            const char* field, const Expected& expected) {
        try {
            parser_.SetExpr(expression.text);
            scalar.value = parser_.Eval();
        } catch (const mu::ParserError& problem) {
            report(problem.GetMsg(), scalar, field);
            return std::nullopt;
        }
        if (!finite(scalar, field)) return std::nullopt;
        const auto found = dimensionOf(expression, [this](const std::string& name) {
            const std::size_t k = indexOf_.at(name);
            return DimensionedValue{dimensions_[k], description_.parameters[k].value.value};
        });
        if (!found) {
            report(found.error(), scalar, field);
            return std::nullopt;
        }
        if (expected && !found->fits(*expected)) {
            report(unitMismatch(*found->dimension, *expected), scalar, field);
            return std::nullopt;
        }
        return *found;
    }

    bool finite(const Scalar& scalar, const char* field) {
        if (std::isfinite(scalar.value)) return true;
        const Message problem =
            MOMENTREE_TEXT("number-not-finite", "the value is not a finite number");
        scalar.text.empty() ? report(problem, scalar.line, field) : report(problem, scalar, field);
        return false;
    }
    void number(Scalar& scalar, const char* field, const Expected& expected) {
        measured(scalar, field, expected);
    }
    template <typename Range>
    void vector(Range& values, const char* field, const Expected& expected) {
        for (Scalar& value : values) number(value, field, expected);
    }
    template <typename Range>
    void optionalVector(std::optional<Range>& values, const char* field, const Expected& expected) {
        if (values) vector(*values, field, expected);
    }
    void marker(MarkerDescription& m) {
        vector(m.position, "position", dimensions::length);
        optionalVector(m.orientation, "orientation", dimensions::number);
        optionalVector(m.z, "z", direction);
        optionalVector(m.x, "x", direction);
    }
    void body(BodyDescription& b) {
        at(Kind::Body, b.name);
        if (b.density)
            number(*b.density, "density", dimensions::mass / dimensions::length.power(3.0));
        else
            number(b.mass, "mass", dimensions::mass);
        vector(b.com, "com", dimensions::length);
        for (Scalar3& row : b.inertia) vector(row, "inertia", dimensions::inertia);
        vector(b.shape.size, "shape", dimensions::length);
        for (auto* parts : {&b.shape.parts, &b.shape.collisions})
            for (PartDescription& part : *parts) {
                vector(part.size, "size of a part",
                       part.mesh.empty() ? dimensions::length : dimensions::number);
                vector(part.position, "position of a part", dimensions::length);
                optionalVector(part.orientation, "orientation of a part", dimensions::number);
            }
        for (MarkerDescription& m : b.markers) {
            atMarker(b.name, m.name);
            marker(m);
        }
        at(Kind::Body, b.name);
        if (const auto problem = takeDensity(b)) report(*problem, b.density->line);
    }
    /// A law whose values are `of`, nothing if that is not known.
    void law(LawDescription& l, const Expected& of) {
        const auto perTime = [&](double power) -> Expected {
            if (!of) return std::nullopt;
            return *of / dimensions::time.power(power);
        };
        number(l.offset, "offset", of);
        number(l.rate, "rate", perTime(1.0));
        number(l.amplitude, "amplitude", of);
        number(l.frequency, "frequency", dimensions::rate);
        number(l.phase, "phase", dimensions::angle);
        for (std::size_t k = 0; k < l.coefficients.size(); ++k)
            number(l.coefficients[k], "coefficients", perTime(static_cast<double>(k)));
        vector(l.times, "times", dimensions::time);
        vector(l.values, "values", of);
    }
    /// The law of a force, which may be an expression of time, state and probes.
    /// @param coordinate what its coordinate measures, nothing if it has none
    void loadLaw(LawDescription& l, const Dimension& of, const Expected& coordinate) {
        l.ofState = false;
        LawDescription rest = l;
        if (l.kind == "constant" && !l.offset.text.empty()) {
            const LawNames known(description_, coordinate.has_value());
            auto expression = compileExpression(l.offset.text, known.with(names_));
            if (!expression) return report(expression.error(), l.offset, "offset");
            l.ofState = !std::ranges::all_of(
                expression->names, [&](const std::string& name) { return names_.contains(name); });
            if (l.ofState) {
                l.offset.value = 0.0;
                rest.offset = Scalar();
                checkState(*expression, l.offset, known, of, coordinate);
            }
        }
        law(rest, of);
        rest.offset = l.ofState ? l.offset : rest.offset;
        rest.ofState = l.ofState;
        l = std::move(rest);
    }
    void checkState(const Expression& expression, const Scalar& offset, const LawNames& known,
                    const Dimension& of, const Expected& coordinate) {
        for (const std::string& name : expression.names)
            if (const auto refusal = known.refusal(name); refusal && !names_.contains(name))
                return report(*refusal, offset, "offset");
        checkFunction(expression, offset, "offset", of,
                      [&](const std::string& name) { return known.dimension(name, coordinate); });
    }
    /// Of parameters and of variables, whose dimensions `variable` knows.
    template <typename Variable>
    void checkFunction(const Expression& expression, const Scalar& scalar, const char* field,
                       const Dimension& of, const Variable& variable) {
        const auto lookup = [&](const std::string& name) -> DimensionedValue {
            const auto parameter = indexOf_.find(name);
            if (parameter == indexOf_.end())
                return {variable(name), std::numeric_limits<double>::quiet_NaN()};
            return {dimensions_[parameter->second],
                    description_.parameters[parameter->second].value.value};
        };
        const auto found = dimensionOf(expression, lookup, true);
        if (!found) return report(found.error(), scalar, field);
        // A plain factor takes any unit that is missing: "0.3*t^2", "-10*q".
        if (!found->partial && !found->fits(of))
            report(unitMismatch(*found->dimension, of), scalar, field);
    }
    /// Evaluates a number; returns what it measures, nothing if nothing says that.
    Expected measured(Scalar& scalar, const char* field, const Expected& expected) {
        if (scalar.text.empty()) finite(scalar, field);
        const auto expression = compile(scalar, field);
        const auto found =
            expression ? compute(*expression, scalar, field, expected) : std::nullopt;
        return found && !found->literal && !found->partial ? found->dimension : std::nullopt;
    }
    void curve(PlaneCurveDescription& c) {
        for (auto& point : c.points) vector(point, "curve", dimensions::length);
        const Expected from = measured(c.from, "curve", std::nullopt);
        const Expected to = measured(c.to, "curve", from);
        ParameterNames names = names_;
        names.insert("s");
        const auto s = [&](const std::string&) { return from ? from : to; };
        for (const Scalar* formula : {&c.x, &c.y}) {
            if (formula->text.empty()) continue;
            if (const auto expression = compileExpression(formula->text, names))
                checkFunction(*expression, *formula, "curve", dimensions::length, s);
            else
                report(expression.error(), *formula, "curve");
        }
    }
    void curve(CurveDescription& c, const Dimension& of, const Dimension& coordinate) {
        vector(c.positions, "curve", coordinate);
        vector(c.values, "curve", of);
    }
    void characteristic(CharacteristicDescription& c, const Dimension& of,
                        const Dimension& coordinate) {
        const Dimension rate = coordinate / dimensions::time;
        const Dimension level = c.frictionJoint.empty() ? of : dimensions::number;
        number(c.kineticFriction, "friction", level);
        number(c.staticFriction, "friction", level);
        number(c.frictionRadius, "radius", dimensions::length);
        number(c.guideLength, "guide_length", dimensions::length);
        number(c.frictionSpeed, "friction", rate);
        number(c.stribeckSpeed, "friction", rate);
        number(c.stall, "motor", of);
        number(c.noLoadSpeed, "motor", rate);
        curve(c.curve, of, coordinate);
        controller(c.controller, of, coordinate);
    }
    void controller(ControllerDescription& c, const Dimension& of, const Dimension& coordinate) {
        law(c.setPoint, coordinate);
        number(c.proportional, "proportional", of / coordinate);
        number(c.integral, "integral", of / coordinate / dimensions::time);
        number(c.derivative, "derivative", of / coordinate * dimensions::time);
        number(c.filter, "filter", dimensions::time);
        number(c.limit, "limit", of);
    }
    /// Of a bushing: rows of forces then torques, columns of displacements then rotations.
    void matrix(std::vector<Scalar>& m, const char* name, const Dimension& time) {
        for (std::size_t k = 0; k < m.size(); ++k) {
            const std::size_t row = m.size() == 36 ? k / 6 : k, column = k % 6;
            number(m[k], name,
                   (row < 3 ? dimensions::force : dimensions::torque) /
                       (column < 3 ? dimensions::length : dimensions::angle) * time);
        }
    }
    void load(BushingDescription& b) {
        matrix(b.stiffness, "stiffness", dimensions::number);
        matrix(b.damping, "damping", dimensions::time);
        using namespace dimensions;
        for (std::size_t k = 0; k < b.curves.size(); ++k)
            curve(b.curves[k], k < 3 ? force : torque, k < 3 ? length : angle);
    }
    void limit(LimitDescription& l, std::string_view type) {
        const Expected of = coordinateOf(type, l.coordinate - 1);
        const bool slides = isDisplacement(jointType(type).coordinate(l.coordinate - 1));
        using namespace dimensions;
        const auto [effort, along] = slides ? std::pair(force, length) : std::pair(torque, angle);
        if (l.least) number(*l.least, "min", of);
        if (l.most) number(*l.most, "max", of);
        if (l.restitution) number(*l.restitution, "restitution", dimensions::number);
        if (l.stiffness) number(*l.stiffness, "stiffness", effort / along);
        number(l.damping, "damping", effort / (along / dimensions::time));
    }
    void load(ContactDescription& c) {
        number(c.radius, "radius", dimensions::length);
        if (c.radiusA) number(*c.radiusA, "radius_a", dimensions::length);
        if (c.restitution) number(*c.restitution, "restitution", dimensions::number);
        if (c.stiffness)
            number(*c.stiffness, "stiffness", dimensions::force / dimensions::length.power(1.5));
        number(c.damping, "damping", dimensions::number / dimensions::velocity);
        number(c.friction, "friction", dimensions::number);
        number(c.slip, "slip", dimensions::velocity);
    }
    void load(SpringDamperDescription& s) {
        number(s.stiffness, "stiffness", dimensions::force / dimensions::length);
        number(s.damping, "damping", dimensions::force / dimensions::velocity);
        number(s.length, "length", dimensions::length);
        number(s.preload, "preload", dimensions::force);
        curve(s.curve, dimensions::force, dimensions::length);
    }
    void load(AxialTorqueDescription& t) {
        number(t.stiffness, "stiffness", dimensions::torque / dimensions::angle);
        number(t.angle, "angle", dimensions::angle);
        number(t.damping, "damping", dimensions::torque / dimensions::rate);
        loadLaw(t.law, dimensions::torque, dimensions::angle);
        characteristic(t.characteristic, dimensions::torque, dimensions::angle);
    }
    void load(AxialForceDescription& f) {
        number(f.stiffness, "stiffness", dimensions::force / dimensions::length);
        number(f.length, "length", dimensions::length);
        number(f.damping, "damping", dimensions::force / dimensions::velocity);
        loadLaw(f.law, dimensions::force, dimensions::length);
        characteristic(f.characteristic, dimensions::force, dimensions::length);
    }
    void load(AppliedForceDescription& f) {
        vector(f.direction, "direction", direction);
        loadLaw(f.law, f.torque ? dimensions::torque : dimensions::force, std::nullopt);
    }
    void load(DragDescription& d) {
        number(d.linear, "linear", dimensions::force / dimensions::velocity);
        number(d.angular, "angular", dimensions::torque / dimensions::rate);
        number(d.quadratic, "quadratic", dimensions::force / dimensions::velocity.power(2.0));
        number(d.angularQuadratic, "angular_quadratic",
               dimensions::torque / dimensions::rate.power(2.0));
    }
    std::string_view typeOf(const std::string& name) const {
        const auto found = typeOf_.find(name);
        return found == typeOf_.end() ? std::string_view() : found->second;
    }
    void starts() {
        for (JointStart& s : description_.jointStarts) {
            at(Kind::Joint, s.joint, "start");
            const std::string_view type = typeOf(s.joint);
            for (std::size_t k = 0; k < s.q.size(); ++k)
                number(s.q[k], "q", coordinateOf(type, static_cast<int>(k)));
            for (std::size_t k = 0; k < s.u.size(); ++k)
                number(s.u[k], "u", speedOf(type, static_cast<int>(k)));
        }
        for (BodyStart& s : description_.bodyStarts) {
            at(Kind::Body, s.body, "start");
            optionalVector(s.position, "position", dimensions::length);
            optionalVector(s.orientation, "orientation", dimensions::number);
            optionalVector(s.velocity, "velocity", dimensions::velocity);
            optionalVector(s.angularVelocity, "angular velocity", dimensions::rate);
        }
    }

    ModelDescription& description_;
    mu::Parser parser_;
    ParameterNames names_;
    std::unordered_map<std::string, std::size_t> indexOf_;
    std::vector<Visit> state_;
    std::vector<std::optional<Dimension>> dimensions_;               ///< of the parameters
    std::unordered_map<std::string_view, std::string_view> typeOf_;  ///< of the joints
    std::vector<std::size_t> path_;  ///< parameters under evaluation, to report a cycle
    Kind kind_ = Kind::None;
    std::string_view name_, marker_;
    const char* part_ = "";
    Diagnostics errors_;
};

}  // namespace

Result<void> evaluate(ModelDescription& m) { return Evaluator(m).everything(); }
Result<void> evaluateParameters(ModelDescription& m) { return Evaluator(m).parametersOnly(); }

std::optional<Dimension> dimensionOfParameter(ModelDescription& description, std::size_t k) {
    return Evaluator(description).dimensionOfParameter(k);
}

}  // namespace momentree
