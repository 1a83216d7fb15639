// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <map>

#include "app/analyses/analysis_output.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"

namespace momentree::cli {
namespace {

using app::AnalysisOutput;

/// An analysis of the model over these instants, which those of one pose do not use.
template <auto Analyse>
Result<AnalysisOutput> outputOf(const Model& model, const Instants& instants) {
    const auto found = [&] {
        if constexpr (std::is_invocable_v<decltype(Analyse), const Model&, const Instants&>)
            return Analyse(model, instants);
        else
            return Analyse(model);
    }();
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(model, *found);
}

struct Analysis {
    Result<AnalysisOutput> (*output)(const Model& model, const Instants& instants);
    bool timed = true;  ///< whether it has instants
};

const std::map<std::string, Analysis>& analyses() {
    static const std::map<std::string, Analysis> all{
        {"inverse-dynamics", {outputOf<inverseDynamics>}},
        {"kinematics", {outputOf<kinematicAnalysis>}},
        {"modes", {outputOf<modesAboutStart>, false}},
        {"equilibrium", {outputOf<equilibrium>, false}}};
    return all;
}

/// Ended by the movement itself, not by what the file says.
bool duringMotion(const Diagnostics& problems) {
    return !problems.empty() && problems.front().place.kind == Place::Kind::Run;
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
        << (options.json
                ? app::reportOf(options.kind, *model, *found, shownName(options.file)).print()
                : found->text)
        << std::flush;
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
