// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/link_fields.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/diagnostic_text.hpp"
#include "app/base/display_unit.hpp"
#include "app/base/text.hpp"
#include "app/document/edits/joints.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/shape_mass.hpp"
#include "core/kinematics/drag.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/model/evaluate.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int shownLinkDigits = 10;
constexpr double reached = 1e-6;      ///< [rad]
constexpr double longestTurn = 0.25;  ///< of a pull [rad]
constexpr int mostPulls = 40;
constexpr std::size_t mostAssembled = 60;  ///< bodies of a model that is assembled for a field
constexpr double lever = 20.0;             ///< length of the lever relative to the bar

struct Ends {
    const Scalar3 &a, &b;
    Vector3d span() const { return valueOf(b) - valueOf(a); }
};

Ends endsOf(const ModelDescription& model, std::size_t body) {
    const auto& markers = model.bodies[body].markers;
    return {markers[0].position, markers[1].position};
}

bool isBar(const BodyDescription& body) {
    if (body.markers.size() < 2) return false;
    const auto followed = shapeMassOf(body);
    const std::size_t corners = followed ? followed->corners : body.markers.size();
    return corners == 2 &&
           (valueOf(body.markers[1].position) - valueOf(body.markers[0].position)).norm() > 0.0;
}

QString number(double value) { return QString::fromStdString(numberText(value, shownLinkDigits)); }

/// The expression for the length of a bar along an axis from 0, if there is one.
QString lengthExpression(const Ends& ends) {
    QString found;
    for (std::size_t k = 0; k < 3; ++k) {
        if (ends.a[k].value != 0.0 || !ends.a[k].text.empty()) return {};
        if (!ends.b[k].text.empty() && ends.b[k].value > 0.0 && found.isEmpty())
            found = QString::fromStdString(ends.b[k].text);
        else if (ends.b[k].value != 0.0)
            return {};
    }
    return found;
}

/// A fraction of a length in an expression; written as typed along an axis from 0.
Scalar scaled(double from, double part, const Scalar& length, double value) {
    if (length.text.empty() || part == 0.0)
        return Scalar(roundedTo(from + part * value, finePlaces));
    if (from == 0.0 && part == 1.0) return length;
    QString text = number(part) + "*(" + QString::fromStdString(length.text) + ")";
    if (from != 0.0) text = number(from) + " + " + text;
    return scalarFrom(text);
}

/// Sets the starts of links that moved in response to a change to their new poses.
void startAsAssembled(ModelDescription& model) {
    ModelDescription changed = model;
    if (!evaluate(changed)) return;
    if (const CheckedModel seen = checkModel(changed); seen.assembled)
        writeStart(model, *seen.model, seen.start);
}

/// The value entered for a quantity measured in `si`, or the error.
struct Typed {
    Scalar scalar;
    double value = 0.0;
    QString problem;
};
Typed typedIn(const ModelDescription& model, const QString& si, const QString& text) {
    Typed typed;
    typed.problem = wrongUnit(text.trimmed(), si);
    if (!typed.problem.isEmpty()) return typed;
    typed.scalar = typedScalar(text, displayUnit(si));
    const std::vector<double> values = valuesOf(model, {scalarText(typed.scalar)});
    if (values.size() == 1)
        typed.value = values[0];
    else
        typed.problem = valueProblem(model, scalarText(typed.scalar));
    return typed;
}

/// Changes a length that depends on a single parameter by changing the parameter.
/// @return false if it depends on others, or not in proportion
bool takeByParameter(ModelDescription& model, std::size_t body, const Typed& length) {
    QString texts;
    const Ends ends = endsOf(model, body);
    for (const Scalar3* end : {&ends.a, &ends.b})
        for (const Scalar& part : *end) texts += QString::fromStdString(part.text) + ' ';
    ParameterDescription* only = nullptr;
    for (ParameterDescription& parameter : model.parameters) {
        const QString name = QString::fromStdString(parameter.name);
        if (!texts.contains(QRegularExpression("\\b" + QRegularExpression::escape(name) + "\\b")))
            continue;
        if (only) return false;
        only = &parameter;
    }
    if (!only) return false;
    const QString own = QString::fromStdString(only->value.text);
    if (!own.isEmpty() && !unitTyped(own)) return false;
    const Scalar before = only->value;
    const double now = ends.span().norm();
    const bool itself = std::abs(only->value.value - now) < 1e-9 * now;
    only->value = itself ? length.scalar : Scalar(before.value * length.value / now);
    only->value.value = before.value * length.value / now;
    ModelDescription changed = model;
    if (evaluate(changed) &&
        std::abs(endsOf(changed, body).span().norm() - length.value) < 1e-6 * length.value)
        return true;
    only->value = before;
    return false;
}

