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
    /// While held, during a gesture, the run does not change and handed-on poses are kept.
    void hold(bool held);
    /// A step of the history that makes a pose the start of the document. Until the gesture ends,
    /// `checked` has that pose.
    /// @param pose closes the loops; of the bodies of `checked`, which is assembled
    Result<void> move(const QString& name, const std::vector<BodyState>& pose, int gesture);
    /// How often a model was assembled here: the cost of edits.
    int assemblies() const { return assemblies_; }
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
    const std::vector<BodyState>* pose_ = nullptr;  ///< what `move` hands to `follow`
    bool held_ = false, replacing_ = false;
    bool posed_ = false;  ///< the start was handed on
    int assemblies_ = 0;
};

}  // namespace momentree::app
