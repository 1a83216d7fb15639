// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <functional>

#include "core/result.hpp"

class QJsonObject;
class QWidget;

namespace momentree {
struct ImportOptions;
struct ModelDescription;
}  // namespace momentree

namespace momentree::app {

class ModelDocument;
class RunController;

/// The formats of robots that models are written in.
enum class RobotFormat { Urdf, Sdf, Mjcf };

/// Open, save and export, with file dialogs. Reports success with `done` and errors with `failed`;
/// only the dialogs block.
class FileCommands final : public QObject {
    Q_OBJECT
public:
    FileCommands(RunController& run, ModelDocument& document, QWidget* window);

    static QString folder();  ///< in which file dialogs begin
    void newModel();
    /// A new document that begins as a copy of an example.
    void newFrom(const QString& example);
    /// A new document from the text of a model or a link of PMKS+.
    void openLink(const QString& text);
    /// A new document from a robot. @returns whether there is one
    bool importRobot(const QString& file, const ImportOptions& options);
    /// Whether the document may be discarded: saved, or confirmed by the user.
    bool mayLose();
    void reload();
    void chooseAndOpen();
    void open(const QString& file);  ///< or a link of PMKS+
    bool save();                     ///< like `saveAs` for examples and for foreign file formats
    bool saveAs();
    void exportPicture(const std::function<QImage()>& draw);
    void exportResults();
    void exportReport();
    void exportHdf5();
    void exportCapsule();
    void exportRobot(RobotFormat format);

    bool saveTo(const QString& file);
    bool exportResultsTo(const QString& file);  ///< CSV, or Parquet by the name of the file
    bool exportReportTo(const QString& file);
    void exportHdf5To(const QString& file);
    void exportCapsuleTo(const QString& file);
    /// Exports the drawing in another format.
    /// @param write writes the file
    void exportDrawing(const QString& suffix, const QString& filter,
                       const std::function<Result<void>(const QString&)>& write);
    bool exportRobotTo(const QString& file, RobotFormat format);
    /// The record of what the scene shows: the run, or a drawing that has not run.
    QString record() const;
    bool exportPictureTo(const QImage& picture, const QString& file);

Q_SIGNALS:
    /// A model file is about to be written: parts of the window add to its section "view".
    void saving(QJsonObject* view);
    void done(const QString& what);
    /// Completed, but some features were omitted.
    void noted(const QString& what, const QString& file, const momentree::Diagnostics& notes);
    void notSaved(const QString& what, const QString& file, const momentree::Diagnostics& problems);
    void failed(const QString& what, const QString& file, const momentree::Diagnostics& problems);

private:
    /// Announces `notes` of the document that begins, once it runs.
    void tellLater(const QString& what, const QString& file, const Diagnostics& notes);
    /// A new document; `what` and `file` are for messages. Returns false if there is none.
    bool begin(Result<ModelDescription> description, const QString& what, const QString& file);
    bool mayOverwrite();
    QString askForTarget(const QString& title, const QString& suffix, const QString& filter);
    bool report(const Result<void>& result, const QString& what, const QString& file);
    /// Writes on another thread: a long recording takes seconds.
    void writeResults(const QString& file, const std::function<Result<void>()>& write);

    RunController& run_;
    ModelDocument& document_;
    QWidget* window_;
};

}  // namespace momentree::app
