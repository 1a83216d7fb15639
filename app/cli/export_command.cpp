// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/picture.hpp"
#include "core/fmi/export.hpp"
#include "core/io/csv.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/sdf.hpp"
#include "core/io/stored_run.hpp"
#include "core/io/urdf.hpp"
#include "core/number_text.hpp"
#include "core/platform/machine.hpp"
#include "core/platform/shared_library.hpp"

namespace momentree::cli {
namespace {

/// The library in functional mock-up units, beside the folder of the program.
std::string unitLibrary() {
    const std::filesystem::path bin = platform::programFile().parent_path();
    const std::string name = std::string("momentree-fmu") + platform::librarySuffix;
    return (bin.parent_path() / "lib" / "momentree" / "fmu" / name).string();
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
        written = writeStartPicture(model->description, to);
    } else if (unit) {
        written = fmi::writeUnit(*model, catalogue,
                                 {options.fmi, unitLibrary(), "Momentree " MOMENTREE_VERSION}, to,
                                 &notes);
        print(notes, shownName(file), options.warnings());
    } else if (urdf || mjcf || sdf || dxf) {
        const auto text = urdf   ? writeUrdf(*model, &notes, to)
                          : mjcf ? writeMjcf(*model, to, &notes)
                          : sdf  ? writeSdf(*model, to, &notes)
                                 : startDrawing(model->description, &notes);
        if (!text) {
            print(text.error(), shownName(file), options.warnings());
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
