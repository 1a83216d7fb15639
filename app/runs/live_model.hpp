// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/document/checked_model.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

class LoopClosing;
class RunController;

/// The document built and assembled after every change, and handed to the run once edits pause.
class LiveModel final : public QObject {
    Q_OBJECT
public:
    LiveModel(ModelDocument& document, RunController& run);

    const CheckedModel& checked() const { return checked_; }
    /// Closes many loops in the background.
    LoopClosing& closing() const { return *closing_; }
    /// While held, during a gesture, the run does not change.
    void hold(bool held);
    /// Hands pending changes to the run now.
    void flush();
    /// Whether the run uses the current document.
    bool runIsCurrent() const;
    /// Whether the motion on screen can continue with the current document, instead of from time 0.
    bool goesOn() const;

Q_SIGNALS:
    /// @param fresh another document, not an edit
    void changed(bool fresh);

private:
    void follow(bool fresh);
    void takeFromRun();
    void handOver(bool onwards);

    ModelDocument& document_;
    RunController& run_;
    LoopClosing* closing_;
    CheckedModel checked_;
    QTimer pause_;
    bool held_ = false, replacing_ = false;
};

}  // namespace momentree::app
