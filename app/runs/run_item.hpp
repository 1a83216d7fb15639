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

/// A named parameter of the model and what a run has it set to ("0.25", "12 cm").
struct ParameterValue {
    std::string name, value;
    bool operator==(const ParameterValue&) const = default;
};

/// A requested run in addition to the one on screen.
struct RunRequest {
    RunSpec spec;
    std::shared_ptr<const Model> model = nullptr;  ///< none: that of the run on screen
    std::vector<ParameterValue> parameters = {};   ///< set in that model
    QString name = {};                             ///< empty: from its differences
    /// A branch: the run that it leaves, and the recorded row of it that it begins with.
    RunId parent = 0;
    std::optional<RunPoint> from = {};
};

/// How far a run is.
enum class RunStage {
    Preparing,  ///< built and assembled off the GUI thread
    Refused,    ///< cannot run; `problems` say why
    Waiting,    ///< for a core
    Running,
    Paused,  ///< on screen, not playing
    Finished,
    Failed  ///< what was computed is kept
};

/// One run of the window.
struct RunItem {
    RunId id = 0;
    QString name;
    bool named = false;  ///< by somebody: stays when the settings change
    int style = 0;       ///< of its curves, ThemeColors::style; its colour everywhere
    bool visible = true;
    RunId parent = 0;       ///< that it branched off, 0 none
    double forkTime = 0.0;  ///< [s]
    RunSpec spec;
    std::vector<ParameterValue> parameters;  ///< in which it differs from the model it was made of
    std::shared_ptr<const Model> model;
    PreparedRun prepared;  ///< without a session while preparing or refused
    bool computes = true;  ///< as soon as a core is free
    Diagnostics problems;

    Session* session() const { return prepared.session.get(); }
    RunStage stage() const;
    /// Time of the newest row [s].
    double computedTime() const;
    /// Values at a time, those of the newest row if it has not got there yet; empty without any.
    std::vector<double> rowAt(double time) const;
};

/// Threads that computing it takes.
int threadsOf(const RunSpec& spec);

/// The differences of a run from others: "hdca · rk4 · 1 ms · L1 = 0.25".
QString proposedName(const RunItem& item);

}  // namespace momentree::app
