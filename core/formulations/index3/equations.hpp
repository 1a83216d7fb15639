// SPDX-License-Identifier: Apache-2.0
// The equations of the divide and conquer of index 3 for traces (THEORY 6).
#pragma once

#include "core/trace/evaluation_trace.hpp"

namespace momentree::index3 {

inline constexpr TracedPass leaves{"Single bodies", Phase::Initialise, TracedPass::Way::Each};
inline constexpr TracedPass assembly{"Assembly", Phase::Assembly, TracedPass::Way::Inward};
inline constexpr TracedPass inward{"Right-hand sides, inward", Phase::Disassembly,
                                   TracedPass::Way::Inward};
inline constexpr TracedPass outward{"Disassembly", Phase::Disassembly, TracedPass::Way::Outward};
inline constexpr TracedPass moves{"Changes of the bodies", Phase::Disassembly,
                                  TracedPass::Way::Each};

inline constexpr TracedEquation leaf{
    "6.3", "N = M_cc⁻¹", "Compliance of the body in this iteration, its tangent inverted"};
inline constexpr TracedEquation residual{"6.3", "b = c g",
                                         "What the body's equations of motion still lack"};
inline constexpr TracedEquation pivot{
    "6.4", "C = (1/κ + D_jjᴬ + D_jjᴮ)⁻¹",
    "Assembly across the joint: what it holds of the bodies that have been joined to it"};
inline constexpr TracedEquation coupling{
    "6.4", "D_kj C", "What the elimination leaves on a joint that is still open"};
inline constexpr TracedEquation right{"6.4", "β_k −= D_kj C β_j",
                                      "Gap of the joint after all that was joined before"};
inline constexpr TracedEquation multipliers{"6.4", "y = C (β − Σ D_jk y_k)",
                                            "Disassembly: change of the joint's multipliers, c Δλ"};
inline constexpr TracedEquation change{"6.4", "Δq = −N (c g + Pᵀ y)",
                                       "Change of the body's place and turn"};

}  // namespace momentree::index3
