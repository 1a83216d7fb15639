// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <optional>

#include "app/document/check_steps.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

/// Assembles models of many loops on another thread, one at a time; of those asked for meanwhile
/// only the newest, for which the one under way is given up.
class LoopClosing final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~LoopClosing() override;

    void begin(ModelDocument::Description of, CheckedModel built);
    /// What `begin` was asked for, once it is there.
    std::optional<CheckedModel> take(const ModelDocument::Description& of);
    /// Nothing is wanted any more.
    void drop();

    /// A person gives the work up: until `askAgain`, or the next change, the loops stay open.
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
    std::shared_ptr<std::atomic<bool>> stopped_;  ///< of the job under way; null without one
    bool cancelled_ = false;
};

}  // namespace momentree::app
