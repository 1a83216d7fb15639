// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/file_actions.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QStandardPaths>

#include "app/base/diagnostic_text.hpp"
#include "app/base/text.hpp"
#include "app/document/recent_files.hpp"
#include "app/export/export_drawing.hpp"
#include "app/export/lab_report.hpp"
#include "app/export/movie_dialog.hpp"
#include "app/export/series_dialog.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/robot_dialog.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

QString plainName(const QString& file) { return QFileInfo(file).fileName().section('.', 0, 0); }

template <typename Context, typename Act>
void onTrigger(QAction* action, Context* context, Act act) {
    QObject::connect(action, &QAction::triggered, context, act);
}

void sayReady(Host& host, const QString& file) {
    host.say(tr("%1 is ready").arg(QFileInfo(file).fileName()));
}

void exportMovie(RunController& run, Host& host) {
    if (!run.hasRun()) return;
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::MoviesLocation));
    const QString name = plainName(run.file());
    auto* dialog = new MovieDialog(
        run, host.viewport, folder.filePath(name.isEmpty() ? tr("movie") : name), &host.window);
    QObject::connect(dialog, &MovieDialog::made, &host,
                     [&host](const QString& file) { sayReady(host, file); });
    dialog->show();
}

void exportSeries(RunController& run, Host& host) {
    if (!run.hasRun()) return;
    auto* dialog = new SeriesDialog(run, &host.window);
    QObject::connect(dialog, &SeriesDialog::written, &host,
                     [&host](const QString& file) { sayReady(host, file); });
    dialog->show();
}

void exportLabReport(RunController& run, Host& host) {
    if (!run.hasRun()) return;
    const QString file =
        askForLabFile(&host.window, tr("Export the lab report"), plainName(run.file()) + ".html");
    if (file.isEmpty()) return;
    const auto written =
        writeLabPage(labReport(run.session(), paperPicture(host.viewport)), file.toStdString());
    if (written) return sayReady(host, file);
    host.notice.announce(Notice::Kind::Error, tr("The lab report was not written"),
                         editText(written.error().front()), {});
}

void connectDrawings(Workspace& workspace, Host& host) {
    const Actions& actions = host.actions;
    FileCommands* files = &host.files;
    onTrigger(actions.exportPicture, files, [&host] {
        host.files.exportPicture([&host] { return pictureOf(host.viewport, 2.0); });
    });
    onTrigger(actions.exportSvg, files, [&workspace, &host] {
        host.files.exportDrawing(".svg", tr("Vector drawings (*.svg)"),
                                 [&workspace, &host](const QString& file) {
                                     return writeSvg(host.viewport, workspace.document.title(),
                                                     file, host.files.record());
                                 });
    });
    onTrigger(actions.exportPdf, files, [&workspace, &host] {
        host.files.exportDrawing(".pdf", tr("PDF pages (*.pdf)"),
                                 [&workspace, &host](const QString& file) {
                                     return writePdf(host.viewport, workspace.document.title(),
                                                     file, host.files.record());
                                 });
    });
    onTrigger(actions.exportDxf, files, [&host] {
        host.files.exportDrawing(
            ".dxf", tr("Drawings for cutters and CAD (*.dxf)"),
            [&host](const QString& file) { return writeDxf(host.viewport, file); });
    });
    onTrigger(actions.print, files, [&workspace, &host] {
        printDrawing(host.viewport, workspace.document.title(), &host.window);
    });
}

void connectResults(Workspace& workspace, Host& host) {
    const Actions& actions = host.actions;
    FileCommands* files = &host.files;
    RunController& run = workspace.run;
    onTrigger(actions.exportResults, files, &FileCommands::exportResults);
    onTrigger(actions.exportHdf5, files, &FileCommands::exportHdf5);
    onTrigger(actions.exportRobot, files, [files] { files->exportRobot(RobotFormat::Urdf); });
    onTrigger(actions.exportReport, files, &FileCommands::exportReport);
    onTrigger(actions.exportMovie, &host, [&run, &host] { exportMovie(run, host); });
    onTrigger(actions.exportSeries, &host, [&run, &host] { exportSeries(run, host); });
    const auto follow = [&run, &actions] {
        for (QAction* action : {actions.exportResults, actions.exportReport, actions.exportMovie,
                                actions.exportHdf5, actions.exportSeries})
            action->setEnabled(run.hasRun());
    };
    QObject::connect(&run.playback(), &Playback::stateChanged, &host, follow);
    follow();
}

}  // namespace

