// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_controls.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QStandardPaths>
#include <QToolButton>

#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

void askAndSave(QWidget* parent, const PlotMenu& menu, const QString& title,
                const QString& extension, const QString& filters) {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    QString chosen;
    QString path = QFileDialog::getSaveFileName(
        parent, title, folder.filePath(menu.fileName + extension), filters, &chosen);
    if (path.isEmpty()) return;
    // Adds the suffix of the chosen file type to a name without one.
    if (QFileInfo(path).suffix().isEmpty())
        path += chosen.mid(chosen.indexOf(QLatin1String("*.")) + 1).chopped(1);
    QString problem;
    if (!menu.save(path, &problem)) QMessageBox::warning(parent, QObject::tr("Not saved"), problem);
}

}  // namespace

QToolButton* plotButton(const QString& icon, const QString& tip) {
    auto* button = new QToolButton;
    button->setIcon(themedIcon(icon));
    button->setIconSize(QSize(16, 16));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip.section(QLatin1Char('\n'), 0, 0));
    return button;
}

void showPlotMenu(QWidget* parent, const PlotMenu& menu, const QPoint& globalPosition) {
    QMenu popup;
    popup.addAction(themedIcon(QStringLiteral("copy")), QObject::tr("Copy picture"), parent,
                    menu.copy);
    popup.addAction(themedIcon(QStringLiteral("image")), QObject::tr("Save picture…"), parent, [&] {
        askAndSave(parent, menu, QObject::tr("Save picture"), QStringLiteral(".png"),
                   QObject::tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)"));
    });
    if (menu.figure)
        popup.addAction(themedIcon(QStringLiteral("export")), QObject::tr("Make a figure…"), parent,
                        menu.figure);
    popup.addAction(
        themedIcon(QStringLiteral("export")), QObject::tr("Export visible values…"), parent, [&] {
            askAndSave(parent, menu, QObject::tr("Export visible values"), QStringLiteral(".csv"),
                       QObject::tr("Comma separated values (*.csv)"));
        });
    popup.addSeparator();
    if (menu.curves.size() > 1) {
        QMenu* curves = popup.addMenu(QObject::tr("Curves"));
        for (int k = 0; k < static_cast<int>(menu.curves.size()); ++k) {
            const auto& [name, shown] = menu.curves[static_cast<std::size_t>(k)];
            QAction* curve =
                curves->addAction(name, parent, [&menu, k](bool on) { menu.showCurve(k, on); });
            curve->setCheckable(true);
            curve->setChecked(shown);
        }
    }
    if (menu.measuring) {
        QAction* measure =
            popup.addAction(QObject::tr("Measure between two cursors"), parent, menu.setMeasuring);
        measure->setCheckable(true);
        measure->setChecked(*menu.measuring);
    }
    if (menu.spectrum)
        popup.addAction(themedIcon(QStringLiteral("spectrum")), QObject::tr("Spectrum…"), parent,
                        menu.spectrum);
    if (menu.log) {
        QAction* log = popup.addAction(QObject::tr("Logarithmic value axis"), parent, menu.setLog);
        log->setCheckable(true);
        log->setChecked(*menu.log);
    }
    if (menu.logX) {
        QAction* log =
            popup.addAction(QObject::tr("Logarithmic horizontal axis"), parent, menu.setLogX);
        log->setCheckable(true);
        log->setChecked(*menu.logX);
    }
    popup
        .addAction(themedIcon(QStringLiteral("zoom-reset")), QObject::tr("Show everything"), parent,
                   menu.showEverything)
        ->setEnabled(menu.zoomed);
    popup.exec(globalPosition);
}

}  // namespace momentree::app
