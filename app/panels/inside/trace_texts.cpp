// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/trace_texts.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/base/text.hpp"
#include "app/base/value_text.hpp"

namespace momentree::app {
namespace {

constexpr const char* context = "momentree::trace";

/// For the translators, since core does not use Qt.
constexpr const char* texts[] = {
    QT_TRANSLATE_NOOP("momentree::trace", "Kinematics"),
    QT_TRANSLATE_NOOP("momentree::trace", "Single bodies"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly of the biases"),
    QT_TRANSLATE_NOOP("momentree::trace", "Closed loops"),
    QT_TRANSLATE_NOOP("momentree::trace", "Base connection"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly of the loads"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly of the loads"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rates of coordinates and momenta"),
    QT_TRANSLATE_NOOP("momentree::trace", "Orientation of the body in world axes"),
    QT_TRANSLATE_NOOP("momentree::trace", "From the joint's origin to the centre of mass"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "From handle 1 to handle 2; S₁₂ = S(s₁₂) shifts wrenches"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Compliance of the body: the velocity that an impulse gives it"),
    QT_TRANSLATE_NOOP(
        "momentree::trace",
        "Compliance of the body with the reduced inertias K_c of its branches absorbed"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocity at handle 1 by an impulse at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocity at handle 2 by an impulse at handle 2"),
    QT_TRANSLATE_NOOP(
        "momentree::trace",
        "Velocity at handle 1 by the joint momenta alone (branches: their biases k_c)"),
    QT_TRANSLATE_NOOP("momentree::trace", "The same at handle 2"),
    QT_TRANSLATE_NOOP(
        "momentree::trace",
        "How far an impulse in the joint parts both sides: symmetric and positive definite"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the joint holds together: zero along its free motions"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly: compliance of A and B joined, at handle 1"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly: from handle 2 to handle 1"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly: compliance of A and B joined, at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse that closes the gap between both sides"),
    QT_TRANSLATE_NOOP("momentree::trace", "Assembly of the velocities"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads on the body, and those of its branches"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads of both sides"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the body that carries this branch feels of it: its reduced inertia"),
    QT_TRANSLATE_NOOP("momentree::trace", "The same of its momentum"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse in the joint to ground"),
    QT_TRANSLATE_NOOP("momentree::trace", "The other end is free"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Impulse in the joint to ground at the beginning of the loop"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse where the loop closes to ground"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Impulses of the joints that were cut: one solve of the tree for each row"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse between the branch and its carrier"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly: the impulse in the joint"),
    QT_TRANSLATE_NOOP("momentree::trace", "Its reaction on A"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocity of the body"),
    QT_TRANSLATE_NOOP("momentree::trace", "Articulated load at the root of the path"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly: articulated load in the joint"),
    QT_TRANSLATE_NOOP("momentree::trace", "Joint speeds"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rates of the joint momenta"),
    QT_TRANSLATE_NOOP("momentree::trace", "From handle 1 to handle 2, in the plane"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocity at handle 1 by the joint momenta alone"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse in the joint by one at handle 1"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulse in the joint by one at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Joint speed"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rate of the joint momentum"),
    QT_TRANSLATE_NOOP("momentree::trace", "Inertia and momentum, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocities, outward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "From the carrier's origin to its own; X = S(r)ᵀ"),
    QT_TRANSLATE_NOOP("momentree::trace", "Inertia of the single body"),
    QT_TRANSLATE_NOOP("momentree::trace", "Articulated inertia: the body and all that hangs on it"),
    QT_TRANSLATE_NOOP("momentree::trace", "Remainder momentum of all that hangs on it"),
    QT_TRANSLATE_NOOP("momentree::trace", "What the joint feels of the articulated inertia"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the carrier feels through the joint: zero along its free motions"),
    QT_TRANSLATE_NOOP("momentree::trace", "The momentum handed on to the carrier"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads on the body and all that hangs on it"),
    QT_TRANSLATE_NOOP("momentree::trace", "Momentum of the body and all that hangs on it"),
    QT_TRANSLATE_NOOP("momentree::trace", "Right-hand sides, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Changes of the bodies"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Compliance of the body in this iteration, its tangent inverted"),
    QT_TRANSLATE_NOOP("momentree::trace", "What the body's equations of motion still lack"),
    QT_TRANSLATE_NOOP(
        "momentree::trace",
        "Assembly across the joint: what it holds of the bodies that have been joined to it"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the elimination leaves on a joint that is still open"),
    QT_TRANSLATE_NOOP("momentree::trace", "Gap of the joint after all that was joined before"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly: change of the joint's multipliers, c Δλ"),
    QT_TRANSLATE_NOOP("momentree::trace", "Change of the body's place and turn"),
    QT_TRANSLATE_NOOP("momentree::trace", "Constraints"),
    QT_TRANSLATE_NOOP("momentree::trace", "Factorisation"),
    QT_TRANSLATE_NOOP("momentree::trace", "Solution"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Jacobian of the constraints, rows along [v; w] of every body"),
    QT_TRANSLATE_NOOP("momentree::trace", "Violation of the constraints"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "The system of all bodies and constraints; it is sparse, and its elimination "
                      "goes from the leaves to the root"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocities of all bodies"),
    QT_TRANSLATE_NOOP("momentree::trace", "Impulses of all constraints"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rates of the momenta"),
    QT_TRANSLATE_NOOP("momentree::trace", "Pieces of the tree, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Pieces of the tree, outward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Pieces of the tree, rates"),
    QT_TRANSLATE_NOOP("momentree::trace", "Wrenches"),
    QT_TRANSLATE_NOOP("momentree::trace", "Articulated inertia, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Bias wrenches, inward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Accelerations, outward"),
    QT_TRANSLATE_NOOP("momentree::trace", "Acceleration of the body by the velocities alone"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Wrench that the body needs without accelerating, less its loads"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Forces of the joints that were cut: one solve of the tree for each row"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Forces of the joints that were cut, by proximal iterations"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the last iteration leaves of the constraints, relative to their "
                      "largest part"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Rates of the dependent joints of a cluster; K = J B after elimination, k in "
                      "its last column"),
    QT_TRANSLATE_NOOP("momentree::trace", "What the independent speeds of a cluster feel"),
    QT_TRANSLATE_NOOP("momentree::trace", "Bias wrench of the body and all that hangs on it"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rates of the joint speeds"),
    QT_TRANSLATE_NOOP("momentree::trace", "Acceleration of the body"),
    QT_TRANSLATE_NOOP("momentree::trace", "Violation of the constraints by the velocities"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads of all bodies less their gyroscopic torques"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "What the constraints demand of the accelerations, with Baumgarte's terms"),
    QT_TRANSLATE_NOOP("momentree::trace", "Accelerations of all bodies"),
    QT_TRANSLATE_NOOP("momentree::trace", "Lagrange multipliers of all constraints"),
    QT_TRANSLATE_NOOP("momentree::trace", "Acceleration across the joint by velocities alone"),
    QT_TRANSLATE_NOOP("momentree::trace", "Loads on the body less its gyroscopic wrench"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Inverse inertia of the body: the acceleration that a force gives it"),
    QT_TRANSLATE_NOOP(
        "momentree::trace",
        "Inverse inertia of the body with the reduced inertias K_c of its branches absorbed"),
    QT_TRANSLATE_NOOP("momentree::trace", "Acceleration at handle 1 by a force at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Acceleration at handle 2 by a force at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Bias acceleration at handle 1, with free handles"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Assembly: inverse inertia of A and B joined, at handle 1"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Assembly: inverse inertia of A and B joined, at handle 2"),
    QT_TRANSLATE_NOOP("momentree::trace", "Force that both sides need to accelerate alike"),
    QT_TRANSLATE_NOOP("momentree::trace", "The same of its loads and velocities"),
    QT_TRANSLATE_NOOP("momentree::trace", "Force in the joint to ground"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Force in the joint to ground at the beginning of the loop"),
    QT_TRANSLATE_NOOP("momentree::trace", "Force where the loop closes to ground"),
    QT_TRANSLATE_NOOP("momentree::trace", "Force between the branch and its carrier"),
    QT_TRANSLATE_NOOP("momentree::trace", "Disassembly: the force in the joint"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Constraints in coordinates in which the mass matrix is the unit matrix; "
                      "without rows that are always zero"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Forces of all constraints on the bodies, without multipliers"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Motions that the constraints leave free, one in each column"),
    QT_TRANSLATE_NOOP("momentree::trace", "Accelerations along these motions"),
    QT_TRANSLATE_NOOP("momentree::trace",
                      "Accelerations of all bodies; a_c is the least that the constraints demand"),
    QT_TRANSLATE_NOOP("momentree::trace", "Velocities"),
    QT_TRANSLATE_NOOP("momentree::trace", "Rates of the speeds"),
};

}  // namespace

QString traceSymbol(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString traceText(std::string_view english) {
    return QCoreApplication::translate(context, std::string(english).c_str());
}

bool isKnownTraceText(std::string_view english) {
    return std::ranges::find(texts, english, [](const char* text) {
               return std::string_view(text);
           }) != std::end(texts);
}

QString nodeName(const Model& model, const EvaluationTrace& trace, int node) {
    if (node < 0) return tr("all bodies");
    const std::vector<int>& bodies = trace.nodes[static_cast<std::size_t>(node)].bodies;
    const auto name = [&](int body) {
        return QString::fromStdString(model.bodies[static_cast<std::size_t>(body)].name);
    };
    if (bodies.empty()) return tr("ground");
    if (bodies.size() == 1) return name(bodies.front());
    const QString between =
        bodies.size() == 2 ? QStringLiteral("%1, %2") : QStringLiteral("%1 … %2");
    return between.arg(name(bodies.front()), name(bodies.back()));
}

QString nodeDetails(const Model& model, const EvaluationTrace& trace, int node) {
    const TracedNode& what = trace.nodes[static_cast<std::size_t>(node)];
    QStringList lines{nodeName(model, trace, node)};
    const QString joint =
        what.joint < 0
            ? QString()
            : QString::fromStdString(model.joints[static_cast<std::size_t>(what.joint)].name);
    const auto count = static_cast<int>(what.bodies.size());
    if (what.kind == TracedNode::Kind::Joined)
        lines << tr("%1 bodies, joined across %2").arg(count).arg(joint);
    else if (!joint.isEmpty())
        lines << tr("A single body; its inboard joint is %1").arg(joint);
    if (what.absorbed) lines << tr("A branch, absorbed by its carrier");
    return lines.join('\n');
}

QString workTime(const TracedWork& work) {
    if (work.end == work.begin) return tr("not timed");
    return tr("%1, thread %2")
        .arg(nanosecondsText(static_cast<double>(work.end - work.begin)))
        .arg(work.thread + 1);
}

}  // namespace momentree::app
