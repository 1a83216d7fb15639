// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace momentree::app {

class ModelDocument;

/// Notices when the document's file is changed by another program.
class FileWatch final : public QObject {
    Q_OBJECT
public:
    FileWatch(ModelDocument& document, QObject* parent);

Q_SIGNALS:
    /// The file holds something that this program has neither read nor written; told once for each.
    void changedOutside(const QString& file);

private:
    void follow();
    void look();

    ModelDocument& document_;
    QFileSystemWatcher watcher_;
    QTimer settle_;
    QString file_;
    QByteArray known_;  ///< digest of the content
};

}  // namespace momentree::app
