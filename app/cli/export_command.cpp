// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "core/io/model_file.hpp"
#include "core/io/urdf.hpp"

namespace momentree::cli {

int exportCommand(const std::string& file, const std::string& to) {
    const bool robot = to.ends_with(".urdf");
    if (!robot && !to.ends_with(".momentree.json")) {
        print("--to " + to +
              ": the format follows from the extension; possible are .urdf and .momentree.json");
        return exitBadUse;
    }
    const auto model = loadModel(file, {});
    if (!model) return exitBadUse;
    Result<void> written;
    if (robot) {
        Diagnostics notes;
        const auto text = writeUrdf(*model, &notes);
        if (!text) {
            print(text.error(), shownName(file));
            return exitBadUse;
        }
        print(notes, shownName(file));
        written = writeTextAtomically(*text, to);
    } else {
        written = saveModelFile(model->description, to);
    }
    if (written) return exitDone;
    print(written.error(), to);
    return exitFailed;
}

}  // namespace momentree::cli
