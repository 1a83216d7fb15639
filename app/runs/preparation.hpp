// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "app/runs/run_controller.hpp"

namespace momentree::app {

/// What the run controller prepares in the background, as its child, so that it can be shown and
/// cancelled.
class Preparation final : public QObject {
    Q_OBJECT
public:
    struct Request {
        std::function<Result<PreparedRun>()> job;
        Refusal refusal;
        bool playAfterwards = false;
        /// Where the job of opening a file leaves what it has read.
        std::shared_ptr<std::shared_ptr<const ModelDescription>> read = nullptr;
        bool fromStart = true;  ///< starts at time 0
        bool edited = false;    ///< a model that was drawn, which may be taken back meanwhile
    };
    using QObject::QObject;

    bool opensFile() const { return request && request->refusal.what == Refusal::What::Open; }
    QString file() const { return request ? request->refusal.file : QString(); }
    /// Gives it up: its result is dropped, and the run before it stays as it was.
    void cancel() { Q_EMIT cancelWanted(); }
    void askAgain() { Q_EMIT wantedAgain(); }

    /// In progress, or cancelled last; empty once it is done.
    std::optional<Request> request;

Q_SIGNALS:
    void cancelWanted();
    void cancelled();
    void wantedAgain();
};

}  // namespace momentree::app
