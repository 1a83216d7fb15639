// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/cost_table.hpp"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/run_verdict.hpp"

namespace momentree::app {
namespace {

enum Column { Name, Median, Spread, Relative, Drift, Energy, Evaluations, columnCount };
enum Role { ShareRole = Qt::UserRole + 1, StyleRole, ValueRole, RunRole };

constexpr int barHeight = 8, barWidth = 72, besideBar = 12;
constexpr int leastName = 120;     ///< of the column of names [px]
constexpr int leastForNote = 560;  ///< width of the panel below which its note has no room [px]

/// Rows with room, and a bar of the run's colour behind the relative cost.
class CostDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize own = QStyledItemDelegate::sizeHint(option, index);
        const int bar = index.column() == Relative ? barWidth : 0;
        return {own.width() + bar + besideBar, std::max(metric::tableRow, own.height())};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem cell = option;
        const double share = index.data(ShareRole).toDouble();
        if (index.column() == Relative) cell.rect.setRight(option.rect.right() - barWidth);
        QStyledItemDelegate::paint(painter, cell, index);
        const ThemeColors& colors = themeColors(isDark(option.palette));
        painter->save();
        painter->setPen(colors.hair);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        if (index.column() == Relative && share > 0.0) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            QRectF bar(cell.rect.right() + 6, option.rect.center().y() - barHeight / 2.0,
                       barWidth - besideBar, barHeight);
            const double radius = barHeight / 2.0;
            painter->setBrush(colors.sunk);
            painter->drawRoundedRect(bar, radius, radius);
            bar.setWidth(std::max<double>(barHeight, share * bar.width()));
            painter->setBrush(colors.style(index.data(StyleRole).toInt()).colour);
            painter->drawRoundedRect(bar, radius, radius);
        }
        painter->restore();
    }
};

QString fixed(double value) {
    if (std::isnan(value)) return QStringLiteral("–");
    const int decimals = value >= 1000.0 ? 0 : value >= 100.0 ? 1 : value >= 1.0 ? 2 : 3;
    return QString::number(value, 'f', decimals);
}

}  // namespace

CostTable::CostTable(RunSet& runs, RunController& onScreen, RunTable& figures, QWidget* parent)
    : QWidget(parent), runs_(runs), figures_(figures), timing_(runs, onScreen) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    table_ = new QTreeWidget(this);
    table_->setObjectName("costTable");
    table_->setAccessibleName(tr("Cost and accuracy of the runs"));
    table_->setRootIsDecorated(false);
    table_->setUniformRowHeights(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setIconSize({22, 14});
    table_->setItemDelegate(new CostDelegate(table_));
    table_->setColumnCount(columnCount);
    table_->setHeaderLabels({tr("Run"), tr("Median, µs"), tr("Spread, µs"), tr("Relative"),
                             tr("Drift, m"), tr("Energy, J"), tr("Evaluations")});
    for (int k = Median; k < columnCount; ++k)
        table_->headerItem()->setTextAlignment(k, Qt::AlignRight | Qt::AlignVCenter);
    table_->header()->setStretchLastSection(false);
    table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->headerItem()->setToolTip(
        Median, tr("Time of one step: the median of %1 rounds on one thread").arg(timingRounds));
    table_->headerItem()->setToolTip(Spread, tr("Half the range of the middle five rounds"));
    table_->headerItem()->setToolTip(Drift, tr("Largest residual of the constraints on positions"));
    table_->headerItem()->setToolTip(
        Energy,
        tr("Largest change of the total energy; of energy minus work where something drives or "
           "damps the mechanism"));
    table_->headerItem()->setToolTip(Evaluations, tr("Evaluations of the equations in one step"));
    layout->addWidget(table_, 1);
    connect(&timing_, &FairTiming::progressed, this, [this](int done, int total) {
        progress_->setRange(0, total);
        progress_->setValue(done);
    });
    connect(&timing_, &FairTiming::finished, this, [this](const QString& problem) {
        fill();
        showState();
        if (!problem.isEmpty()) note_->setText(problem);
    });
    // The figures, made before this table, hear of both first.
    connect(&runs_, &RunSet::listChanged, this, &CostTable::fill);
    connect(&runs_, &RunSet::progressed, this, [this] {
        fill();
        showState();
    });
    fill();
    showState();
}

QWidget* CostTable::makeHead() {
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(metric::panelPadding, 6, metric::panelPadding, 6);
    auto* title = new QLabel(tr("Cost and accuracy"), head);
    title->setFont(strongFont(font()));
    note_ = new QLabel(head);
    note_->setObjectName("costNote");
    note_->setForegroundRole(QPalette::PlaceholderText);
    note_->setFont(textFont(TextSize::Caption, font()));
    progress_ = new QProgressBar(head);
    progress_->setAccessibleName(tr("Progress of the measurement"));
    progress_->setTextVisible(false);
    progress_->setMaximumWidth(160);
    time_ = new QPushButton(themedIcon("clock"), {}, head);
    time_->setObjectName("timeFairly");
    copy_ = new QPushButton(tr("Copy table"), head);
    copy_->setObjectName("copyCosts");
    copy_->setFlat(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(title);
    row->addWidget(note_, 1);
    row->addStretch(0);
    row->addWidget(progress_);
    row->addWidget(time_);
    row->addWidget(copy_);
    connect(time_, &QPushButton::clicked, this, &CostTable::startOrCancel);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(text());
        Q_EMIT said(tr("Copied the table to the clipboard"));
    });
    return head;
}

