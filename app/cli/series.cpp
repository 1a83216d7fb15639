// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/series.hpp"

#include "app/cli/interrupt.hpp"
#include "app/cli/progress_line.hpp"
#include "render/gltf.hpp"

namespace momentree::cli {

Result<void> writeFrames(const Model& model, const Recording& recording, const std::string& path,
                         bool quiet) {
    ProgressLine line(quiet);
    const Interrupt interrupt;
    const double end = recording.at(recording.size() - 1, 0);
    const render::SeriesPlan plan{path, recording.at(0, 0), end, 0.0};
    const auto write = path.ends_with(".glb") ? render::writeGltf : render::writeSeries;
    const auto written = write(model, recording, plan, [&](std::size_t done, std::size_t frames) {
        line.showFrames(done, frames);
        return !interrupt.requested();
    });
    if (!written) return tl::unexpected(written.error());
    if (!*written)
        return fail(error(
            {}, MOMENTREE_TEXT("frames-stopped",
                               "stopped before '%1' was written; its frames were removed")(path)));
    return {};
}

}  // namespace momentree::cli
