// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/joint_symbols.hpp"

namespace momentree::render {

/// A symbol that is not a fixed part of a body. Its mesh is along z unless it is carried;
/// `placement` computes its position.
struct LooseSymbol {
    enum class Rule {
        Span,      ///< from A to B, stretched in length
        Foot,      ///< at A, pointing at B
        Lead,      ///< from A to the bottom of a damper's cylinder, stretched
        Cylinder,  ///< of a damper, shortened if there is not enough room
        Piston,    ///< of a damper, inside its cylinder
        Rod,       ///< from the piston to B, stretched
        Shaft,     ///< of a force's arrow: from A along `direction`
        Head,      ///< of a force's arrow
        Load,      ///< at A about `direction`, scaled by the current value of the law
        Carried    ///< in the axes of A's body
    };
    Rule rule = Rule::Span;
    Marker A, B;
    Mesh mesh;
    double length = 1.0;  ///< of the mesh [m]
    double rest = 1.0;    ///< distance of the ends of a damper at the start [m]
    Vector3d direction = Vector3d::Zero();
    bool bodyAxes = false;  ///< direction in axes of A's body, otherwise world
    Law law;
    double most = 1.0;              ///< largest value of the law
    Picked element;                 ///< the element it represents
    std::vector<Vector3d> outline;  ///< the line on which it is picked, in axes of the mesh
    double reach = 0.0;             ///< half the width of the symbol [m]
};

/// The colours of an element's symbol; a selected element has the colour of the selection.
Palette paletteFor(const SymbolContext& context, const Picked& element);

/// Springs, dampers, applied and axial loads.
std::vector<LooseSymbol> makeLoads(const SymbolContext& context);
/// Ends of springs and dampers on ground, except where a joint has its own symbol.
void addGroundEnds(Mesh& mesh, const SymbolContext& context);
/// The rods of distance joints.
std::vector<LooseSymbol> makeRods(const SymbolContext& context);

/// The largest magnitude of all forces with a law over the duration proposed by the model [N].
double largestForce(const Model& model);

/// Scale of force arrows, the same in the whole picture at any zoom.
struct ForceScale {
    double metresPerNewton = 0.0;
    double shortest = 0.0;  ///< arrow of a force at its maximum [m]
};

/// Place of a symbol at a time as an affine matrix; singular if it is not visible.
Eigen::Matrix4d placement(const LooseSymbol& symbol, const Stage& stage,
                          std::span<const Frame> poses, double time, const ForceScale& forces);

}  // namespace momentree::render
