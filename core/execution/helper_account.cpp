// SPDX-License-Identifier: Apache-2.0
#include "core/execution/helper_account.hpp"

#include <algorithm>

namespace momentree {
namespace {

using namespace std::chrono_literals;

// A helper that loses its processor in the middle of a share keeps the caller waiting for
// milliseconds; a try every quarter of a second costs a hundredth of the time.
constexpr auto credit = 200us;    ///< what helpers may cost before they are awake
constexpr auto mostSaved = 10ms;  ///< limit of the savings that are remembered
constexpr HelperAccount::Clock::duration shortestPause = 2ms, longestPause = 256ms;

}  // namespace

void HelperAccount::add(Clock::duration gain, Clock::time_point now) {
    saved_ += gain;
    if (saved_ >= mostSaved) {
        saved_ = mostSaved;
        pause_ = {};
    } else if (saved_ < -credit) {
        pause_ = std::clamp(2 * pause_, shortestPause, longestPause);
        aloneUntil_ = now + pause_;
        saved_ = {};
    }
}

}  // namespace momentree
