// SPDX-License-Identifier: Apache-2.0
#include "campaign/shrink.hpp"

#include <cmath>
#include <functional>

namespace momentree::campaign {
namespace {

constexpr int mostTrials = 150;

using Change = std::function<void(ModelDescription&)>;

bool touches(const ForceDescription& force, const std::string& body) {
    return std::visit(
        [&](const auto& law) {
            if constexpr (requires { law.a; })
                return law.a.body == body || law.b.body == body;
            else if constexpr (requires { law.at; })
                return law.at.body == body;
            else
                return law.body == body;
        },
        force.law);
}

void removeJoint(ModelDescription& d, const std::string& name) {
    std::erase_if(d.joints, [&](const auto& joint) { return joint.name == name; });
    std::erase_if(d.motions, [&](const auto& motion) { return motion.joint == name; });
    std::erase_if(d.jointStarts, [&](const auto& start) { return start.joint == name; });
}

void removeBody(ModelDescription& d, const std::string& name) {
    std::vector<std::string> joints;
    for (const JointDescription& joint : d.joints)
        if (joint.a.body == name || joint.b.body == name) joints.push_back(joint.name);
    for (const std::string& joint : joints) removeJoint(d, joint);
    std::erase_if(d.forces, [&](const auto& force) { return touches(force, name); });
    std::erase_if(d.bodyStarts, [&](const auto& start) { return start.body == name; });
    std::erase_if(d.bodies, [&](const auto& body) { return body.name == name; });
}

std::vector<Change> removals(const ModelDescription& d) {
    std::vector<Change> changes;
    for (const BodyDescription& body : d.bodies)
        changes.push_back([name = body.name](auto& m) { removeBody(m, name); });
    for (const JointDescription& joint : d.joints)
        changes.push_back([name = joint.name](auto& m) { removeJoint(m, name); });
    return changes;
}

void roundNumber(Scalar& s, int digits) {
    if (s.value == 0.0) return;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(s.value))) - digits + 1);
    s.value = std::round(s.value / unit) * unit;
}

/// Masses, inertias, speeds and loads with few digits; poses and markers keep theirs, for loops to
/// close.
void roundNumbers(ModelDescription& d, int digits) {
    for (BodyDescription& body : d.bodies) {
        roundNumber(body.mass, digits);
        for (Scalar& c : body.com) roundNumber(c, digits);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) roundNumber(body.inertia[i][j], digits);
    }
    for (JointStart& start : d.jointStarts)
        for (Scalar& u : start.u) roundNumber(u, digits);
    for (Scalar& g : d.gravity) roundNumber(g, digits);
}

void resetMass(BodyDescription& body, double mass) {
    const double factor = mass / body.mass.value;
    body.mass = mass;
    for (Scalar3& row : body.inertia)
        for (Scalar& entry : row) entry.value *= factor;
}

std::vector<Change> simplifications(const ModelDescription& d) {
    std::vector<Change> changes;
    const auto add = [&](Change change) { changes.push_back(std::move(change)); };
    add([](auto& m) { m.forces.clear(); });
    add([](auto& m) { m.gravity = {0.0, 0.0, 0.0}; });
    add([](auto& m) {
        for (BodyDescription& body : m.bodies) resetMass(body, 1.0);
    });
    for (std::size_t i = 0; i < d.bodies.size(); ++i)
        if (d.bodies[i].mass.value != 1.0) add([i](auto& m) { resetMass(m.bodies[i], 1.0); });
    for (std::size_t i = 0; i < d.bodies.size(); ++i)
        add([i](auto& m) { m.bodies[i].com = {0.0, 0.0, 0.0}; });
    for (std::size_t i = 0; i < d.forces.size(); ++i)
        add([i](auto& m) { m.forces.erase(m.forces.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (std::size_t i = 0; i < d.motions.size(); ++i)
        add([i](auto& m) { m.motions.erase(m.motions.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (std::size_t i = 0; i < d.jointStarts.size(); ++i)
        add([i](auto& m) { m.jointStarts[i].u.clear(); });
    for (std::size_t i = 0; i < d.bodyStarts.size(); ++i)
        add([i](auto& m) {
            m.bodyStarts[i].velocity.reset();
            m.bodyStarts[i].angularVelocity.reset();
        });
    for (const int digits : {1, 2, 4}) add([digits](auto& m) { roundNumbers(m, digits); });
    return changes;
}

/// Markers that nothing uses.
void removeUnusedMarkers(ModelDescription& d) {
    const auto used = [&](const std::string& body, const std::string& marker) {
        const auto is = [&](const MarkerReference& r) {
            return r.body == body && r.marker == marker;
        };
        for (const JointDescription& joint : d.joints)
            if (is(joint.a) || is(joint.b)) return true;
        for (const ForceDescription& force : d.forces)
            if (touches(force, body)) return true;
        return false;
    };
    const auto clean = [&](std::vector<MarkerDescription>& markers, const std::string& body) {
        std::erase_if(markers, [&](const auto& marker) { return !used(body, marker.name); });
    };
    clean(d.groundMarkers, "ground");
    for (BodyDescription& body : d.bodies) clean(body.markers, body.name);
}

}  // namespace

Mechanism shrink(Mechanism mechanism, int steps, Verdict& verdict) {
    const Verdict wanted = verdict;
    int trials = 0;
    const auto attempt = [&](const Change& change, bool structural) {
        if (++trials > mostTrials) return false;
        Mechanism smaller = mechanism;
        change(smaller.description);
        if (structural) smaller.freedom = -1;
        if (smaller.description == mechanism.description) return false;
        const Verdict now = judge(smaller, steps, &smaller.description.run);
        if (now.kind != wanted.kind || now.reason != wanted.reason) return false;
        mechanism = std::move(smaller);
        verdict = now;
        return true;
    };
    // Degrees of freedom are known for the whole only.
    for (bool again = wanted.reason != "freedom"; again && trials < mostTrials;) {
        again = false;
        for (const Change& change : removals(mechanism.description))
            if (attempt(change, true)) again = true;
    }
    for (std::size_t k = 0; k < simplifications(mechanism.description).size(); ++k)
        attempt(simplifications(mechanism.description)[k], false);
    attempt(removeUnusedMarkers, false);
    return mechanism;
}

}  // namespace momentree::campaign