/// Keys are drawn in the colours of the theme.
void CostTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && table_) {
        table_->clear();
        fill();
    }
    QWidget::changeEvent(event);
}

void CostTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void CostTable::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitColumns();
}

/// Where room is short, the least telling columns are left out instead of scrolling.
void CostTable::fitColumns() {
    if (!isVisible()) return;
    note_->setVisible(width() >= leastForNote);
    QHeaderView* header = table_->header();
    for (const int column : {Evaluations, Spread, Energy}) header->setSectionHidden(column, false);
    int width = leastName;
    for (int column = Median; column < columnCount; ++column) width += header->sectionSize(column);
    for (const int column : {Evaluations, Spread, Energy}) {
        if (width <= table_->viewport()->width()) return;
        width -= header->sectionSize(column);
        header->setSectionHidden(column, true);
    }
}

void CostTable::startOrCancel() {
    timing_.busy() ? timing_.cancel() : timing_.start();
    showState();
}

void CostTable::showState() {
    const bool busy = timing_.busy();
    const bool measured = std::ranges::any_of(
        runs_.items(), [&](const RunItem& run) { return timing_.cost(run).has_value(); });
    const QString why = busy ? QString() : timing_.refusal();
    time_->setText(busy ? tr("Cancel") : measured ? tr("Time fairly again") : tr("Time fairly"));
    time_->setEnabled(why.isEmpty());
    progress_->setVisible(busy);
    note_->setText(busy             ? tr("Measuring, one run at a time")
                   : !why.isEmpty() ? why
                   : measured
                       ? tr("measured, runs interleaved, one after the other")
                       : tr("Time fairly computes every run %1 times, in turn").arg(timingRounds));
}

void CostTable::fill() {
    constexpr double micro = 1e-6;
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    for (const RunItem& run : runs_.items())
        if (const auto cost = timing_.cost(run)) {
            least = std::min(least, cost->median);
            most = std::max(most, cost->median);
        }
    // Figures change while runs are computed; the rows and the selection remain.
    const auto rows = static_cast<std::size_t>(table_->topLevelItemCount());
    const auto rowOf = [this](std::size_t k) { return table_->topLevelItem(static_cast<int>(k)); };
    bool same = rows == runs_.items().size();
    for (std::size_t k = 0; same && k < rows; ++k)
        same = rowOf(k)->data(Name, RunRole).toInt() == runs_.items()[k].id &&
               rowOf(k)->data(Relative, StyleRole).toInt() == runs_.items()[k].style;
    if (!same) table_->clear();
    for (std::size_t k = 0; k < runs_.items().size(); ++k) {
        const RunItem& run = runs_.items()[k];
        QTreeWidgetItem* row = same ? rowOf(k) : new QTreeWidgetItem(table_);
        if (!same) row->setIcon(Name, runIcon(run.style));
        row->setData(Name, RunRole, run.id);
        row->setText(Name, run.name);
        row->setToolTip(Name, proposedName(run));
        const auto number = [row](int column, double value, const QString& text) {
            row->setText(column, text);
            row->setData(column, ValueRole, std::isnan(value) ? QVariant() : QVariant(value));
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        };
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        const auto cost = timing_.cost(run);
        const double median = cost ? cost->median : unknown;
        number(Median, median, fixed(median / micro));
        number(Spread, cost ? cost->spread : unknown,
               cost ? QStringLiteral("± ") + fixed(cost->spread / micro) : QStringLiteral("–"));
        number(Relative, median / least,
               cost ? fixed(median / least) + QStringLiteral(" ×") : QStringLiteral("–"));
        row->setData(Relative, ShareRole, cost ? median / most : 0.0);
        row->setData(Relative, StyleRole, run.style);
        const RunSummary* known = figures_.summary(run.id);
        const double drift = known ? known->extremes.driftPosition : unknown;
        const bool exact = std::isnan(drift) && known;
        number(Drift, drift, exact ? tr("no loops: exact") : valueText(drift, 0.0));
        const double energy =
            known && run.model ? energyFigure(*run.model, known->extremes) : unknown;
        number(Energy, energy, valueText(energy, 0.0));
        const bool counted = known && known->steps > 0 && known->evaluations > 0;
        const double each =
            counted ? static_cast<double>(known->evaluations) / static_cast<double>(known->steps)
                    : unknown;
        number(Evaluations, each, counted ? QString::number(each, 'g', 3) : QStringLiteral("–"));
    }
    fitColumns();
}

QString CostTable::text() const {
    QStringList lines, head;
    for (int k = 0; k < columnCount; ++k) head << table_->headerItem()->text(k);
    lines << head.join('\t');
    for (int row = 0; row < table_->topLevelItemCount(); ++row) {
        const QTreeWidgetItem* item = table_->topLevelItem(row);
        QStringList cells{item->text(Name)};
        for (int k = Median; k < columnCount; ++k) {
            const QVariant value = item->data(k, ValueRole);
            const double unit = k == Median || k == Spread ? 1e6 : 1.0;
            cells << (value.isNull() ? QString()
                                     : QString::number(unit * value.toDouble(), 'g', 17));
        }
        lines << cells.join('\t');
    }
    return lines.join('\n') + '\n';
}

}  // namespace momentree::app
