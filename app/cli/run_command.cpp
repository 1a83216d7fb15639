// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/load_model.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/outputs.hpp"
#include "app/cli/play.hpp"
#include "app/cli/progress_line.hpp"
#include "app/cli/stop_on_interrupt.hpp"
#include "core/fmi/controller.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/number_text.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {
namespace {

/// The command-line options used, by the names of their settings.
std::map<std::string, std::string> typedOptions(const RunOptions& options) {
    std::map<std::string, std::string> typed;
    if (options.formulation) typed["formulation"] = "--formulation";
    if (options.backend) typed["backend"] = "--backend";
    if (options.integrator) typed["integrator"] = "--integrator";
    if (options.step) typed["step"] = "--step";
    if (options.duration) typed["duration"] = "--duration";
    if (options.sample) typed["sample interval"] = "--sample";
    return typed;
}

/// Reports settings from the command line by their option, others by the file.
void printSettingProblems(const Diagnostics& problems, const RunOptions& options) {
    const std::map<std::string, std::string> typed = typedOptions(options);
    for (Diagnostic problem : options.verbose ? problems : onePerKind(problems)) {
        const auto option = typed.find(problem.place.name);
        const bool own = problem.place.kind == Place::Kind::Setting && option != typed.end();
        if (own) problem.place = Place::option(option->second, problem.place.field);
        print({problem}, own ? std::string() : shownName(options.file));
    }
}

/// "; 2.3 iterations per step, at most 4"; empty for explicit methods.
std::string newtonText(const Session& session, const RunFigures& figures) {
    const std::int64_t iterations = session.newtonIterations();
    if (iterations == 0) return {};
    const auto steps = static_cast<double>(std::max<std::int64_t>(figures.steps, 1));
    const std::string mean = numberText(static_cast<double>(iterations) / steps, 3);
    const auto most = session.newtonIterationsMax();
    return "; " + mean + " iterations per step" +
           (most ? ", at most " + std::to_string(*most) : "");
}

/// "positions within about 3e-7 m and 1e-6 rad, ..."
std::string errorText(const ErrorFigures& errors) {
    const ErrorEstimate& error = errors.largest;
    const auto about = [](double value, const char* unit) {
        return numberText(value, 2) + ' ' + unit;
    };
    return "positions within about " + about(error.positions, "m") + " and " +
           about(error.angles, "rad") + ", velocities within about " +
           about(error.velocities, "m/s") + " and " + about(error.rates, "rad/s") +
           ", energy within about " + about(error.energy, "J") + " (by " + errors.method +
           (errors.comparedUntil ? ", until t = " + numberText(*errors.comparedUntil, 6) + " s"
                                 : std::string()) +
           (errors.validUntil
                ? "; no measure from t = " + numberText(*errors.validUntil, 6) + " s on)"
                : ")");
}

void printSummary(const Session& session, const RunFigures& figures, std::ostream& out) {
    const auto& recording = *session.recording();
    const auto& layout = session.layout();
    double energyError = 0.0, drift = 0.0, balance = 0.0;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        energyError = std::max(energyError, std::abs(recording.at(row, layout.total()) -
                                                     recording.at(0, layout.total())));
        drift = std::max(drift, recording.at(row, layout.driftPosition()));
        balance = std::max(balance, std::abs(recording.at(row, layout.balance())));
    }
    const RunSpec& spec = session.spec();
    out << session.model().name << ": " << numberText(figures.time, 6) << " s by "
        << spec.formulation << ", " << spec.integrator << " in " << numberText(figures.wall, 3)
        << " s (" << numberText(figures.time / std::max(figures.wall, 1e-9), 3) << " x real time), "
        << figures.steps << " steps, " << recording.size() << " rows; energy changed by up to "
        << numberText(energyError, 3) << " J, drift up to " << numberText(drift, 3) << " m"
        << newtonText(session, figures) << '\n';
    const auto errors = session.errors();
    if (!errors) return;
    out << errorText(*errors) << '\n';
    // Otherwise the estimate covers the balance, too.
    if (balance > errors->largest.energy && figures.balanceUncertainty > 0.0)
        out << "energy and work differ by up to " << numberText(balance, 2)
            << " J; the integral of the powers leaves " << numberText(figures.balanceUncertainty, 2)
            << " J uncertain\n";
}

