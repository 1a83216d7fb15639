// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/mass_ratio.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "core/formulations/hdca/planar_mechanism.hpp"
#include "core/math/index.hpp"
#include "core/math/spatial.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// How many times further a force at a joint moves that point than the centre of mass, within a
/// factor of sqrt 2.
/// @param planar whether the body turns about the joint's axis alone
double armOf(const Body& body, const Marker& marker, bool planar) {
    const Vector3d s = marker.frame.r;
    if (planar) {
        const Vector3d n = marker.frame.R.col(2);
        return body.mass * n.cross(s).squaredNorm() / n.dot(body.J_C * n);
    }
    const Matrix3d arm = skew<double>(s);
    return body.mass * (arm * body.J_C.inverse() * arm.transpose()).norm();
}

std::optional<Message> ofMasses(const Model& model, double epsilon, double tolerable) {
    double worst = 0.0;
    const Body *lightest = nullptr, *heaviest = nullptr;
    for (const JointElement& joint : model.joints) {
        if (joint.A.body == ground || joint.B.body == ground) continue;
        const Body* light = &model.bodies[toIndex(joint.A.body)];
        const Body* heavy = &model.bodies[toIndex(joint.B.body)];
        if (light->mass > heavy->mass) std::swap(light, heavy);
        if (heavy->mass <= worst * light->mass) continue;
        worst = heavy->mass / light->mass;
        lightest = light;
        heaviest = heavy;
    }
    const double loss = epsilon * worst * worst;
    if (!(loss > tolerable)) return {};
    return MOMENTREE_TEXT("hdca-mass-ratio",
                          "body '%1' is %2 times lighter than '%3', to which it is joined: "
                          "velocities lose accuracy with the square of this ratio and may be "
                          "wrong by %4 of their size; choose another formulation")(
        lightest->name, numberText(worst, 2), heaviest->name, numberText(std::min(loss, 1.0), 1));
}

std::optional<Message> ofInertias(const Model& model, double epsilon, double tolerable) {
    const bool planar = planarMechanism(model).has_value();
    double worst = 0.0;
    const Body* smallest = nullptr;
    for (const JointElement& joint : model.joints)
        for (const Marker* marker : {&joint.A, &joint.B}) {
            if (marker->body == ground || joint.closes) continue;
            const Body& body = model.bodies[toIndex(marker->body)];
            const double arm = armOf(body, *marker, planar);
            if (arm > worst) worst = arm, smallest = &body;
        }
    const double loss = epsilon * worst * worst;
    if (!(loss > tolerable)) return {};
    return MOMENTREE_TEXT(
        "hdca-small-inertia",
        "a moment of inertia of body '%1' is %2 times smaller than its mass times the square of "
        "the distance to a joint: velocities lose accuracy with the square of this ratio and may "
        "be wrong by %3 of their size; choose another formulation")(
        smallest->name, numberText(worst, 2), numberText(std::min(loss, 1.0), 1));
}

}  // namespace

std::optional<Message> massWarning(const Model& model, const RunSpec& spec) {
    if (spec.formulation != "hdca") return {};
    const bool single = spec.backend == "float32";
    const double epsilon =
        single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    const double tolerable = single ? 1e-2 : 1e-8;
    if (auto masses = ofMasses(model, epsilon, tolerable)) return masses;
    return ofInertias(model, epsilon, tolerable);
}

}  // namespace momentree
