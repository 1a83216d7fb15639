// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outputs.hpp"

#include <filesystem>

#include "app/cli/picture.hpp"
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
            problems.push_back(error(option, "would overwrite the model '" + path + "'"));
        for (std::size_t k = 0; k < i; ++k)
            if (sameFile(outputs[k].path, path))
                problems.push_back(error(option, std::string("would overwrite the output of ") +
                                                     outputs[k].option + ", '" + path + "'"));
        if (path == "-" && std::string_view(option) == "--png")
            problems.push_back(error(option, "must be a file, pictures do not go to the terminal"));
        if (const auto writable = checkWritable(path); !writable)
            for (const Diagnostic& d : writable.error()) problems.push_back(error(option, d.text));
    }
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

Diagnostics writeOutputs(const RunOptions& options, const Session& session,
                         const Diagnostics& warnings) {
    Diagnostics problems;
    const Recording& recording = *session.recording();
    if (options.csv)
        collect(problems, writeCsv(recording, session.layout(), options.columns, *options.csv));
    if (options.report) {
        const ReportFacts facts = factsOf(session, warnings);
        collect(problems, writeTextAtomically(reportText(facts, recording, session.layout()),
                                              *options.report));
    }
    if (options.png) collect(problems, writePicture(session, *options.png));
    return problems;
}

}  // namespace momentree::cli
