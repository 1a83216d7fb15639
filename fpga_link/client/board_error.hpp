// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "fpga_link/protocol/frame.hpp"

namespace momentree::fpga {

enum class Trouble {
    BadAddress,    ///< unknown machine, or invalid address
    Unreachable,   ///< nothing accepts the connection
    Busy,          ///< another client controls the board
    WrongVersion,  ///< the two programs have different protocol versions
    Secret,        ///< the shared secret is missing or wrong
    Lost,          ///< the connection ended
    Silent,        ///< no answer in time; the connection was closed
    Garbled,       ///< received data is not the protocol; the connection was closed
    Refused,       ///< the board rejected this request; still connected
    BoardFailed,   ///< the board failed; still connected
    Stopped,       ///< the caller requested a stop
    NoAgent,       ///< the local agent could not be started
};

struct BoardError {
    Trouble trouble = Trouble::Lost;
    wire::ErrorCode code{0};  ///< error code from the board, 0: none
    std::string text;         ///< what happened and what to do, in one sentence
};

template <class T>
using Expected = tl::expected<T, BoardError>;

inline tl::unexpected<BoardError> trouble(Trouble kind, std::string text,
                                          wire::ErrorCode code = wire::ErrorCode{0}) {
    return tl::unexpected(BoardError{kind, code, std::move(text)});
}

}  // namespace momentree::fpga
