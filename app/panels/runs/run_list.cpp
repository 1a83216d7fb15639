// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs/run_list.hpp"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <cmath>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/value_text.hpp"
#include "app/panels/runs/run_table.hpp"
#include "app/panels/runs/runs_panel.hpp"
#include "app/runs/run_names.hpp"
#include "app/runs/run_set.hpp"
#include "app/runs/run_verdict.hpp"

namespace momentree::app {
namespace {

constexpr int rowInset = 8, checkSize = 18, keyWidth = 26, gap = 10;

/// The worst figure of a run: its drift, without loops its change of energy.
QString worstFigure(const RunSet& runs, const RunTable& table, const RunItem& run) {
    const RunStage stage = run.stage();
    const RunSummary* known = table.summary(run.id);
    if (!known || stage == RunStage::Refused || stage == RunStage::Failed ||
        stage == RunStage::Waiting || stage == RunStage::Preparing)
        return progressText(runs, run);
    const RunExtremes& worst = known->extremes;
    if (!std::isnan(worst.driftPosition))
        return RunList::tr("drift %1 m").arg(valueText(worst.driftPosition, 0.0));
    const bool kept = run.model && keepsEnergy(*run.model);
    if (!kept && !std::isnan(worst.balance))
        return RunList::tr("energy and work agree to %1 J").arg(valueText(worst.balance, 0.0));
    if (!std::isnan(worst.energyError))
        return RunList::tr("energy changes by %1 J").arg(valueText(worst.energyError, 0.0));
    return progressText(runs, run);
}

/// Space checks a run here instead of playing.
class RunView final : public QTreeView {
public:
    using QTreeView::QTreeView;

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
            event->accept();
            return true;
        }
        return QTreeView::event(event);
    }
};

class RunDelegate final : public QStyledItemDelegate {
public:
    RunDelegate(const RunSet& runs, const RunTable& table, QObject* parent)
        : QStyledItemDelegate(parent), runs_(runs), table_(table) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {120, std::max(metric::listRow, 2 * option.fontMetrics.height() + 14)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const RunItem* run = runs_.find(index.data(RunTable::IdRole).toInt());
        if (!run) return;
        const ThemeColors& colors = themeColors(isDark(option.palette));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF ground = QRectF(option.rect).adjusted(rowInset, 1, -rowInset, -1);
        const bool chosen = option.state & QStyle::State_Selected;
        if (chosen || option.state & QStyle::State_MouseOver) {
            painter->setPen(option.state & QStyle::State_HasFocus ? QPen(colors.accent, 2.0)
                                                                  : QPen(Qt::NoPen));
            painter->setBrush(chosen ? colors.accentSoft : colors.hover);
            painter->drawRoundedRect(ground, metric::fieldRadius, metric::fieldRadius);
        }
        QStyleOptionViewItem box = option;
        box.rect = checkRect(option);
        box.state &= ~(QStyle::State_HasFocus | QStyle::State_Selected);
        box.state |= run->visible ? QStyle::State_On : QStyle::State_Off;
        QApplication::style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter,
                                             option.widget);
        QRect text = option.rect.adjusted(2 * rowInset + checkSize + gap, 6,
                                          -2 * rowInset - keyWidth - gap, -6);
        const SeriesStyle look = colors.style(run->style);
        painter->setPen(look.pen(2.5));
        const double middle = option.rect.center().y();
        const double right = option.rect.right() - 2 * rowInset;
        painter->drawLine(QPointF(right - keyWidth, middle), QPointF(right, middle));
        paintWords(*painter, option, *run, text, colors);
        painter->restore();
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override {
        const bool key = event->type() == QEvent::KeyPress &&
                         static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
        const bool click = event->type() == QEvent::MouseButtonRelease &&
                           checkRect(option)
                               .adjusted(-rowInset, -rowInset, rowInset, rowInset)
                               .contains(static_cast<QMouseEvent*>(event)->pos());
        if (!key && !click) return false;
        const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }

private:
    static QRect checkRect(const QStyleOptionViewItem& option) {
        return {option.rect.left() + 2 * rowInset, option.rect.center().y() - checkSize / 2,
                checkSize, checkSize};
    }

