// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/document/model_document.hpp"

namespace momentree::app {

/// Unsaved work left by a run of the program that crashed.
struct LostWork {
    QString copy;  ///< the latest copy of the model
    QString file;  ///< its file, empty if never saved
    QDateTime time;
};

/// Maximum age of the copy of unsaved edits, from the settings.
int autosaveSeconds();
void setAutosaveSeconds(int seconds);
inline constexpr int leastAutosave_s = 1, mostAutosave_s = 5;

/// Keeps a copy of unsaved edits on disk, also of documents never saved. A lock identifies copies
/// of programs that are still running.
class Recovery final : public QObject {
    Q_OBJECT
public:
    explicit Recovery(ModelDocument& document, const QString& folder = defaultFolder());
    ~Recovery() override;

    static QString defaultFolder();
    /// The newest work of programs that have ended. This program takes it over: it is offered once
    /// and deleted only by `discard`.
    std::optional<LostWork> findLost();
    void discard(const LostWork& lost);
    void saveNow();

private:
    void removeCopy();

    ModelDocument& document_;
    QString folder_, copy_;
    std::unique_ptr<QLockFile> lock_;
    QTimer timer_;
};

}  // namespace momentree::app
