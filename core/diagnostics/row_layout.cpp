// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/row_layout.hpp"

#include <algorithm>
#include <cassert>

#include "core/diagnostics/solver_columns.hpp"

namespace momentree {
namespace {

template <typename Vector>
double* copy(const Vector& from, double* to) {
    return std::copy_n(from.data(), from.size(), to);
}

/// The column of a body, joint or energy that holds the quantity of a probe, empty if there is
/// none.
std::string columnOf(const Model& model, const Probe& probe) {
    const ProbeDescription& what = probe.what;
    const auto numbered = [&](const char* stem, int count) {
        return model.joints[static_cast<std::size_t>(probe.joint)].name + stem +
               (count == 1 ? std::string() : std::to_string(what.coordinate));
    };
    if (what.quantity == "kinetic_energy") return "kinetic";
    if (what.quantity == "potential_energy") return "potential";
    if (what.quantity == "total_energy") return "total";
    if (probe.joint >= 0) {
        const JointElement& joint = model.joints[static_cast<std::size_t>(probe.joint)];
        if (what.quantity == "joint_angle" || what.quantity == "joint_displacement")
            return numbered(".q", coordinateCount(joint.kind));
        return what.quantity == "joint_rate" ? numbered(".u", speedCount(joint.kind)) : "";
    }
    if (probe.A.body == ground) return {};
    const std::string& body = model.bodies[static_cast<std::size_t>(probe.A.body)].name;
    if (what.quantity == "angular_velocity_world") return body + ".w" + what.component;
    if (!probe.A.frame.r.isZero(0.0)) return {};
    if (what.quantity == "position") return body + "." + what.component;
    return what.quantity == "velocity" ? body + ".v" + what.component : "";
}

}  // namespace

void addNumbered(std::vector<std::string>& names, const std::string& stem, int count) {
    if (count == 1) names.push_back(stem);
    for (int k = 1; count > 1 && k <= count; ++k) names.push_back(stem + std::to_string(k));
}

RowLayout::RowLayout(const Model& model) : loops_(model.tree.closureRows > 0) {
    names_.emplace_back("time");
    for (const Body& body : model.bodies)
        for (const char* part : {".x", ".y", ".z", ".e0", ".e1", ".e2", ".e3", ".vx", ".vy", ".vz",
                                 ".wx", ".wy", ".wz"})
            names_.push_back(body.name + part);
    for (const JointElement& joint : model.joints) {
        JointColumns columns;
        columns.nq = joint.closes ? 0 : coordinateCount(joint.kind);
        columns.nu = joint.closes ? 0 : speedCount(joint.kind);
        columns.q = width();
        addNumbered(names_, joint.name + ".q", columns.nq);
        columns.u = width();
        addNumbered(names_, joint.name + ".u", columns.nu);
        columns.reaction = width();
        for (const char* part : {".fx", ".fy", ".fz", ".mx", ".my", ".mz"})
            names_.push_back(joint.name + part);
        joints_.push_back(columns);
    }
    energies_ = width();
    for (const char* name : {"kinetic", "potential", "total", "drift.position", "drift.velocity",
                             "drift.acceleration"})
        names_.emplace_back(name);
    for (const Probe& probe : model.probes) {
        const std::string& name = probe.what.column;
        repeats_.push_back(name == columnOf(model, probe) && column(name) >= 0);
        names_.push_back(name);
    }
    controllerStates_ = model.controllerStates;
    for (const AxialLoad& load : model.axialLoads) {
        if (load.controller.integralState >= 0) names_.push_back(load.name + ".integral");
        if (load.controller.rateState >= 0) names_.push_back(load.name + ".error_rate");
    }
    for (std::size_t p = 0; p < phaseCount; ++p)
        names_.push_back("phase." + std::string(phaseName(static_cast<Phase>(p))));
    SolverColumns::addNames(model, names_);
    works_ = width();
    for (const WorkSource& source : workSources(model))
        for (const char* part : {".power", ".work"}) names_.push_back(source.name + part);
}

int RowLayout::column(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
}

void RowLayout::write(const Sample& sample, std::span<double> row) const {
    assert(row.size() == names_.size());
    assert(sample.joints.empty() || sample.joints.size() == joints_.size());
    double* out = row.data();
    *out++ = sample.time;
    for (const BodyState& body : sample.bodies) {
        out = copy(body.r, out);
        out = copy(body.e, out);
        out = copy(body.v, out);
        out = copy(body.w, out);
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        if (sample.joints.empty()) {
            out = std::fill_n(out, joints_[j].nq + joints_[j].nu + 6, 0.0);
            continue;
        }
        out = std::copy_n(sample.joints[j].q.data(), joints_[j].nq, out);
        out = std::copy_n(sample.joints[j].u.data(), joints_[j].nu, out);
        out = copy(sample.joints[j].reaction, out);
    }
    for (const double value :
         {sample.kinetic, sample.potential, sample.kinetic + sample.potential, sample.driftPosition,
          sample.driftVelocity, sample.driftAcceleration})
        *out++ = value;
    out = std::copy(sample.probes.begin(), sample.probes.end(), out);
    out = std::copy(sample.controllers.begin(), sample.controllers.end(), out);
    assert(out == row.data() + csvWidth());
}

}  // namespace momentree
