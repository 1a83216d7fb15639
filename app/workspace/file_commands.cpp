// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/file_commands.hpp"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QWidget>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/picture_record.hpp"
#include "app/base/resources_dir.hpp"
#include "app/document/model_document.hpp"
#include "app/document/recent_files.hpp"
#include "app/document/view_section.hpp"
#include "app/runs/run_controller.hpp"
#include "core/io/capsule.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/model_file.hpp"
#include "core/io/parquet.hpp"
#include "core/io/pmks.hpp"
#include "core/io/provenance.hpp"
#include "core/io/sdf.hpp"
#include "core/io/text_file.hpp"
#include "core/io/urdf.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/model.hpp"
#include "core/session/settings_of.hpp"
#include "core/study/report_facts.hpp"

namespace momentree::app {
namespace {

constexpr auto folderKey = "lastFolder";
const QString modelSuffix = QStringLiteral(".momentree.json");

bool isShipped(const QString& file) {
    const QString shipped = QString::fromStdString(resourcesDirectory().string());
    return QFileInfo(file).absoluteFilePath().startsWith(QFileInfo(shipped).absoluteFilePath());
}

/// Not for files that came with the program, where users do not save.
void rememberFolder(const QString& file) {
    if (isShipped(file)) return;
    QSettings().setValue(folderKey, QFileInfo(file).absolutePath());
}

bool isOwnFormat(const QString& file) { return file.endsWith(modelSuffix) && !isShipped(file); }

QString baseName(const QString& file) { return QFileInfo(file).fileName().section('.', 0, 0); }

/// Keeps a copy of the existing file as FILE.bak before replacing it.
Result<void> keepBackup(const QString& file, const std::string& next) {
    QFile before(file);
    if (!before.open(QIODevice::ReadOnly)) return {};  // no existing file
    const QByteArray content = before.readAll();
    if (content.toStdString() == next) return {};
    const QString copy = file + QStringLiteral(".bak");
    auto kept = writeTextAtomically(content.toStdString(), copy.toStdString());
    if (!kept)
        for (Diagnostic& problem : kept.error())
            problem.message = MOMENTREE_TEXT(
                "backup-failed",
                "the safety copy could not be written, and your file is unchanged: %1")(
                problem.message);
    return kept;
}

/// Includes text being typed in a field.
void finishTyping() {
    auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    if (!field) return;
    field->clearFocus();
    field->setFocus();
}

}  // namespace

FileCommands::FileCommands(RunController& run, ModelDocument& document, QWidget* window)
    : QObject(window), run_(run), document_(document), window_(window) {}

QString FileCommands::folder() {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QSettings().value(folderKey, documents).toString();
}

bool FileCommands::mayLose() {
    finishTyping();
    if (!document_.modified()) return true;
    QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"),
                    tr("%1 has changes that are not saved.").arg(document_.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setInformativeText(tr("Without saving they are lost."));
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

void FileCommands::newModel() {
    if (!mayLose()) return;
    run_.clear();
    document_.replace(std::make_shared<const ModelDescription>(emptyModel()), {});
}

void FileCommands::newFrom(const QString& example) {
    begin(readModelFile(example.toStdString()), QFileInfo(example).fileName(), example);
}

void FileCommands::openLink(const QString& text) {
    Diagnostics notes;
    if (begin(readModelText(text.toStdString(), "link", &notes), tr("The link"), {}))
        tellLater(tr("Something in the link is missing or left out"), {}, notes);
}

bool FileCommands::importRobot(const QString& file, const ImportOptions& options) {
    Diagnostics notes;
    const QString name = QFileInfo(file).fileName();
    if (!begin(readModelFile(file.toStdString(), &notes, options), name, file)) return false;
    rememberFolder(file);
    tellLater(tr("Some of %1 is left out").arg(name), file, notes);
    return true;
}

void FileCommands::tellLater(const QString& what, const QString& file, const Diagnostics& notes) {
    if (notes.empty()) return;
    // The start of the new document's run hides what was announced before it.
    auto* once = new QObject(this);
    const auto tell = [=, this] {
        once->deleteLater();
        Q_EMIT noted(what, file, notes);
    };
    connect(&run_, &RunController::runChanged, once, tell,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    connect(&run_, &RunController::refused, once, &QObject::deleteLater);
}

bool FileCommands::begin(Result<ModelDescription> description, const QString& what,
                         const QString& file) {
    if (description) {
        if (const auto evaluated = evaluate(*description); !evaluated)
            description = tl::unexpected(evaluated.error());
    }
    if (!description) {
        Q_EMIT failed(tr("%1 could not be opened").arg(what), file, description.error());
        return false;
    }
    if (!mayLose()) return false;
    run_.clear();
    description->schema.clear();  // its path depends on the location of the new file
    description->file = {};
    document_.replace(std::make_shared<const ModelDescription>(std::move(*description)), {});
    return true;
}

void FileCommands::reload() {
    if (!mayLose()) return;
    // Without a run of this file there is nothing to reload.
    run_.file() == document_.file() ? run_.reload() : run_.open(document_.file());
}

void FileCommands::chooseAndOpen() {
    const QString file =
        QFileDialog::getOpenFileName(window_, tr("Open a model or a reference case"), folder(),
                                     tr("Models, reference cases, robots, assemblies and "
                                        "results (*.json *.urdf *.xacro *.xml *.sdf *.pmks "
                                        "*.FCStd *.h5 *.zip);;"
                                        "All files (*)"));
    if (!file.isEmpty()) open(file);
}

void FileCommands::open(const QString& file) {
    if (isWebAddress(file.toStdString())) return openLink(file);
    if (!mayLose()) return;
    rememberFolder(file);
    run_.open(QFileInfo(file).absoluteFilePath());
}

bool FileCommands::save() {
    if (!isOwnFormat(document_.file())) return saveAs();
    return mayOverwrite() && saveTo(document_.file());
}

bool FileCommands::mayOverwrite() {
    if (!document_.overtaken()) return true;
    const QString name = QFileInfo(document_.file()).fileName();
    QMessageBox box(QMessageBox::Warning, tr("Changed by another program"),
                    tr("%1 was changed by another program since it was read.").arg(name),
                    QMessageBox::Save | QMessageBox::Cancel, window_);
    box.setObjectName("overtaken");
    box.setInformativeText(
        tr("Saving puts what is shown here in its place; what is there now is kept as %1.bak.")
            .arg(name));
    box.setDefaultButton(QMessageBox::Cancel);
    return box.exec() == QMessageBox::Save;
}

bool FileCommands::saveAs() {
    const QString file = askForTarget(tr("Save the model"), modelSuffix,
                                      tr("Momentree models (*%1)").arg(modelSuffix));
    return !file.isEmpty() && saveTo(file);
}

bool FileCommands::saveTo(const QString& file) {
    finishTyping();
    ModelDescription description = document_.description();
    if (run_.hasRun()) description.run = settingsOf(run_.session().spec(), description.run);
    if (document_.file().isEmpty() || description.name == emptyModel().name)
        description.name = baseName(file).toStdString();
    QJsonObject view;
    Q_EMIT saving(&view);
    const std::string text = withView(writeModelText(description, file.toStdString()), view);
    auto saved = keepBackup(file, text);
    if (saved) {
        const auto again = readModelText(text, file.toStdString());
        saved = writeIfReadable(text, file.toStdString(), again ? Diagnostics() : again.error());
    }
    if (!saved) {
        Q_EMIT notSaved(tr("%1 could not be written").arg(QFileInfo(file).fileName()), file,
                        saved.error());
        return false;
    }
    Q_EMIT done(QStringLiteral("%1: %2").arg(tr("Saved"), QDir::toNativeSeparators(file)));
    rememberFile(file);
    document_.setSaved(file);
    run_.takeFile(file);
    return true;
}

QString FileCommands::askForTarget(const QString& title, const QString& suffix,
                                   const QString& filter) {
    QFileDialog dialog(window_, title, folder(), filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix.mid(1));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& chosen) {
        dialog.setDefaultSuffix(chosen.section("(*.", 1).section(')', 0, 0).section(' ', 0, 0));
    });
    const QString name = baseName(document_.file());
    dialog.selectFile((name.isEmpty() ? tr("untitled") : name) + suffix);
    if (dialog.exec() != QDialog::Accepted) return {};
    const QString file = dialog.selectedFiles().value(0);
    rememberFolder(file);
    return file;
}

bool FileCommands::report(const Result<void>& result, const QString& what, const QString& file) {
    if (result) {
        Q_EMIT done(QStringLiteral("%1: %2").arg(what, QDir::toNativeSeparators(file)));
    } else {
        Q_EMIT failed(tr("%1 could not be written").arg(QFileInfo(file).fileName()), file,
                      result.error());
    }
    return result.has_value();
}

void FileCommands::exportPicture(const std::function<QImage()>& draw) {
    const QString file =
        askForTarget(tr("Export a picture of the scene"), ".png", tr("PNG pictures (*.png)"));
    if (!file.isEmpty()) exportPictureTo(draw(), file);
}

bool FileCommands::exportPictureTo(const QImage& picture, const QString& file) {
    Result<void> result;
    const QByteArray bytes = pngWith(picture, record());
    if (QSaveFile out(file); !out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() ||
                             bytes.isEmpty() || !out.commit())
        result = fail(error({}, MOMENTREE_TEXT("picture-folder",
                                               "choose an existing folder with write permission")));
    return report(result, tr("Picture written"), file);
}

QString FileCommands::record() const {
    const ModelDescription& shown = document_.description();
    if (run_.hasRun() && run_.model().description == shown)
        return pictureRecord({run_.session().recording()->origin()});
    return QString::fromStdString(provenanceText(shown));
}

void FileCommands::exportDrawing(const QString& suffix, const QString& filter,
                                 const std::function<Result<void>(const QString&)>& write) {
    const QString file = askForTarget(tr("Export the drawing"), suffix, filter);
    if (!file.isEmpty()) report(write(file), tr("Drawing written"), file);
}

void FileCommands::exportResults() {
    if (!run_.hasRun()) return;
    const QString file =
        askForTarget(tr("Export results"), ".csv",
                     tr("Comma-separated values (*.csv);;Apache Parquet (*.parquet)"));
    if (!file.isEmpty()) exportResultsTo(file);
}

bool FileCommands::exportResultsTo(const QString& file) {
    const Session& session = run_.session();
    if (file.endsWith(QLatin1String(".parquet"), Qt::CaseInsensitive))
        return report(
            writeParquet(*session.recording(), session.model(), factsOf(session, run_.warnings()),
                         CsvColumns::All, file.toStdString()),
            tr("Results written"), file);
    return report(
        writeCsv(*session.recording(), session.layout(), CsvColumns::All, file.toStdString()),
        tr("Results written"), file);
}

void FileCommands::exportReport() {
    if (!run_.hasRun()) return;
    const QString file = askForTarget(tr("Export the report"), ".json", tr("Reports (*.json)"));
    if (!file.isEmpty()) exportReportTo(file);
}

bool FileCommands::exportReportTo(const QString& file) {
    const Session& session = run_.session();
    const ReportFacts facts = factsOf(session, run_.warnings());
    const std::string text = reportText(facts, *session.recording(), session.layout());
    return report(writeTextAtomically(text, file.toStdString()), tr("Report written"), file);
}

void FileCommands::exportHdf5() {
    if (!run_.hasRun()) return;
    const QString file =
        askForTarget(tr("Export results as HDF5"), ".h5", tr("HDF5 files (*.h5 *.hdf5)"));
    if (!file.isEmpty()) exportHdf5To(file);
}

void FileCommands::writeResults(const QString& file, const std::function<Result<void>()>& write) {
    const auto job = [write] { return std::make_shared<Result<void>>(write()); };
    Q_EMIT done(tr("Writing %1…").arg(QFileInfo(file).fileName()));
    inBackground(this, job, [this, file](const std::shared_ptr<Result<void>>& written) {
        report(*written, tr("Results written"), file);
    });
}

void FileCommands::exportHdf5To(const QString& file) {
    writeResults(file,
                 [rows = run_.session().recording(), model = run_.sharedModel(),
                  facts = factsOf(run_.session(), run_.warnings()), path = file.toStdString()] {
                     return writeHdf5(*rows, *model, facts, CsvColumns::All, path);
                 });
}

void FileCommands::exportCapsule() {
    if (!run_.hasRun()) return;
    const QString file = askForTarget(tr("Export the run as a capsule"), ".momentree.zip",
                                      tr("Run capsules (*.momentree.zip)"));
    if (!file.isEmpty()) exportCapsuleTo(file);
}

void FileCommands::exportCapsuleTo(const QString& file) {
    writeResults(
        file, [rows = run_.session().recording(), facts = factsOf(run_.session(), run_.warnings()),
               path = file.toStdString()] { return writeCapsule(*rows, facts, path); });
}

namespace {

struct RobotFileKind {
    QString name, suffix, filter;
};
RobotFileKind kindOf(RobotFormat format) {
    switch (format) {
        case RobotFormat::Sdf:
            return {"SDF", ".sdf", FileCommands::tr("Models of Gazebo (*.sdf)")};
        case RobotFormat::Mjcf:
            return {"MJCF", ".xml", FileCommands::tr("Models of MuJoCo (*.xml)")};
        case RobotFormat::Urdf:
            break;
    }
    return {"URDF", ".urdf", FileCommands::tr("Robots (*.urdf)")};
}

/// @param file that will be written, from which meshes are named
Result<std::string> robotText(const ModelDescription& description, RobotFormat format,
                              const std::string& file, Diagnostics& lost) {
    return buildModel(description).and_then([&](const auto& model) {
        if (format == RobotFormat::Sdf) return writeSdf(*model, file, &lost);
        if (format == RobotFormat::Mjcf) return writeMjcf(*model, file, &lost);
        return writeUrdf(*model, &lost, file);
    });
}

/// Lists what is lost before anything is written.
bool mayLeaveOut(const Diagnostics& lost, const QString& title, const QString& format,
                 QWidget* window) {
    if (lost.empty()) return true;
    QStringList lines;
    for (const Diagnostic& one : onePerKind(lost)) lines << diagnosticText(one);
    QMessageBox box(QMessageBox::Warning, FileCommands::tr("Export as %1").arg(format),
                    FileCommands::tr("Not all of %1 can be in %2.").arg(title, format),
                    QMessageBox::Save | QMessageBox::Cancel, window);
    box.setObjectName("lostInRobot");
    box.setInformativeText(lines.join('\n'));
    box.setDefaultButton(QMessageBox::Save);
    return box.exec() == QMessageBox::Save;
}

}  // namespace

void FileCommands::exportRobot(RobotFormat format) {
    const RobotFileKind kind = kindOf(format);
    Diagnostics lost;
    const auto text = robotText(document_.description(), format, {}, lost);
    if (!text) {
        Q_EMIT failed(tr("It cannot be written as %1").arg(kind.name), {}, text.error());
        return;
    }
    if (!mayLeaveOut(lost, document_.title(), kind.name, window_)) return;
    const QString file = askForTarget(tr("Export as %1").arg(kind.name), kind.suffix, kind.filter);
    if (!file.isEmpty()) exportRobotTo(file, format);
}

bool FileCommands::exportRobotTo(const QString& file, RobotFormat format) {
    Diagnostics notes;
    const auto written = robotText(document_.description(), format, file.toStdString(), notes)
                             .and_then([&](const std::string& text) {
                                 return writeTextAtomically(text, file.toStdString());
                             });
    const bool good = report(written, tr("%1 written").arg(kindOf(format).name), file);
    if (good && !notes.empty()) Q_EMIT noted(tr("Not all of it is in the file"), file, notes);
    return good;
}

}  // namespace momentree::app
