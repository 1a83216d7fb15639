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

/// What the run on screen goes on from where an edit went on from the instant shown, so that plots
/// can draw the motion before it too.
class EarlierMotions {
public:
    /// Of the run on screen, which is another one than in the last call: recordings of the same
    /// columns. Within the memory of a record; beyond it the oldest are left out.
    EarlierRows of(const RunController& run);

private:
    struct Seen {
        std::weak_ptr<const Session> session;
        EarlierRows earlier;
    };
    EarlierRows before(const RunController& run) const;
    std::vector<Seen> seen_;  ///< sessions that are still there
    std::shared_ptr<const Recording> last_;
    std::vector<std::string> lastNames_;
    EarlierRows lastEarlier_;
};

}  // namespace momentree::app
