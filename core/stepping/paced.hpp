// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace momentree {

/// By how much fixed steps have shifted the positions of a run [rad, or relative to the size of the
/// mechanism].
struct PaceError {
    static constexpr double tolerable = 1e-3;
    double most = 0.0;       ///< so far
    double since = -1.0;     ///< when it exceeded what is tolerable [s], negative if it has not
    double thereupon = 0.0;  ///< the error then

    void take(double time, double off) {
        most = std::max(most, off);
        if (since >= 0.0 || !(off > tolerable)) return;
        since = time;
        thereupon = off;
    }
};

/// A stepper that estimates it.
class Paced {
public:
    virtual ~Paced() = default;
    virtual PaceError pace() const = 0;
};

}  // namespace momentree
