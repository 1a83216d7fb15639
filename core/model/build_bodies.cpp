// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/model/build_context.hpp"
#include "core/model/marker_axes.hpp"
#include "core/model/plate_outline.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

Matrix3d matrixOf(const std::array<Scalar3, 3>& s) {
    Matrix3d m;
    for (int row = 0; row < 3; ++row) m.row(row) = vectorOf(s[static_cast<std::size_t>(row)]);
    return m;
}

void addMarkers(BuildContext& context, const std::vector<MarkerDescription>& markers, int body,
                const std::string& bodyName, const Vector3d& com) {
    for (const MarkerDescription& marker : markers) {
        const std::string name = bodyName + "." + marker.name;
        const Result<Matrix3d> R = axesOf(marker);
        if (!R) {
            context.refuse(Place::marker(name), R.error().front().message, marker.line);
            continue;
        }
        const int index = static_cast<int>(context.model.markers.size());
        if (!context.markerByName.emplace(name, index).second) {
            context.refuse(Place::marker(name),
                           MOMENTREE_TEXT("marker-name-twice",
                                          "another marker of the body has this name; rename one"),
                           marker.line);
        }
        context.model.markers.push_back({body, {*R, vectorOf(marker.position) - com}, marker.name});
        if (body != ground)
            context.model.bodies[static_cast<std::size_t>(body)].markers.push_back(index);
    }
}

/// At least three markers of the body, each once, in an order in which the outline does not cross
/// itself.
void checkOutline(BuildContext& context, const BodyDescription& body) {
    const std::vector<std::string>& corners = body.shape.corners;
    if (corners.empty()) return;
    const Place where = Place::body(body.name).part("shape");
    for (const std::string& corner : corners) {
        if (std::ranges::find(body.markers, corner, &MarkerDescription::name) == body.markers.end())
            context.refuse(where,
                           MOMENTREE_TEXT("corner-unknown",
                                          "the body has no marker '%1' for this corner")(corner),
                           body.shape.line);
        if (std::ranges::count(corners, corner) > 1)
            context.refuse(where,
                           MOMENTREE_TEXT("corner-twice",
                                          "marker '%1' is a corner twice; name it once")(corner),
                           body.shape.line);
    }
    if (corners.size() < 3)
        context.refuse(
            where,
            MOMENTREE_TEXT("outline-too-few-corners", "an outline needs at least three corners"),
            body.shape.line);
    if (crossesItself(body))
        context.warnings.push_back(warning(
            where,
            MOMENTREE_TEXT("outline-crosses-itself",
                           "the outline crosses itself, so the convex hull of its corners is "
                           "drawn; name the corners in their order round the link, or move them"),
            body.shape.line));
}

/// Sizes and orientations of solids.
void checkSolids(BuildContext& context, const Place& where,
                 const std::vector<PartDescription>& parts) {
    using Kind = PartDescription::Kind;
    for (const PartDescription& part : parts) {
        const std::size_t used = part.kind == Kind::Sphere     ? 1
                                 : part.kind == Kind::Cylinder ? 2
                                                               : 3;
        for (std::size_t k = 0; k < used; ++k)
            if (part.kind != Kind::Mesh && !(part.size[k].value > 0.0)) {
                context.refuse(
                    where,
                    MOMENTREE_TEXT("part-size", "the sizes of a part must be greater than 0"),
                    part.line);
                break;
            }
        double square = part.orientation ? 0.0 : 1.0;
        if (part.orientation)
            for (const Scalar& e : *part.orientation) square += e.value * e.value;
        if (!(std::abs(square - 1.0) < 2e-3))
            context.refuse(where,
                           MOMENTREE_TEXT("part-orientation",
                                          "the orientation of a part must be a unit quaternion"),
                           part.line);
    }
}

/// Sizes of the whole shape. Those of bars and plates may be left out.
void checkSize(BuildContext& context, const BodyDescription& body) {
    using Kind = ShapeDescription::Kind;
    const ShapeDescription& shape = body.shape;
    const bool cut = shape.kind == Kind::Bar || shape.kind == Kind::Polygon;
    const bool solid =
        shape.kind == Kind::Box || shape.kind == Kind::Sphere || shape.kind == Kind::Cylinder;
    const auto isWrong = [&](const Scalar& size) {
        const bool leftOut = cut && size.value == 0.0 && size.text.empty();
        return !leftOut && !(size.value > 0.0);
    };
    const std::size_t used = shape.kind == Kind::Box ? 3 : shape.kind == Kind::Sphere ? 1 : 2;
    if ((cut || solid) && std::any_of(shape.size.begin(), shape.size.begin() + used, isWrong))
        context.refuse(Place::body(body.name).part("shape"),
                       MOMENTREE_TEXT("shape-size", "the sizes of a shape must be greater than 0"),
                       shape.line);
}

void checkParts(BuildContext& context, const BodyDescription& body) {
    const Place where = Place::body(body.name).part("shape");
    if (body.shape.kind == ShapeDescription::Kind::Parts && body.shape.parts.empty())
        context.refuse(where,
                       MOMENTREE_TEXT("parts-none", "'parts' needs at least one solid or mesh"),
                       body.shape.line);
    checkSolids(context, where, body.shape.parts);
    checkSolids(context, where, body.shape.collisions);
}

/// Relative to so large a mass, a body weighs less than rounding.
constexpr double largestMassRatio = 1e12;

