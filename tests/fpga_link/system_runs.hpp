// SPDX-License-Identifier: Apache-2.0
// Runs of models on the accelerator, and of programs in double precision.
#pragma once

#include <QtCore>
#include <algorithm>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/math/index.hpp"
#include "core/session/run.hpp"
#include "fpga_link/compiler/mechanism.hpp"
#include "fpga_link/compiler/schedule.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/offload/soft_link.hpp"

namespace momentree::test {

inline ModelDescription exampleNamed(const QString& name) {
    const auto description = readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" +
                                           name.toStdString() + ".momentree.json");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return *description;
}

/// A run by `hdca` and `rk4`, a row each 50 ms. The software model is the board "board:there:1".
inline std::unique_ptr<Run> hdcaRun(const std::shared_ptr<const Model>& model,
                                    const std::string& backend, double step, double duration) {
    Catalogue catalogue;
    catalogue.add(fpga::boardBackend("board", "", "",
                                     [](const std::string&) { return fpga::makeSoftLink(); }));
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = backend;
    spec.integrator = "rk4";
    spec.step = step;
    spec.duration = duration;
    spec.sample = 0.05;
    auto run = Run::create(catalogue, model, spec);
    if (!run) qFatal("no run: %s", toString(run.error().front()).c_str());
    Progress progress;
    while (!(*run)->finished() && progress.status == StepStatus::Reached)
        progress = (*run)->advance({});
    if (progress.status != StepStatus::Reached) qFatal("the run stopped");
    return std::move(*run);
}

/// Largest error of a position, velocity, joint coordinate or speed, relative to 1 or the largest
/// value of its column.
inline double errorOf(const Run& got, const Run& wanted) {
    double error = 0.0;
    const auto& names = wanted.layout().names();
    for (std::size_t column = 0; column < names.size(); ++column) {
        bool kinematic = false;
        for (const char* end :
             {".x", ".y", ".z", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz", ".q", ".u"})
            kinematic = kinematic || names[column].ends_with(end);
        if (!kinematic) continue;
        const int at = static_cast<int>(column);
        double size = 1.0, most = 0.0;
        for (std::size_t row = 0; row < wanted.recording()->size(); ++row) {
            size = std::max(size, std::abs(wanted.recording()->at(row, at)));
            most = std::max(
                most, std::abs(got.recording()->at(row, at) - wanted.recording()->at(row, at)));
        }
        error = std::max(error, most / size);
    }
    return error;
}

/// Sampled words after some steps of a graph in double precision.
inline std::vector<double> wordsAfter(const fpga::Graph& graph, fpga::PlanarMethod method,
                                      int steps) {
    std::vector<double> words, sampled;
    for (const fpga::StateWord& state : graph.states)
        words.push_back(graph.nodes[toIndex(state.node)].value);
    for (int k = 0; k < steps * (method == fpga::PlanarMethod::Euler ? 1 : 4); ++k)
        words = fpga::evaluate(graph, words);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (graph.states[i].sampled) sampled.push_back(words[i]);
    return sampled;
}

/// The largest difference of two entries.
inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

/// Places and names of what is refused.
inline QStringList namesOf(const Diagnostics& problems) {
    QStringList names;
    for (const Diagnostic& problem : problems)
        names << QString::fromStdString(problem.place.str() + ' ' +
                                        std::string(problem.message.id));
    return names;
}

}  // namespace momentree::test
