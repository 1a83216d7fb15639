// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/fields/curve_joint_fields.hpp"

#include <algorithm>
#include <array>

#include "app/base/text.hpp"
#include "app/document/checked_model.hpp"
#include "app/document/edits/joints.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

PlaneCurveDescription& curveOf(ModelDescription& model, std::size_t joint) {
    return *model.joints[joint].curve;
}

constexpr std::size_t pointsOfFormula = 24;

/// Replaces a formula by points on it.
QString takePoints(ModelDescription& model, std::size_t joint) {
    const CheckedModel seen = checkModel(model);
    const auto& curve = seen.built ? seen.model->joints[joint].curve : nullptr;
    if (!curve) return tr("fix the errors of the formula first");
    PlaneCurveDescription& own = curveOf(model, joint);
    const auto& fine = curve->outline();
    const std::size_t whole = own.closed ? fine.size() : fine.size() - 1;
    const std::size_t intervals = own.closed ? pointsOfFormula : pointsOfFormula - 1;
    for (std::size_t k = 0; k < pointsOfFormula; ++k) {
        const auto& at = fine[k * whole / intervals];
        own.points.push_back(
            {Scalar(roundedTo(at[0], writtenPlaces)), Scalar(roundedTo(at[1], writtenPlaces))});
    }
    own.x = own.y = own.from = own.to = Scalar();
    return {};
}

/// Replaces points by a circle of about their size.
QString takeCircle(PlaneCurveDescription& curve) {
    std::array<double, 2> middle{}, least{}, most{};
    for (std::size_t c = 0; c < 2; ++c) {
        least[c] = most[c] = curve.points.front()[c].value;
        for (const auto& point : curve.points) {
            least[c] = std::min(least[c], point[c].value);
            most[c] = std::max(most[c], point[c].value);
        }
        middle[c] = roundedTo(0.5 * (least[c] + most[c]), writtenPlaces);
    }
    const double radius = 0.25 * (most[0] - least[0] + most[1] - least[1]);
    const std::string size = numberText(roundedTo(radius, writtenPlaces));
    curve.points.clear();
    curve.closed = true;
    curve.x.text = numberText(middle[0]) + " + " + size + "*cos(s)";
    curve.y.text = numberText(middle[1]) + " + " + size + "*sin(s)";
    curve.from = Scalar();
    curve.to.text = "2*pi";
    return {};
}

/// A coordinate over s, which `evaluate` checks.
Field formulaField(const QString& name, std::size_t joint, Scalar PlaneCurveDescription::*member) {
    Field field{name, {}, tr("In metres, in the plane of the first marker; s runs along the curve"),
                {},   {}, {}};
    field.text = [joint, member](ModelDescription& model) {
        return scalarText(curveOf(model, joint).*member);
    };
    field.take = [joint, member](ModelDescription& model, const QString& text) -> QString {
        if (text.trimmed().isEmpty()) return tr("enter an expression of s");
        curveOf(model, joint).*member = scalarFrom(text.trimmed());
        return {};
    };
    return field;
}

/// All points in one line: "x, y; x, y; ...".
Field pointsField(std::size_t joint) {
    const DisplayUnit unit = displayUnit(QStringLiteral("m"));
    Field field{tr("Points"),
                unit.label,
                tr("In the plane of the first marker: x, y; x, y; ... along the curve"),
                {},
                {},
                {}};
    const auto entry = [joint](std::size_t k) {
        std::vector<ScalarAccess> coordinates;
        for (std::size_t c = 0; c < 2; ++c)
            coordinates.push_back([joint, k, c](ModelDescription& model) -> Scalar& {
                return curveOf(model, joint).points[k][c];
            });
        return listField({}, QStringLiteral("m"), {}, std::move(coordinates));
    };
    field.text = [joint, entry](ModelDescription& model) {
        QStringList parts;
        for (std::size_t k = 0; k < curveOf(model, joint).points.size(); ++k)
            parts << entry(k).text(model);
        return parts.join(QStringLiteral("; "));
    };
    field.take = [joint, entry](ModelDescription& model, const QString& text) -> QString {
        const QStringList parts = text.split(QLatin1Char(';'), Qt::SkipEmptyParts);
        if (parts.isEmpty()) return tr("enter points: x, y; x, y; ...");
        auto& points = curveOf(model, joint).points;
        const auto before = points;
        points.assign(static_cast<std::size_t>(parts.size()), {});
        for (std::size_t k = 0; k < points.size(); ++k)
            if (QString why = entry(k).take(model, parts[static_cast<qsizetype>(k)]);
                !why.isEmpty()) {
                curveOf(model, joint).points = before;
                return why;
            }
        return {};
    };
    return field;
}

/// Points of a formula, or a circle about the middle of the points.
Field givenByField(std::size_t joint) {
    Field field{tr("Given by"),
                {},
                tr("Points with a smooth curve through them, or formulas of s"),
                {},
                {},
                {"points", "formula"}};
    field.text = [joint](ModelDescription& model) {
        return curveOf(model, joint).points.empty() ? QStringLiteral("formula")
                                                    : QStringLiteral("points");
    };
    field.take = [joint](ModelDescription& model, const QString& text) -> QString {
        PlaneCurveDescription& curve = curveOf(model, joint);
        const bool points = text == QLatin1String("points");
        if (points != curve.points.empty()) return {};
        return points ? takePoints(model, joint) : takeCircle(curve);
    };
    return field;
}

Field closedField(std::size_t joint) {
    Field field{
        tr("Ends"), {}, tr("A closed curve returns to its start; an open one continues straight"),
        {},         {}, {"closed", "open"}};
    field.text = [joint](ModelDescription& model) {
        return curveOf(model, joint).closed ? QStringLiteral("closed") : QStringLiteral("open");
    };
    field.take = [joint](ModelDescription& model, const QString& text) {
        curveOf(model, joint).closed = text == QLatin1String("closed");
        return QString();
    };
    return field;
}

}  // namespace

std::vector<Field> jointCurveFields(const ModelDescription& model, std::size_t joint) {
    std::vector<Field> fields{givenByField(joint)};
    if (!model.joints[joint].curve->points.empty()) {
        fields.push_back(pointsField(joint));
    } else {
        const auto end = [joint](Scalar PlaneCurveDescription::*member) {
            return [joint, member](ModelDescription& m) -> Scalar& {
                return curveOf(m, joint).*member;
            };
        };
        fields.push_back(formulaField(tr("x(s)"), joint, &PlaneCurveDescription::x));
        fields.push_back(formulaField(tr("y(s)"), joint, &PlaneCurveDescription::y));
        fields.push_back(scalarField(tr("s from"), "rad", tr("Where the curve begins"),
                                     end(&PlaneCurveDescription::from)));
        fields.push_back(scalarField(tr("s to"), "rad", tr("Where the curve ends"),
                                     end(&PlaneCurveDescription::to)));
    }
    fields.push_back(closedField(joint));
    for (Field& field : fields) field.fold = tr("Curve");
    return fields;
}

}  // namespace momentree::app
