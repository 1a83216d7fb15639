// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "fpga_link/protocol/frame.hpp"

namespace momentree::fpga {

/// What went wrong; in brackets, what `BoardError::details` then hold. The sentence for people is
/// made in `offload/board_message.hpp`, since this folder knows nothing of the core.
enum class Trouble {
    BadAddress,        ///< not written as an address [what was written]
    UnknownHost,       ///< [host, the system's reason]
    NotListening,      ///< nothing takes the connection [address]
    Unreachable,       ///< [address, the system's reason]
    Busy,              ///< someone else controls the board [what the board says]
    WrongVersion,      ///< the two programs have different protocol versions [what does not match]
    SecretMissing,     ///< the board asks for a shared secret
    SecretRejected,    ///< by the board [what the board says]
    SecretUnreadable,  ///< where it is kept [what is wrong]
    SecretUnasked,     ///< the caller has a shared secret, but the board asks for none
    WrongBoard,        ///< the other end does not know the shared secret
    NotConnected,      ///< no connection now
    Broken,            ///< the connection broke [the system's reason]
    Closed,            ///< the board closed the connection
    AgentStopped,      ///< the agent said good-bye
    Dropped,       ///< the board rejected something and ended the connection [what the board says]
    Silent,        ///< no answer in time; the connection was closed [seconds]
    Stalled,       ///< a batch does not get on; the connection was closed [seconds]
    Stuck,         ///< the board takes no more bytes
    Garbled,       ///< what came is no protocol; the connection was closed [what is wrong with it]
    Refused,       ///< the board rejected this request; still connected [what the board says]
    TooOld,        ///< the agent does not know a request; still connected [what it cannot do]
    BoardFailed,   ///< the board failed; still connected [what the board says]
    NotFinite,     ///< a sample of a batch; still connected [number of the step]
    SmallPivot,    ///< the board raised SMALL_PIVOT; still connected [number of steps that include
                   ///< it]
    AngleRange,    ///< the same for ANGLE_RANGE
    SampleLost,    ///< the same for FIFO_OVF
    Flagged,       ///< the same for any other flag [the same, FLAGS]
    Stopped,       ///< the caller requested a stop
    NoAgent,       ///< the own agent could not be started [program, the system's reason]
    AgentSilent,   ///< the own agent did not say its port in time [program]
    AgentEnded,    ///< the own agent ended at once [program]
    AgentUnclear,  ///< the own agent said something else than its port [program, what it said]
};

struct BoardError {
    Trouble trouble = Trouble::NotConnected;
    std::vector<std::string> details = {};
    wire::ErrorCode code{0};  ///< error code from the board, 0: none
};

template <class T>
using Expected = tl::expected<T, BoardError>;

inline tl::unexpected<BoardError> trouble(Trouble kind, std::vector<std::string> details = {},
                                          wire::ErrorCode code = wire::ErrorCode{0}) {
    return tl::unexpected(BoardError{kind, std::move(details), code});
}

}  // namespace momentree::fpga
