// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/drops.hpp"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>

#include "app/panels/plots/plot_docks.hpp"
#include "app/plots/column_drag.hpp"
#include "app/scene/picture_file.hpp"
#include "app/shell/backdrop_command.hpp"
#include "app/shell/reference_commands.hpp"
#include "app/workspace/host.hpp"
#include "core/io/pmks.hpp"

namespace momentree::app {
namespace {

bool isTable(const QString& file) {
    static const QStringList suffixes{"csv", "tsv", "txt", "dat"};
    return suffixes.contains(QFileInfo(file).suffix(), Qt::CaseInsensitive);
}

/// Links from the web may be mechanisms of PMKS+.
bool isLink(const QUrl& url) { return isWebAddress(url.toString().toStdString()); }

bool canTake(const QMimeData& data) {
    return holdsColumns(data) || std::ranges::any_of(data.urls(), [](const QUrl& url) {
               return url.isLocalFile() || isLink(url);
           });
}

}  // namespace

Drops::Drops(Host& host, PlotDocks& plots, BackdropCommand& backdrop, ReferenceCommands& references)
    : QObject(&host), host_(host), plots_(plots), backdrop_(backdrop), references_(references) {
    host.window.setAcceptDrops(true);
    host.window.installEventFilter(this);
}

bool Drops::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto& drop = static_cast<QDropEvent&>(*event);
    if (canTake(*drop.mimeData())) {
        drop.acceptProposedAction();
        if (event->type() == QEvent::Drop) take(drop);
    }
    return true;
}

void Drops::take(QDropEvent& event) {
    const QMimeData& data = *event.mimeData();
    if (holdsColumns(data)) {
        plots_.newPlot(columnsIn(data));
        return;
    }
    for (const QUrl& url : data.urls()) {
        if (isLink(url)) return host_.files.openLink(url.toString(QUrl::FullyEncoded));
        if (!url.isLocalFile()) continue;
        const QString file = url.toLocalFile();
        if (isTable(file)) {
            references_.add(file);
        } else if (isPictureFile(file)) {
            backdrop_.show(file);
        } else {
            return host_.files.open(file);
        }
    }
}

}  // namespace momentree::app
