// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/inside_panel.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

#include "app/base/theme/themed_icon.hpp"
#include "app/panels/inside/matrix_cards.hpp"
#include "app/panels/inside/step_list.hpp"
#include "app/panels/inside/timeline.hpp"
#include "app/panels/inside/trace_texts.hpp"
#include "app/panels/inside/tree_view.hpp"

namespace momentree::app {
namespace {

QToolButton* button(const char* name, const char* icon, const QString& tip, QWidget* parent) {
    auto* made = new QToolButton(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setIcon(themedIcon(icon));
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setAutoRaise(true);
    return made;
}

QLabel* label(const char* name, QWidget* parent) {
    auto* made = new QLabel(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setWordWrap(true);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

}  // namespace

InsidePanel::InsidePanel(QWidget* parent) : QWidget(parent) {
    setObjectName("insidePanel");
    auto* empty = new QWidget(this);
    message_ = label("insideMessage", empty);
    message_->setAlignment(Qt::AlignCenter);
    offer_ = new QPushButton(themedIcon("tree"), tr("Look inside"), empty);
    offer_->setObjectName("lookInside");
    connect(offer_, &QPushButton::clicked, this, &InsidePanel::traceWanted);
    auto* middle = new QVBoxLayout(empty);
    middle->addStretch();
    middle->addWidget(message_);
    middle->addWidget(offer_, 0, Qt::AlignHCenter);
    middle->addStretch();

    auto* inside = new QWidget(this);
    auto* layout = new QVBoxLayout(inside);
    layout->setContentsMargins(4, 2, 4, 4);
    layout->setSpacing(3);
    layout->addWidget(makeBar());
    auto* parts = new QSplitter(Qt::Horizontal, inside);
    parts->addWidget(makeLeft());
    parts->addWidget(makeRight());
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    parts->setSizes({300, 330});
    parts->setChildrenCollapsible(false);
    layout->addWidget(parts, 1);

    pages_ = new QStackedWidget(this);
    pages_->addWidget(empty);
    pages_->addWidget(inside);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(pages_);
    connect(&player_, &StepPlayer::moved, this, &InsidePanel::followPlayer);
    connect(&player_, &StepPlayer::playingChanged, this, &InsidePanel::followPlaying);
}

QWidget* InsidePanel::makeBar() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const auto add = [&](const char* name, const char* icon, const QString& tip, auto act) {
        QToolButton* made = button(name, icon, tip, bar);
        layout->addWidget(made);
        connect(made, &QToolButton::clicked, &player_, act);
        return made;
    };
    add("firstEquation", "to-start", tr("First equation"), &StepPlayer::toStart);
    add("previousNode", "undo", tr("Back by a node"), &StepPlayer::previousNode);
    add("previousEquation", "step-back", tr("Previous equation"), &StepPlayer::previousEquation);
    play_ = button("playEvaluation", "play", tr("Plays the evaluation node by node"), bar);
    play_->setCheckable(true);
    connect(play_, &QToolButton::clicked, &player_, &StepPlayer::play);
    layout->addWidget(play_);
    add("nextEquation", "step-forward", tr("Next equation"), &StepPlayer::nextEquation);
    add("nextNode", "redo", tr("On by a node"), &StepPlayer::nextNode);
    add("lastEquation", "to-live", tr("Last equation"), &StepPlayer::toEnd);
    slider_ = new QSlider(Qt::Horizontal, bar);
    slider_->setObjectName("evaluationSlider");
    slider_->setAccessibleName(tr("Position in the evaluation"));
    connect(slider_, &QSlider::valueChanged, &player_, &StepPlayer::goTo);
    layout->addWidget(slider_, 1);
    count_ = new QLabel(bar);
    count_->setObjectName("evaluationCount");
    layout->addWidget(count_);
    what_ = new QLabel(bar);
    what_->setObjectName("insideWhat");
    layout->addSpacing(12);
    layout->addWidget(what_);
    QToolButton* again =
        button("traceAgain", "reset", tr("Evaluates the displayed instant again"), bar);
    connect(again, &QToolButton::clicked, this, &InsidePanel::traceWanted);
    layout->addWidget(again);
    return bar;
}

QWidget* InsidePanel::makeLeft() {
    views_ = new QTabWidget(this);
    views_->setObjectName("insideViews");
    views_->setAccessibleName(tr("Views of the evaluation"));
    views_->setDocumentMode(true);
    tree_ = new TreeView(views_);
    timeline_ = new Timeline(views_);
    list_ = new StepList(player_, views_);
    views_->addTab(tree_, tr("Tree"));
    views_->addTab(list_, tr("Equations"));
    views_->addTab(timeline_, tr("Timeline"));
    connect(tree_, &TreeView::nodeChosen, &player_, &StepPlayer::showNode);
    connect(timeline_, &Timeline::nodeChosen, &player_, &StepPlayer::showNode);
    auto* corner = new QWidget(views_);
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    QToolButton* open = button("openNodes", "split", tr("Opens all nodes"), corner);
    QToolButton* close =
        button("closeNodes", "array", tr("Closes nodes until the tree fits"), corner);
    QToolButton* fit = button("fitInside", "fit", tr("Shows the whole tree"), corner);
    for (QToolButton* each : {open, close, fit}) layout->addWidget(each);
    connect(open, &QToolButton::clicked, tree_, &TreeView::openAll);
    connect(close, &QToolButton::clicked, tree_, &TreeView::closeToFit);
    connect(fit, &QToolButton::clicked, this,
            [this] { views_->currentWidget() == tree_ ? tree_->fit() : timeline_->fit(); });
    connect(views_, &QTabWidget::currentChanged, this, [this, open, close, fit] {
        open->setVisible(views_->currentWidget() == tree_);
        close->setVisible(views_->currentWidget() == tree_);
        fit->setVisible(views_->currentWidget() != list_);
    });
    views_->setCornerWidget(corner);
    return views_;
}

QWidget* InsidePanel::makeRight() {
    auto* right = new QWidget(this);
    auto* layout = new QVBoxLayout(right);
    layout->setContentsMargins(4, 0, 0, 0);
    layout->setSpacing(2);
    auto* top = new QHBoxLayout;
    pass_ = label("passText", right);
    top->addWidget(pass_, 1);
    QToolButton* byDecades = button("heatByDecades", "log-axis", tr("Logarithmic colours"), right);
    byDecades->setCheckable(true);
    connect(byDecades, &QToolButton::toggled, this,
            [this](bool on) { cards_->setScale(on ? HeatScale::Logarithmic : HeatScale::Linear); });
    top->addWidget(byDecades, 0, Qt::AlignTop);
    layout->addLayout(top);
    equation_ = label("equationText", right);
    layout->addWidget(equation_);
    says_ = label("equationSays", right);
    layout->addWidget(says_);
    cards_ = new MatrixCards(right);
    scroll_ = new QScrollArea(right);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setAccessibleName(tr("Matrices of the node"));
    scroll_->setWidgetResizable(true);
    scroll_->setWidget(cards_);
    layout->addWidget(scroll_, 1);
    connect(cards_, &MatrixCards::chosen, this, [this](int result) {
        const int step = player_.current();
        if (step >= 0) player_.goTo(step - player_.steps().resultIndex(step) + result);
    });
    connect(cards_, &MatrixCards::currentMoved, this, [this](const QRect& card) {
        scroll_->ensureVisible(card.left(), card.bottom(), 0, 12);
        scroll_->ensureVisible(card.left(), card.top(), 0, 12);
    });
    return right;
}

void InsidePanel::showMessage(const QString& text, bool offer) {
    player_.play(false);
    message_->setText(text);
    offer_->setVisible(offer);
    pages_->setCurrentIndex(0);
}

bool InsidePanel::showsTrace() const { return pages_->currentIndex() == 1; }

void InsidePanel::showTrace(std::shared_ptr<const Model> model,
                            std::shared_ptr<const InstantTrace> trace, const QString& what) {
    model_ = model;
    trace_ = {trace, &trace->evaluation};
    what_->setText(what);
    pages_->setCurrentIndex(1);
    tree_->setTrace(model, trace_);
    timeline_->setTrace(model, trace);
    EvaluationSteps steps(trace_);
    {
        const QSignalBlocker still(slider_);
        slider_->setRange(0, std::max(0, steps.count() - 1));
    }
    player_.setSteps(std::move(steps));
    list_->setSteps(model);
    followPlayer();
}

void InsidePanel::followPlayer() {
    const int step = player_.current();
    tree_->showStep(player_.steps(), step);
    if (step < 0) return;
    const QSignalBlocker still(slider_);
    slider_->setValue(step);
    const EvaluationSteps& steps = player_.steps();
    count_->setText(tr("%1 of %2").arg(step + 1).arg(steps.count()));
    const TracedSweep& sweep = steps.sweep(step);
    const TracedWork& work = steps.work(step);
    const TracedEquation& equation = *steps.result(step).equation;
    QString pass = traceText(sweep.pass->title);
    if (sweep.round > 0) pass = tr("%1, round %2").arg(pass).arg(sweep.round + 1);
    pass_->setText(QStringLiteral("<b>%1</b> · %2 · %3")
                       .arg(pass.toHtmlEscaped(),
                            nodeName(*model_, *trace_, work.node).toHtmlEscaped(),
                            workTime(work).toHtmlEscaped()));
    equation_->setText(QStringLiteral("<big>%1 &nbsp;<b>%2</b></big>")
                           .arg(traceSymbol(equation.number).toHtmlEscaped(),
                                traceSymbol(equation.formula).toHtmlEscaped()));
    says_->setText(traceText(equation.says));
    cards_->setResults(work.results);
    cards_->setCurrent(steps.resultIndex(step));
}

void InsidePanel::followPlaying(bool playing) {
    play_->setChecked(playing);
    play_->setIcon(themedIcon(playing ? "pause" : "play"));
}

void InsidePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) cards_->update();
}

}  // namespace momentree::app
