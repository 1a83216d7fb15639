// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>
#include <map>

#include "app/analyses/analysis_output.hpp"
#include "app/analyses/error_output.hpp"
#include "app/analyses/fit_run.hpp"
#include "app/analyses/load_case_output.hpp"
#include "app/analyses/over_output.hpp"
#include "app/analyses/sensitivity_output.hpp"
#include "app/analyses/worst_loads_of.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "core/model/nearest_name.hpp"

namespace momentree::cli {
namespace {

using app::AnalysisOutput;

/// What an analysis is asked.
struct Question {
    const Catalogue& catalogue;
    const AnalyseOptions& options;
    std::shared_ptr<const Model> model;
    RunSpec spec;
    Instants instants;
};

/// An analysis of the model over these instants, which those of one pose do not use.
template <auto Analyse>
Result<AnalysisOutput> outputOf(const Question& asked) {
    const auto found = [&] {
        if constexpr (std::is_invocable_v<decltype(Analyse), const Model&, const Instants&>)
            return Analyse(*asked.model, asked.instants);
        else
            return Analyse(*asked.model);
    }();
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

Result<void> writeLoadCase(const Question& asked, const WorstLoads& found) {
    const Model& model = *asked.model;
    const std::string &path = *asked.options.loadCase, &name = *asked.options.body;
    const auto body = std::ranges::find(model.bodies, name, &Body::name);
    if (body == model.bodies.end()) {
        std::vector<std::string> names;
        for (const Body& one : model.bodies) names.push_back(one.name);
        return fail(error(Place::option("--body"),
                          MOMENTREE_TEXT("load-case-no-body", "the model has no body '%1'%2")(
                              name, didYouMean(name, names))));
    }
    const auto index = static_cast<std::size_t>(body - model.bodies.begin());
    const LoadInstant* worst = worstInstantOf(model, found, index);
    if (worst == nullptr)
        return fail(
            error(Place::option("--body"),
                  MOMENTREE_TEXT("load-case-no-joint",
                                 "no joint holds body '%1'; choose one with joints")(name)));
    const LoadCase loads = loadCaseOf(model, *worst, index);
    return writeTextAtomically(
        path.ends_with(".json") ? app::toJson(loads).print() : app::calculixOf(model.name, loads),
        path);
}

Result<AnalysisOutput> worstLoadsOutput(const Question& asked) {
    const StopOnInterrupt interrupt;
    const auto found = app::worstLoadsOf(asked.catalogue, asked.model, asked.spec, asked.instants,
                                         interrupt.stop.get_token());
    if (!found) return tl::unexpected(found.error());
    if (asked.options.loadCase)
        if (auto written = writeLoadCase(asked, *found); !written)
            return tl::unexpected(written.error());
    return app::outputOf(*asked.model, *found);
}

Result<AnalysisOutput> fitOutput(const Question& asked) {
    const AnalyseOptions& options = asked.options;
    const auto text = readTextFile(*options.data);
    if (!text) return tl::unexpected(text.error());
    auto data = app::readMeasured(*text);
    if (!data) {
        // Lines are those of the data, not of the model.
        Diagnostic problem = data.error().front();
        if (problem.line > 0)
            problem.message =
                MOMENTREE_TEXT("data-line", "line %1: %2")(problem.line, problem.message);
        problem.place = Place::option("--data", *options.data);
        problem.line = 0;
        return fail(problem);
    }
    app::FitRequest request{asked.model, asked.spec, std::move(*data), options.fitted, {}};
    for (const std::string& one : options.columns) {
        const std::size_t sign = one.find('=');
        if (sign == std::string::npos)
            return fail(error(Place::option("--columns", one),
                              MOMENTREE_TEXT("fit-column-form", "must be MEASURED=COLUMN")));
        request.columns.emplace_back(one.substr(0, sign), one.substr(sign + 1));
    }
    const StopOnInterrupt interrupt;
    const auto found = app::fitToData(asked.catalogue, request, interrupt.stop.get_token());
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

Result<AnalysisOutput> sensitivityOutput(const Question& asked) {
    const StopOnInterrupt interrupt;
    const auto found = sensitivities(
        asked.catalogue, {asked.model, asked.spec, asked.options.fitted, asked.options.columns},
        interrupt.stop.get_token());
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

Result<AnalysisOutput> errorOutput(const Question& asked) {
    const StopOnInterrupt interrupt;
    const auto found =
        errorSources(asked.catalogue, asked.model, asked.spec, interrupt.stop.get_token());
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

/// An analysis of one pose, or of poses over a parameter.
template <auto Analyse, auto AnalyseOver>
Result<AnalysisOutput> poseOutput(const Question& asked) {
    if (!asked.options.over) return outputOf<Analyse>(asked);
    const auto over = app::parameterValues(*asked.options.over);
    if (!over) return tl::unexpected(over.error());
    const StopOnInterrupt interrupt;
    const auto found = AnalyseOver(*asked.model, *over, interrupt.stop.get_token());
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *over, *found);
}

Result<AnalysisOutput> inverseDynamicsOutput(const Question& asked) {
    const auto actuated = actuatedCoordinates(asked.options.actuated);
    if (!actuated) return tl::unexpected(actuated.error());
    const auto found = inverseDynamics(*asked.model, asked.instants, *actuated);
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

Result<AnalysisOutput> reachOutput(const Question& asked) {
    const StopOnInterrupt interrupt;
    const auto found = reachAnalysis(*asked.model, {interrupt.stop.get_token(), {}});
    if (!found) return tl::unexpected(found.error());
    return app::outputOf(*asked.model, *found);
}

struct Analysis {
    Result<AnalysisOutput> (*output)(const Question& asked);
    bool timed = true;  ///< whether it has instants
};

const std::map<std::string, Analysis>& analyses() {
    static const std::map<std::string, Analysis> all{
        {"inverse-dynamics", {inverseDynamicsOutput}},
        {"kinematics", {outputOf<kinematicAnalysis>}},
        {"modes", {poseOutput<modesAboutStart, rootLocus>, false}},
        {"equilibrium", {poseOutput<equilibrium, equilibriaOver>, false}},
        {"worst-loads", {worstLoadsOutput}},
        {"reach", {reachOutput, false}},
        {"fit", {fitOutput}},
        {"sensitivity", {sensitivityOutput}},
        {"error", {errorOutput}}};
    return all;
}

/// Whether the options suit the analysis; otherwise why not.
Result<void> checkOptions(const AnalyseOptions& options, bool timed) {
    if (!timed && (options.duration || options.step))
        return fail(error(Place::option(options.duration ? "--duration" : "--step"),
                          MOMENTREE_TEXT("analysis-without-time",
                                         "has no meaning for this analysis, which does not "
                                         "depend on time")));
    if (options.over && options.kind != "equilibrium" && options.kind != "modes")
        return fail(error(Place::option("--over"),
                          MOMENTREE_TEXT("over-of-analysis",
                                         "belongs to the analyses 'equilibrium' and 'modes'")));
    if (!options.actuated.empty() && options.kind != "inverse-dynamics")
        return fail(error(
            Place::option("--actuated"),
            MOMENTREE_TEXT("actuated-of-analysis", "belongs to the analysis 'inverse-dynamics'")));
    const bool fits = options.kind == "fit";
    if (fits && (options.duration || options.step))
        return fail(error(Place::option(options.duration ? "--duration" : "--step"),
                          MOMENTREE_TEXT("fit-times",
                                         "has no meaning for a fit; the times are those of the "
                                         "data, the step of the run is --set run.step=VALUE")));
    if (fits != options.data.has_value())
        return fail(
            error(Place::option("--data"),
                  fits ? MOMENTREE_TEXT("fit-no-data",
                                        "is needed for a fit, with "
                                        "--parameters")
                       : MOMENTREE_TEXT("fit-of-analysis", "belongs to the analysis 'fit'")));
    const bool named = !options.fitted.empty() || !options.columns.empty();
    if (named && !fits && options.kind != "sensitivity")
        return fail(error(Place::option(options.fitted.empty() ? "--columns" : "--parameters"),
                          MOMENTREE_TEXT("names-of-analysis",
                                         "belongs to the analyses 'fit' and 'sensitivity'")));
    if (!options.loadCase) return {};
    if (options.kind != "worst-loads")
        return fail(error(
            Place::option("--load-case"),
            MOMENTREE_TEXT("load-case-of-analysis", "belongs to the analysis 'worst-loads'")));
    if (!options.loadCase->ends_with(".inp") && !options.loadCase->ends_with(".json"))
        return fail(error(Place::option("--load-case"),
                          MOMENTREE_TEXT("load-case-format", "must end in .inp or .json, not '%1'")(
                              *options.loadCase)));
    if (*options.loadCase == options.file)
        return fail(error(Place::option("--load-case"),
                          MOMENTREE_TEXT("option-overwrites-model",
                                         "would overwrite the model '%1'")(options.file)));
    return checkWritable(*options.loadCase);
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
    if (const auto suited = checkOptions(options, analysis.timed); !suited) {
        print(suited.error());
        return exitBadUse;
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;
    const RunSpec spec = specOf(catalogue, *model, {{}, {}, {}, {}, options.duration, {}});
    RunSpec sampled = spec;
    sampled.sample = options.step.value_or(spec.sample);
    const auto found =
        analysis.output({catalogue, options, model, sampled, {spec.duration, sampled.sample}});
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
