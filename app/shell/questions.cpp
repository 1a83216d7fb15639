// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/questions.hpp"

#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>

#include "app/base/theme/tokens.hpp"
#include "app/panels/analyses/analyses.hpp"
#include "app/panels/plots/plot_docks.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

enum QuestionRole { WhatRole = Qt::UserRole + 1, MissingRole };
constexpr int rowMargin = 8, textMargin = 12, headHeight = 44;

class QuestionDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {200, 2 * QFontMetrics(option.font).height() + 16};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = themeColors(isDark(option.palette));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRect box = option.rect.adjusted(rowMargin, 1, -rowMargin, -1);
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        if (chosen || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(chosen ? colors.accentSoft : colors.hover);
            painter->drawRoundedRect(box, metric::pillRadius, metric::pillRadius);
        }
        const QString missing = index.data(MissingRole).toString();
        const QRect text = box.adjusted(textMargin, 5, -textMargin, -5);
        const QFont title = strongFont(option.font);
        const QFont caption = textFont(TextSize::Caption, option.font);
        const auto elided = [](const QFont& font, const QString& words, int width) {
            return QFontMetrics(font).elidedText(words, Qt::ElideRight, width);
        };
        const int taken = textMargin + QFontMetrics(caption).horizontalAdvance(
                                           missing.isEmpty() ? QStringLiteral("✓") : missing);
        painter->setFont(title);
        painter->setPen(missing.isEmpty() ? colors.text : colors.disabledText);
        painter->drawText(
            text, Qt::AlignTop | Qt::AlignLeft,
            elided(title, index.data(Qt::DisplayRole).toString(), text.width() - taken));
        painter->setFont(caption);
        painter->setPen(colors.mutedText);
        painter->drawText(text, Qt::AlignBottom | Qt::AlignLeft,
                          elided(caption, index.data(WhatRole).toString(),
                                 text.width() - (missing.isEmpty() ? taken : 0)));
        if (missing.isEmpty()) {
            painter->setPen(colors.success);
            painter->drawText(text, Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("✓"));
        } else {
            painter->drawText(text, Qt::AlignTop | Qt::AlignRight, missing);
        }
        painter->restore();
    }
};

}  // namespace

