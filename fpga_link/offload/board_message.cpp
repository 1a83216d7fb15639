// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/board_message.hpp"

namespace momentree::fpga {

Message boardMessage(const BoardError& error) {
    const auto detail = [&](std::size_t k) {
        return k < error.details.size() ? error.details[k] : std::string();
    };
    switch (error.trouble) {
        case Trouble::BadAddress:
            return MOMENTREE_TEXT("board-address",
                                  "'%1' is not an address; write HOST:PORT, for example "
                                  "192.168.1.10:7420 or [fe80::1]:7420")(detail(0));
        case Trouble::UnknownHost:
            return MOMENTREE_TEXT("board-unknown-host",
                                  "there is no machine called '%1' (%2); check the address")(
                detail(0), detail(1));
        case Trouble::NotListening:
            return MOMENTREE_TEXT(
                "board-not-listening",
                "nothing listens at %1; start momentree-board there, or check the port")(detail(0));
        case Trouble::Unreachable:
            return MOMENTREE_TEXT("board-unreachable",
                                  "%1 cannot be reached (%2); check that the board is switched on "
                                  "and its cable plugged in")(detail(0), detail(1));
        case Trouble::Busy:
            return MOMENTREE_TEXT("board-busy", "the board is in use: %1")(detail(0));
        case Trouble::WrongVersion:
            return MOMENTREE_TEXT("board-version",
                                  "the board speaks another version of the protocol (%1); install "
                                  "the same version of Momentree on both machines")(detail(0));
        case Trouble::SecretMissing:
            return MOMENTREE_TEXT("board-secret-missing",
                                  "the board asks for a shared secret; give the one from its "
                                  "token file in the panel Board or with --board-secret");
        case Trouble::SecretUnreadable:
            return MOMENTREE_TEXT("board-secret-unreadable", "%1")(detail(0));
        case Trouble::SecretUnasked:
            return MOMENTREE_TEXT("board-secret-unasked",
                                  "the board does not ask for the shared secret, so it may be "
                                  "another one; start its agent with --token, or forget the "
                                  "secret of this address");
        case Trouble::SecretRejected:
            return MOMENTREE_TEXT("board-secret-rejected",
                                  "the board does not accept the shared secret (%1); compare it "
                                  "with the one in the board's token file")(detail(0));
        case Trouble::WrongBoard:
            return MOMENTREE_TEXT(
                "board-wrong",
                "the board does not know the shared secret; check that it is the right board");
        case Trouble::NotConnected:
            return MOMENTREE_TEXT("board-not-connected",
                                  "there is no connection to the board; reconnect");
        case Trouble::Broken:
            return MOMENTREE_TEXT("board-connection-broken",
                                  "the connection to the board broke (%1); check cable and board, "
                                  "then reconnect")(detail(0));
        case Trouble::Closed:
            return MOMENTREE_TEXT("board-closed-connection",
                                  "the board closed the connection; check that its agent is "
                                  "running, then reconnect");
        case Trouble::AgentStopped:
            return MOMENTREE_TEXT("board-agent-stopped",
                                  "the board's agent was stopped; start it again, then reconnect");
        case Trouble::Dropped:
            return MOMENTREE_TEXT("board-dropped",
                                  "the board ended the connection: %1; reconnect")(detail(0));
        case Trouble::Silent:
            return MOMENTREE_TEXT(
                "board-silent",
                "the board did not answer within %1 s; check cable and board, then reconnect")(
                detail(0));
        case Trouble::Stalled:
            return MOMENTREE_TEXT("board-stalled",
                                  "the board reports, but has made no step for %1 s; let the board "
                                  "test itself, then reconnect")(detail(0));
        case Trouble::Stuck:
            return MOMENTREE_TEXT(
                "board-stuck",
                "the board accepts no more data; check cable and board, then reconnect");
        case Trouble::Garbled:
            return MOMENTREE_TEXT("board-garbled",
                                  "the answer makes no sense (%1); check the address and the "
                                  "version of the agent, then reconnect")(detail(0));
        case Trouble::Refused:
            return MOMENTREE_TEXT("board-refused", "the board refused: %1")(detail(0));
        case Trouble::TooOld:
            return MOMENTREE_TEXT("board-too-old",
                                  "the board's agent is too old to %1; install the same version "
                                  "of Momentree on both machines")(detail(0));
        case Trouble::BoardFailed:
            return MOMENTREE_TEXT(
                "board-failed",
                "the board failed: %1; load the model again, or restart the agent")(detail(0));
        case Trouble::NotFinite:
            return MOMENTREE_TEXT("board-not-finite",
                                  "the sample of step %1 is not finite; try a smaller step, or let "
                                  "the board test itself")(detail(0));
        case Trouble::SmallPivot:
            return MOMENTREE_TEXT(
                "board-small-pivot",
                "the board met a pivot close to zero (SMALL_PIVOT) in the first %1 steps: the "
                "mechanism is close to a singular position; use a backend with double precision")(
                detail(0));
        case Trouble::AngleRange:
            return MOMENTREE_TEXT(
                "board-angle-range",
                "an angle exceeded 4096 turns (ANGLE_RANGE) in the first %1 steps, too many for "
                "the digits of the board; try a smaller step, a shorter time, or a backend with "
                "double precision")(detail(0));
        case Trouble::SampleLost:
            return MOMENTREE_TEXT("board-sample-lost",
                                  "the board lost a sample (FIFO_OVF) in the first %1 steps; let "
                                  "the board test itself, then try again")(detail(0));
        case Trouble::Flagged:
            return MOMENTREE_TEXT("board-flagged",
                                  "the board reported a defect (FLAGS %2) in the first %1 steps; "
                                  "let the board test itself, then try again")(detail(0),
                                                                               detail(1));
        case Trouble::Stopped:
            return MOMENTREE_TEXT("board-stopped", "stopped");
        case Trouble::NoAgent:
            return MOMENTREE_TEXT(
                "virtual-board-not-started",
                "the virtual board '%1' did not start (%2); check that it is installed")(detail(0),
                                                                                         detail(1));
        case Trouble::AgentSilent:
            return MOMENTREE_TEXT(
                "virtual-board-silent",
                "the virtual board '%1' did not answer in time; try again")(detail(0));
        case Trouble::AgentEnded:
            return MOMENTREE_TEXT(
                "virtual-board-ended",
                "the virtual board '%1' ended at once; its output says why")(detail(0));
        case Trouble::AgentUnclear:
            return MOMENTREE_TEXT("virtual-board-unclear",
                                  "the virtual board '%1' said '%2' instead of its port; check "
                                  "that it is momentree-board")(detail(0), detail(1));
    }
    return {};
}

}  // namespace momentree::fpga
