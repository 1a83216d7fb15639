// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QTimer>
#include <memory>
#include <optional>

#include "app/document/model_document.hpp"

namespace momentree::app {

/// What a run of the program that ended badly has left behind.
struct LostWork {
    QString copy;  ///< the model as it was last
    QString file;  ///< where it belongs, empty if it was never saved
    QDateTime time;
};

/// How far the copy of unsaved edits may be behind, from the settings.
int autosaveSeconds();
void setAutosaveSeconds(int seconds);
inline constexpr int leastAutosave_s = 1, mostAutosave_s = 5;

/// Keeps a copy of unsaved edits on the disk, at most that far behind, for documents never saved
/// too. A lock tells whose copies belong to a program that still runs.
class Recovery final : public QObject {
    Q_OBJECT
public:
    explicit Recovery(ModelDocument& document, const QString& folder = defaultFolder());
    ~Recovery() override;

    static QString defaultFolder();
    /// The newest work of programs that are gone, taken over by this one: it is offered once and
    /// lost only when `discard`ed.
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
