// SPDX-License-Identifier: Apache-2.0
#include "core/model/curve_joints.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/expression.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Points of a formula along all of its range. The spline through them differs from it by about
/// (2 pi / pieces)^4 / 384 times its fourth derivative, 1e-12 of the size of a smooth cam, and its
/// curvature by (2 pi / pieces)^2 / 12 times it, 2e-6.
constexpr int formulaPieces = 1440;

struct CurveMaker {
    const JointDescription& given;
    BuildContext& context;
    const PlaneCurveDescription& curve = *given.curve;

    void refuse(Message problem) const {
        context.refuse(Place::joint(given.name), std::move(problem),
                       curve.line.value != 0 ? curve.line : given.line);
    }
    bool isFormula() const { return curve.points.empty(); }

    /// A coordinate as a function of s; a plain number is a constant.
    tl::expected<StateLaw, Message> formula(const Scalar& coordinate) const {
        ParameterNames known{"s"};
        std::vector<StateLaw::Name> names{{"s", false, 0.0, StateLaw::time}};
        for (const ParameterDescription& parameter : context.description.parameters) {
            if (!known.insert(parameter.name).second) continue;
            names.push_back({parameter.name, true, parameter.value.value});
        }
        const std::string text =
            coordinate.text.empty() ? numberText(coordinate.value) : coordinate.text;
        const auto expression = compileExpression(text, known);
        if (!expression) return tl::unexpected(expression.error());
        return StateLaw::compile(*expression, names);
    }
    bool sample(std::vector<PlaneCurve::Point>& points) const {
        const auto x = formula(curve.x), y = formula(curve.y);
        for (const auto* law : {&x, &y})
            if (!*law) return refuse(law->error()), false;
        const int last = curve.closed ? formulaPieces - 1 : formulaPieces;
        for (int k = 0; k <= last; ++k) {
            const double s =
                curve.from.value + (curve.to.value - curve.from.value) * k / double(formulaPieces);
            points.push_back({x->at({&s, 1}).f, y->at({&s, 1}).f});
        }
        if (!curve.closed) return true;
        const double end = curve.to.value;
        const double gap =
            std::hypot(x->at({&end, 1}).f - points[0][0], y->at({&end, 1}).f - points[0][1]);
        double size = 0.0;
        for (const PlaneCurve::Point& point : points)
            size = std::max(size, std::hypot(point[0] - points[0][0], point[1] - points[0][1]));
        constexpr double same = 1e-9;
        if (gap <= same * size) return true;
        refuse(MOMENTREE_TEXT("curve-open",
                              "its curve ends %1 m from where it starts; give another range of s, "
                              "or set 'closed' to false")(numberText(gap, 3)));
        return false;
    }
    /// Whether neighbours are apart and all numbers finite.
    bool usable(const std::vector<PlaneCurve::Point>& points) const {
        const std::size_t least = curve.closed ? 3 : 2;
        if (points.size() < least) {
            refuse(MOMENTREE_TEXT("curve-few-points", "its curve needs at least %1 points")(least));
            return false;
        }
        double size = 0.0;
        for (const PlaneCurve::Point& point : points) {
            size = std::max(size, std::hypot(point[0] - points[0][0], point[1] - points[0][1]));
            if (std::isfinite(point[0]) && std::isfinite(point[1])) continue;
            refuse(MOMENTREE_TEXT("joint-curve-not-finite",
                                  "its curve has a point that is not finite"));
            return false;
        }
        constexpr double same = 1e-9;
        for (std::size_t k = 0; k + (curve.closed ? 0 : 1) < points.size(); ++k) {
            const auto& a = points[k];
            const auto& b = points[k + 1 < points.size() ? k + 1 : 0];
            if (std::hypot(b[0] - a[0], b[1] - a[1]) > same * size) continue;
            refuse(k + 1 < points.size()
                       ? MOMENTREE_TEXT("curve-same-points",
                                        "points %1 and %2 of its curve are the same")(k + 1, k + 2)
                       : MOMENTREE_TEXT("curve-closes-twice",
                                        "the last point of its curve is the first one again; leave "
                                        "it out of a closed curve"));
            return false;
        }
        return true;
    }
    /// Whether the joint has one place on the curve in every pose.
    bool fits(const PlaneCurve& curve, double radius) const {
        if (curve.crossesItself()) {
            refuse(MOMENTREE_TEXT("curve-crosses",
                                  "its curve crosses itself, where the joint would have two places "
                                  "on it"));
            return false;
        }
        if (given.type == "cam-face" && !curve.isConvex()) {
            refuse(MOMENTREE_TEXT("curve-not-convex",
                                  "a flat face needs a closed convex cam without straight parts: "
                                  "it would touch others at two places; use a roller"));
            return false;
        }
        if (given.type != "cam-roller") return true;
        const PlaneCurve::Obstacle obstacle = curve.tooTightFor(radius);
        if (obstacle.radius == 0.0) return true;
        refuse(MOMENTREE_TEXT("curve-tight",
                              "a roller with a radius of %1 m does not fit into the cam at (%2, "
                              "%3), where it would touch at two places; choose a smaller one")(
            numberText(radius, 4), numberText(obstacle.c[0], 4), numberText(obstacle.c[1], 4)));
        return false;
    }
};

}  // namespace

const JointElement* firstOnCurve(const Model& model) {
    const auto found = std::ranges::find_if(
        model.joints, [](const JointElement& joint) { return joint.curve != nullptr; });
    return found == model.joints.end() ? nullptr : &*found;
}

std::shared_ptr<const PlaneCurve> makeJointCurve(const JointDescription& given, double radius,
                                                 BuildContext& context) {
    if (!given.curve) {
        context.refuse(Place::joint(given.name),
                       MOMENTREE_TEXT("joint-curve", "a %1 joint needs a 'curve'")(given.type),
                       given.line);
        return nullptr;
    }
    const CurveMaker make{given, context};
    std::vector<PlaneCurve::Point> points;
    if (make.isFormula()) {
        if (!make.sample(points)) return nullptr;
    } else {
        for (const auto& point : given.curve->points)
            points.push_back({point[0].value, point[1].value});
    }
    if (!make.usable(points)) return nullptr;
    auto curve = std::make_shared<const PlaneCurve>(std::move(points), given.curve->closed);
    return make.fits(*curve, radius) ? curve : nullptr;
}

}  // namespace momentree
