// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "app/analyses/analysis_output.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/probes.hpp"
#include "core/io/csv.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

std::string stabilityText(const Modes& modes) {
    switch (modes.stability) {
        case Stability::Stable:
            return "stable";
        case Stability::Neutral:
            return "neutral: nothing drives some movements back";
        case Stability::Unstable:
            return "unstable: " + std::to_string(modes.growing) +
                   (modes.growing == 1 ? " mode grows" : " modes grow");
        case Stability::Fixed:
            break;
    }
    return "nothing can move";
}

/// A coordinate in words where the body has no joint: "platform along x", "platform about z" for
/// "platform.q1", "platform.q6", whose axes are those of the body.
std::string coordinateText(const Model& model, const std::string& name) {
    constexpr std::array directions{"along x", "along y", "along z",
                                    "about x", "about y", "about z"};
    const std::size_t dot = name.rfind(".q");
    if (dot == std::string::npos || dot + 3 != name.size()) return name;
    const std::string element = name.substr(0, dot);
    const auto number = static_cast<std::size_t>(name.back() - '1');
    const bool isBody = std::ranges::find(model.bodies, element, &Body::name) != model.bodies.end();
    const bool isJoint =
        std::ranges::find(model.joints, element, &JointElement::name) != model.joints.end();
    return isBody && !isJoint && number < directions.size() ? element + " " + directions[number]
                                                            : name;
}

/// The body that moves most in a mode.
std::string leadingBody(const Model& model, const Linearisation& about, const Mode& mode) {
    std::string names;
    for (Eigen::Index k = 0; k < mode.z.size(); ++k) {
        const std::complex<double> z = mode.z[k];
        if (std::abs(z) < 1e-3) continue;
        names += (names.empty() ? "" : ", ") +
                 coordinateText(model, about.coordinates[static_cast<std::size_t>(k)]) + " " +
                 numberText(std::abs(z.imag()) < 1e-9 ? z.real() : std::abs(z), 3);
    }
    return names.empty() && !model.bodies.empty() ? "-" : names;
}

void addModeTable(const Model& model, const Linearisation& about, const Modes& modes,
                  AnalysisOutput& out) {
    if (modes.modes.empty()) return;
    TextTable table{{"mode", "frequency [Hz]", "damping ratio", "eigenvalue [1/s]", "shape"}};
    double largest = 0.0;
    for (const Mode& mode : modes.modes) largest = std::max(largest, std::abs(mode.eigenvalue));
    for (std::size_t k = 0; k < modes.modes.size(); ++k) {
        const Mode& mode = modes.modes[k];
        const double real = withoutRounding(mode.eigenvalue.real(), largest);
        const double imaginary = withoutRounding(mode.eigenvalue.imag(), largest);
        table.push_back({std::to_string(k + 1), shortNumber(mode.frequency),
                         numberText(real == 0.0 ? 0.0 : mode.damping, 4),
                         numberText(real, 6) +
                             (imaginary > 0.0 ? " +- " + numberText(imaginary, 6) + " i" : ""),
                         leadingBody(model, about, mode)});
    }
    out.text += "\n";
    addTable(out, std::move(table));
}

JsonItem complexItem(std::complex<double> value) {
    return JsonItem::list().add(JsonItem::number(value.real())).add(JsonItem::number(value.imag()));
}
JsonItem namesItem(const std::vector<std::string>& names) {
    JsonItem list = JsonItem::list();
    for (const std::string& name : names) list.add(JsonItem::text(name));
    return list;
}
JsonItem matrixItem(const Eigen::MatrixXd& matrix) {
    JsonItem rows = JsonItem::list();
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
        JsonItem row = JsonItem::list();
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.add(JsonItem::number(matrix(i, j)));
        rows.add(std::move(row));
    }
    return rows;
}

