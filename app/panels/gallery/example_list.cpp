// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/gallery/example_list.hpp"

#include <QDir>

#include "app/base/resources_dir.hpp"

namespace momentree::app {

QStringList exampleFiles() {
    const QDir folder(QString::fromStdString((resourcesDirectory() / "examples").string()));
    QStringList files;
    for (const QString& name : folder.entryList({"*.momentree.json"}, QDir::Files, QDir::Name))
        files << folder.filePath(name);
    return files;
}

QStringList exampleStudies() {
    const QDir folder(QString::fromStdString((resourcesDirectory() / "studies").string()));
    QStringList files;
    for (const QString& name : folder.entryList({"*.study.json"}, QDir::Files, QDir::Name))
        files << folder.filePath(name);
    return files;
}

QString firstExample() {
    const QStringList files = exampleFiles();
    for (const QString& file : files)
        if (QFileInfo(file).fileName() == "four_bar.momentree.json") return file;
    return files.value(0);
}

}  // namespace momentree::app
