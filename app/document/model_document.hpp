// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree::app {

/// The edited model, as in a model file, with an undo history of named steps. All changes go
/// through `edit`; results of runs are not included.
class ModelDocument final : public QObject {
    Q_OBJECT
public:
    using Description = std::shared_ptr<const ModelDescription>;
    using Change = std::function<void(ModelDescription&)>;

    explicit ModelDocument(QObject* parent = nullptr);

    const ModelDescription& description() const { return *description_; }
    Description shared() const { return description_; }
    QUndoStack& history() { return history_; }

    QString file() const { return file_; }  ///< empty if never saved
    QString title() const;                  ///< for display, never empty
    bool modified() const { return !history_.isClean(); }

    /// Sets another document with an empty history.
    /// @param file where it is saved, empty if nowhere
    void replace(Description description, const QString& file);
    /// Marks the document as saved; the history stays.
    void setSaved(const QString& file);
    /// Marks the document as modified although its history is empty, for example after recovery.
    void setUnsaved() { history_.resetClean(); }
    /// Another program has changed the file since it was last read or saved here.
    void setOvertaken() { overtaken_ = true; }
    bool overtaken() const { return overtaken_; }

    /// An action of the user as one step of the history. Expressions are evaluated; on an error
    /// nothing changes. An edit without effect adds no step.
    /// @param gesture steps of the same gesture (a drag, a slider) are merged; 0: separate step
    Result<void> edit(const QString& name, const Change& change, int gesture = 0);
    /// A description made elsewhere, for example by a run, as one step of the history.
    void adopt(const QString& name, Description description);
    int newGesture() { return ++gestures_; }

Q_SIGNALS:
    void replaced();      ///< another document was set
    void changed();       ///< the description has changed, also after `replaced`
    void stateChanged();  ///< file, title or modified state has changed

private:
    class Step;
    void take(Description description);

    Description description_;
    QUndoStack history_;
    QString file_;
    int gestures_ = 0;
    bool overtaken_ = false;
};

/// An empty model: only gravity and ground.
ModelDescription emptyModel();

}  // namespace momentree::app
