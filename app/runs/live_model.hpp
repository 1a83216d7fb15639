// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "app/document/checked_model.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

class LoopClosing;
class RunController;

/// Builds and assembles the document after every change, and passes it to the run when editing
/// pauses.
class LiveModel final : public QObject {
    Q_OBJECT
public:
    LiveModel(ModelDocument& document, RunController& run);

    const CheckedModel& checked() const { return checked_; }
    /// Closes the loops of large models in the background.
    LoopClosing& closing() const { return *closing_; }
    /// While held, during a gesture, the run does not change and its poses are kept.
    void hold(bool held);
    /// An edit that makes a pose the start of the document. Until the gesture ends, `checked` has
    /// this pose.
    /// @param pose of the bodies of `checked`, which is assembled; satisfies all loops
    Result<void> move(const QString& name, const std::vector<BodyState>& pose, int gesture);
    /// Number of assemblies made here, the main cost of edits.
    int assemblies() const { return assemblies_; }
    /// Passes pending changes to the run immediately.
    void flush();
    /// Whether the run uses the current document.
    bool runIsCurrent() const;
    /// Whether the current motion can continue with the current document, instead of from time 0.
    bool goesOn() const;

Q_SIGNALS:
    /// @param fresh a new document, not an edit
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
    const std::vector<BodyState>* pose_ = nullptr;  ///< passed from `move` to `follow`
    bool held_ = false, replacing_ = false;
    bool posed_ = false;  ///< the start has been passed on
    int assemblies_ = 0;
};

}  // namespace momentree::app
