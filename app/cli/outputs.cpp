// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputs.hpp"

#include <filesystem>

#include "app/cli/picture.hpp"
#include "app/cli/series.hpp"
#include "core/diagnostics/column_units.hpp"
#include "core/io/capsule.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/parquet.hpp"
#include "core/study/report_facts.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

struct Output {
    const char* option;
    std::string path;
};

std::vector<Output> outputsOf(const RunOptions& options) {
    std::vector<Output> all;
    if (options.csv) all.push_back({"--csv", *options.csv});
    if (options.report) all.push_back({"--report", *options.report});
    if (options.png) all.push_back({"--png", *options.png});
    if (options.labReport) all.push_back({"--lab-report", *options.labReport});
    if (options.hdf5) all.push_back({"--hdf5", *options.hdf5});
    if (options.parquet) all.push_back({"--parquet", *options.parquet});
    if (options.capsule) all.push_back({"--capsule", *options.capsule});
    if (options.vtk) all.push_back({"--vtk", *options.vtk});
    return all;
}

bool sameFile(const std::string& a, const std::string& b) {
    if (a == b) return true;
    std::error_code ignored;
    return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

void collect(Diagnostics& problems, const Result<void>& result) {
    if (!result) problems.insert(problems.end(), result.error().begin(), result.error().end());
}

}  // namespace

Result<void> checkOutputs(const RunOptions& options) {
    Diagnostics problems;
    const auto outputs = outputsOf(options);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto& [option, path] = outputs[i];
        if (path != "-" && sameFile(path, options.file))
            problems.push_back(error(
                Place::option(option),
                MOMENTREE_TEXT("option-overwrites-model", "would overwrite the model '%1'")(path)));
        for (std::size_t k = 0; k < i; ++k)
            if (sameFile(outputs[k].path, path))
                problems.push_back(error(Place::option(option),
                                         MOMENTREE_TEXT("option-overwrites-output",
                                                        "would overwrite the output of %1, '%2'")(
                                             outputs[k].option, path)));
        const std::string_view what = option;
        if (path == "-" && what == "--png")
            problems.push_back(
                error(Place::option(option),
                      MOMENTREE_TEXT("option-picture-to-terminal",
                                     "must be a file; pictures cannot go to standard output")));
        if (path == "-" && what != "--csv" && what != "--report" && what != "--png")
            problems.push_back(
                error(Place::option(option),
                      MOMENTREE_TEXT("option-needs-file",
                                     "must be a file; standard output is not supported")));
        if (what == "--lab-report" && path != "-" && !path.ends_with(".html") &&
            !path.ends_with(".pdf"))
            problems.push_back(error(
                Place::option(option),
                MOMENTREE_TEXT("option-not-page", "must end in .html or .pdf, not '%1'")(path)));
        if (what == "--capsule" && path != "-" && !path.ends_with(".zip"))
            problems.push_back(
                error(Place::option(option),
                      MOMENTREE_TEXT("option-not-zip", "must end in .zip, not '%1'")(path)));
        if (what == "--vtk" && !path.ends_with(".xdmf") && !path.ends_with(".glb"))
            problems.push_back(error(
                Place::option(option),
                MOMENTREE_TEXT("option-not-series", "must end in .xdmf or .glb, not '%1'")(path)));
        if (const auto writable = checkWritable(path); !writable)
            for (const Diagnostic& d : writable.error())
                problems.push_back(error(Place::option(option), d.message));
    }
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

Diagnostics writeOutputs(const RunOptions& options, const Session& session,
                         const Diagnostics& warnings) {
    Diagnostics problems;
    const Recording& recording = *session.recording();
    if (options.csv)
        collect(problems, writeCsv(recording, session.layout(), options.columns, *options.csv,
                                   options.units ? columnUnits(session.model(), session.layout())
                                                 : std::vector<std::string>()));
    const ReportFacts facts = factsOf(session, warnings);
    if (options.hdf5)
        collect(problems,
                writeHdf5(recording, session.model(), facts, options.columns, *options.hdf5));
    if (options.parquet)
        collect(problems,
                writeParquet(recording, session.model(), facts, options.columns, *options.parquet));
    if (options.capsule) collect(problems, writeCapsule(recording, facts, *options.capsule));
    if (options.vtk)
        collect(problems, writeFrames(session.model(), recording, *options.vtk, options.quiet));
    if (options.report)
        collect(problems, writeTextAtomically(reportText(facts, recording, session.layout()),
                                              *options.report));
    if (options.png || options.labReport)
        collect(problems, writePictures(session, options.png, options.labReport));
    return problems;
}

}  // namespace momentree::cli
