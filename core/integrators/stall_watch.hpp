// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

namespace momentree {

/// Recognises that an adaptive method hardly advances: 20000 attempts in a row take less than 1e-4
/// of as many usual steps. A force that jumps with the state and holds it where it jumps lets no
/// step become longer.
class StallWatch {
public:
    /// @param step usual step of a run [s]; of long ones, 1 ms counts
    void start(double time, double step) {
        attempts_ = 0;
        from_ = time;
        least_ = 1e-4 * mostAttempts * std::min(step, 1e-3);
    }
    /// Counts an attempt to go on from `time`.
    bool stalls(double time) {
        if (++attempts_ < mostAttempts) return false;
        const double advanced = time - from_;
        attempts_ = 0;
        from_ = time;
        return advanced < least_;
    }

private:
    static constexpr int mostAttempts = 20'000;
    int attempts_ = 0;
    double from_ = 0.0, least_ = 0.0;  ///< [s]
};

}  // namespace momentree