void checkMassRatios(BuildContext& context, const std::vector<BodyDescription>& bodies) {
    const auto mass = [](const BodyDescription& body) { return body.mass.value; };
    const auto heaviest = std::ranges::max_element(bodies, {}, mass);
    for (const BodyDescription& body : bodies) {
        if (!std::isfinite(mass(*heaviest))) return;
        if (!(mass(body) > 0.0) || !(mass(body) * largestMassRatio < mass(*heaviest))) continue;
        context.refuse(Place::body(body.name),
                       MOMENTREE_TEXT("body-mass-ratio",
                                      "the mass of %1 kg is lost in rounding next to the %2 kg of "
                                      "body '%3'; give it at least %4 kg")(
                           numberText(mass(body), 4), numberText(mass(*heaviest), 4),
                           heaviest->name, numberText(mass(*heaviest) / largestMassRatio, 2)),
                       body.line);
    }
}

/// Checks that an inertia is physically possible: symmetric, positive definite, each principal
/// moment at most the sum of the others.
void checkInertia(BuildContext& context, const BodyDescription& body, const Matrix3d& J,
                  std::size_t index) {
    const Place where = Place::body(body.name);
    if (!J.allFinite()) {
        context.refuse(where, MOMENTREE_TEXT("inertia-not-finite", "the inertia must be finite"),
                       body.line);
        return;
    }
    if (J.isZero(0.0)) {
        context.pointMass[index] = 1;
        return;
    }
    if (!J.isApprox(J.transpose(), 1e-9)) {
        context.refuse(where,
                       MOMENTREE_TEXT("inertia-not-symmetric", "the inertia must be symmetric"),
                       body.line);
        return;
    }
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
    if (!(moments[0] > 1e-14 * moments[2])) {
        context.refuse(
            where,
            MOMENTREE_TEXT(
                "inertia-not-positive",
                "the inertia about the centre of mass must be positive definite; its smallest "
                "principal moment is %1 kg m^2. Every real body has three positive ones; a thin "
                "rod has a small one about its axis")(numberText(moments[0], 4)),
            body.line);
    } else if (moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-6)) {
        const Message text =
            MOMENTREE_TEXT("inertia-impossible",
                           "no body can have this inertia: the largest principal moment (%1 kg "
                           "m^2) exceeds the sum of the other two (%2 kg m^2)")(
                numberText(moments[2], 4), numberText(moments[0] + moments[1], 4));
        // The equations of motion can be solved. Files (robot descriptions, sources of planar
        // cases) often give such numbers; typed ones are mistakes.
        if (context.description.exactStart || body.line > 0) {
            context.warnings.push_back(warning(where, text, body.line));
        } else {
            context.refuse(where, text, body.line);
        }
    }
}

}  // namespace

Marker BuildContext::marker(const MarkerReference& reference, const Place& where, int line) {
    const int at = reference.line > 0 ? reference.line.value : line;
    int body = ground;
    if (reference.body != "ground") {
        const auto found = bodyByName.find(reference.body);
        if (found == bodyByName.end()) {
            refuse(where, MOMENTREE_TEXT("body-unknown", "there is no body '%1'")(reference.body),
                   at);
            return {};
        }
        body = found->second;
    }
    if (reference.marker.empty()) {
        if (body == ground) return {};
        return {
            body, {Matrix3d::Identity(), model.bodies[static_cast<std::size_t>(body)].origin}, ""};
    }
    const auto found = markerByName.find(reference.body + "." + reference.marker);
    if (found == markerByName.end()) {
        refuse(where,
               MOMENTREE_TEXT("marker-unknown", "'%1' has no marker '%2'")(reference.body,
                                                                           reference.marker),
               at);
        return {};
    }
    return model.markers[static_cast<std::size_t>(found->second)];
}

void buildBodies(BuildContext& context) {
    const auto& descriptions = context.description.bodies;
    context.pointMass.assign(descriptions.size(), 0);
    addMarkers(context, context.description.groundMarkers, ground, "ground", Vector3d::Zero());
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        const BodyDescription& given = descriptions[i];
        const Place where = Place::body(given.name);
        Body body;
        body.name = given.name;
        body.mass = given.mass.value;
        body.J_C = matrixOf(given.inertia);
        body.origin = -vectorOf(given.com);
        body.shape = given.shape;
        if (given.name == "ground")
            context.refuse(where,
                           MOMENTREE_TEXT("body-called-ground",
                                          "'ground' is the world; give the body another name"),
                           given.line);
        if (given.name.empty())
            context.refuse(listed(Place::Kind::Body, i),
                           MOMENTREE_TEXT("body-without-name", "a body needs a name"), given.line);
        if (!context.bodyByName.emplace(given.name, static_cast<int>(i)).second) {
            context.refuse(
                where, MOMENTREE_TEXT("body-name-twice", "another body has this name; rename one"),
                given.line);
        }
        if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
            context.refuse(where,
                           MOMENTREE_TEXT("mass-not-positive",
                                          "the mass must be positive and finite [kg]; a massless "
                                          "rod between two points is a joint of type distance"),
                           given.line);
        }
        checkInertia(context, given, body.J_C, i);
        checkOutline(context, given);
        checkSize(context, given);
        checkParts(context, given);
        // The inertia does not matter, since the orientation is kept; this value keeps every matrix
        // regular.
        if (context.pointMass[i]) body.J_C = body.mass * Matrix3d::Identity();
        body.J_C = (0.5 * (body.J_C + body.J_C.transpose())).eval();
        context.model.bodies.push_back(std::move(body));
        addMarkers(context, given.markers, static_cast<int>(i), given.name, vectorOf(given.com));
    }
    checkMassRatios(context, descriptions);
    if (descriptions.empty())
        context.refuse(Place::model("bodies"),
                       MOMENTREE_TEXT("model-without-bodies", "a model needs at least one body"),
                       0);
}

}  // namespace momentree
