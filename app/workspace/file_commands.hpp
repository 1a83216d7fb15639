// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <functional>

#include "core/result.hpp"

class QWidget;

namespace momentree::app {

class ModelDocument;
class RunController;

/// Open, save and export, with their file dialogs. What goes well is said by `done`, what does not
/// by `failed`; nothing blocks but the dialogs.
class FileCommands final : public QObject {
    Q_OBJECT
public:
    FileCommands(RunController& run, ModelDocument& document, QWidget* window);

    void newModel();
    /// A document of its own that begins as a copy of an example.
    void newFrom(const QString& example);
    /// Whether the document may be given up: saved, or the user says so.
    bool mayLose();
    void reload();
    void chooseAndOpen();
    void open(const QString& file);
    bool save();  ///< like `saveAs` for examples and for files that are not in our own format
    bool saveAs();
    void exportPicture(const std::function<QImage()>& draw);
    void exportResults();
    void exportReport();
    void exportHdf5();
    void exportRobot();  ///< URDF

    bool saveTo(const QString& file);
    bool exportResultsTo(const QString& file);
    bool exportReportTo(const QString& file);
    void exportHdf5To(const QString& file);
    /// The drawing as another kind of file. @param write what writes it
    void exportDrawing(const QString& suffix, const QString& filter,
                       const std::function<Result<void>(const QString&)>& write);
    bool exportRobotTo(const QString& file);
    bool exportPictureTo(const QImage& picture, const QString& file);

Q_SIGNALS:
    void done(const QString& what);
    /// Done, but not all of it could be kept.
    void noted(const QString& what, const QString& file, const momentree::Diagnostics& notes);
    void notSaved(const QString& what, const QString& file, const momentree::Diagnostics& problems);
    void failed(const QString& what, const QString& file, const momentree::Diagnostics& problems);

private:
    bool mayOverwrite();
    QString askForTarget(const QString& title, const QString& suffix, const QString& filter);
    bool report(const Result<void>& result, const QString& what, const QString& file);

    RunController& run_;
    ModelDocument& document_;
    QWidget* window_;
};

}  // namespace momentree::app
