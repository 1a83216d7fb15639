// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/joint_symbols.hpp"

namespace momentree::render {

/// A symbol that is not a fixed part of a body. Its mesh lies along z, unless it is carried;
/// `placement` says where it goes.
struct LooseSymbol {
    enum class Rule {
        Span,      ///< from A to B, stretched in length
        Foot,      ///< at A, pointing at B
        Lead,      ///< from A to the bottom of a damper's cylinder, stretched
        Cylinder,  ///< of a damper, stretched where there is no room for all of it
        Piston,    ///< of a damper, inside of its cylinder
        Rod,       ///< from the piston to B, stretched
        Shaft,     ///< of a force's arrow: from A along `direction`
        Head,      ///< of a force's arrow
        Load,      ///< at A about `direction`, as large as the law's value at the time
        Carried    ///< in the axes of A's body
    };
    Rule rule = Rule::Span;
    Marker A, B;
    Mesh mesh;
    double length = 1.0;  ///< of the mesh [m]
    double rest = 1.0;    ///< distance of the ends of a damper at the start [m]
    Vector3d direction = Vector3d::Zero();
    bool bodyAxes = false;  ///< direction in axes of A's body, else of the world
    Law law;
    double most = 1.0;              ///< largest value of the law
    Picked element;                 ///< the element it shows
    std::vector<Vector3d> outline;  ///< the line that it is picked on, axes of the mesh
    double reach = 0.0;             ///< half the width of what is drawn about it [m]
};

/// The colours of an element's symbol: all of them that of the selection where it is selected.
Palette paletteFor(const SymbolContext& context, const Picked& element);

/// Springs, dampers, applied and axial loads.
std::vector<LooseSymbol> makeLoads(const SymbolContext& context);
/// Where springs and dampers end on ground, but not where a joint has its own symbol.
void addGroundEnds(Mesh& mesh, const SymbolContext& context);
/// The rods of distance joints.
std::vector<LooseSymbol> makeRods(const SymbolContext& context);

/// The greatest magnitude of all forces with a law, over the run that the model proposes [N].
double largestForce(const Model& model);

/// Scale of force arrows: the same in the whole picture at any zoom.
struct ForceScale {
    double metresPerNewton = 0.0;
    double shortest = 0.0;  ///< arrow of a force at its greatest [m]
};

/// Where a symbol is at a time, an affine matrix; singular if there is nothing to see.
Eigen::Matrix4d placement(const LooseSymbol& symbol, const Stage& stage,
                          std::span<const Frame> poses, double time, const ForceScale& forces);

}  // namespace momentree::render
