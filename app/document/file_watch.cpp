// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/file_watch.hpp"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include "app/document/model_document.hpp"

namespace momentree::app {
namespace {

constexpr int settle_ms = 200;  ///< programs may write in pieces or rename

/// Empty if the file cannot be read, for example while it is being replaced.
QByteArray digestOf(const QString& file) {
    QFile content(file);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    if (file.isEmpty() || !content.open(QIODevice::ReadOnly) || !hash.addData(&content)) return {};
    return hash.result();
}

}  // namespace

FileWatch::FileWatch(ModelDocument& document, QObject* parent)
    : QObject(parent), document_(document) {
    settle_.setSingleShot(true);
    settle_.setInterval(settle_ms);
    connect(&settle_, &QTimer::timeout, this, &FileWatch::look);
    const auto soon = [this] { settle_.start(); };
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, soon);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&document_, &ModelDocument::replaced, this, &FileWatch::follow);
    connect(&document_, &ModelDocument::stateChanged, this, [this] {
        // Just saved, or saved under another name.
        if (document_.file() != file_ || !document_.modified()) follow();
    });
    follow();
}

void FileWatch::follow() {
    file_ = document_.file();
    known_ = digestOf(file_);
    const QStringList watched = watcher_.files() + watcher_.directories();
    if (!watched.isEmpty()) watcher_.removePaths(watched);
    // Also watches the folder: files are replaced by renaming, which ends the watch of the old one.
    if (!known_.isEmpty()) watcher_.addPaths({file_, QFileInfo(file_).absolutePath()});
}

void FileWatch::look() {
    const QByteArray now = digestOf(file_);
    if (now.isEmpty()) return;
    if (!watcher_.files().contains(file_)) watcher_.addPath(file_);
    if (now == known_) return;
    known_ = now;
    document_.setOvertaken();
    Q_EMIT changedOutside(file_);
}

}  // namespace momentree::app
