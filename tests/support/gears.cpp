// SPDX-License-Identifier: Apache-2.0
#include "support/gears.hpp"

#include <cmath>
#include <numbers>

#include "core/number_text.hpp"

namespace momentree::test {
namespace {

std::string wheel(const std::string& name, double inertia, double mass = 1.0) {
    const std::string half = numberText(0.6 * inertia);
    return R"({"name": ")" + name + R"(", "mass": )" + numberText(mass) + R"(, "inertia": [)" +
           half + ", " + half + ", " + numberText(inertia) + R"(], "markers": {"O": [0, 0, 0]}})";
}

}  // namespace

std::string flywheels(const std::string& start) {
    return R"({"version": 1, "name": "flywheels", "gravity": [0, 0, 0],
        "ground": {"markers": {"O1": [0, 0, 0], "O2": [0.3, 0, 0]}},
        "bodies": [)" +
           wheel("wheel1", 0.02) + "," + wheel("wheel2", 0.05) + R"(],
        "joints": [{"name": "J1", "type": "revolute", "a": "ground.O1", "b": "wheel1.O"},
                   {"name": "J2", "type": "revolute", "a": "ground.O2", "b": "wheel2.O"}],
        "couplings": [{"name": "gears", "terms": [{"joint": "J1", "ratio": 17},
                                                  {"joint": "J2", "ratio": 41}]}],
        "forces": [{"name": "torque", "type": "axial-torque", "a": "ground.O1", "b": "wheel1.O",
                    "law": 0.3}],
        "probes": [{"column": "on1", "quantity": "coupling_effort", "coupling": "gears"},
                   {"column": "on2", "quantity": "coupling_effort", "coupling": "gears",
                    "term": 2}],
        "initial": )" +
           start + "}";
}

std::string rackAndPinion() {
    return R"({"version": 1, "name": "rack", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0],
                               "rail": {"position": [0.04, 0, 0], "z": [0, 1, 0]}}},
        "bodies": [)" +
           wheel("pinion", 0.003) + R"(,
            {"name": "rack", "mass": 2, "inertia": [0.01, 0.001, 0.01],
             "markers": {"rail": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "Jp", "type": "revolute", "a": "ground.O", "b": "pinion.O"},
                   {"name": "Jr", "type": "prismatic", "a": "ground.rail", "b": "rack.rail"}],
        "couplings": [{"name": "mesh", "terms": [{"joint": "Jr", "ratio": 1},
                                                 {"joint": "Jp", "ratio": -0.04}]}],
        "probes": [{"column": "force", "quantity": "coupling_effort", "coupling": "mesh"}]})";
}

std::string planetaryGear(int planets) {
    std::string pins, bodies, joints, couplings, probes;
    for (int k = 1; k <= planets; ++k) {
        const std::string n = std::to_string(k);
        const double angle = 2.0 * std::numbers::pi * k / planets;
        pins += R"(, "P)" + n + R"(": [)" + numberText(0.036 * std::cos(angle)) + ", " +
                numberText(0.036 * std::sin(angle)) + ", 0]";
        bodies += ", " + wheel("planet" + n, 5e-5, 0.12);
        joints += R"(, {"name": "J)" + n + R"(", "type": "revolute", "a": "carrier.P)" + n +
                  R"(", "b": "planet)" + n + R"(.O"})";
        couplings += std::string(k > 1 ? ", " : "") + R"({"name": "sun)" + n +
                     R"(", "terms": [{"joint": "Js", "ratio": 20}, {"joint": "Jc", "ratio": -20},
                                     {"joint": "J)" +
                     n + R"(", "ratio": 16}]}, {"name": "ring)" + n +
                     R"(", "terms": [{"joint": "Jc", "ratio": 52}, {"joint": "J)" + n +
                     R"(", "ratio": 16}]})";
        probes += std::string(k > 1 ? ", " : "") + R"({"column": "sun)" + n +
                  R"(", "quantity": "coupling_effort", "coupling": "sun)" + n + R"("})";
    }
    return R"({"version": 1, "name": "planetary", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0]}},
        "bodies": [)" +
           wheel("sun", 2e-4) +
           R"(, {"name": "carrier", "mass": 0.5, "inertia": [5e-4, 5e-4, 8e-4],
                 "markers": {"O": [0, 0, 0])" +
           pins + "}}" + bodies + R"(],
        "joints": [{"name": "Js", "type": "revolute", "a": "ground.O", "b": "sun.O"},
                   {"name": "Jc", "type": "revolute", "a": "ground.O", "b": "carrier.O"})" +
           joints + R"(],
        "couplings": [)" +
           couplings + R"(],
        "forces": [{"name": "torque", "type": "axial-torque", "a": "ground.O", "b": "sun.O",
                    "law": 1.5}],
        "probes": [)" +
           probes + "]}";
}