Questions::Questions(Workspace& workspace, Host& host, PlotDocks& plots, const Analyses& analyses)
    : QListWidget(&host.window), workspace_(workspace), host_(host), plots_(plots) {
    setObjectName("questions");
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setItemDelegate(new QuestionDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportMargins(0, headHeight, 0, 0);
    auto* head = new QLabel(tr("Questions"), this);
    head->setFont(textFont(TextSize::Title, head->font()));
    head->setGeometry(rowMargin + textMargin, 0, 200, headHeight);
    const auto nothing = [] { return QString(); };
    const auto needsRun = [this] { return workspace_.run.hasRun() ? QString() : tr("no run yet"); };
    const auto asked = [&analyses](AnalysisKind kind) {
        return [&analyses, kind] { return analyses.missing(kind); };
    };
    add({tr("Motor torque"),
         tr("What must the motor give?"),
         {"torqueDock"},
         asked(AnalysisKind::InverseDynamics)});
    add({tr("Movement"),
         tr("How does it move?"),
         {"movementDock"},
         asked(AnalysisKind::Kinematics)});
    add({tr("Modes"), tr("How does it vibrate?"), {"modesDock"}, asked(AnalysisKind::Modes)});
    add({tr("Equilibrium"),
         tr("Where does it rest?"),
         {"equilibriumDock"},
         asked(AnalysisKind::Equilibrium)});
    add({tr("Reach"), tr("What can it reach?"), {"reachDock"}, asked(AnalysisKind::Reach)});
    add({tr("Root locus"),
         tr("When does it begin to swing?"),
         {"locusDock"},
         asked(AnalysisKind::RootLocus)});
    add({tr("Rest over a parameter"),
         tr("How does the rest move?"),
         {"restDock"},
         asked(AnalysisKind::EquilibriumPath)});
    add({tr("Sensitivity"),
         tr("Which parameter matters most?"),
         {"sensitivityDock"},
         asked(AnalysisKind::Sensitivity)});
    add({tr("Fit"), tr("Which values fit a measurement?"), {"fitDock"}, asked(AnalysisKind::Fit)});
    add({tr("Worst loads"),
         tr("When do the joints carry most?"),
         {"worstDock"},
         asked(AnalysisKind::WorstLoads)});
    add({tr("Error"), tr("Whose error is it?"), {"errorDock"}, asked(AnalysisKind::Error)});
    add({tr("Constraints"), tr("What holds too much?"), {"xrayDock"}, [this] {
             return workspace_.live.checked().assembled ? QString() : tr("cannot be built");
         }});
    add({tr("Reactions"), tr("What do the joints carry?"), {"probesDock"}, needsRun, true});
    add({tr("Inside the algorithm"), tr("How is one instant computed?"), {"insideDock"}, needsRun});
    add({tr("Be the processor"), tr("Who computes what?"), {"processorsDock"}, nothing});
    add({tr("Offloading"), tr("Is a board faster?"), {"offloadDock", "boardDock"}, needsRun});
    add({tr("Linkage for a curve"), tr("What draws this curve?"), {"pathDock"}, nothing});
    add({tr("Linkage for positions"), tr("What carries a body there?"), {"positionDock"}, nothing});
    add({tr("Linkage for a function"),
         tr("What turns one angle into another?"),
         {"functionDock"},
         nothing});
    connect(this, &QListWidget::currentRowChanged, this, &Questions::answer);
    connect(&workspace.run, &RunController::runChanged, this, &Questions::follow);
    connect(&workspace.live, &LiveModel::changed, this, &Questions::follow);
    follow();
    followCommands();
}

/// A panel that a command shows is the answer to its question, and takes the room of the last one.
void Questions::followCommands() {
    for (std::size_t k = 0; k < questions_.size(); ++k) {
        if (questions_[k].reactions) continue;  // its panel has other uses
        auto* dock = host_.window.findChild<QDockWidget*>(questions_[k].docks.front());
        const auto choose = [this, dock, row = static_cast<int>(k)] {
            if (isVisible() && dock->isVisible()) setCurrentRow(row);
        };
        connect(dock, &QDockWidget::visibilityChanged, this, [this, choose](bool shown) {
            if (shown) QMetaObject::invokeMethod(this, choose, Qt::QueuedConnection);
        });
    }
}

/// Once the window is arranged.
void Questions::showEvent(QShowEvent* event) {
    QListWidget::showEvent(event);
    QMetaObject::invokeMethod(this, &Questions::answer, Qt::QueuedConnection);
}

void Questions::add(Question question) {
    auto* item = new QListWidgetItem(question.title, this);
    item->setData(WhatRole, question.what);
    item->setData(Qt::AccessibleDescriptionRole, question.what);
    questions_.push_back(std::move(question));
}

void Questions::follow() {
    for (int k = 0; k < count(); ++k) {
        const QString missing = questions_[static_cast<std::size_t>(k)].missing();
        item(k)->setData(MissingRole, missing);
        item(k)->setToolTip(missing);
    }
}

/// The first question that can be answered.
void Questions::chooseFirst() {
    for (std::size_t k = 0; k < questions_.size(); ++k)
        if (questions_[k].missing().isEmpty()) return setCurrentRow(static_cast<int>(k));
    setCurrentRow(0);
}

void Questions::answer() {
    if (!isVisible()) return;
    if (currentRow() < 0) return chooseFirst();
    const int chosen = currentRow();
    // What is hidden gives the picture back before the answer takes it.
    for (const bool shown : {false, true})
        for (std::size_t k = 0; k < questions_.size(); ++k)
            for (const QString& name : questions_[k].docks)
                if (auto* dock = host_.window.findChild<QDockWidget*>(name);
                    dock && shown == (static_cast<int>(k) == chosen)) {
                    dock->setVisible(shown);
                    if (shown) dock->raise();
                }
    showReactions(questions_[static_cast<std::size_t>(chosen)].reactions);
}

/// As arrows, and over time for the selected joint or the first one.
void Questions::showReactions(bool on) {
    QAction* arrows = host_.actions.showReactions;
    if (!on) {
        if (reactionsAsked_ && arrows->isChecked()) arrows->trigger();
        reactionsAsked_ = false;
        return;
    }
    if (!arrows->isChecked()) {
        arrows->trigger();
        reactionsAsked_ = true;
    }
    const auto& joints = workspace_.document.description().joints;
    if (!workspace_.run.hasRun() || joints.empty()) return;
    const Element selected = workspace_.selection.current();
    const int joint = selected.kind == Element::Kind::Joint ? selected.index : 0;
    const QString name = QString::fromStdString(joints[static_cast<std::size_t>(joint)].name);
    plots_.plot({name + ".fx", name + ".fy"});
}

}  // namespace momentree::app
