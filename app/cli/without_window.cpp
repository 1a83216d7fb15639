// SPDX-License-Identifier: GPL-3.0-or-later
// What a build without the window (MOMENTREE_WINDOW=OFF) has instead of the parts that need the
// window's libraries or the accelerator.
#include "app/base/versions.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/picture.hpp"
#include "app/cli/series.hpp"
#include "app/panels/accelerator/accelerators.hpp"
#include "core/build_info.hpp"
#include "core/generate/backend.hpp"
#include "core/libraries.hpp"

namespace momentree {
namespace {

auto notInThisBuild(const char* what) {
    return fail(error(
        {}, MOMENTREE_TEXT("needs-window", "%1 need a build of Momentree with its window")(what)));
}

}  // namespace

namespace cli {

Result<void> writePictures(const Session&, const std::optional<std::string>&,
                           const std::optional<std::string>&) {
    return notInThisBuild("pictures and pages");
}

Result<void> writeStartPicture(const ModelDescription&, const std::string&) {
    return notInThisBuild("pictures");
}

Result<std::string> startDrawing(const ModelDescription&, Diagnostics*) {
    return notInThisBuild("drawings");
}

Result<void> writeFrames(const Model&, const Recording&, const std::string&, bool) {
    return notInThisBuild("motions for ParaView and Blender");
}

int boardCommand(const BoardOptions&) {
    print("boards need a build of Momentree with its window");
    return exitBadUse;
}

}  // namespace cli

namespace app {

/// Without a window, boards are not reached.
void addAccelerators(Catalogue& catalogue) { catalogue.add(generatedBackend()); }

std::string versions() {
    const BuildInfo& build = buildInfo();
    std::string text = "momentree " + build.version + " (" + build.commit + "), without window";
    for (const LibraryVersion& library : libraryVersions())
        text += "\n" + library.name + " " + library.version;
    return text;
}

}  // namespace app
}  // namespace momentree
