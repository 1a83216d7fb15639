// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/phase_table.hpp"

#include <QHeaderView>
#include <QPainter>
#include <numeric>

#include "app/base/value_text.hpp"

namespace momentree::app {
namespace {

enum Column { Name, Calls, Share, PerStep };

QIcon swatch(const QColor& colour) {
    QPixmap pixmap(12, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(1, 1, 10, 10), 2, 2);
    return QIcon(pixmap);
}

constexpr int roomForCalls = 250;  ///< [px]

QString percent(double share) { return QStringLiteral("%1 %").arg(100.0 * share, 0, 'f', 1); }

}  // namespace

PhaseTable::PhaseTable(QWidget* parent) : QTreeWidget(parent) {
    setAccessibleName(tr("Phase times"));
    setHeaderLabels({tr("Phase"), tr("Calls"), tr("Share"), tr("Per step")});
    setRootIsDecorated(false);
    setIndentation(0);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setIconSize(QSize(12, 12));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    header()->setMinimumSectionSize(40);
    for (const int column : {Calls, Share, PerStep})
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

QSize PhaseTable::sizeHint() const { return {275, 160}; }

void PhaseTable::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    // The names of phases matter more than how often they were called.
    setColumnHidden(Calls, width() < roomForCalls);
}

QTreeWidgetItem* PhaseTable::row(int index) {
    if (index < topLevelItemCount()) return topLevelItem(index);
    auto* item = new QTreeWidgetItem(this);
    for (const int column : {Calls, Share, PerStep})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

void PhaseTable::showTimes(const PhaseTimes& mean, const std::optional<PhaseTotals>& totals) {
    PhaseTimes perStep = mean;
    if (totals && totals->steps > 0)
        for (std::size_t p = 0; p < phaseCount; ++p)
            perStep[p] =
                static_cast<double>(totals->phases[p].ns) / static_cast<double>(totals->steps);
    const double sum = std::accumulate(perStep.begin(), perStep.end(), 0.0);
    const ThemeColors& colors = themeColors(isDark(palette()));
    int rows = 0;
    for (std::size_t p = 0; p < phaseCount && sum > 0.0; ++p) {
        if (perStep[p] <= 0.0) continue;
        QTreeWidgetItem* item = row(rows++);
        const std::string_view name = phaseName(static_cast<Phase>(p));
        item->setText(Name, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        const QString device = totals ? totals->devices[p] : QString();
        item->setToolTip(Name, device.isEmpty() ? item->text(Name)
                                                : tr("%1, on %2").arg(item->text(Name), device));
        item->setIcon(Name, swatch(phaseColour(static_cast<Phase>(p), colors)));
        item->setText(Calls,
                      totals ? QString::number(totals->phases[p].calls) : QStringLiteral("–"));
        item->setText(Share, percent(perStep[p] / sum));
        item->setText(PerStep, nanosecondsText(perStep[p]));
        item->setFont(Name, font());
        item->setFont(PerStep, font());
    }
    if (sum > 0.0) {
        QTreeWidgetItem* item = row(rows++);
        QFont bold = font();
        bold.setBold(true);
        item->setText(Name, tr("step"));
        item->setToolTip(Name, tr("Whole step: sum of the phases"));
        item->setIcon(Name, swatch(Qt::transparent));
        item->setText(Calls, totals ? QString::number(totals->steps) : QStringLiteral("–"));
        item->setText(Share, percent(1.0));
        item->setText(PerStep, nanosecondsText(sum));
        item->setFont(Name, bold);
        item->setFont(PerStep, bold);
    }
    while (topLevelItemCount() > rows) delete takeTopLevelItem(rows);
}

}  // namespace momentree::app