void connectFileActions(Workspace& workspace, Host& host) {
    const Actions& actions = host.actions;
    FileCommands* files = &host.files;
    onTrigger(actions.newModel, files, &FileCommands::newModel);
    onTrigger(actions.open, files, &FileCommands::chooseAndOpen);
    onTrigger(actions.save, files, &FileCommands::save);
    onTrigger(actions.saveAs, files, &FileCommands::saveAs);
    onTrigger(actions.reload, files, &FileCommands::reload);
    onTrigger(actions.quit, &host.window, &QWidget::close);
    connectDrawings(workspace, host);
    connectResults(workspace, host);
}

void fillTemplates(QMenu& menu, Host& host) {
    for (const QString& file : exampleFiles()) {
        QString name = plainName(file).replace('_', ' ');
        name[0] = name[0].toUpper();
        QAction* action = menu.addAction(name);
        action->setData(file);
        onTrigger(action, &host, [&host, file] { host.files.newFrom(file); });
    }
    // Sets the titles from the gallery when the menu is first opened.
    QObject::connect(
        &menu, &QMenu::aboutToShow, &menu,
        [&menu] {
            for (QAction* action : menu.actions())
                if (const auto model = readModelFile(action->data().toString().toStdString());
                    model && !model->title.empty())
                    action->setText(QString::fromStdString(model->title).replace('&', "&&"));
        },
        Qt::SingleShotConnection);
}

void keepRecentFiles(QMenu& menu, Workspace& workspace, Host& host) {
    QObject::connect(&menu, &QMenu::aboutToShow, &host, [&menu, &workspace, &host] {
        menu.clear();
        for (const QString& file : recentFiles()) {
            const QString pin = isPinned(file) ? QStringLiteral("★ ") : QString();
            QAction* action = menu.addAction(pin + QFileInfo(file).fileName().replace('&', "&&"));
            action->setStatusTip(file);
            onTrigger(action, &host, [&host, file] { host.files.open(file); });
        }
        if (menu.isEmpty()) {
            menu.addAction(tr("(none yet)"))->setEnabled(false);
            return;
        }
        menu.addSeparator();
        if (const QString file = workspace.document.file(); !file.isEmpty()) {
            QAction* pin = menu.addAction(tr("&Pin %1").arg(QFileInfo(file).fileName()));
            pin->setObjectName("pin");
            pin->setCheckable(true);
            pin->setChecked(isPinned(file));
            pin->setStatusTip(tr("Keeps the open file at the top of this list and of the gallery"));
            QObject::connect(pin, &QAction::toggled, pin, [file](bool on) { setPinned(file, on); });
        }
        QObject::connect(menu.addAction(tr("&Clear this list")), &QAction::triggered, &forgetFiles);
    });
}

namespace {

/// A command that needs a run.
QAction* runCommand(Workspace& workspace, QAction* command) {
    RunController& run = workspace.run;
    const auto follow = [&run, command] { command->setEnabled(run.hasRun()); };
    QObject::connect(&run.playback(), &Playback::stateChanged, command, follow);
    follow();
    return command;
}

}  // namespace

QAction* robotCommand(Host& host) {
    return host.addCommand(
        "importRobot", tr("Import a &robot…"), "open",
        tr("Opens a robot (URDF, MJCF, SDF) with a choice of the link that is fixed to ground"), {},
        [&host] {
            auto* dialog = new RobotDialog(FileCommands::folder(), &host.window);
            QObject::connect(dialog, &QDialog::accepted, &host, [&host, dialog] {
                host.files.importRobot(dialog->file(), dialog->options());
            });
            dialog->open();
        });
}

QAction* labReportCommand(Workspace& workspace, Host& host) {
    RunController& run = workspace.run;
    return runCommand(workspace,
                      host.addCommand("exportLabReport", tr("&Lab report…"), "export",
                                      tr("Saves a page to hand in, HTML or PDF: model, settings, "
                                         "figures and numbers of this run"),
                                      {}, [&run, &host] { exportLabReport(run, host); }));
}

QAction* sdfCommand(Host& host) {
    return host.addCommand("exportSdf", tr("Model of &Gazebo (SDF)…"), "export",
                           tr("Saves the model as a world of Gazebo, in the pose of its start"), {},
                           [&host] { host.files.exportRobot(RobotFormat::Sdf); });
}

QAction* mjcfCommand(Host& host) {
    return host.addCommand("exportMjcf", tr("Model of Mu&JoCo (MJCF)…"), "export",
                           tr("Saves the model in the format of MuJoCo, in the pose of its start"),
                           {}, [&host] { host.files.exportRobot(RobotFormat::Mjcf); });
}

QAction* capsuleCommand(Workspace& workspace, Host& host) {
    return runCommand(
        workspace,
        host.addCommand("exportCapsule", tr("Run &capsule…"), "export",
                        tr("Saves model, settings, version and results as one file that opens "
                           "here, on other machines, and as a zip archive"),
                        {}, [&host] { host.files.exportCapsule(); }));
}

}  // namespace momentree::app
