// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree::app {

/// The model being edited: what a model file says, with an undo history of named steps. Everything
/// that changes a model goes through `edit`; results of runs are no part of it.
class ModelDocument final : public QObject {
    Q_OBJECT
public:
    using Description = std::shared_ptr<const ModelDescription>;
    using Change = std::function<void(ModelDescription&)>;

    explicit ModelDocument(QObject* parent = nullptr);

    const ModelDescription& description() const { return *description_; }
    Description shared() const { return description_; }
    QUndoStack& history() { return history_; }

    QString file() const { return file_; }  ///< empty for a document never saved
    QString title() const;                  ///< for people, never empty
    bool modified() const { return !history_.isClean(); }

    /// Another document with an empty history. @param file where it is saved, empty if nowhere
    void replace(Description description, const QString& file);
    /// The document is on the disk as it stands; the history stays.
    void setSaved(const QString& file);
    /// Counts as modified although its history is empty: taken from a copy that is not its file.
    void setUnsaved() { history_.resetClean(); }
    /// Another program has written the file since it was read or saved here.
    void setOvertaken() { overtaken_ = true; }
    bool overtaken() const { return overtaken_; }

    /// One act of the user as one step of the history. Expressions are evaluated; what cannot be is
    /// refused with the reasons and nothing changes. What changes nothing makes no step.
    /// @param gesture steps of the same gesture (a drag, a slider) become one; 0: on its own
    Result<void> edit(const QString& name, const Change& change, int gesture = 0);
    /// A description made elsewhere, of a run for example, as one step of the history.
    void adopt(const QString& name, Description description);
    int newGesture() { return ++gestures_; }

Q_SIGNALS:
    void replaced();      ///< another document
    void changed();       ///< the description, after `replaced` too
    void stateChanged();  ///< file, title or whether it is modified

private:
    class Step;
    void take(Description description);

    Description description_;
    QUndoStack history_;
    QString file_;
    int gestures_ = 0;
    bool overtaken_ = false;
};

/// A document to begin with: gravity and ground, nothing else.
ModelDescription emptyModel();

}  // namespace momentree::app
