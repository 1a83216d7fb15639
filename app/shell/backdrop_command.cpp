// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/backdrop_command.hpp"

#include <QFileDialog>
#include <QFileInfo>

#include "app/scene/backdrop_panel.hpp"
#include "app/scene/picture_file.hpp"
#include "app/sketch/drawing_plane.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

BackdropCommand::BackdropCommand(Workspace& workspace, Host& host, const DrawingPlane& plane)
    : QObject(&host),
      host_(host),
      plane_(plane),
      backdrop_(new Backdrop(host.viewport, workspace.document)) {
    auto* panel = new BackdropPanel(*backdrop_, workspace.document);
    command_ = host.addCommand("backdrop", tr("&Background picture…"), "image",
                               tr("Shows a photo or drawing behind the mechanism, to draw over; "
                                  "you can also drop a PNG, JPEG or SVG on the picture"),
                               {}, [this, panel] { backdrop_->any() ? panel->show() : choose(); });
    connect(backdrop_, &Backdrop::shown, panel, [this, panel](const QString& file) {
        panel->show();
        host_.say(tr("%1 is shown behind the drawing; the program remembers it, the model file "
                     "does not contain it")
                      .arg(QFileInfo(file).fileName()));
    });
    connect(backdrop_, &Backdrop::failed, this,
            [this](const QString& file, const Diagnostics& problems) {
                const QString name = QFileInfo(file).fileName();
                Q_EMIT host_.files.failed(
                    tr("%1 cannot be used as the background picture").arg(name), file, problems);
            });
    connect(panel, &BackdropPanel::replaceWanted, this, &BackdropCommand::choose);
}

void BackdropCommand::choose() {
    QStringList patterns;
    for (const QString& suffix : pictureSuffixes()) patterns << "*." + suffix;
    const QString file =
        QFileDialog::getOpenFileName(&host_.window, tr("Background picture"), {},
                                     tr("Pictures (%1)").arg(patterns.join(QLatin1Char(' '))));
    if (!file.isEmpty()) show(file);
}

void BackdropCommand::show(const QString& file) { backdrop_->show(file, plane_.get().frame()); }

}  // namespace momentree::app
