// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "core/generate/coverage.hpp"
#include "core/generate/generated.hpp"
#include "core/io/text_file.hpp"

namespace momentree::cli {

int generateCommand(const GenerateOptions& options) {
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    if (auto refusal = generateRefusal(*model)) {
        print(Diagnostics{*std::move(refusal)}, shownName(options.file));
        return exitBadUse;
    }
    const auto text = writtenText(model, options.parts, options.by);
    if (!text) {
        print(text.error(), shownName(options.file));
        return exitBadUse;
    }
    const auto written = writeTextAtomically(*text, options.to);
    if (written) return exitDone;
    print(written.error(), options.to);
    return exitFailed;
}

}  // namespace momentree::cli
