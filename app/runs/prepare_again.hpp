// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/prepared_run.hpp"

namespace momentree::app {

/// Data of the previous run that a reloaded file keeps.
struct Takeover {
    std::optional<RunSpec> chosen;  ///< settings chosen by the user replace those of the file
    std::optional<RunPoint> from;   ///< position of the run
};

/// Like `prepareFile`; the run has a warning for everything that cannot be kept.
Result<PreparedRun> prepareAgain(const Catalogue& catalogue, const std::string& file,
                                 const Takeover& takeover,
                                 std::shared_ptr<const ModelDescription>* read,
                                 const RunExtras& extras);

}  // namespace momentree::app
