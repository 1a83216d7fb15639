// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "core/number_text.hpp"
#include "core/study/replay.hpp"

namespace momentree::cli {

int replayCommand(const Catalogue& catalogue, const ReplayOptions& options) {
    const std::string file = shownName(options.file);
    const auto stored = readStoredRun(options.file);
    if (!stored) {
        print(stored.error(), file);
        return exitBadUse;
    }
    const auto outcome = [&] {
        ProgressLine line(options.quiet);
        StopOnInterrupt interrupt;
        return replay(catalogue, *stored, interrupt.stop.get_token(),
                      [&line](double time, double end) { line.showTime(time, end); });
    }();
    if (!outcome) {
        print(outcome.error(), file);
        return exitBadUse;
    }
    if (outcome->stopped) {
        print("stopped before the end; nothing was compared");
        return exitFailed;
    }
    if (!outcome->same) {
        print({error({},
                     MOMENTREE_TEXT("replay-differs", "different bits: %1")(outcome->difference))},
              file);
        if (!outcome->reason.id.empty()) print({error({}, outcome->reason)}, file);
        return exitFailed;
    }
    if (!options.quiet)
        std::cout << stored->model.name << ": same bits, " << stored->results.rows
                  << " rows to t = " << numberText(stored->results.time, 6) << " s by "
                  << stored->spec.formulation << ", " << stored->spec.integrator << '\n';
    return exitDone;
}

}  // namespace momentree::cli
