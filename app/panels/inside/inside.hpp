// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <memory>
#include <vector>

#include "app/panels/inside/timeline.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::app {

class InsidePanel;
class RunController;

/// Connects the panel with the run: traces the formulation of the run on screen at the current
/// time. The evaluation uses a separate stepper on a pool thread, so that the run is not affected.
class Inside final : public QObject {
    Q_OBJECT
public:
    Inside(RunController& run, std::shared_ptr<const Catalogue> catalogue, QWidget* parent);

    InsidePanel* panel() { return panel_; }
    void setShown(bool shown);
    bool looking() const { return looking_; }
    double tracedTime() const { return tracedTime_; }  ///< [s], negative before the first trace

public Q_SLOTS:
    void look();  ///< at the current time

Q_SIGNALS:
    /// The bodies that the panel shows; none while it is hidden.
    void bodiesShown(const std::vector<int>& bodies);

private:
    void followRun();
    void forget();
    void tellBodies();
    void show(std::shared_ptr<const Model> model, Result<InstantTrace> found, const RunSpec& spec,
              double time);
    QString noteOf(const RunSpec& spec, const InstantTrace& trace) const;

    RunController& run_;
    std::shared_ptr<const Catalogue> catalogue_;
    InsidePanel* panel_;
    QTimer rest_;  ///< delay before an instant is evaluated
    int generation_ = 0;
    double tracedTime_ = -1.0;
    bool shown_ = false, looking_ = false;
};

}  // namespace momentree::app
