// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/core_sentences.hpp"

#include <QtGlobal>

namespace momentree::app {
namespace {

constexpr const char* const list[]{
    // Places.
    QT_TRANSLATE_NOOP("momentree::core", "joint '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "body '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "motion '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "force '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "marker '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "parameter '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "start of joint '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "start of body '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "shape"),
    QT_TRANSLATE_NOOP("momentree::core", "assembly"),
    QT_TRANSLATE_NOOP("momentree::core", "step"),
    QT_TRANSLATE_NOOP("momentree::core", "duration"),
    QT_TRANSLATE_NOOP("momentree::core", "sample interval"),
    QT_TRANSLATE_NOOP("momentree::core", "relative tolerance"),
    QT_TRANSLATE_NOOP("momentree::core", "absolute tolerance"),
    QT_TRANSLATE_NOOP("momentree::core", "reload"),
    // Assembling.
    QT_TRANSLATE_NOOP("momentree::core", "closing the loops was given up"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the initial poses of its bodies do not fit it; they are apart by %1"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the initial velocities of its bodies do not fit it; they differ by %1"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "no velocities satisfy it together with the other joints and motions; what "
                      "remains is %1"),
    QT_TRANSLATE_NOOP("momentree::core", "%1 (sine of the angle between its axes)"),
    QT_TRANSLATE_NOOP("momentree::core", "the loops cannot be closed here; pull less far"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the loops have %1 equations; up to %2 can be looked through"),
    // Bodies.
    QT_TRANSLATE_NOOP("momentree::core",
                      "the mass must be positive and finite [kg]; a massless rod between two "
                      "points is a joint of type distance"),
    QT_TRANSLATE_NOOP("momentree::core", "the inertia must be finite"),
    QT_TRANSLATE_NOOP("momentree::core", "the inertia must be symmetric"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the inertia about the centre of mass must be positive definite; its "
                      "smallest principal moment is %1 kg m^2. Every real body has three positive "
                      "ones; a thin rod has a small one about its axis"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "no body can have this inertia: the largest principal moment (%1 kg m^2) "
                      "exceeds the sum of the other two (%2 kg m^2)"),
    QT_TRANSLATE_NOOP("momentree::core", "there is no body '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "there is no joint '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "'%1' has no marker '%2'"),
    QT_TRANSLATE_NOOP("momentree::core", "'ground' is the world; choose another name"),
    QT_TRANSLATE_NOOP("momentree::core", "'ground' is the world; give the body another name"),
    QT_TRANSLATE_NOOP("momentree::core", "a body needs a name"),
    QT_TRANSLATE_NOOP("momentree::core", "the name is used twice; give every body its own"),
    QT_TRANSLATE_NOOP("momentree::core", "the name is used twice; give every joint its own"),
    QT_TRANSLATE_NOOP("momentree::core", "the name is used twice; give every motion its own"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the name is used twice; give every marker of a body its own"),
    QT_TRANSLATE_NOOP("momentree::core", "the body has no marker '%1' to be a corner"),
    QT_TRANSLATE_NOOP("momentree::core", "marker '%1' is a corner twice; name it once"),
    QT_TRANSLATE_NOOP("momentree::core", "an outline needs at least three corners"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the outline crosses itself, so the convex hull of its corners is drawn; "
                      "name the corners in their order round the link, or move them"),
    QT_TRANSLATE_NOOP("momentree::core", "each of 'corners' must be the name of a marker, not %1"),
    QT_TRANSLATE_NOOP("momentree::core", "a model needs at least one body"),
    QT_TRANSLATE_NOOP("momentree::core", "the z axis has no direction; give a non-zero vector"),
    QT_TRANSLATE_NOOP("momentree::core", "x and z are parallel; x must point across z"),
    // Joints, motions and loads.
    QT_TRANSLATE_NOOP("momentree::core",
                      "it connects a body with itself; name two different bodies"),
    QT_TRANSLATE_NOOP("momentree::core", "a distance joint needs a positive length [m]"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "unknown type '%1'; known are revolute, prismatic, universal, cylindrical, "
                      "spherical, free, fixed, distance"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "body '%1' is a point mass (no inertia): only distance joints at its centre "
                      "can hold it. Give it an inertia about its centre of mass"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "coordinate %1 of the %2 joint '%3' cannot be prescribed; possible are "
                      "coordinate 1 of revolute and prismatic, 1 and 2 of cylindrical and "
                      "universal joints"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "coordinate %1 of joint '%2' is prescribed twice; keep one of the motions"),
    QT_TRANSLATE_NOOP("momentree::core", "%1 must be finite"),
    QT_TRANSLATE_NOOP("momentree::core", "the direction must not be zero"),
    QT_TRANSLATE_NOOP("momentree::core", "ground cannot be loaded; name a body"),
    QT_TRANSLATE_NOOP("momentree::core", "the law must be finite"),
    // Expressions.
    QT_TRANSLATE_NOOP("momentree::core", "the value is not a finite number"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown parameter '%1' (did you mean '%2'?)"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown parameter '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown unit '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown function '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "an operator is missing before '%1'"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "'%1' is a unit and no parameter has this name; write 1 %2 if the unit is "
                      "meant"),
    QT_TRANSLATE_NOOP("momentree::core", "the function '%1' needs its arguments in parentheses"),
    QT_TRANSLATE_NOOP("momentree::core", "a closing parenthesis has no opening one"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "parameters need each other in a circle: %1; give one of them a number"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "a parameter's name consists of letters, digits and _ and starts with a "
                      "letter"),
    QT_TRANSLATE_NOOP("momentree::core", "this name is taken by a constant or function"),
    // Files.
    QT_TRANSLATE_NOOP("momentree::core", "the file is empty; a model is a JSON object"),
    QT_TRANSLATE_NOOP("momentree::core", "the file is not UTF-8 text"),
    QT_TRANSLATE_NOOP("momentree::core", "not valid JSON: comments are not part of it"),
    QT_TRANSLATE_NOOP("momentree::core", "not valid JSON: %1"),
    QT_TRANSLATE_NOOP("momentree::core", "cannot open '%1': %2"),
    QT_TRANSLATE_NOOP("momentree::core", "cannot read '%1': %2"),
    QT_TRANSLATE_NOOP("momentree::core", "cannot write '%1': %2"),
    QT_TRANSLATE_NOOP("momentree::core", "'%1' is a folder, not a model file"),
    QT_TRANSLATE_NOOP("momentree::core", "'%1' is missing"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown key '%1' (did you mean '%2'?)"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown key '%1'"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown %1 '%2' (did you mean '%3'?); known are %4"),
    QT_TRANSLATE_NOOP("momentree::core", "unknown %1 '%2'; known are %3"),
    QT_TRANSLATE_NOOP("momentree::core", "'%1' must be a list of %2 numbers, not %3"),
    QT_TRANSLATE_NOOP("momentree::core", "'%1' must be %2, not %3"),
    QT_TRANSLATE_NOOP("momentree::core", "more problems may follow; these are the first 20"),
    QT_TRANSLATE_NOOP("momentree::core", "it is no well-formed XML: %1"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "it closes a loop, and URDF can say trees only; remove it"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "URDF has no %1 joints; it knows revolute, prismatic, free and fixed"),
    // Runs.
    QT_TRANSLATE_NOOP("momentree::core",
                      "%1 diverged at t = %2 s: its state is no longer finite; %3"),
    QT_TRANSLATE_NOOP("momentree::core", "the motion"),
    QT_TRANSLATE_NOOP("momentree::core", "try a smaller step than %1 s, or %2"),
    QT_TRANSLATE_NOOP("momentree::core", "another formulation"),
    QT_TRANSLATE_NOOP("momentree::core", "try tighter tolerances"),
    QT_TRANSLATE_NOOP("momentree::core", "try looser tolerances, or rk4 with a small step"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the equations of motion are singular at t = %1 s: '%2' cannot go through "
                      "this configuration; try lagrange-index1, or a start without aligned links"),
    QT_TRANSLATE_NOOP("momentree::core", "%1 did not converge at t = %2 s; %3"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "%1 needs steps too small to go on at t = %2 s; try looser tolerances, or "
                      "look for a jump in a force or motion"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the link to the board was lost at t = %1 s: %2; what had arrived is kept"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "the link to the board was lost at t = %1 s; what had arrived is kept"),
    QT_TRANSLATE_NOOP("momentree::core", "out of memory; what was computed is kept"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "has other %1 than the run that should go on; start it from time 0"),
    QT_TRANSLATE_NOOP("momentree::core", "bodies"),
    QT_TRANSLATE_NOOP("momentree::core", "joints"),
    QT_TRANSLATE_NOOP("momentree::core", "prescribed motions"),
    QT_TRANSLATE_NOOP("momentree::core", "joints in its spanning tree"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "of %1 s leaves nothing to run from %2 s; choose a longer one"),
    QT_TRANSLATE_NOOP("momentree::core", "is %1, must be positive and finite"),
    QT_TRANSLATE_NOOP("momentree::core", "of %1 is longer than the duration of %2"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "of %1 does not divide the sample interval of %2; steps of %3 are taken"),
    QT_TRANSLATE_NOOP("momentree::core", "the motion starts again at time 0: %1"),
    QT_TRANSLATE_NOOP("momentree::core", "the settings are those of the file again: %1"),
    // Redundant constraints.
    QT_TRANSLATE_NOOP("momentree::core", "shift along %1"),
    QT_TRANSLATE_NOOP("momentree::core", "turn about %1"),
    QT_TRANSLATE_NOOP("momentree::core", "distance"),
    QT_TRANSLATE_NOOP("momentree::core", "a motion"),
    // Settings.
    QT_TRANSLATE_NOOP("momentree::core", "is unknown; there is %1"),
    QT_TRANSLATE_NOOP("momentree::core", "computes %1 only, not %2"),
    QT_TRANSLATE_NOOP("momentree::core", "steps by %1, not by %2"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "shares the trees of hdca, naudet and index3-dca between threads; %1 is one "
                      "recursion after the other, take sequential"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "does not go with %1, which SUNDIALS computes in double precision; take "
                      "dopri5 or rk4"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "does not go with %1, which integrates by itself; take trapezoidal"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "is built into index3-dca; %1 takes the others, rk4 for example"),
    // What there is to choose from.
    QT_TRANSLATE_NOOP("momentree::core", "Hamiltonian divide and conquer"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Canonical momenta on a binary tree of bodies; loops closed on the same matrices."),
    QT_TRANSLATE_NOOP("momentree::core", "Naudet's recursion in canonical momenta"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "O(n) sweeps over the tree, loops by constraint impulses."),
    QT_TRANSLATE_NOOP("momentree::core", "Articulated-body algorithm"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "O(n) sweeps in joint speeds and accelerations, loops by constraint forces."),
    QT_TRANSLATE_NOOP("momentree::core", "Constrained canonical equations"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "Absolute coordinates and momenta with constraint impulses; any topology."),
    QT_TRANSLATE_NOOP("momentree::core", "Lagrange, index 1 with Baumgarte"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Absolute coordinates and multipliers; drift is fed back by Baumgarte's terms."),
    QT_TRANSLATE_NOOP("momentree::core", "Divide and conquer of index 3"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Absolute coordinates, trapezoidal rule and augmented Lagrangian; long steps, "
        "any loops."),
    QT_TRANSLATE_NOOP("momentree::core", "This computer, one thread"),
    QT_TRANSLATE_NOOP("momentree::core", "Double precision, one thread."),
    QT_TRANSLATE_NOOP("momentree::core", "This computer, all threads"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "Double precision; parts of the mechanism are shared between threads."),
    QT_TRANSLATE_NOOP("momentree::core", "This computer, single precision"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "The same recursions in numbers of seven digits, as a board computes them."),
    QT_TRANSLATE_NOOP("momentree::core", "Explicit Euler"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "One evaluation a step, order 1; gains energy, for comparison."),
    QT_TRANSLATE_NOOP("momentree::core", "Semi-implicit Euler"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Momenta first, then coordinates with the new ones; order 1, keeps energy in bounds."),
    QT_TRANSLATE_NOOP("momentree::core", "Runge-Kutta 4"),
    QT_TRANSLATE_NOOP("momentree::core", "Four evaluations a step, order 4; the usual choice."),
    QT_TRANSLATE_NOOP("momentree::core", "Dormand-Prince 5(4)"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Variable step, order 5, explicit; follows the tolerances on smooth motions."),
    QT_TRANSLATE_NOOP("momentree::core", "Implicit midpoint rule"),
    QT_TRANSLATE_NOOP(
        "momentree::core",
        "Order 2, symplectic and stable on stiff systems; iterates every step to rounding."),
    QT_TRANSLATE_NOOP("momentree::core", "CVODE, BDF"),
    QT_TRANSLATE_NOOP("momentree::core", "Variable step and order for stiff systems (SUNDIALS)."),
    QT_TRANSLATE_NOOP("momentree::core", "CVODE, Adams"),
    QT_TRANSLATE_NOOP("momentree::core", "Variable step and order for smooth motions (SUNDIALS)."),
    QT_TRANSLATE_NOOP("momentree::core", "Trapezoidal rule, conserving energy"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "Implicit, order 2, with mean forces that do no work on constraints; built "
                      "into index3-dca."),
    QT_TRANSLATE_NOOP("momentree::core", "Trapezoidal rule of Newmark"),
    QT_TRANSLATE_NOOP("momentree::core",
                      "Implicit, order 2, with accelerations at both ends of a step, as published "
                      "for index3-dca."),
};

}  // namespace

std::span<const char* const> coreSentences() { return list; }

}  // namespace momentree::app
