// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace momentree {

/// The caller's side of a long analysis: ends it early, and hears how far it is.
struct Watch {
    std::stop_token stop = {};
    /// Called on the thread of the analysis with the done share, 0 to 1.
    std::function<void(double share)> told = {};

    bool stopped() const { return stop.stop_requested(); }
    void tell(double share) const {
        if (told) told(share);
    }
};

}  // namespace momentree
