// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace momentree::app {

class ModelDocument;

/// Detects changes of the document's file by other programs.
class FileWatch final : public QObject {
    Q_OBJECT
public:
    FileWatch(ModelDocument& document, QObject* parent);

Q_SIGNALS:
    /// The content of the file was neither read nor written by this program; emitted once per
    /// content.
    void changedOutside(const QString& file);

private:
    void follow();
    void look();

    ModelDocument& document_;
    QFileSystemWatcher watcher_;
    QTimer settle_;
    QString file_;
    QByteArray known_;  ///< digest of the known content
};

}  // namespace momentree::app
