// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/last_file.hpp"

#include <QFileInfo>
#include <QSettings>
#include <cmath>
#include <optional>

#include "app/panels/runs/studies.hpp"
#include "app/runs/live_model.hpp"
#include "app/scene/viewport.hpp"
#include "app/shell/main_window.hpp"

namespace momentree::app {
namespace {

const QString fileKey = QStringLiteral("window/lastFile");
const QString viewKey = QStringLiteral("window/viewpoint");

}  // namespace

QVariantList numbersOf(const render::Viewpoint& view) {
    QVariantList numbers{view.fitted, view.height};
    for (const double number : view.target) numbers << number;
    for (const double number : view.axes.reshaped()) numbers << number;
    return numbers;
}

std::optional<render::Viewpoint> viewpointFrom(const QVariantList& numbers) {
    if (numbers.size() != 14) return std::nullopt;
    render::Viewpoint view;
    view.fitted = numbers[0].toBool();
    view.height = numbers[1].toDouble();
    for (int k = 0; k < 3; ++k) view.target[k] = numbers[2 + k].toDouble();
    for (int k = 0; k < 9; ++k) view.axes.reshaped()[k] = numbers[5 + k].toDouble();
    const bool square = (view.axes.transpose() * view.axes - Matrix3d::Identity()).norm() < 1e-6;
    const bool good =
        square && std::isfinite(view.height) && view.height > 0.0 && view.target.allFinite();
    return good ? std::optional(view) : std::nullopt;
}

QString lastFile() {
    const QString file = QSettings().value(fileKey).toString();
    return QFileInfo::exists(file) ? file : QString();
}

void keepLastFile(MainWindow& window) {
    QSettings settings;
    settings.setValue(fileKey, window.document().file());
    settings.setValue(viewKey, numbersOf(window.viewport().scene().viewpoint()));
}

void openAgain(MainWindow& window, const QString& file) {
    const auto view = viewpointFrom(QSettings().value(viewKey).toList());
    const QString path = QFileInfo(file).absoluteFilePath();
    if (view && path == lastFile()) {
        // After it has been loaded and fitted into the picture.
        auto* waiting = new QObject(&window);
        const auto look = [&window, waiting, path, view](bool fresh) {
            if (!fresh) return;
            waiting->deleteLater();
            if (window.document().file() == path) window.viewport().edit().setViewpoint(*view);
        };
        QObject::connect(&window.live(), &LiveModel::changed, waiting, look);
    }
    if (file.endsWith(".study.json"))
        window.part<Studies>().open(path);
    else
        window.open(file);
}

}  // namespace momentree::app
