// SPDX-License-Identifier: Apache-2.0
#include "support/forces.hpp"

#include "core/number_text.hpp"

namespace momentree::test {
namespace {

std::string start(const char* joint, double q, double u) {
    return "\"initial\": {\"joints\": {\"" + std::string(joint) + "\": {\"q\": " + numberText(q) +
           ", \"u\": " + numberText(u) + "}}}";
}

}  // namespace

std::string loadedSlider(const std::string& force, double q, double u, const std::string& more) {
    return R"model({"version": 1, "name": "slider", "gravity": [0, 0, 0],
 "ground": {"markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
 "bodies": [{"name": "block", "mass": 1, "inertia": [0.01, 0.01, 0.01],
  "markers": {"rail": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
 "joints": [{"name": "J", "type": "prismatic", "a": "ground.rail", "b": "block.rail"}],
 "forces": [{"name": "F", "type": "axial-force", "a": "ground.rail", "b": "block.rail", )model" +
           force + "}],\n" + more + start("J", q, u) + "}";
}

std::string loadedWheel(const std::string& torque, double q, double u, const std::string& more) {
    return R"model({"version": 1, "name": "wheel", "gravity": [0, 0, 0],
 "ground": {"markers": {"axle": [0, 0, 0]}},
 "bodies": [{"name": "disc", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"axle": [0, 0, 0]}}],
 "joints": [{"name": "J", "type": "revolute", "a": "ground.axle", "b": "disc.axle"}],
 "forces": [{"name": "T", "type": "axial-torque", "a": "ground.axle", "b": "disc.axle", )model" +
           torque + "}],\n" + more + start("J", q, u) + "}";
}

std::string accelerometers() {
    return R"model("probes": [
 {"column": "a_x", "quantity": "acceleration", "at": "block", "component": "x"},
 {"column": "reaction", "quantity": "joint_force_on_body", "joint": "J", "body": "block", "component": "y"}],
)model";
}

std::string falling() {
    return R"model({"version": 1, "name": "falling", "gravity": [6, 0, 0],
 "bodies": [{"name": "block", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
 "joints": [{"name": "J", "type": "free", "a": "ground", "b": "block"}],
 "forces": [{"name": "air", "type": "drag", "body": "block", "quadratic": 0.3}]})model";
}

std::string everyForce() {
    return R"model({"version": 1, "name": "every_force", "gravity": [0, -9.81, 0],
 "parameters": {"k": "3 N m/rad", "d": {"value": 0.2}, "c": {"value": "0.3 N s/m"}},
 "ground": {"markers": {"A": [0, 0, 0], "D": [0.5, 0, 0], "S": [0.2, 0.6, 0.1]}},
 "bodies": [
  {"name": "crank", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.002, 0.02, 0.02],
   "markers": {"A": [0, 0, 0], "B": [0.2, 0, 0]}},
  {"name": "coupler", "mass": 1.5, "com": [0.25, 0, 0], "inertia": [0.003, 0.05, 0.05],
   "markers": {"B": [0, 0, 0], "C": [0.5, 0, 0], "P": [0.2, 0.1, 0]}},
  {"name": "rocker", "mass": 1.2, "com": [0.2, 0, 0], "inertia": [0.003, 0.04, 0.04],
   "markers": {"D": [0, 0, 0], "C": [0.4, 0, 0], "R": {"position": [0.1, 0, 0], "z": [1, 0, 0]}}},
  {"name": "bead", "mass": 0.5, "inertia": [0.001, 0.001, 0.001],
   "markers": {"R": {"position": [0, 0, 0], "z": [1, 0, 0]}}}],
 "joints": [
  {"name": "A", "type": "revolute", "a": "ground.A", "b": "crank.A"},
  {"name": "B", "type": "revolute", "a": "crank.B", "b": "coupler.B"},
  {"name": "C", "type": "revolute", "a": "coupler.C", "b": "rocker.C"},
  {"name": "D", "type": "revolute", "a": "ground.D", "b": "rocker.D"},
  {"name": "R", "type": "cylindrical", "a": "rocker.R", "b": "bead.R"}],
 "forces": [
  {"name": "law", "type": "axial-torque", "a": "ground.A", "b": "crank.A",
   "law": "-k*q - d*u + 2*sin(3*t) + 0.5 N m*cos(beta - 2*alpha)*tanh(turn/(1 rad/s))"},
  {"name": "push", "type": "applied-force", "at": "coupler.P", "direction": [0, 1, 0.5], "axes": "body",
   "law": "3*exp(-t/(1 s)) - c*vx - 20*(gap - 0.6 m) + kinetic/(10 m) + total/(20 m)"},
  {"name": "friction", "type": "axial-torque", "a": "ground.D", "b": "rocker.D",
   "friction": {"kinetic": "0.3 N m", "static": 0.5, "speed": 0.2, "stribeck_speed": "1 rad/s"}},
  {"name": "rail", "type": "axial-force", "a": "rocker.R", "b": "bead.R", "damping": 0.3,
   "law": "-15*slide - 0.4*along*abs(entry)", "friction": {"kinetic": 0.2, "speed": 0.1},
   "curve": {"positions": [-0.3, -0.1, 0, "0.1", 0.2], "values": [-9, -2, 0, 2, 8]}},
  {"name": "motor", "type": "axial-torque", "a": "rocker.R", "b": "bead.R",
   "motor": {"stall": 0.02, "no_load_speed": 20}},
  {"name": "spring", "type": "spring-damper", "a": "ground.S", "b": "coupler.P", "length": 0.4,
   "damping": 1, "curve": {"positions": [-0.2, 0, 0.3], "values": [-4, 0, 12]}},
  {"name": "air", "type": "drag", "body": "coupler", "linear": 0.1, "quadratic": "0.4 N s^2/m^2",
   "angular_quadratic": 0.01}],
 "initial": {"joints": {"A": {"q": 1, "u": 6}, "R": {"q": [0, 0.05], "u": [1, -0.2]}}},
 "probes": [
  {"column": "alpha", "quantity": "joint_angle", "a": "ground.A", "b": "crank.A"},
  {"column": "beta", "quantity": "joint_angle", "joint": "C"},
  {"column": "turn", "quantity": "joint_rate", "joint": "B"},
  {"column": "vx", "quantity": "velocity", "at": "coupler.P", "component": "x"},
  {"column": "gap", "quantity": "point_distance", "a": "ground.S", "b": "coupler.P"},
  {"column": "slide", "quantity": "joint_displacement", "joint": "R", "coordinate": 2},
  {"column": "along", "quantity": "joint_rate", "joint": "R", "coordinate": 2},
  {"column": "entry", "quantity": "rotation_matrix_entry", "at": "coupler.P", "row": 1, "column_index": 2},
  {"column": "kinetic", "quantity": "kinetic_energy"},
  {"column": "total", "quantity": "total_energy"}]
})model";
}

}  // namespace momentree::test
