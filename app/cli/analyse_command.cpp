// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <map>

#include "app/cli/analysis_output.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"
#include "core/io/diagnostic_text.hpp"

namespace momentree::cli {
namespace {

struct Analysis {
    Result<AnalysisOutput> (*output)(const Model& model, const Instants& instants);
    bool timed = true;  ///< whether it has instants
};

const std::map<std::string, Analysis>& analyses() {
    static const std::map<std::string, Analysis> all{{"inverse-dynamics", {inverseDynamicsOutput}},
                                                     {"kinematics", {kinematicsOutput}},
                                                     {"modes", {modesOutput, false}},
                                                     {"equilibrium", {equilibriumOutput, false}}};
    return all;
}

/// Ended by the movement itself, not by what the file says.
bool duringMotion(const Diagnostics& problems) {
    return !problems.empty() && problems.front().place.kind == Place::Kind::Run;
}

JsonItem withHead(const AnalyseOptions& options, const Model& model, const AnalysisOutput& output) {
    JsonItem warnings = JsonItem::list();
    for (const Diagnostic& one : output.warnings)
        warnings.add(diagnosticItem(one, shownName(options.file)));
    return JsonItem::object()
        .add("analysis", JsonItem::text(options.kind))
        .add("model", JsonItem::text(model.name))
        .add("status", JsonItem::text(output.ended ? "kinematic-limit" : "done"))
        .add("results", output.json)
        .add("warnings", std::move(warnings));
}

}  // namespace

std::vector<std::string> analysisKinds() {
    std::vector<std::string> names;
    for (const auto& [name, function] : analyses()) names.push_back(name);
    return names;
}

int analyseCommand(const Catalogue& catalogue, const AnalyseOptions& options) {
    RunOptions outputs;
    outputs.file = options.file;
    outputs.csv = options.csv;
    if (const auto checked = checkOutputs(outputs); !checked) {
        print(checked.error());
        return exitBadUse;
    }
    const Analysis& analysis = analyses().at(options.kind);
    if (!analysis.timed && (options.duration || options.step)) {
        print({error(Place::option(options.duration ? "--duration" : "--step"),
                     MOMENTREE_TEXT("analysis-without-time",
                                    "has no meaning for this analysis, which is of one pose"))});
        return exitBadUse;
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    const RunSpec spec = specOf(catalogue, *model, {{}, {}, {}, {}, options.duration, {}});
    const auto found = analysis.output(*model, {spec.duration, options.step.value_or(spec.sample)});
    if (!found) {
        print(found.error(), shownName(options.file));
        return duringMotion(found.error()) ? exitFailed : exitBadUse;
    }
    if (!options.json) print(found->warnings, shownName(options.file), options.warnings());
    (options.csv == "-" ? std::cerr : std::cout)
        << (options.json ? withHead(options, *model, *found).print() : found->text) << std::flush;
    if (options.csv) {
        if (const auto written = writeTextAtomically(found->csv, *options.csv); !written) {
            print(written.error());
            return exitFailed;
        }
    }
    if (!found->ended) return exitDone;
    print({*found->ended}, shownName(options.file));
    return exitFailed;
}

}  // namespace momentree::cli
