// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.hpp"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>

#include "core/io/model_file.hpp"
#include "core/io/text_file.hpp"

namespace momentree::app {
namespace {

constexpr int usualAutosave_s = 2;
constexpr auto autosaveKey = "preferences/autosave_s";
const QString modelEnding = QStringLiteral(".momentree.json");
const QString lockEnding = QStringLiteral(".lock");
const QString placeEnding = QStringLiteral(".place");

QString beside(const QString& copy, const QString& ending) {
    return copy.left(copy.size() - modelEnding.size()) + ending;
}

}  // namespace

int autosaveSeconds() {
    return std::clamp(QSettings().value(autosaveKey, usualAutosave_s).toInt(), leastAutosave_s,
                      mostAutosave_s);
}

void setAutosaveSeconds(int seconds) { QSettings().setValue(autosaveKey, seconds); }

QString Recovery::defaultFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
}

Recovery::Recovery(ModelDocument& document, const QString& folder)
    : QObject(&document), document_(document), folder_(folder) {
    QDir().mkpath(folder_);
    copy_ = folder_ + "/" + QUuid::createUuid().toString(QUuid::WithoutBraces) + modelEnding;
    lock_ = std::make_unique<QLockFile>(beside(copy_, lockEnding));
    lock_->setStaleLockTime(0);  // stale only if its process has ended
    lock_->tryLock();
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &Recovery::saveNow);
    // Not restarted by edits, so that a long drag is saved too.
    const auto later = [this] {
        if (!document_.modified()) return removeCopy();
        if (!timer_.isActive()) timer_.start(1000 * autosaveSeconds());
    };
    connect(&document_, &ModelDocument::changed, this, later);
    connect(&document_, &ModelDocument::stateChanged, this, later);
}

Recovery::~Recovery() { removeCopy(); }

void Recovery::saveNow() {
    if (!document_.modified()) return;
    // Errors are ignored: the user could not do anything in time.
    static_cast<void>(
        writeTextAtomically(writeModelText(document_.description()), copy_.toStdString()));
    static_cast<void>(writeTextAtomically(document_.file().toStdString(),
                                          beside(copy_, placeEnding).toStdString()));
}

void Recovery::removeCopy() {
    timer_.stop();
    QFile::remove(copy_);
    QFile::remove(beside(copy_, placeEnding));
}

std::optional<LostWork> Recovery::findLost() {
    const QDir folder(folder_);
    for (const QFileInfo& info :
         folder.entryInfoList({"*" + modelEnding}, QDir::Files, QDir::Time)) {
        const QString copy = info.absoluteFilePath();
        if (copy == QFileInfo(copy_).absoluteFilePath()) continue;
        QLockFile lock(beside(copy, lockEnding));
        lock.setStaleLockTime(0);
        if (!lock.tryLock()) continue;  // its program is still running
        LostWork lost{copy, {}, info.lastModified()};
        if (const auto place = readTextFile(beside(copy, placeEnding).toStdString()))
            lost.file = QString::fromStdString(*place);
        return lost;
    }
    return std::nullopt;
}

void Recovery::discard(const LostWork& lost) {
    QFile::remove(lost.copy);
    QFile::remove(beside(lost.copy, placeEnding));
}

}  // namespace momentree::app
