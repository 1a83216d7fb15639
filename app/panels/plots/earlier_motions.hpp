// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/runs/plot_source.hpp"

namespace momentree {
class Session;
}

namespace momentree::app {

class RunController;

/// The motions before an edit that continued the run at the current time, so that plots can show
/// them.
class EarlierMotions {
public:
    /// Earlier motions of the run on screen, from recordings with the same columns. Call once per
    /// new run. The oldest are dropped when the memory of a recording is exceeded.
    EarlierRows of(const RunController& run);

private:
    struct Seen {
        std::weak_ptr<const Session> session;
        EarlierRows earlier;
    };
    EarlierRows before(const RunController& run) const;
    std::vector<Seen> seen_;  ///< sessions that still exist
    std::shared_ptr<const Recording> last_;
    std::vector<std::string> lastNames_;
    EarlierRows lastEarlier_;
};

}  // namespace momentree::app
