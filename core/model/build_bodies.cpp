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
            context.refuse("marker '" + name + "'", R.error().front().text, marker.line);
            continue;
        }
        const int index = static_cast<int>(context.model.markers.size());
        if (!context.markerByName.emplace(name, index).second) {
            context.refuse("marker '" + name + "'",
                           "the name is used twice; give every marker of a body its own",
                           marker.line);
        }
        context.model.markers.push_back({body, {*R, vectorOf(marker.position) - com}, marker.name});
        if (body != ground)
            context.model.bodies[static_cast<std::size_t>(body)].markers.push_back(index);
    }
}

/// Three markers of the body or more, each once, in an order that does not cross itself.
void checkOutline(BuildContext& context, const BodyDescription& body) {
    const std::vector<std::string>& corners = body.shape.corners;
    if (corners.empty()) return;
    const std::string where = "body '" + body.name + "' shape";
    for (const std::string& corner : corners) {
        if (std::ranges::find(body.markers, corner, &MarkerDescription::name) == body.markers.end())
            context.refuse(where, "the body has no marker '" + corner + "' to be a corner",
                           body.shape.line);
        if (std::ranges::count(corners, corner) > 1)
            context.refuse(where, "marker '" + corner + "' is a corner twice; name it once",
                           body.shape.line);
    }
    if (corners.size() < 3)
        context.refuse(where, "an outline needs at least three corners", body.shape.line);
    if (crossesItself(body))
        context.warnings.push_back(
            warning(where,
                    "the outline crosses itself, so the convex hull of its corners is drawn; name "
                    "the corners in their order round the link, or move them",
                    body.shape.line));
}

/// Beside a mass that is so much larger a body weighs less than rounding.
constexpr double largestMassRatio = 1e12;

void checkMassRatios(BuildContext& context, const std::vector<BodyDescription>& bodies) {
    const auto mass = [](const BodyDescription& body) { return body.mass.value; };
    const auto heaviest = std::ranges::max_element(bodies, {}, mass);
    for (const BodyDescription& body : bodies) {
        if (!std::isfinite(mass(*heaviest))) return;
        if (!(mass(body) > 0.0) || !(mass(body) * largestMassRatio < mass(*heaviest))) continue;
        context.refuse("body '" + body.name + "'",
                       "with " + numberText(mass(body), 4) + " kg beside the " +
                           numberText(mass(*heaviest), 4) + " kg of body '" + heaviest->name +
                           "' the mass matrix is singular to rounding; give it at least " +
                           numberText(mass(*heaviest) / largestMassRatio, 2) + " kg",
                       body.line);
    }
}

/// Physically possible: symmetric, positive definite, each principal moment at most the sum of the
/// others.
void checkInertia(BuildContext& context, const BodyDescription& body, const Matrix3d& J,
                  std::size_t index) {
    const std::string where = "body '" + body.name + "'";
    if (!J.allFinite()) {
        context.refuse(where, "the inertia must be finite", body.line);
        return;
    }
    if (J.isZero(0.0)) {
        context.pointMass[index] = 1;
        return;
    }
    if (!J.isApprox(J.transpose(), 1e-9)) {
        context.refuse(where, "the inertia must be symmetric", body.line);
        return;
    }
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
    if (!(moments[0] > 1e-14 * moments[2])) {
        context.refuse(where,
                       "the inertia about the centre of mass must be positive definite; its "
                       "smallest principal moment is " +
                           numberText(moments[0], 4) +
                           " kg m^2. Every real body has three positive ones; a thin rod has a "
                           "small one about its axis",
                       body.line);
    } else if (moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-6)) {
        const std::string text = "no body can have this inertia: the largest principal moment (" +
                                 numberText(moments[2], 4) +
                                 " kg m^2) exceeds the sum of the other two (" +
                                 numberText(moments[0] + moments[1], 4) + " kg m^2)";
        // Planar sources often fill in the unused moments with small numbers; the motion does not
        // depend on them.
        if (context.description.exactStart) {
            context.warnings.push_back(warning(where, text, body.line));
        } else {
            context.refuse(where, text, body.line);
        }
    }
}

}  // namespace

Marker BuildContext::marker(const MarkerReference& reference, const std::string& where, int line) {
    const int at = reference.line > 0 ? reference.line.value : line;
    int body = ground;
    if (reference.body != "ground") {
        const auto found = bodyByName.find(reference.body);
        if (found == bodyByName.end()) {
            refuse(where, "there is no body '" + reference.body + "'", at);
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
        refuse(where, "'" + reference.body + "' has no marker '" + reference.marker + "'", at);
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
        const std::string where = "body '" + given.name + "'";
        Body body;
        body.name = given.name;
        body.mass = given.mass.value;
        body.J_C = matrixOf(given.inertia);
        body.origin = -vectorOf(given.com);
        body.shape = given.shape;
        if (given.name == "ground")
            context.refuse(where, "'ground' is the world; choose another name", given.line);
        if (given.name.empty())
            context.refuse("body " + std::to_string(i + 1), "a body needs a name", given.line);
        if (!context.bodyByName.emplace(given.name, static_cast<int>(i)).second) {
            context.refuse(where, "the name is used twice; give every body its own", given.line);
        }
        if (!(body.mass > 0.0) || !std::isfinite(body.mass)) {
            context.refuse(where,
                           "the mass must be positive and finite [kg]; a massless rod between two "
                           "points is a joint of type distance",
                           given.line);
        }
        checkInertia(context, given, body.J_C, i);
        checkOutline(context, given);
        // Any inertia gives the same motion where the orientation is kept; this one keeps every
        // matrix regular.
        if (context.pointMass[i]) body.J_C = body.mass * Matrix3d::Identity();
        body.J_C = (0.5 * (body.J_C + body.J_C.transpose())).eval();
        context.model.bodies.push_back(std::move(body));
        addMarkers(context, given.markers, static_cast<int>(i), given.name, vectorOf(given.com));
    }
    checkMassRatios(context, descriptions);
    if (descriptions.empty()) context.refuse("bodies", "a model needs at least one body", 0);
}

}  // namespace momentree
