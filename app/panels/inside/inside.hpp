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

/// Looks inside the formulation of the run on screen at the instant shown: joins the panel with the
/// run. The evaluation is traced on a pool thread by a stepper of its own, so that the run goes on
/// as it is.
class Inside final : public QObject {
    Q_OBJECT
public:
    Inside(RunController& run, std::shared_ptr<const Catalogue> catalogue, QWidget* parent);

    InsidePanel* panel() { return panel_; }
    void setShown(bool shown);
    bool looking() const { return looking_; }
    double tracedTime() const { return tracedTime_; }  ///< [s], negative before the first one

public Q_SLOTS:
    void look();  ///< at the instant shown

Q_SIGNALS:
    /// The subject of the panel; none while it is hidden.
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
