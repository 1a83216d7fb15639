// SPDX-License-Identifier: GPL-3.0-or-later
// Empty bodies so that the headers link until their sources arrive.
#include <QTabWidget>

#include "app/plots/plot_picture.hpp"
#include "app/plots/plots_panel.hpp"
#include "app/theme/theme.hpp"
#include "app/theme/themed_icon.hpp"

namespace momentree::app {

PlotsPanel::PlotsPanel(QWidget* parent) : QWidget(parent), tabs_(new QTabWidget(this)) {}
void PlotsPanel::setRun(std::shared_ptr<const Recording>, const RowLayout&,
                        std::shared_ptr<const Model>, double) {}
void PlotsPanel::clear() {}
void PlotsPanel::refresh() {}
void PlotsPanel::setPhaseTotals(const PhaseTotals&) {}
void PlotsPanel::setShownTime(double) {}
void PlotsPanel::showPage(Page) {}
QImage plotPicture(const Recording&, const RowLayout&, QSize, double) { return {}; }
void applyTheme(QApplication&, ThemeChoice) {}
bool isDark(const QPalette&) { return false; }
QIcon themedIcon(const QString&) { return {}; }
QIcon applicationIcon() { return {}; }
QStringList themedIconNames() { return {}; }
ThemeWatcher::ThemeWatcher(QObject* parent) : QObject(parent) {}
bool ThemeWatcher::eventFilter(QObject*, QEvent*) { return false; }
PlotsPanel::Page PlotsPanel::page() const { return Page::Energy; }

}  // namespace momentree::app
