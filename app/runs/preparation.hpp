// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "app/runs/run_controller.hpp"

namespace momentree::app {

/// Work of the run controller in the background, as a child object, so that it can be displayed and
/// cancelled.
class Preparation final : public QObject {
    Q_OBJECT
public:
    struct Request {
        std::function<Result<PreparedRun>()> job;
        Refusal refusal;
        bool playAfterwards = false;
        /// Where the job that opens a file stores the description.
        std::shared_ptr<std::shared_ptr<const ModelDescription>> read = nullptr;
        bool fromStart = true;  ///< starts at time 0
        bool edited = false;    ///< an edited model, whose edit may be undone meanwhile
    };
    using QObject::QObject;

    bool opensFile() const { return request && request->refusal.what == Refusal::What::Open; }
    QString file() const { return request ? request->refusal.file : QString(); }
    /// Cancels it: the result is discarded, and the previous run stays.
    void cancel() { Q_EMIT cancelWanted(); }
    void askAgain() { Q_EMIT wantedAgain(); }

    /// In progress, or last cancelled; empty after completion.
    std::optional<Request> request;

Q_SIGNALS:
    void cancelWanted();
    void cancelled();
    void wantedAgain();
};

}  // namespace momentree::app