JsonItem modeItem(const Model& model, const Mode& mode) {
    JsonItem z = JsonItem::list(), bodies = JsonItem::list();
    for (Eigen::Index k = 0; k < mode.z.size(); ++k) z.add(complexItem(mode.z[k]));
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        JsonItem shift = JsonItem::list(), turn = JsonItem::list();
        for (int k = 0; k < 3; ++k) {
            shift.add(complexItem(mode.bodies[i][k]));
            turn.add(complexItem(mode.bodies[i][k + 3]));
        }
        bodies.add(JsonItem::object()
                       .add("name", JsonItem::text(model.bodies[i].name))
                       .add("translation", std::move(shift))
                       .add("rotation", std::move(turn)));
    }
    return JsonItem::object()
        .add("eigenvalue", complexItem(mode.eigenvalue))
        .add("frequency_Hz", JsonItem::number(mode.frequency))
        .add("damping_ratio", JsonItem::number(mode.damping))
        .add("rigid", JsonItem::boolean(mode.rigid))
        .add("coordinates", std::move(z))
        .add("bodies", std::move(bodies));
}

void addModes(const Model& model, const Linearisation& about, const Modes& modes,
              const StateSpace& space, JsonItem& item) {
    JsonItem list = JsonItem::list();
    for (const Mode& mode : modes.modes) list.add(modeItem(model, mode));
    item.add("stability", JsonItem::text(stabilityId(modes.stability)))
        .add("coordinates", namesItem(about.coordinates))
        .add("modes", std::move(list))
        .add("state_space", JsonItem::object()
                                .add("states", namesItem(space.states))
                                .add("inputs", namesItem(space.inputs))
                                .add("outputs", namesItem(space.outputs))
                                .add("A", matrixItem(space.A))
                                .add("B", matrixItem(space.B))
                                .add("C", matrixItem(space.C))
                                .add("D", matrixItem(space.D)));
}

/// [A, B; C, D] with names.
std::string csvOf(const StateSpace& space) {
    std::string csv = "row";
    for (const auto* names : {&space.states, &space.inputs})
        for (const std::string& name : *names) csv += "," + csvField(name);
    csv += "\r\n";
    const auto add = [&](const std::string& name, const auto& states, const auto& inputs) {
        csv += csvField(name);
        for (const double value : states) csv += "," + numberText(value);
        for (const double value : inputs) csv += "," + numberText(value);
        csv += "\r\n";
    };
    for (std::size_t i = 0; i < space.states.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        add("d/dt " + space.states[i], space.A.row(row), space.B.row(row));
    }
    for (std::size_t i = 0; i < space.outputs.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        add(space.outputs[i], space.C.row(row), space.D.row(row));
    }
    return csv;
}

/// Whether bodies move faster than [m/s, rad/s].
bool moves(const std::vector<BodyState>& bodies) {
    return std::ranges::any_of(bodies, [](const BodyState& body) {
        return body.v.norm() > stillAt || body.w.norm() > stillAt;
    });
}

/// What a reader must know of modes about a start.
Diagnostics warningsAbout(const InitialState& start, const StateSpace& space,
                          const Linearisation& about) {
    Diagnostics warnings;
    if (space.states.empty()) return warnings;
    const double fastest = unsteadiness(about);
    if (about.restricted) {
        if (fastest > stillAt)
            warnings.push_back(warning(
                Place::model("initial"),
                MOMENTREE_TEXT("modes-unsteady",
                               "the start is no steady motion: a speed changes by %1 (in m/s² or "
                               "rad/s²), and the modes are those of the equations at this "
                               "instant")(numberText(fastest, 3))));
        return warnings;
    }
    if (moves(start.bodies))
        warnings.push_back(warning(
            Place::model("initial"),
            MOMENTREE_TEXT("modes-at-rest",
                           "the speeds of the start are not used: modes are those at rest")));
    if (fastest > stillAt)
        warnings.push_back(warning(
            Place::model("initial"),
            MOMENTREE_TEXT("modes-off-equilibrium",
                           "the start is not an equilibrium: a coordinate accelerates by %1 (in "
                           "m/s² or rad/s²), so the modes describe only deviations from this "
                           "motion; an equilibrium analysis finds a pose at rest and its "
                           "modes")(numberText(fastest, 3))));
    return warnings;
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const ModesAboutStart& found) {
    StateSpace space = stateSpace(model, found.start.bodies, found.linearisation);
    addProbes(model, found.start, 0.0, found.linearisation, evaluateProbes, space);
    AnalysisOutput out;
    out.warnings = warningsAbout(found.start, space, found.linearisation);
    out.text = model.name + ": modes about the start, " + stabilityText(found.modes) + "\n";
    addModeTable(model, found.linearisation, found.modes, out);
    addModes(model, found.linearisation, found.modes, space, out.json);
    out.csv = csvOf(space);
    return out;
}

