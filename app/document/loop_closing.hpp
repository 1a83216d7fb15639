// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <optional>

#include "app/document/check_steps.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

/// Assembles models with many loops on another thread, one at a time. A new request cancels the
/// current one; only the newest is kept.
class LoopClosing final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~LoopClosing() override;

    void begin(ModelDocument::Description of, CheckedModel built);
    /// The result of the last `begin`, if available.
    std::optional<CheckedModel> take(const ModelDocument::Description& of);
    /// Discards all requests.
    void drop();

    /// Cancelled by the user: loops stay open until `askAgain` or the next change.
    void cancel();
    void askAgain();
    bool cancelled() const { return cancelled_; }

Q_SIGNALS:
    void closed();
    void underway(bool underway);
    void givenUp();
    void askedAgain();

private:
    struct Job {
        ModelDocument::Description of;
        CheckedModel model;
    };
    void next();

    std::optional<Job> asked_, done_;
    std::shared_ptr<std::atomic<bool>> stopped_;  ///< of the current job, otherwise null
    bool cancelled_ = false;
};

}  // namespace momentree::app