QString takeLength(ModelDescription& model, std::size_t body, const QString& text) {
    const Typed length = typedIn(model, QStringLiteral("m"), text);
    if (!length.problem.isEmpty()) return length.problem;
    if (!(length.value > 0.0)) return tr("the length must be positive");
    const Ends ends = endsOf(model, body);
    const Vector3d along = ends.span().normalized(), from = valueOf(ends.a);
    const bool own = !lengthExpression(ends).isEmpty();
    for (std::size_t k = 0; k < 3; ++k) {
        const std::string& a = ends.a[k].text;
        const std::string& placed = a.empty() && !own ? ends.b[k].text : a;
        if (!placed.empty() && takeByParameter(model, body, length)) {
            startAsAssembled(model);
            return {};
        }
        if (!placed.empty())
            return tr("the points depend on the expression %1; change that or its parameters")
                .arg(QString::fromStdString(placed));
    }
    Scalar3& end = model.bodies[body].markers[1].position;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        const double part = std::abs(along[row]) < 1e-12 ? 0.0 : along[row];
        end[k] = scaled(from[row], part, length.scalar, length.value);
    }
    startAsAssembled(model);
    return {};
}

Field fieldIn(const DisplayUnit& unit, const QString& name, const QString& help) {
    Field field;
    field.name = name;
    field.unit = unit.label;
    field.help = help;
    return field;
}

Field lengthField(std::size_t body) {
    const DisplayUnit unit = displayUnit(QStringLiteral("m"));
    Field field = fieldIn(unit, tr("Length"),
                          tr("From %1 to %2, which moves. The mechanism is assembled again, so "
                             "joints stay together.\n"
                             "A number in the unit shown, or an expression: 12 cm, 2*L1"));
    field.text = [body, unit](ModelDescription& m) {
        const Ends ends = endsOf(m, body);
        const QString written = lengthExpression(ends);
        return written.isEmpty() ? number(ends.span().norm() * unit.perSi) : written;
    };
    field.take = [body](ModelDescription& m, const QString& text) {
        return takeLength(m, body, text);
    };
    return field;
}

double angleOf(const Vector3d& along) { return std::atan2(along.y(), along.x()); }

/// The bar in the current pose.
struct Seen {
    const CheckedModel& model;
    std::size_t body;
    Vector3d a, b;         ///< from the centre of mass, body axes
    bool heldAtB = false;  ///< by a hinge to ground

    Frame frame(const std::vector<BodyState>& bodies) const {
        return {rotationOf<double>(bodies[body].e), bodies[body].r};
    }
    Vector3d span(const std::vector<BodyState>& bodies) const { return frame(bodies).R * (b - a); }
};

/// Turns the bar by pulling a long lever around its held end in small steps, so that other links
/// follow as if moved by hand. If both ends can move, only the angle matters.
QString turnBar(const Seen& bar, double target, std::vector<BodyState>& bodies) {
    for (int k = 0; k < mostPulls; ++k) {
        const Frame frame = bar.frame(bodies);
        const Vector3d along = bar.span(bodies);
        const double left = std::remainder(target - angleOf(along), 2.0 * std::numbers::pi);
        if (std::abs(left) < reached) return {};
        const double turn = std::clamp(left, -longestTurn, longestTurn);
        const Vector3d turned = rotationZ(turn) * along;
        const Vector3d held = bar.heldAtB ? bar.b : bar.a, end = bar.heldAtB ? bar.a : bar.b;
        const Vector3d round = frame.r + frame.R * held;
        const Pull pull{static_cast<int>(bar.body), held + lever * (end - held),
                        round + (bar.heldAtB ? -lever : lever) * turned};
        auto moved = drag(*bar.model.model, bodies, pull);
        if (!moved) return messageText(moved.error().front().message);
        bodies = std::move(*moved);
    }
    const DisplayUnit unit = displayUnit(QStringLiteral("rad"));
    const double nearest = unit.perSi * angleOf(bar.span(bodies));
    return tr("the joints prevent this angle; the nearest is %1 %2")
        .arg(QString::number(nearest, 'g', 4), unit.label);
}

