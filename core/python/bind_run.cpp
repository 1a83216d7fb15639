// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <limits>
#include <optional>

#include "core/diagnostics/column_units.hpp"
#include "core/io/capsule.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/parquet.hpp"
#include "core/io/provenance.hpp"
#include "core/number_text.hpp"
#include "core/python/loaded_run.hpp"

namespace momentree::python {
namespace {

using Clock = std::chrono::steady_clock;
LoadedRun makeRun(const LoadedModel& model, const Pairs& settings, bool estimateError, bool check) {
    LoadedRun made;
    made.model = model;
    const RunSpec spec = specOf(catalogue(), *model.model, settingsOf(settings));
    AssemblyReport assembly;
    auto run = Run::create(catalogue(), model.model, spec,
                           {.assembly = &assembly,
                            .warnings = &made.warnings,
                            .check = estimateError ? ErrorCheck::Alongside
                                     : check       ? ErrorCheck::AtEnd
                                                   : ErrorCheck::None});
    made.run = valueOf(std::move(run), model.file);
    made.warnings.insert(made.warnings.end(), assembly.warnings.begin(), assembly.warnings.end());
    warn(made.warnings, model.file);
    return made;
}

/// Only one thread at a time advances a run; columns can be read meanwhile.
class Advancing {
public:
    explicit Advancing(std::atomic<bool>& busy) : busy_(busy) {
        if (busy_.exchange(true)) throw std::runtime_error("another thread is advancing this run");
    }
    ~Advancing() { busy_ = false; }
    Advancing(const Advancing&) = delete;
    Advancing& operator=(const Advancing&) = delete;

private:
    std::atomic<bool>& busy_;
};

/// Shows the warnings of a run that has ended, once.
void warnAtEnd(LoadedRun& of) {
    if (of.told || (!of.failure && !of.run->finished())) return;
    of.told = true;
    Diagnostics warnings;
    for (const RunNote& note : of.run->notes())
        if (note.warns) warnings.push_back(warning(Place::run(), note.text));
    warn(warnings, of.model.file);
}

/// Records up to `samples` rows, none later than `until`. Without the interpreter's lock, which is
/// taken from time to time to notice Ctrl+C.
void record(LoadedRun& of, std::int64_t samples, double until) {
    Run& run = *of.run;
    const py::gil_scoped_release released;
    auto last = Clock::now();
    const auto charge = [&] {
        const auto now = Clock::now();
        of.wall += std::chrono::duration<double>(now - std::exchange(last, now)).count();
    };
    auto lastSignals = last;
    while (!of.failure && !run.finished() && samples-- > 0 && run.nextSampleTime() <= until) {
        const Progress progress = run.advance({});
        of.status = progress.status;
        if (progress.status != StepStatus::Reached) of.failure = run.failure(progress);
        charge();
        if (last - lastSignals < betweenSignals) continue;
        lastSignals = last;
        const py::gil_scoped_acquire acquired;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    run.checkErrors({});
}

void advance(LoadedRun& of, std::int64_t samples, double until) {
    const Advancing only(*of.busy);
    record(of, samples, until);
    warnAtEnd(of);
}

void setInput(LoadedRun& of, const std::string& column, double value) {
    const Advancing only(*of.busy);
    if (const auto problem = of.run->setInput(column, value)) throw py::value_error(problem->str());
}

py::dict inputsOf(const LoadedRun& of) {
    py::dict inputs;
    for (const Probe& probe : of.run->model().probes)
        if (probe.input >= 0)
            inputs[py::str(probe.what.column)] =
                (*of.run->model().inputs)[static_cast<std::size_t>(probe.input)];
    return inputs;
}

ReportFacts factsOf(const LoadedRun& of) {
    const Run& run = *of.run;
    ReportFacts facts;
    facts.modelName = run.model().name;
    facts.spec = run.spec();
    facts.steps = run.steps();
    facts.wall = of.wall;
    facts.simulated = run.time() - run.recording()->at(0, 0);
    facts.status = statusName(!of.failure && !run.finished() ? StepStatus::Stopped : of.status);
    if (of.failure) facts.problem = error(Place::run(), *of.failure);
    facts.newtonIterations = run.stepper().newtonIterations();
    facts.newtonIterationsMax = run.stepper().newtonIterationsMax();
    facts.phases = run.phases();
    facts.device = processorName();
    facts.warnings = of.warnings;
    facts.notes = run.notes();
    facts.balanceUncertainty = run.balanceUncertainty();
    facts.errors = run.errors();
    return facts;
}

py::object failureOf(const LoadedRun& of) {
    return of.failure ? toPython(error(Place::run(), *of.failure), of.model.file) : py::none();
}

py::list notesOf(const LoadedRun& of) {
    py::list notes;
    for (const RunNote& note : of.run->notes())
        notes.append(py::make_tuple(note.time, note.text.str()));
    return notes;
}

py::object errorsOf(const LoadedRun& of) {
    const auto errors = of.run->errors();
    if (!errors) return py::none();
    py::dict figures;
    figures["positions"] = errors->largest.positions;
    figures["angles"] = errors->largest.angles;
    figures["velocities"] = errors->largest.velocities;
    figures["rates"] = errors->largest.rates;
    figures["energy"] = errors->largest.energy;
    figures["valid_until"] = errors->validUntil;
    figures["compared_until"] = errors->comparedUntil;
    return figures;
}

/// The rows so far [rows, columns], without a copy.
py::array rowsOf(const LoadedRun& of) {
    const auto recording = of.run->recording();
    const auto width = static_cast<std::size_t>(recording->width());
    const std::span<const double> table = recording->table();
    return viewOf(table.data(), table.size() / width, width, recording);
}

}  // namespace

void bindRun(py::module_& module) {
    py::class_<LoadedRun>(module, "Run")
        .def(py::init(&makeRun))
        .def("advance", advance)
        .def("set_input", setInput)
        .def_property_readonly("inputs", inputsOf)
        .def_property_readonly("finished", [](const LoadedRun& r) { return r.run->finished(); })
        .def_property_readonly("failure", failureOf)
        .def_property_readonly("time", [](const LoadedRun& r) { return r.run->time(); })
        .def_property_readonly("steps", [](const LoadedRun& r) { return r.run->steps(); })
        .def_property_readonly("wall", [](const LoadedRun& r) { return r.wall; })
        .def_property_readonly("settings",
                               [](const LoadedRun& r) { return toPython(r.run->spec()); })
        .def_property_readonly("notes", notesOf)
        .def_property_readonly("errors", errorsOf)
        .def_property_readonly("columns",
                               [](const LoadedRun& r) { return columnNames(r.run->layout()); })
        .def_property_readonly(
            "units",
            [](const LoadedRun& r) { return columnUnits(r.run->model(), r.run->layout()); })
        .def_property_readonly("rows", rowsOf)
        .def_property_readonly("report",
                               [](const LoadedRun& r) {
                                   return reportText(factsOf(r), *r.run->recording(),
                                                     r.run->layout());
                               })
        .def("save_csv",
             [](const LoadedRun& r, const std::string& path) {
                 valueOf(writeCsv(*r.run->recording(), r.run->layout(), CsvColumns::All, path));
             })
        .def("save_hdf5",
             [](const LoadedRun& r, const std::string& path) {
                 valueOf(writeHdf5(*r.run->recording(), r.run->model(), factsOf(r), CsvColumns::All,
                                   path));
             })
        .def("save_parquet",
             [](const LoadedRun& r, const std::string& path) {
                 valueOf(writeParquet(*r.run->recording(), r.run->model(), factsOf(r),
                                      CsvColumns::All, path));
             })
        .def("save_capsule", [](const LoadedRun& r, const std::string& path) {
            valueOf(writeCapsule(*r.run->recording(), factsOf(r), path));
        });
}

}  // namespace momentree::python
