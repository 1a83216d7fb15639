// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/equilibrium.hpp"
#include "core/analysis/kinematic_analysis.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/diagnostics/probes.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/python/loaded_run.hpp"
#include "core/session/carry_over.hpp"

namespace momentree::python {
namespace {

py::dict linearisationOf(const Model& model, const InitialState& state, double t,
                         const Linearisation& about) {
    StateSpace space = stateSpace(model, state.bodies, about);
    addProbes(model, state, t, about, evaluateProbes, space);
    py::dict out;
    out["coordinates"] = about.coordinates;
    out["inputs"] = about.inputs;
    out["M"] = about.M_r;
    out["C"] = about.C_r;
    out["K"] = about.K_r;
    out["f"] = about.f_r;
    out["B"] = about.B_r;
    out["N"] = about.N;
    out["states"] = space.states;
    out["outputs"] = space.outputs;
    out["A"] = space.A;
    out["B_u"] = space.B;
    out["C_y"] = space.C;
    out["D_u"] = space.D;
    return out;
}

py::dict modesOut(const Modes& modes) {
    py::list list;
    for (const Mode& mode : modes.modes) {
        Eigen::MatrixXcd bodies(std::ssize(mode.bodies), 6);
        for (std::size_t i = 0; i < mode.bodies.size(); ++i)
            bodies.row(static_cast<Eigen::Index>(i)) = mode.bodies[i].transpose();
        list.append(py::make_tuple(mode.eigenvalue, mode.frequency, mode.damping, mode.rigid,
                                   mode.z, bodies));
    }
    py::dict out;
    out["stability"] = stabilityId(modes.stability);
    out["modes"] = list;
    return out;
}

/// Small movements about a pose.
py::tuple about(const Model& model, const InitialState& state, double t) {
    const Linearisation linear =
        linearise(model, state.bodies, anglesOf(countedAngles(model), state), t);
    return py::make_tuple(linearisationOf(model, state, t, linear),
                          modesOut(modesOf(model, linear)));
}

py::tuple linearisedStart(const LoadedModel& loaded) {
    const InitialState start = valueOf(assemble(*loaded.model), loaded.file);
    return about(*loaded.model, start, 0.0);
}

py::tuple linearisedRow(const LoadedRun& of, std::size_t row) {
    const std::shared_ptr<const Model> model = of.model.model;
    const LaterStart start = valueOf(carryOver({model, of.run->recording(), row}, *model));
    return about(*model, start.state, start.time);
}

py::dict equilibriumOut(const LoadedModel& loaded) {
    const Equilibrium found = valueOf(equilibrium(*loaded.model), loaded.file);
    py::dict out, joints;
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(found.state.bodies);
    for (const JointElement& joint : loaded.model->joints) {
        if (joint.closes || coordinateCount(joint.kind) == 0) continue;
        std::array<double, 7> q{};
        std::array<double, 6> u{};
        jointCoordinates(joint, bodies, q.data(), u.data());
        joints[py::str(joint.name)] =
            std::vector<double>(q.begin(), q.begin() + coordinateCount(joint.kind));
    }
    out["q"] = joints;
    out["potential"] = found.potential;
    out["residual"] = found.residual;
    out["linearisation"] =
        py::make_tuple(linearisationOf(*loaded.model, found.state, 0.0, found.linearisation),
                       modesOut(found.modes));
    return out;
}

/// Samples as rows of the columns of a CSV: names, units, values.
py::dict tableOf(const Model& model, const std::vector<Sample>& samples) {
    const RowLayout layout(model);
    const auto width = static_cast<std::size_t>(layout.csvWidth());
    auto values = std::make_shared<std::vector<double>>();
    std::vector<double> row(static_cast<std::size_t>(layout.width()));
    for (const Sample& sample : samples) {
        layout.write(sample, row);
        values->insert(values->end(), row.begin(), row.begin() + layout.csvWidth());
    }
    std::vector<std::string> units = columnUnits(model, layout);
    units.resize(width);
    py::dict out;
    out["columns"] = columnNames(layout, layout.csvWidth());
    out["units"] = units;
    out["rows"] = viewOf(values->data(), samples.size(), width, values);
    return out;
}

py::dict inverseDynamicsOut(const LoadedModel& loaded, double duration, double step,
                            const std::vector<std::string>& joints) {
    Result<InverseDynamics> result = [&]() -> Result<InverseDynamics> {
        const py::gil_scoped_release released;
        const auto actuated = actuatedCoordinates(joints);
        if (!actuated) return tl::unexpected(actuated.error());
        return inverseDynamics(*loaded.model, {duration, step}, *actuated);
    }();
    const InverseDynamics found = valueOf(std::move(result), loaded.file);
    const Model& model = modelOfEfforts(*loaded.model, found);
    if (found.ended) warn({*found.ended}, loaded.file);
    py::dict out = tableOf(model, found.samples), efforts, powers, figures;
    const auto count = static_cast<Eigen::Index>(found.samples.size());
    for (std::size_t m = 0; m < model.motions.size(); ++m) {
        Eigen::VectorXd effort(count), power(count);
        for (Eigen::Index k = 0; k < count; ++k) {
            effort[k] = found.samples[static_cast<std::size_t>(k)].motionEfforts[m];
            power[k] = found.powers[static_cast<std::size_t>(k)][m];
        }
        const py::str name(model.motions[m].name);
        efforts[name] = effort;
        powers[name] = power;
        const EffortFigures& f = found.efforts[m];
        figures[name] = py::make_tuple(f.effort.value, f.effort.time, f.rms, f.work, f.unique);
    }
    out["efforts"] = efforts;
    out["powers"] = powers;
    out["figures"] = figures;
    out["residual"] = found.residual;
    out["redundant"] = found.redundant;
    out["ended"] = found.ended ? toPython(*found.ended, loaded.file) : py::none();
    return out;
}

py::dict kinematicsOut(const LoadedModel& loaded, double duration, double step) {
    Result<KinematicAnalysis> result = [&] {
        const py::gil_scoped_release released;
        return kinematicAnalysis(*loaded.model, {duration, step});
    }();
    const KinematicAnalysis found = valueOf(std::move(result), loaded.file);
    if (found.ended) warn({*found.ended}, loaded.file);
    py::dict out = tableOf(*loaded.model, found.samples);
    out["regularity"] = Eigen::VectorXd(
        Eigen::Map<const Eigen::VectorXd>(found.regularity.data(), std::ssize(found.regularity)));
    out["ended"] = found.ended ? toPython(*found.ended, loaded.file) : py::none();
    return out;
}

}  // namespace

void bindAnalysis(py::module_& module) {
    module.def("linearise", linearisedStart);
    module.def("linearise_row", linearisedRow);
    module.def("equilibrium", equilibriumOut);
    module.def("inverse_dynamics", inverseDynamicsOut);
    module.def("kinematics", kinematicsOut);
}

}  // namespace momentree::python
