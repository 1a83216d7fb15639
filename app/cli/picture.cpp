// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/picture.hpp"

#include <QApplication>
#include <QPainter>
#include <array>
#include <clocale>

#include "app/base/picture_record.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/cli/messages.hpp"
#include "app/document/checked_model.hpp"
#include "app/export/lab_report.hpp"
#include "app/plots/plot_picture.hpp"
#include "core/io/provenance.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "render/dxf.hpp"
#include "render/poses.hpp"
#include "render/scene.hpp"

namespace momentree::cli {
namespace {

// Logical pixels; the picture has `scale` times as many.
constexpr int caption = 44, sceneWidth = 880, plotsWidth = 720, pictureHeight = 800;
constexpr double scale = 1.5;
constexpr int startWidth = 1200, startHeight = 900;  ///< of pictures of a start [pixels]

/// Qt's remarks about the session are irrelevant to the user here.
void keepQuiet(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg) print(message.toStdString());
}

/// An application for fonts and plots, without a display.
class HeadlessApplication {
public:
    HeadlessApplication() : application_((prepare(), count_), names_) {
        // QApplication applies the user's locale; numbers in outputs must not follow it.
        std::setlocale(LC_NUMERIC, "C");
    }

private:
    static void prepare() {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler(keepQuiet);
    }
    int count_ = 1;
    std::array<char, 10> name_{'m', 'o', 'm', 'e', 'n', 't', 'r', 'e', 'e', '\0'};
    char* names_[2] = {name_.data(), nullptr};
    QApplication application_;
};

/// @param option of the command line that wants it
Result<QImage> scenePicture(const Session& session, const char* option) {
    render::Scene scene;
    scene.setFine(true);
    if (const std::string problem = scene.problem(); !problem.empty())
        return fail(
            error(Place::option(option),
                  MOMENTREE_TEXT("scene-failed", "cannot draw the mechanism: %1")(problem)));
    const Recording& recording = *session.recording();
    render::SceneOptions options;
    options.scale = scale;
    scene.setOptions(options);
    scene.resize(static_cast<int>(sceneWidth * scale), static_cast<int>(pictureHeight * scale));
    scene.setModel(session.sharedModel());
    scene.show(session.layout(), recording.row(recording.size() - 1));
    const render::Image& image = scene.render();
    const QImage view(image.pixels.data(), image.width, image.height, 3 * image.width,
                      QImage::Format_RGB888);
    return view.copy();
}

QString captionText(const Session& session) {
    const RunSpec& spec = session.spec();
    const RunFigures figures = session.figures();
    const std::string& title = session.model().description.title;
    return QString::fromStdString((title.empty() ? session.model().name : title) +
                                  "   t = " + numberText(figures.time, 6) + " s, " +
                                  spec.formulation + ", " + spec.integrator);
}

QImage compose(const Session& session, const QImage& scene) {
    QImage picture(static_cast<int>((sceneWidth + plotsWidth) * scale),
                   static_cast<int>((caption + pictureHeight) * scale), QImage::Format_RGB888);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.setPen(app::themeColors(false).text);
    painter.setFont(app::pixelFont(app::metric::captionText, painter.font()));
    const QRect line(16, 0, sceneWidth + plotsWidth - 32, caption);
    painter.drawText(
        line, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(captionText(session), Qt::ElideRight, line.width()));
    painter.drawImage(QRect(0, caption, sceneWidth, pictureHeight), scene);
    const QImage plots = app::plotPicture(*session.recording(), session.layout(),
                                          QSize(plotsWidth, pictureHeight), scale);
    painter.drawImage(QRect(sceneWidth, caption, plotsWidth, pictureHeight), plots);
    return picture;
}

Result<void> writePicture(const Session& session, const QImage& scene, const std::string& path) {
    const QByteArray picture =
        app::pngWith(compose(session, scene), app::pictureRecord({session.recording()->origin()}));
    if (picture.isEmpty())
        return fail(
            error(Place::option("--png"),
                  MOMENTREE_TEXT("picture-memory", "cannot make the picture: not enough memory")));
    return writeTextAtomically(picture.toStdString(), path);
}

}  // namespace

Result<void> writePictures(const Session& session, const std::optional<std::string>& png,
                           const std::optional<std::string>& labReport) {
    const HeadlessApplication application;
    const auto scene = scenePicture(session, png ? "--png" : "--lab-report");
    if (!scene) return tl::unexpected(scene.error());
    Diagnostics problems;
    const auto collect = [&](const Result<void>& written) {
        if (!written)
            problems.insert(problems.end(), written.error().begin(), written.error().end());
    };
    if (png) collect(writePicture(session, *scene, *png));
    if (labReport) collect(app::writeLabPage(app::labReport(session, *scene), *labReport));
    if (!problems.empty()) return tl::unexpected(std::move(problems));
    return {};
}

Result<void> writeStartPicture(const ModelDescription& description, const std::string& to) {
    render::Scene scene;
    scene.setFine(true);
    if (const std::string problem = scene.problem(); !problem.empty())
        return fail(
            error({}, MOMENTREE_TEXT("scene-failed", "cannot draw the mechanism: %1")(problem)));
    const app::CheckedModel seen = app::checkModel(description);
    scene.resize(startWidth, startHeight);
    scene.setModel(seen.model);
    scene.show(*seen.layout, app::rowOf(*seen.layout, seen.start));
    scene.fit();
    const render::Image& image = scene.render();
    const QImage view(image.pixels.data(), image.width, image.height, 3 * image.width,
                      QImage::Format_RGB888);
    const QString record = QString::fromStdString(provenanceText(description));
    return writeTextAtomically(app::pngWith(view.copy(), record).toStdString(), to);
}

Result<std::string> startDrawing(const ModelDescription& description, Diagnostics* notes) {
    const app::CheckedModel seen = app::checkModel(description);
    std::vector<Frame> poses(seen.model->bodies.size());
    render::readPoses(*seen.layout, app::rowOf(*seen.layout, seen.start), poses);
    return render::dxfText(*seen.model, poses, notes);
}

}  // namespace momentree::cli
