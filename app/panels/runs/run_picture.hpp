// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "app/panels/runs/drift_microscope.hpp"
#include "app/panels/runs/run_legend.hpp"
#include "app/runs/plot_source.hpp"
#include "app/runs/run_item.hpp"

namespace momentree::app {

class LiveModel;
class ReferenceSet;
class RunController;
class RunSet;
class Viewport;

/// All runs in the scene at the current time: the one on screen solid, the others and recordings of
/// other programs as ghosts in their colours, optionally under the drift microscope.
class RunPicture final : public QObject {
    Q_OBJECT
public:
    RunPicture(Viewport& viewport, RunSet& runs, ReferenceSet& references, RunController& onScreen,
               const LiveModel& live);

    DriftMicroscope& microscope() { return microscope_; }
    void setMicroscope(bool on);
    void setGhosts(bool on);
    void setDrawing(bool on);  ///< the drawing is edited: no ghosts
    bool ghosts() const { return ghostsOn_; }
    int ghostCount() const { return static_cast<int>(drawn_.size() + recordings_.size()); }
    /// Draws the current time.
    void show();

private:
    void remake();
    void setLegend(std::vector<RunLegend::Entry> entries);
    /// A run drawn as a ghost.
    struct Drawn {
        RunId id;
        double newest;  ///< time of its newest row when it was drawn last [s]
    };

    Viewport& viewport_;
    RunSet& runs_;
    ReferenceSet& references_;
    RunController& onScreen_;
    const LiveModel& live_;
    DriftMicroscope microscope_;
    RunLegend legend_;
    std::vector<Drawn> drawn_;
    std::vector<PlotSource> recordings_;  ///< drawn as ghosts with the ids -1, -2, ...
    std::shared_ptr<const Model> model_;  ///< that they were fitted to
    bool ghostsOn_ = true, drawing_ = false;
};

}  // namespace momentree::app
