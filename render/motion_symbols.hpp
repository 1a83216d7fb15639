// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "render/load_symbols.hpp"

namespace momentree::render {

/// Arrows at the joints and axes that prescribed motions drive.
std::vector<LooseSymbol> makeMotions(const SymbolContext& context);

}  // namespace momentree::render
