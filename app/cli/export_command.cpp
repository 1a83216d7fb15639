// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/document/checked_model.hpp"
#include "core/io/model_file.hpp"
#include "core/io/urdf.hpp"
#include "render/scene.hpp"

namespace momentree::cli {
namespace {

constexpr int width = 1200, height = 900;  ///< of pictures [pixels]

/// The mechanism at its start, or as drawn if it cannot be assembled. Needs no display.
Result<void> writePicture(const ModelDescription& description, const std::string& to) {
    render::Scene scene;
    if (const std::string problem = scene.problem(); !problem.empty())
        return fail(
            error({}, MOMENTREE_TEXT("scene-failed", "cannot draw the mechanism: %1")(problem)));
    const app::CheckedModel seen = app::checkModel(description);
    scene.resize(width, height);
    scene.setModel(seen.model);
    scene.show(*seen.layout, app::rowOf(*seen.layout, seen.start));
    scene.fit();
    if (render::writePng(scene.render(), to)) return {};
    return fail(error(
        {}, MOMENTREE_TEXT("picture-folder", "choose an existing folder with write permission")));
}

}  // namespace

int exportCommand(const std::string& file, const std::string& to) {
    const bool robot = to.ends_with(".urdf"), picture = to.ends_with(".png");
    if (!robot && !picture && !to.ends_with(".momentree.json")) {
        print("--to " + to + ": unknown extension; supported are .urdf, .momentree.json and .png");
        return exitBadUse;
    }
    const auto model = loadModel(file, {});
    if (!model) return exitBadUse;
    Result<void> written;
    if (picture) {
        written = writePicture(model->description, to);
    } else if (robot) {
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