/// The controller of the run, null if none is wanted.
Result<std::unique_ptr<Controller>> controllerOf(const RunOptions& options, const Model& model,
                                                 const RunSpec& spec) {
    if (!options.controller) return nullptr;
    if (options.error)
        return fail(error(Place::option("--error"),
                          MOMENTREE_TEXT("error-with-controller",
                                         "the error of a run with --controller cannot be "
                                         "estimated: the controller cannot run twice")));
    Diagnostics notes;
    auto controller = fmi::makeController(*options.controller, model, spec, notes);
    if (!options.quiet) print(notes, *options.controller, options.warnings());
    return controller;
}

/// Whether the run is compared with a more accurate one: always, unless nobody would see it, or a
/// controller would have to run twice.
ErrorCheck checkOf(const RunOptions& options) {
    if (options.error) return ErrorCheck::Alongside;
    const bool records =
        options.report || options.capsule || options.labReport || options.hdf5 || options.parquet;
    return options.controller || (options.quiet && !records) ? ErrorCheck::None : ErrorCheck::AtEnd;
}

/// A run on its worker thread, or the exit code after its problems have been printed.
tl::expected<std::unique_ptr<Session>, ExitCode> sessionOf(
    const Catalogue& catalogue, const RunOptions& options,
    const std::shared_ptr<const Model>& model, const RunSpec& spec, Diagnostics& warnings,
    const StopOnInterrupt& interrupt) {
    auto controller = controllerOf(options, *model, spec);
    if (!controller) {
        const bool option = controller.error().front().place.kind != Place::Kind::None;
        print(controller.error(), option ? std::string() : *options.controller);
        return tl::unexpected(exitBadUse);
    }
    const auto setUp = [&] {
        ProgressLine progress(options.quiet);
        const auto tell = [&](const Message& what) { progress.show(what.str()); };
        return setUpRun(catalogue, model, spec,
                        {.warnings = &warnings,
                         .check = checkOf(options),
                         .watch = {interrupt.stop.get_token(), tell}});
    };
    auto setup = setUp();
    if (!options.quiet) printSettingProblems(warnings, options);
    if (!setup) {
        printSettingProblems(setup.error(), options);
        return tl::unexpected(interrupt.requested() ? exitFailed : exitBadUse);
    }
    if (*controller)
        setup->stepper = controlled(std::move(setup->stepper), std::move(*controller), model);
    return std::make_unique<Session>(std::move(*setup));
}

}  // namespace

int runCommand(const Catalogue& catalogue, const RunOptions& options) {
    if (const auto checked = checkOutputs(options); !checked) {
        print(checked.error());
        return exitBadUse;
    }
    const auto model = loadModel(options);
    if (!model) return exitBadUse;

    Diagnostics warnings;
    const RunSpec spec =
        specOf(catalogue, *model,
               {options.formulation.value_or(""), options.backend.value_or(""),
                options.integrator.value_or(""), options.step, options.duration, options.sample});
    std::unique_ptr<Session> session;
    RunFigures figures;
    {
        // Ctrl-C ends the run, not the outputs after it.
        const StopOnInterrupt interrupt;
        auto made = sessionOf(catalogue, options, model, spec, warnings, interrupt);
        if (!made) return made.error();
        session = *std::move(made);
        figures = playToEnd(*session, options.quiet, interrupt);
    }
    for (const RunNote& note : figures.notes) {
        if (options.quiet) continue;
        if (note.warns)
            print({warning({}, note.text)}, shownName(options.file));
        else
            print(note.text.str());
    }
    if (figures.message)
        print({error({}, figures.state == RunState::Finished
                             ? MOMENTREE_TEXT("results-kept",
                                              "%1; results so far are kept")(*figures.message)
                             : *figures.message)},
              shownName(options.file));

    const Diagnostics problems = writeOutputs(options, *session, warnings);
    print(problems);
    if (!options.quiet) {
        const bool dataOnOutput = options.csv == "-" || options.report == "-";
        printSummary(*session, figures, dataOnOutput ? std::cerr : std::cout);
    }
    return !figures.message && problems.empty() ? exitDone : exitFailed;
}

}  // namespace momentree::cli
