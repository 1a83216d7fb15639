// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "fpga_link/protocol/frame.hpp"

namespace momentree::fpga {

enum class Trouble {
    BadAddress,    ///< no such machine, or not written as an address
    Unreachable,   ///< nothing takes the connection
    Busy,          ///< someone else controls the board
    WrongVersion,  ///< the two programs have different protocol versions
    Secret,        ///< the shared secret is missing or another one
    Lost,          ///< the connection ended
    Silent,        ///< no answer in time; the connection was closed
    Garbled,       ///< what came is no protocol; the connection was closed
    Refused,       ///< the board rejected this request; still connected
    BoardFailed,   ///< the board failed; still connected
    Stopped,       ///< the caller requested a stop
    NoAgent,       ///< the own agent could not be started
};

struct BoardError {
    Trouble trouble = Trouble::Lost;
    wire::ErrorCode code{0};  ///< what the board said, 0: it said nothing
    std::string text;         ///< what happened and what to do, one sentence for people
};

template <class T>
using Expected = tl::expected<T, BoardError>;

inline tl::unexpected<BoardError> trouble(Trouble kind, std::string text,
                                          wire::ErrorCode code = wire::ErrorCode{0}) {
    return tl::unexpected(BoardError{kind, code, std::move(text)});
}

}  // namespace momentree::fpga
