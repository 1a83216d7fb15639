// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/runs/prepared_run.hpp"

namespace momentree::app {

/// Identifies a run of the window; 0 is none.
using RunId = int;

/// A parameter of the model and its value in a run ("0.25", "12 cm").
struct ParameterValue {
    std::string name, value;
    bool operator==(const ParameterValue&) const = default;
};

/// A requested run in addition to the one on screen.
struct RunRequest {
    RunSpec spec;
    std::shared_ptr<const Model> model = nullptr;  ///< null: that of the run on screen
    std::vector<ParameterValue> parameters = {};   ///< set in that model
    QString name = {};                             ///< empty: named after its differences
    /// For a branch: the run that it leaves, and the recorded row at which it begins.
    RunId parent = 0;
    std::optional<RunPoint> from = {};
};

/// State of a run.
enum class RunStage {
    Preparing,  ///< being built and assembled off the GUI thread
    Refused,    ///< cannot run; see `problems`
    Waiting,    ///< for a core
    Running,
    Paused,  ///< on screen, not playing
    Finished,
    Failed  ///< the computed rows are kept
};

/// A run of the window.
struct RunItem {
    RunId id = 0;
    QString name;
    bool named = false;  ///< by the user: the name stays when settings change
    int style = 0;       ///< of its curves, ThemeColors::style; its colour everywhere
    bool visible = true;
    RunId parent = 0;       ///< the run it branched off, 0 none
    double forkTime = 0.0;  ///< [s]
    RunSpec spec;
    std::vector<ParameterValue> parameters;  ///< that differ from those of the original model
    std::shared_ptr<const Model> model;
    PreparedRun prepared;  ///< without a session while preparing, and if refused
    bool computes = true;  ///< as soon as a core is free
    Diagnostics problems;

    Session* session() const { return prepared.session.get(); }
    RunStage stage() const;
    /// Time of the newest row [s].
    double computedTime() const;
    /// Values at a time, or those of the newest row if that is earlier; empty without rows.
    std::vector<double> rowAt(double time) const;
};

/// Number of threads used to compute it.
int threadsOf(const RunSpec& spec);

/// The differences of a run from others: "hdca · rk4 · 1 ms · L1 = 0.25".
QString proposedName(const RunItem& item);

}  // namespace momentree::app
