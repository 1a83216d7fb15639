// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/panel.hpp"

#include <QFileInfo>

#include "app/document/recent_files.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/gallery/gallery.hpp"

namespace momentree::app::gallery {
namespace {

/// The user's recent files, then the examples and their studies.
QStringList filesToShow() {
    QStringList files = recentFiles();
    const QStringList examples = exampleFiles();
    files.removeIf([&](const QString& file) {
        return std::ranges::any_of(examples, [&](const QString& example) {
            return QFileInfo(example) == QFileInfo(file);
        });
    });
    return files + examples + exampleStudies();
}

}  // namespace

void addPanel(Workspace& workspace, Host& host) {
    const auto show = [&workspace, &host, shown = static_cast<Gallery*>(nullptr)]() mutable {
        const QStringList files = filesToShow();
        if (!shown || shown->files() != files) {
            if (shown) shown->deleteLater();
            shown = new Gallery(workspace.catalogue, files, &host.window);
            QObject::connect(shown, &Gallery::chosen, &host, [&host](const QString& file) {
                if (file.endsWith(".study.json"))
                    Q_EMIT host.studyChosen(file);
                else
                    host.files.open(file);
            });
        }
        shown->show();
        shown->raise();
    };
    QObject::connect(host.actions.examples, &QAction::triggered, &host, show);
}

}  // namespace momentree::app::gallery
