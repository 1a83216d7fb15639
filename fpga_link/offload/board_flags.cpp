// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/board_flags.hpp"

#include <array>
#include <cstdio>

#include "fpga_link/functions/register_map.hpp"
#include "fpga_link/offload/board_message.hpp"

namespace momentree::fpga {

namespace {

constexpr std::uint32_t notFiniteFlags = flag::nan | flag::infinite;
constexpr std::uint32_t timedFlags =
    notFiniteFlags | flag::smallPivot | flag::angleRange | flag::sampleLost;

}  // namespace

std::optional<BoardError> flagTrouble(std::uint32_t flags, std::uint64_t steps) {
    if (flags == 0) return {};
    // A defect makes the other flags doubtful; a pivot close to zero and a lost angle usually end
    // in numbers that are not finite.
    const Trouble kind = (flags & ~timedFlags) != 0        ? Trouble::Flagged
                         : (flags & flag::sampleLost) != 0 ? Trouble::SampleLost
                         : (flags & flag::smallPivot) != 0 ? Trouble::SmallPivot
                         : (flags & notFiniteFlags) != 0   ? Trouble::NotFinite
                                                           : Trouble::AngleRange;
    std::array<char, 16> value{};
    std::snprintf(value.data(), value.size(), "0x%X", static_cast<unsigned>(flags));
    return BoardError{kind, {std::to_string(steps), value.data()}};
}

std::optional<BoardError> flagTrouble(const wire::RunDone& done, std::uint8_t minor) {
    const bool timed = minor >= wire::flagStepSince && (done.flags & ~timedFlags) == 0;
    return flagTrouble(done.flags, timed ? done.flagStep + std::uint64_t{1} : done.stepsDone);
}

BatchStatus endOf(const BoardError& error) {
    switch (error.trouble) {
        case Trouble::SmallPivot:
            return BatchStatus::Singular;
        case Trouble::NotFinite:
        case Trouble::AngleRange:
            return BatchStatus::NotFinite;
        default:
            return BatchStatus::Lost;
    }
}

std::optional<Message> problemOf(const BoardError& error) {
    if (error.trouble == Trouble::NotFinite) return {};
    return boardMessage(error);
}

}  // namespace momentree::fpga