AnalysisOutput outputOf(const Model& model, const Equilibrium& found) {
    StateSpace space = stateSpace(model, found.state.bodies, found.linearisation);
    addProbes(model, found.state, 0.0, found.linearisation, evaluateProbes, space);
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(found.state.bodies);
    const double length = lengthOf(model, found.state.bodies);
    const RowLayout layout(model);
    const std::vector<std::string> units = columnUnits(model, layout);
    TextTable table{{"joint or free body", "coordinates [rad, m]"}};
    JsonItem joints = JsonItem::list(), poses = JsonItem::list();
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        if (joint.closes || coordinateCount(joint.kind) == 0) continue;
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(joint, bodies, q.data(), u.data());
        std::string text;
        JsonItem values = JsonItem::list();
        for (int k = 0; k < coordinateCount(joint.kind); ++k) {
            const double value = q[static_cast<std::size_t>(k)];
            const int column = layout.jointQ(static_cast<int>(j)) + k;
            const bool isLength = units[static_cast<std::size_t>(column)] == "m";
            text += (k == 0 ? "" : ", ") + shortNumber(value, isLength ? length : 1.0);
            values.add(JsonItem::number(value));
        }
        table.push_back({joint.name, text});
        joints.add(
            JsonItem::object().add("name", JsonItem::text(joint.name)).add("q", std::move(values)));
    }
    for (const TreeBody& body : model.tree.bodies) {
        if (body.element >= 0 || speedCount(body.joint) != 6) continue;
        const auto index = static_cast<std::size_t>(body.body);
        std::string text;
        for (const double x : found.state.bodies[index].r)
            text += (text.empty() ? "" : ", ") + shortNumber(x, length);
        table.push_back({model.bodies[index].name, text + " (centre of mass)"});
    }
    AnalysisOutput out;
    out.csv = "body,x,y,z,e0,e1,e2,e3\r\n";
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const BodyState& body = found.state.bodies[i];
        JsonItem position = JsonItem::list(), orientation = JsonItem::list();
        out.csv += csvField(model.bodies[i].name);
        for (int k = 0; k < 3; ++k) {
            position.add(JsonItem::number(body.r[k]));
            out.csv += "," + numberText(body.r[k]);
        }
        for (int k = 0; k < 4; ++k) {
            orientation.add(JsonItem::number(body.e[k]));
            out.csv += "," + numberText(body.e[k]);
        }
        out.csv += "\r\n";
        poses.add(JsonItem::object()
                      .add("name", JsonItem::text(model.bodies[i].name))
                      .add("centre_of_mass_m", std::move(position))
                      .add("orientation", std::move(orientation)));
    }
    out.text = model.name + ": equilibrium after " + std::to_string(found.steps) + " steps, " +
               stabilityText(found.modes) + "\n\n";
    addTable(out, std::move(table));
    addModeTable(model, found.linearisation, found.modes, out);
    out.json.add("steps", JsonItem::integer(found.steps))
        .add("residual", JsonItem::number(found.residual))
        .add("potential_J", JsonItem::number(found.potential))
        .add("joints", std::move(joints))
        .add("bodies", std::move(poses));
    addModes(model, found.linearisation, found.modes, space, out.json);
    return out;
}

}  // namespace momentree::app
