// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/prepare_again.hpp"

namespace momentree::app {

Result<PreparedRun> prepareAgain(const Catalogue& catalogue, const std::string& file,
                                 const Takeover& takeover,
                                 std::shared_ptr<const ModelDescription>* read,
                                 const RunExtras& extras) {
    auto fresh = prepareFile(catalogue, file, read, extras);
    if (!fresh || (!takeover.chosen && !takeover.from)) return fresh;
    const RunSpec spec = takeover.chosen.value_or(fresh->session->spec());
    auto again = prepareRun(catalogue, file, fresh->model, spec, takeover.from, extras);
    if (!again) {
        const Message& why = again.error().front().message;
        fresh->warnings.push_back(warning(
            Place::model("reload"),
            takeover.from ? MOMENTREE_TEXT("motion-starts-again",
                                           "the motion starts again at time 0: %1")(why)
                          : MOMENTREE_TEXT("settings-of-file-again",
                                           "the settings are those of the file again: %1")(why)));
        return fresh;
    }
    again->from.reset();  // not a branch: its start is that of the file
    again->warnings = std::move(fresh->warnings);
    return again;
}

}  // namespace momentree::app
