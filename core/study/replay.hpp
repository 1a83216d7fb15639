// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "core/io/stored_run.hpp"
#include "core/session/catalogue.hpp"

namespace momentree {

/// What running a stored run again gave.
struct Replay {
    bool same = false;        ///< every bit of every row
    bool stopped = false;     ///< before its end, by the token
    std::size_t rows = 0;     ///< computed again
    Message difference = {};  ///< if it is not the same: first row, column and size
    Message reason = {};      ///< what differs here and may explain it; empty if nothing does
};

/// Runs it again with its model and settings, as far as it went. `progress` receives the time
/// reached and the end [s]. An error if it cannot start here.
Result<Replay> replay(const Catalogue& catalogue, const StoredRun& stored,
                      const std::stop_token& stop,
                      const std::function<void(double, double)>& progress);

}  // namespace momentree
