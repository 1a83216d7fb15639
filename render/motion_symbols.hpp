// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/load_symbols.hpp"

namespace momentree::render {

/// Arrows at joints and axes driven by prescribed motions.
std::vector<LooseSymbol> makeMotions(const SymbolContext& context);

}  // namespace momentree::render