    void paintWords(QPainter& painter, const QStyleOptionViewItem& option, const RunItem& run,
                    const QRect& text, const ThemeColors& colors) const {
        const QFont strong = strongFont(option.font);
        const QFontMetrics metrics(strong);
        const bool onScreen = run.id == runs_.currentId();
        const QString chip = RunList::tr("in the scene");
        const QFont small = textFont(TextSize::Caption, option.font);
        const QFontMetrics smallMetrics(small);
        const int chipWidth = smallMetrics.horizontalAdvance(chip) + 14;
        const QString name = metrics.elidedText(run.name, Qt::ElideMiddle, text.width());
        // The name comes first.
        const bool fits = metrics.horizontalAdvance(name) + 6 + chipWidth <= text.width();
        painter.setFont(strong);
        painter.setPen(colors.text);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, name);
        painter.setFont(small);
        if (onScreen && fits) {
            const QRectF pill(text.left() + metrics.horizontalAdvance(name) + 6, text.top(),
                              chipWidth, metrics.height());
            painter.setPen(Qt::NoPen);
            painter.setBrush(colors.accent);
            painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
            painter.setPen(colors.onAccent);
            painter.drawText(pill, Qt::AlignCenter, chip);
        }
        painter.setPen(colors.mutedText);
        painter.drawText(
            text, Qt::AlignLeft | Qt::AlignBottom,
            smallMetrics.elidedText(worstFigure(runs_, table_, run), Qt::ElideRight, text.width()));
    }

    const RunSet& runs_;
    const RunTable& table_;
};

}  // namespace

RunList::RunList(RunSet& runs, RunsPanel& panel, const QList<QAction*>& commands, QWidget* parent)
    : QWidget(parent), runs_(runs) {
    count_ = new QLabel(this);
    count_->setFont(textFont(TextSize::Title, font()));
    auto* add = new QToolButton(this);
    add->setObjectName("listAddRuns");
    add->setText(tr("Add runs"));
    add->setAccessibleName(add->text());
    add->setIcon(themedIcon("add"));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setPopupMode(QToolButton::InstantPopup);
    add->setFocusPolicy(Qt::TabFocus);
    add->setMenu(&panel.addMenu());
    common_ = new QLabel(this);
    common_->setWordWrap(true);
    common_->setForegroundRole(QPalette::PlaceholderText);
    common_->setFont(textFont(TextSize::Caption, font()));
    common_->setContentsMargins(metric::panelPadding, 0, metric::panelPadding, metric::rowGap);
    view_ = new RunView(this);
    view_->setObjectName("runList");
    view_->setAccessibleName(tr("Runs"));
    view_->setModel(&panel.table());
    view_->setHeaderHidden(true);
    view_->setRootIsDecorated(false);
    view_->setItemsExpandable(false);
    view_->setIndentation(12);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setMouseTracking(true);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setItemDelegate(new RunDelegate(runs_, panel.table(), view_));
    for (int k = 1; k < panel.table().columnCount(); ++k) view_->setColumnHidden(k, true);
    view_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    const auto show = [this](const QModelIndex& index) {
        runs_.makeCurrent(index.data(RunTable::IdRole).toInt());
    };
    connect(view_, &QTreeView::activated, this, show);
    connect(view_, &QTreeView::doubleClicked, this, show);
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid()) chosen_ = now.data(RunTable::IdRole).toInt();
            });
    connect(&panel.table(), &QAbstractItemModel::modelReset, view_, [this, &panel] {
        view_->expandAll();
        if (runs_.find(chosen_)) view_->setCurrentIndex(panel.table().indexOf(chosen_));
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metric::panelPadding, metric::sectionGap, metric::panelPadding, 4);
    head->addWidget(count_, 1);
    head->addWidget(add);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, metric::rowGap);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(common_);
    layout->addWidget(view_, 1);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(metric::rowGap, 0, metric::rowGap, 0);
    foot->setSpacing(2);
    for (QAction* action : commands) foot->addWidget(makeButton(*action));
    layout->addLayout(foot);
    connect(&runs_, &RunSet::listChanged, this, &RunList::showCommon);
    showCommon();
}

QToolButton* RunList::makeButton(QAction& action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

/// "Same for all: rk4, 1 ms. They differ in formulation."
void RunList::showCommon() {
    const auto count = runs_.items().size();
    count_->setText(count == 1 ? tr("1 run") : tr("%1 runs").arg(count));
    const QStringList common = commonSettings(runs_.items()), differ = differences(runs_.items());
    QStringList sentences;
    if (count > 1 && !common.isEmpty())
        sentences << tr("Same for all: %1.").arg(common.join(QStringLiteral(", ")));
    if (count > 1 && !differ.isEmpty())
        sentences << tr("They differ in %1.").arg(differ.join(QStringLiteral(", ")));
    if (count <= 1) sentences << tr("Add a run to compare formulations, steps and parameters.");
    common_->setText(sentences.join(QLatin1Char(' ')));
}

}  // namespace momentree::app
