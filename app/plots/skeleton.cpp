// SPDX-License-Identifier: GPL-3.0-or-later
// Empty bodies so that the headers link until their sources arrive.
#include <QTabWidget>

#include "app/plots/plot_picture.hpp"
#include "app/plots/plots_panel.hpp"

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
PlotsPanel::Page PlotsPanel::page() const { return Page::Energy; }

}  // namespace momentree::app