QString takeAngle(ModelDescription& model, std::size_t body, const QString& text) {
    const Typed angle = typedIn(model, QStringLiteral("rad"), text);
    if (!angle.problem.isEmpty()) return angle.problem;
    const CheckedModel seen = checkModel(model);
    if (!seen.assembled) return tr("fix the model's other errors first");
    const Ends ends = endsOf(model, body);
    const Vector3d com = valueOf(model.bodies[body].com);
    const BodyDescription& link = model.bodies[body];
    const auto hinges = hingedWith(model, {link.name, link.markers[1].name, 0});
    const bool heldAtB =
        std::ranges::find(hinges, "ground", &MarkerReference::body) != hinges.end();
    const Seen bar{seen, body, valueOf(ends.a) - com, valueOf(ends.b) - com, heldAtB};
    if (std::hypot(bar.span(seen.start).x(), bar.span(seen.start).y()) < 1e-9)
        return tr("it is perpendicular to the plane of x and y and has no angle in it");
    std::vector<BodyState> bodies = seen.start;
    const auto hangsOn = [&](const JointDescription& joint) {
        return joint.a.body == model.bodies[body].name || joint.b.body == model.bodies[body].name;
    };
    if (std::ranges::none_of(model.joints, hangsOn)) {
        const Frame frame = bar.frame(bodies);
        const Vector3d held = frame.r + frame.R * bar.a;
        const Matrix3d turn = rotationZ(angle.value - angleOf(bar.span(bodies)));
        bodies[body].r = held - turn * frame.R * bar.a;
        bodies[body].e = quaternionOf<double>(turn * frame.R);
    } else if (const QString why = turnBar(bar, angle.value, bodies); !why.isEmpty()) {
        return why;
    }
    writeStart(model, *seen.model, bodies);
    return {};
}

/// The line from one end of the link to the other where the joints put it; none in large models,
/// whose loops take long to close.
std::optional<Vector3d> assembledSpan(const ModelDescription& model, std::size_t body) {
    if (model.bodies.size() > mostAssembled) return {};
    const CheckedModel seen = checkModel(model);
    if (!seen.assembled) return {};
    return rotationOf<double>(seen.start[body].e) * endsOf(model, body).span();
}

/// The angle as drawn, or as it follows from the joints; empty if neither is known.
QString angleText(ModelDescription& model, std::size_t body, const DisplayUnit& unit) {
    const auto start =
        std::ranges::find(model.bodyStarts, model.bodies[body].name, &BodyStart::body);
    Vector3d along = endsOf(model, body).span();
    if (start == model.bodyStarts.end()) {
        const auto assembled = assembledSpan(model, body);
        if (!assembled) return {};
        along = *assembled;
    } else if (start->orientation) {
        Quat<double> e;
        for (std::size_t k = 0; k < 4; ++k)
            e[static_cast<Eigen::Index>(k)] = (*start->orientation)[k].value;
        along = rotationOf<double>(Quat<double>(e.normalized())) * along;
    }
    if (std::hypot(along.x(), along.y()) < 1e-9) return {};
    return QString::number(angleOf(along) * unit.perSi, 'g', 6);
}

Field angleField(std::size_t body) {
    const DisplayUnit unit = displayUnit(QStringLiteral("rad"));
    Field field = fieldIn(unit, tr("Angle"),
                          tr("Between the x axis and the line from %1 to %2, at the start. The "
                             "mechanism follows as if dragged.\n"
                             "A number in the unit shown, or an expression: 30 deg"));
    field.text = [body, unit](ModelDescription& m) { return angleText(m, body, unit); };
    field.take = [body](ModelDescription& m, const QString& text) {
        return takeAngle(m, body, text);
    };
    return field;
}

}  // namespace

std::vector<Field> barFields(const ModelDescription& model, std::size_t body) {
    const BodyDescription& link = model.bodies[body];
    if (!isBar(link)) return {};
    std::vector<Field> fields{lengthField(body), angleField(body)};
    for (Field& field : fields)
        field.help = field.help.arg(QString::fromStdString(link.markers[0].name),
                                    QString::fromStdString(link.markers[1].name));
    return fields;
}

}  // namespace momentree::app
