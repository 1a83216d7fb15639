// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/picture_record.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/document/checked_model.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/provenance.hpp"
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
    const render::Image& image = scene.render();
    const QImage view(image.pixels.data(), image.width, image.height, 3 * image.width,
                      QImage::Format_RGB888);
    const QString record = QString::fromStdString(provenanceText(description));
    return writeTextAtomically(app::pngWith(view.copy(), record).toStdString(), to);
}

}  // namespace

int exportCommand(const ExportOptions& options) {
    const std::string &file = options.file, &to = options.to;
    const bool urdf = to.ends_with(".urdf"), mjcf = to.ends_with(".xml");
    const bool picture = to.ends_with(".png");
    if (!urdf && !mjcf && !picture && !to.ends_with(".momentree.json")) {
        print("--to " + to +
              ": unknown extension; supported are .urdf, .xml (MJCF), .momentree.json and .png");
        return exitBadUse;
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    Result<void> written;
    if (picture) {
        written = writePicture(model->description, to);
    } else if (urdf || mjcf) {
        Diagnostics notes;
        const auto text = urdf ? writeUrdf(*model, &notes, to) : writeMjcf(*model, to, &notes);
        if (!text) {
            print(text.error(), shownName(file));
            return exitBadUse;
        }
        print(notes, shownName(file), options.warnings());
        written = writeTextAtomically(*text, to);
    } else {
        written = saveModelFile(model->description, to);
    }
    if (written) return exitDone;
    print(written.error(), to);
    return exitFailed;
}

}  // namespace momentree::cli
