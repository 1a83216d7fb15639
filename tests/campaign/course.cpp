// SPDX-License-Identifier: Apache-2.0
#include "campaign/course.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "campaign/table.hpp"
#include "core/diagnostics/power_balance.hpp"
#include "core/kinematics/constraints.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/index.hpp"
#include "core/session/built_in.hpp"
#include "core/session/friction_advice.hpp"
#include "core/session/run.hpp"

namespace momentree::campaign {
namespace {

constexpr double anglePerStep = 0.02;  ///< [rad]
constexpr double leastRate = 0.1;      ///< of anything [rad/s]
constexpr double fitCut = 1e-4;        ///< of singular values

double sizeOf(const Model& model) {
    double size = 0.0;
    for (const Marker& marker : model.markers)
        if (marker.body != ground) size = std::max(size, marker.frame.r.norm());
    return size > 0.0 ? size : 1.0;
}

/// Largest rate of a law's changes [rad/s].
double rateOf(const Law& law) { return law.amplitude != 0.0 ? std::abs(law.frequency) : 0.0; }

/// The fastest rate of a motion: turns, shifts of a size, weight, vibrations, drives [rad/s].
double fastestOf(const Model& model, const Sample& sample, double size) {
    double rate = std::max(leastRate, std::sqrt(model.gravity.norm() / size));
    const auto take = [&](double r) {
        if (std::isfinite(r)) rate = std::max(rate, r);
    };
    for (std::size_t i = 0; i < sample.bodies.size(); ++i) {
        const BodyState& body = sample.bodies[i];
        take(body.w.norm());
        take(body.v.norm() / size);
        take(std::sqrt(sample.accelerations[i].head<3>().norm() / size));
        take(std::sqrt(sample.accelerations[i].tail<3>().norm()));
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        for (int k = 0; k < speedCount(model.joints[j].kind) && !model.joints[j].distance; ++k) {
            const bool angle = model.joints[j].type != "prismatic" && k < 3 &&
                               !(model.joints[j].type == "cylindrical" && k == 1);
            take(std::abs(sample.joints[j].u[toIndex(k)]) / (angle ? 1.0 : size));
        }
    const auto massAt = [&](const Marker& m) {
        return m.body == ground ? INFINITY : model.bodies[toIndex(m.body)].mass;
    };
    for (const SpringDamper& s : model.springs) {
        const double mass = std::min(massAt(s.A), massAt(s.B));
        take(std::sqrt(s.k / mass));
        take(s.c / mass);
    }
    for (const AxialLoad& a : model.axialLoads) {
        const double mass = std::min(massAt(a.A), massAt(a.B)) * (a.torque ? size * size : 1.0);
        take(3.0 * std::sqrt(a.k / mass));
        take(9.0 * a.c / mass);
        const Characteristic& more = a.characteristic;
        take(9.0 * more.friction.steepest() / mass);
        if (!more.motor.empty()) take(9.0 * more.motor.stall / more.motor.noLoad / mass);
        if (!a.controller.empty()) {
            take(3.0 * std::sqrt(a.controller.proportional / mass));
            take(9.0 * a.controller.derivative / mass);
        }
    }
    for (const Bushing& bushing : model.bushings) {
        const double mass = std::min(massAt(bushing.A), massAt(bushing.B));
        take(std::sqrt(bushing.K(0, 0) / mass));
        take(3.0 * std::sqrt(bushing.K(3, 3) / mass) / size);
    }
    for (const ContactLoad& contact : model.contactLoads)
        take(3.0 * std::sqrt(contact.k * std::sqrt(0.1 * size) / massAt(contact.B)));
    for (const AppliedLoad& load : model.appliedLoads) take(rateOf(load.law));
    for (const MotionElement& motion : model.motions) take(rateOf(motion.law));
    return rate;
}

bool isConservative(const Model& model) { return !canExchangeWork(model) && model.stops.empty(); }

const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}

RunSpec specOf(const char* formulation, double step, double duration, double sample) {
    RunSpec spec;
    spec.formulation = formulation;
    const std::vector<std::string> own = integratorsIn(formulation);
    spec.integrator = own.empty() ? "rk4" : own.front();
    spec.step = step;
    spec.duration = duration;
    spec.sample = sample;
    return spec;
}

/// Rounded mechanisms are assembled for each run: what a formulation makes of given speeds is
/// checked there.
Result<Course> courseOf(const Start& s, const RunSpec& spec, ErrorCheck check = ErrorCheck::None) {
    Diagnostics ofStart;
    auto run = Run::create(
        catalogue(), s.model, spec,
        {.start = s.report.exact ? &s.start : nullptr, .warnings = &ofStart, .check = check});
    if (!run) return tl::unexpected(run.error());
    Course course;
    Diagnostics warnings;
    if (auto checked = catalogue().check(*s.model, spec, &warnings); !checked)
        return tl::unexpected(checked.error());
    course.doubted =
        s.doubted || !warnings.empty() || std::ranges::any_of(ofStart, [](const Diagnostic& d) {
            return d.message.id == "given-speed-changed";
        });
    while (!(*run)->finished() && course.reached()) course.progress = (*run)->advance({});
    (*run)->checkErrors({});
    course.rows = (*run)->recording();
    course.notes = (*run)->notes();
    return course;
}

}  // namespace

Result<Start> startOf(const ModelDescription& description, int steps) {
    auto model = buildModel(description);
    if (!model) return tl::unexpected(model.error());
    Start s{.model = *model,
            .size = sizeOf(**model),
            .step = 1e-3,
            .steps = steps,
            .conservative = isConservative(**model)};
    const RunSpec spec = specOf("lagrange-index1", s.step, s.steps * s.step, s.step);
    auto setup = setUpRun(catalogue(), s.model, spec, {.assembly = &s.report});
    if (!setup) return tl::unexpected(setup.error());
    s.start.state = setup->start.state;
    Sample sample;
    sample.resize(*s.model);
    setup->stepper->observe(sample);
    if (s.report.gap > closed) {  // shares of rounded loops follow from what rounding leaves
        Diagnostics shared;
        adviseForReactions(*s.model, s.start.state, shared);
        s.doubted = !shared.empty();
    }
    s.step = anglePerStep / fastestOf(*s.model, sample, s.size);
    return s;
}

Result<Course> runOf(const Start& s, const char* formulation, double step, ErrorCheck check) {
    const double duration = s.steps * s.step;
    return courseOf(s, specOf(formulation, step, duration, duration / samples), check);
}

Result<Course> stepsOf(const Start& s, const char* formulation, double step, int count) {
    return courseOf(s, specOf(formulation, step, count * step, step));
}

double distance(const Start& s, const Course& a, const Course& b) {
    const RowLayout layout(*s.model);
    double most = 0.0;
    for (std::size_t row = 0; row < std::min(a.rows->size(), b.rows->size()); ++row) {
        if (std::abs(a.rows->at(row, 0) - b.rows->at(row, 0)) > 1e-9 * s.step) break;
        for (int i = 0; i < static_cast<int>(std::ssize(s.model->bodies)); ++i) {
            const double* p = a.rows->row(row).data() + layout.body(i);
            const double* q = b.rows->row(row).data() + layout.body(i);
            const Eigen::Map<const Eigen::Vector4d> e(p + 3), f(q + 3);
            const Eigen::Map<const Vector3d> r(p), t(q);
            const double turned = 2.0 * std::min((e - f).norm(), (e + f).norm());
            most = std::max({most, turned, (r - t).norm() / s.size});
            if (!std::isfinite(turned + (r - t).norm())) return INFINITY;
        }
    }
    return most;
}

double energyChange(const Start& s, const Course& course, double known) {
    const RowLayout layout(*s.model);
    const Recording& rows = *course.rows;
    double change = 0.0, kinetic = 0.0, low = INFINITY, high = -INFINITY;
    // The first step moves a rounded mechanism to where its loops fit best for the formulation.
    const std::size_t first = s.report.gap > closed && rows.size() > 1 ? 1 : 0;
    for (std::size_t row = first; row < rows.size(); ++row) {
        change = std::max(change,
                          std::abs(rows.at(row, layout.total()) - rows.at(first, layout.total())));
        kinetic = std::max(kinetic, rows.at(row, layout.kinetic()));
        low = std::min(low, rows.at(row, layout.potential()));
        high = std::max(high, rows.at(row, layout.potential()));
    }
    // Potentials are rounded, whatever their range, also where heights happen to cancel, and so are
    // the poses from which speeds follow.
    double mass = 0.0;
    for (const Body& body : s.model->bodies) mass += body.mass;
    const double lifted = mass * s.model->gravity.norm() * s.size;
    const double speed = 1e-10 * s.size / s.step;
    const double potential = std::max({std::abs(low), std::abs(high), lifted});
    const double noise = 1e-5 * potential + 1e5 * mass * speed * speed;
    const double scale = kinetic + high - low + noise;
    return scale > 0.0 ? std::max(0.0, change - known * potential) / scale : 0.0;
}

/// How far a coupling is from its state in the first row, relative to its terms. Coordinates in
/// rows count turns.
double openingOf(const Start& s, const CouplingElement& coupling, const Recording& rows) {
    const RowLayout layout(*s.model);
    double open = 0.0, scale = 0.0;
    for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
        const Constraint& term = s.model->constraints[toIndex(coupling.firstConstraint) + k];
        const int column = layout.jointQ(coupling.joints[k]) + coupling.coordinates[k];
        open += term.ratio * (rows.at(rows.size() - 1, column) - rows.at(0, column));
        scale = std::max(scale, std::abs(term.ratio) * (term.turns ? 1.0 : s.size));
    }
    return std::abs(open) / scale;
}

Opening openingOf(const Start& s, const Course& course) {
    const std::size_t last = course.rows->size() - 1;
    const double time = course.rows->at(last, 0);
    const auto bodies = bodiesOf(*s.model, *course.rows, last);
    const std::span<const BodyKinematics<double>> all(bodies);
    ConstraintTerms<double> terms;
    double square = 0.0;
    for (const Constraint& c : s.model->constraints) {
        if (c.coupling >= 0) continue;
        evaluate(c, motionOf(*s.model, c, time), at(all, c.bodyA), at(all, c.bodyB), terms);
        const double unit = c.isAngle() ? 1.0 : s.size;
        square += terms.Phi.squaredNorm() / (unit * unit);
    }
    for (const CouplingElement& coupling : s.model->couplings) {
        const double open = openingOf(s, coupling, *course.rows);
        square += open * open;
    }
    Eigen::VectorXd q(s.model->tree.nq), u(s.model->tree.nu);
    jointsFromBodies(*s.model, time, all, q.data(), u.data());
    PoseSearch pose(*s.model, time, q);
    return {std::sqrt(square), pose.fit(0, fitCut)};
}

}  // namespace momentree::campaign
