// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

#include "app/document/check_steps.hpp"
#include "app/document/model_document.hpp"

namespace momentree::app {

/// Assembles models of many loops on another thread, one at a time; of those asked for meanwhile
/// only the newest.
class LoopClosing final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void begin(ModelDocument::Description of, CheckedModel built);
    /// What `begin` was asked for, once it is there.
    std::optional<CheckedModel> take(const ModelDocument::Description& of);

Q_SIGNALS:
    void closed();

private:
    struct Job {
        ModelDocument::Description of;
        CheckedModel model;
    };
    void next();

    std::optional<Job> asked_, done_;
    bool busy_ = false;
};

}  // namespace momentree::app