std::string differential() {
    return R"({"version": 1, "name": "differential", "gravity": [0, 0, 0],
        "ground": {"markers": {"l": [0, 0, -0.2], "c": [0, 0, 0], "r": [0, 0, 0.2]}},
        "bodies": [)" +
           wheel("left", 0.02) + "," + wheel("right", 0.03) + "," + wheel("cage", 0.004) + R"(],
        "joints": [{"name": "Jl", "type": "revolute", "a": "ground.l", "b": "left.O"},
                   {"name": "Jr", "type": "revolute", "a": "ground.r", "b": "right.O"},
                   {"name": "Jc", "type": "revolute", "a": "ground.c", "b": "cage.O"}],
        "couplings": [{"name": "bevels", "terms": [{"joint": "Jl", "ratio": 1},
                                                   {"joint": "Jr", "ratio": 1},
                                                   {"joint": "Jc", "ratio": -2}]}],
        "forces": [{"name": "engine", "type": "axial-torque", "a": "ground.c", "b": "cage.O",
                    "law": 0.4}]})";
}

std::string coupledChain() {
    return R"({"version": 1, "name": "chain", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, 1]}}},
        "bodies": [
            {"name": "a", "mass": 1.2, "com": [0.2, 0.03, 0], "inertia": [0.01, 0.03, 0.035],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0], "x": [0, 0, 1]},
                         "Q": {"position": [0.4, 0, 0.1], "z": [1, 0, 0.5]}}},
            {"name": "b", "mass": 0.8, "com": [0.05, 0, 0.15], "inertia": [0.02, 0.018, 0.005],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 0, 1]},
                         "Q": {"position": [0, 0.1, 0.3], "z": [0.3, 1, 0]}}},
            {"name": "c", "mass": 0.5, "com": [0.1, 0, 0.02], "inertia": [0.002, 0.006, 0.007],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, 1, 0]}}}],
        "joints": [{"name": "J1", "type": "universal", "a": "ground.O", "b": "a.P"},
                   {"name": "J2", "type": "cylindrical", "a": "b.P", "b": "a.Q"},
                   {"name": "J3", "type": "revolute", "a": "b.Q", "b": "c.P"}],
        "couplings": [
            {"name": "angles", "offset": 0.2,
             "terms": [{"joint": "J1", "ratio": 1}, {"joint": "J1", "coordinate": 2, "ratio": 0.7},
                       {"joint": "J3", "ratio": -0.4}]},
            {"name": "thread", "terms": [{"joint": "J2", "coordinate": 2, "ratio": 1},
                                         {"joint": "J2", "ratio": 0.05}]}],
        "initial": {"joints": {"J1": {"q": [0.4, -0.3], "u": [1.5, -0.8]},
                               "J2": {"q": [0.6, -0.03], "u": [2, -0.1]}}}})";
}

std::string gearedFiveBar() {
    return R"({"version": 1, "name": "five-bar", "gravity": [0, -9.81, 0],
        "ground": {"markers": {"O": [0, 0, 0], "D": [0.5, 0, 0]}},
        "bodies": [
            {"name": "crank1", "mass": 0.4, "com": [0.1, 0, 0], "inertia": [0.001, 0.002, 0.003],
             "markers": {"P": [0, 0, 0], "Q": [0.15, 0, 0]}},
            {"name": "rod1", "mass": 0.6, "com": [0.25, 0, 0], "inertia": [0.001, 0.02, 0.02],
             "markers": {"P": [0, 0, 0], "Q": [0.5, 0, 0]}},
            {"name": "rod2", "mass": 0.7, "com": [0.25, 0, 0], "inertia": [0.001, 0.03, 0.03],
             "markers": {"P": [0, 0, 0], "Q": [0.5, 0, 0]}},
            {"name": "crank2", "mass": 0.3, "com": [0.05, 0, 0], "inertia": [0.001, 0.001, 0.002],
             "markers": {"P": [0, 0, 0], "Q": [0.1, 0, 0]}}],
        "joints": [{"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank1.P"},
                   {"name": "J2", "type": "revolute", "a": "crank1.Q", "b": "rod1.P"},
                   {"name": "J3", "type": "revolute", "a": "rod1.Q", "b": "rod2.Q"},
                   {"name": "J5", "type": "revolute", "a": "rod2.P", "b": "crank2.Q"},
                   {"name": "J4", "type": "revolute", "a": "ground.D", "b": "crank2.P"}],
        "couplings": [{"name": "gears", "terms": [{"joint": "J1", "ratio": 2},
                                                  {"joint": "J4", "ratio": -1}]}],
        "initial": {"joints": {"J1": {"q": 0.3, "u": 30}},
                    "bodies": {"crank1": {"position": [0, 0, 0]},
                               "rod1": {"position": [0.14, 0.05, 0],
                                        "orientation": [0.866, 0, 0, 0.5]},
                               "rod2": {"position": [0.58, 0.06, 0],
                                        "orientation": [0.5, 0, 0, 0.866]},
                               "crank2": {"position": [0.5, 0, 0]}}}})";
}

}  // namespace momentree::test
