// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/load_symbols.hpp"

namespace momentree::render {

/// Pitch circles of coupled joints that turn; a radius shows their turn. The circles of two
/// parallel axes touch, that of a pinion has the radius at which it rolls on its rack, others are
/// small.
std::vector<LooseSymbol> makeCouplings(const SymbolContext& context);

}  // namespace momentree::render
