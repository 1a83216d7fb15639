// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/base/picture_record.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/document/checked_model.hpp"
#include "core/fmi/export.hpp"
#include "core/io/csv.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/provenance.hpp"
#include "core/io/sdf.hpp"
#include "core/io/stored_run.hpp"
#include "core/io/urdf.hpp"
#include "core/number_text.hpp"
#include "render/dxf.hpp"
#include "render/poses.hpp"
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

/// The links of the mechanism at its start, or as drawn if it cannot be assembled.
Result<std::string> drawingOf(const ModelDescription& description, Diagnostics* notes) {
    const app::CheckedModel seen = app::checkModel(description);
    std::vector<Frame> poses(seen.model->bodies.size());
    render::readPoses(*seen.layout, app::rowOf(*seen.layout, seen.start), poses);
    return render::dxfText(*seen.model, poses, notes);
}

/// The library in functional mock-up units, beside the folder of the program.
std::string unitLibrary() {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path bin = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    return (bin.parent_path() / "lib" / "momentree" / "fmu" / "momentree-fmu.so").string();
}

/// The rows that an HDF5 file or a capsule of a run holds, as a table.
int exportRows(const ExportOptions& options) {
    const auto stored = holdsRows(options.file)
                            ? readStoredRun(options.file)
                            : Result<StoredRun>(fail(
                                  error({}, MOMENTREE_TEXT("rows-not-stored",
                                                           "it holds no rows; only results in HDF5 "
                                                           "(run --hdf5) and capsules (run "
                                                           "--capsule) become tables"))));
    if (!stored) {
        print(stored.error(), shownName(options.file));
        return exitBadUse;
    }
    std::string text;
    for (const StoredColumn& column : stored->columns)
        text += (text.empty() ? "" : ",") + csvField(column.name);
    const std::size_t rows = stored->columns.empty() ? 0 : stored->columns[0].values.size();
    for (std::size_t row = 0; row < rows; ++row) {
        text += '\n';
        for (std::size_t k = 0; k < stored->columns.size(); ++k)
            text += (k == 0 ? "" : ",") + (row < stored->columns[k].values.size()
                                               ? numberText(stored->columns[k].values[row])
                                               : std::string());
    }
    const auto written = writeTextAtomically(text + '\n', options.to);
    if (written) return exitDone;
    print(written.error(), options.to);
    return exitFailed;
}

}  // namespace

int exportCommand(const Catalogue& catalogue, const ExportOptions& options) {
    const std::string &file = options.file, &to = options.to;
    const bool urdf = to.ends_with(".urdf"), mjcf = to.ends_with(".xml");
    const bool sdf = to.ends_with(".sdf"), table = to.ends_with(".csv");
    const bool picture = to.ends_with(".png"), unit = to.ends_with(".fmu");
    const bool dxf = to.ends_with(".dxf");
    if (!urdf && !mjcf && !sdf && !dxf && !table && !picture && !unit &&
        !to.ends_with(".momentree.json")) {
        print("--to " + to +
              ": unknown extension; supported are .urdf, .xml (MJCF), .sdf, .fmu, "
              ".momentree.json, .png, .dxf and, from results in HDF5 and capsules, .csv");
        return exitBadUse;
    }
    if (table) return exportRows(options);
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    Result<void> written;
    Diagnostics notes;
    if (picture) {
        written = writePicture(model->description, to);
    } else if (unit) {
        written = fmi::writeUnit(*model, catalogue,
                                 {options.fmi, unitLibrary(), "Momentree " MOMENTREE_VERSION}, to,
                                 &notes);
        print(notes, shownName(file), options.warnings());
    } else if (urdf || mjcf || sdf || dxf) {
        const auto text = urdf   ? writeUrdf(*model, &notes, to)
                          : mjcf ? writeMjcf(*model, to, &notes)
                          : sdf  ? writeSdf(*model, to, &notes)
                                 : drawingOf(model->description, &notes);
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
