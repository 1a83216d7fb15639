// SPDX-License-Identifier: Apache-2.0
#include "support/stops.hpp"

#include <QtGlobal>
#include <cmath>

#include "core/number_text.hpp"
#include "support/stepping.hpp"

namespace momentree::test {

Played::Played(const std::shared_ptr<const Model>& model, const RunSpec& spec)
    : stepper(started(model, spec)) {
    first.resize(*model);
    last.resize(*model);
    stepper->observe(first);
    const Progress progress = stepper->advance(spec.duration, {});
    if (progress.status != StepStatus::Reached)
        qFatal("%s: %s at %g s", spec.formulation.c_str(), statusName(progress.status),
               progress.time);
    stepper->observe(last);
}

double Played::imbalance() const {
    return last.kinetic + last.potential - last.impactWork - first.kinetic - first.potential;
}

RunSpec stopsSpec(const Model& model, const std::string& formulation, double duration, double step,
                  const std::string& integrator) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = integrator;
    spec.step = step;
    spec.duration = duration;
    spec.sample = 0.05;
    return spec;
}

std::string limitedRod(const std::string& limits) {
    return R"({"version": 1, "name": "rod", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "rod", "mass": 1, "com": [0, -0.5, 0],
                    "inertia": ["1/12", 0.001, "1/12"],
                    "markers": {"A": [0, 0, 0]}}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "rod.A",
                    "limits": )" +
           limits + R"(}],
        "initial": {"joints": {"J": {"q": 2}}}})";
}

namespace {

std::string fourBar(const std::string& limits, const std::string& more) {
    return R"({"version": 1, "name": "fourbar", "gravity": [0, 0, 0],
        "ground": {"markers": {"O1": [0, 0, 0], "O4": [0.5, 0, 0]}},
        "bodies": [
            {"name": "crank", "mass": 0.5, "com": [0.1, 0, 0], "inertia": [1e-3, 2e-3, 2e-3],
             "markers": {"A": [0, 0, 0], "B": [0.2, 0, 0]}},
            {"name": "coupler", "mass": 1, "com": [0.25, 0, 0], "inertia": [1e-3, 2e-2, 2e-2],
             "markers": {"A": [0, 0, 0], "B": [0.5, 0, 0]}},
            {"name": "rocker", "mass": 0.8, "com": [0.2, 0, 0], "inertia": [1e-3, 1e-2, 1e-2],
             "markers": {"A": [0, 0, 0], "B": [0.4, 0, 0]}}],
        "joints": [{"name": "J1", "type": "revolute", "a": "ground.O1", "b": "crank.A"},
                   {"name": "J2", "type": "revolute", "a": "crank.B", "b": "coupler.A"},
                   {"name": "J3", "type": "revolute", "a": "coupler.B", "b": "rocker.B"},
                   {"name": "J4", "type": "revolute", "a": "ground.O4", "b": "rocker.A",
                    "limits": )" +
           limits + R"(}],
        "initial": {"joints": {"J1": {"q": 1, "u": 12}, "J4": {"q": 1.44}}, "adjust": true})" +
           more + "}";
}

}  // namespace

std::string limitedFourBar(const std::string& limits) { return fourBar(limits, ""); }

std::string drivenFourBar() {
    return fourBar(R"({"max": "100 deg", "restitution": 0.4})",
                   R"(, "motions": [{"name": "m", "joint": "J1",
                                     "law": {"kind": "constant", "offset": 1, "rate": 3}}])");
}

std::string limitedSlide(const std::string& limits, double height, const std::string& pull) {
    return R"({"version": 1, "name": "slide", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "body", "mass": 2, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J", "type": "prismatic", "a": "ground.O", "b": "body.A",
                    "limits": )" +
           limits + R"(}],
        "forces": [{"name": "pull", "type": "applied-force", "at": "body", "direction": [0, 1, 0],
                    "law": )" +
           pull + R"(}],
        "initial": {"joints": {"J": {"q": )" +
           numberText(height) + "}}}}";
}

std::string ball(const std::string& contact) {
    return R"({"version": 1, "name": "ball", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"floor": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "ball", "mass": 0.5, "inertia": [0.002, 0.002, 0.002]}],
        "forces": [{"name": "floor", "type": "contact", "a": "ground.floor", "b": "ball",
                    "radius": 0.1, )" +
           contact + R"(}],
        "initial": {"bodies": {"ball": {"position": [0, 1.1, 0]}}}})";
}

std::string stackedSlides(const std::string& start) {
    return R"({"version": 1, "name": "slides", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "lower", "mass": 2, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
                   {"name": "upper", "mass": 1, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J1", "type": "prismatic", "a": "ground.O", "b": "lower.A",
                    "limits": {"min": 0, "restitution": 0}},
                   {"name": "J2", "type": "prismatic", "a": "lower.A", "b": "upper.A",
                    "limits": [{"min": 0, "max": 0.3, "restitution": 0.5}]}],
        "initial": )" +
           start + "}";
}

std::string seesaw() {
    return R"({"version": 1, "name": "seesaw", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [{"name": "plate", "mass": 1, "com": [0, -0.05, 0], "inertia": [0.1, 0.1, 0.1],
                    "markers": {"O": [0, 0, 0],
                                "top": {"position": [0, 0.02, 0], "z": [0, 1, 0]}}},
                   {"name": "ball", "mass": 0.5, "inertia": [0.002, 0.002, 0.002]}],
        "joints": [{"name": "J", "type": "revolute", "a": "ground.O", "b": "plate.O"}],
        "forces": [{"name": "hit", "type": "contact", "a": "plate.top", "b": "ball",
                    "radius": 0.1, "restitution": 0.7}],
        "initial": {"bodies": {"ball": {"position": [0.3, 0.6, 0], "velocity": [-0.4, 0, 0]}}}})";
}

std::string limitedTube(const std::string& limits) {
    return R"({"version": 1, "name": "tube", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "body", "mass": 2, "inertia": [0.01, 0.02, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J", "type": "cylindrical", "a": "ground.O", "b": "body.A",
                    "limits": )" +
           limits + R"(}],
        "initial": {"joints": {"J": {"q": [0, 0.5], "u": [8, 0]}}}})";
}

std::string shakenTable() {
    return R"({"version": 1, "name": "table", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "table", "mass": 3, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
                   {"name": "body", "mass": 1, "inertia": [0.01, 0.01, 0.01],
                    "markers": {"A": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "Jt", "type": "prismatic", "a": "ground.O", "b": "table.A"},
                   {"name": "Jb", "type": "prismatic", "a": "ground.O", "b": "body.A"}],
        "motions": [{"name": "shaker", "joint": "Jt",
                     "law": {"kind": "harmonic", "amplitude": 0.02, "frequency": 30}}],
        "forces": [{"name": "stand", "type": "contact", "a": "table.A", "b": "body",
                    "restitution": 0}],
        "initial": {"joints": {"Jb": {"q": 0, "u": 0.6}}}})";
}

std::string slidingPoint() {
    return R"({"version": 1, "name": "point", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"floor": {"position": [0, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [{"name": "point", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
        "forces": [{"name": "floor", "type": "contact", "a": "ground.floor", "b": "point",
                    "stiffness": 1e6, "friction": 0.3, "slip": 0.05}],
        "initial": {"bodies": {"point": {"position": [0, )" +
           numberText(-std::pow(9.81e-6, 2.0 / 3.0)) + R"(, 0],
                                          "velocity": [1, 0, 0]
}
}
}
})";
}

}  // namespace momentree::test
