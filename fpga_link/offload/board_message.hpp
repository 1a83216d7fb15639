// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/message.hpp"
#include "fpga_link/client/board_error.hpp"

namespace momentree::fpga {

/// What went wrong with a board, for people: what happened and what to do.
Message boardMessage(const BoardError& error);

}  // namespace momentree::fpga
