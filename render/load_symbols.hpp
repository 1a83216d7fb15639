// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/joint_symbols.hpp"

namespace momentree::render {

/// A symbol that no single body carries. Its mesh lies along z; `placement` says where it goes.
struct LooseSymbol {
    enum class Rule {
        Span,   ///< from A to B, stretched in length
        FromA,  ///< at A, pointing at B
        Load    ///< at A along `direction`, as large as the law's value at the time
    };
    Rule rule = Rule::Span;
    Marker A, B;
    Mesh mesh;
    double length = 1.0;  ///< of the mesh [m]
    Vector3d direction = Vector3d::Zero();
    bool bodyAxes = false;  ///< direction in axes of A's body, else of the world
    Law law;
    double most = 1.0;  ///< largest value of the law
};

/// Springs, dampers, applied and axial loads.
std::vector<LooseSymbol> makeLoads(const SymbolContext& context);
/// The rods of distance joints.
std::vector<LooseSymbol> makeRods(const SymbolContext& context);

/// Where a symbol is at a time, an affine matrix; singular if there is nothing to see.
Eigen::Matrix4d placement(const LooseSymbol& symbol, const Stage& stage,
                          std::span<const Frame> poses, double time);

}  // namespace momentree::render
