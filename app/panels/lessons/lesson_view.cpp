// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_view.hpp"

#include <qcustomplot.h>

#include <QApplication>
#include <QButtonGroup>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <utility>

#include "app/base/page_view.hpp"
#include "app/base/scrolling.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/panels/lessons/claim_links.hpp"
#include "app/panels/lessons/control_field.hpp"
#include "app/panels/lessons/label_color.hpp"
#include "app/panels/lessons/lesson_chart.hpp"
#include "app/panels/lessons/lesson_graph.hpp"
#include "app/panels/lessons/lesson_table.hpp"
#include "app/panels/lessons/step_marks.hpp"
#include "app/panels/lessons/tab_order.hpp"
#include "app/panels/lessons/teacher_notes.hpp"

namespace momentree::app {
namespace {

constexpr int margin = 12;
constexpr int chartLines = 14;  ///< height of a chart in lines of text

QString nameOfKind(LessonStep::Kind kind) {
    switch (kind) {
        case LessonStep::Kind::Predict:
            return LessonView::tr("Predict");
        case LessonStep::Kind::Run:
            return LessonView::tr("Run");
        case LessonStep::Kind::Look:
            return LessonView::tr("Look");
        case LessonStep::Kind::Explain:
            return LessonView::tr("Explain");
        case LessonStep::Kind::Task:
            return LessonView::tr("Your turn");
    }
    return {};
}

QToolButton* headButton(const char* icon, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(icon));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    return button;
}

}  // namespace

LessonView::LessonView(LessonPlayer& player, QWidget* parent) : QWidget(parent), player_(player) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    makeHead(layout);
    page_ = new PageView;
    page_->setObjectName("lessonPage");
    page_->setAccessibleName(tr("Text of the lesson"));
    page_->setFitsHeight(true);
    connectChecks(*page_, player_);
    auto* content = new QWidget;
    scroll_ = scrolling(content, this);
    scroll_->setAccessibleName(tr("Step of the lesson"));
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    content_ = new QVBoxLayout(content);
    content_->setContentsMargins(0, 0, 0, margin);
    content_->setSpacing(0);
    body_ = new QWidget(content);
    content_->addWidget(page_);
    content_->addWidget(body_);
    content_->addStretch(1);
    layout->addWidget(scroll_, 1);
    makeFoot(layout);
    connect(&player_, &LessonPlayer::stepChanged, this, &LessonView::showStep);
    connect(&player_, &LessonPlayer::changed, this, &LessonView::fill);
    connect(&player_, &LessonPlayer::progressed, this, &LessonView::followProgress);
    styleTitle();
    setFocusProxy(page_);
}

void LessonView::styleTitle() { title_->setFont(textFont(TextSize::Title, font())); }

void LessonView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && title_) styleTitle();
    if ((event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) && body_)
        fill();
}

/// The wheel scrolls the page unless a modifier key directs it to the chart. Page Up and Page Down
/// reach a radio button as keys and not as shortcuts.
bool LessonView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && qobject_cast<QRadioButton*>(watched)) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_PageDown) player_.goOn();
        if (key == Qt::Key_PageUp) player_.goBack();
        if (key == Qt::Key_PageDown || key == Qt::Key_PageUp) return true;
    }
    if (event->type() == QEvent::Wheel &&
        static_cast<QWheelEvent*>(event)->modifiers() == Qt::NoModifier) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void LessonView::makeHead(QVBoxLayout* layout) {
    title_ = new QLabel(this);
    title_->setObjectName("lessonTitle");
    title_->setWordWrap(true);
    auto* projector = headButton("fullscreen", tr("Instructor mode for the projector"), this);
    projector->setObjectName("projectorButton");
    auto* close = headButton("close", tr("Leave this lesson"), this);
    close->setObjectName("closeLesson");
    connect(projector, &QToolButton::clicked, this, &LessonView::projectorWanted);
    connect(close, &QToolButton::clicked, this, &LessonView::closeWanted);
    notes_ = headButton("help", tr("Notes for teachers"), this);
    notes_->setObjectName("teacherNotes");
    connect(notes_, &QToolButton::clicked, this,
            [this] { showTeacherNotes(player_.lesson(), this); });
    auto* row = new QHBoxLayout;
    row->setContentsMargins(margin, 8, 6, 4);
    row->addWidget(title_, 1);
    row->addWidget(notes_, 0, Qt::AlignTop);
    row->addWidget(projector, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    layout->addLayout(row);
    marks_ = new StepMarks(this);
    connect(marks_, &StepMarks::chosen, this, [this](int step) { player_.goTo(step); });
    layout->addWidget(marks_);
}

void LessonView::makeFoot(QVBoxLayout* layout) {
    progress_ = new QProgressBar(this);
    progress_->setTextVisible(false);
    progress_->setMaximumHeight(4);
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(tr("Runs computed"));
    layout->addWidget(progress_);
    back_ = new QPushButton(tr("Back"), this);
    back_->setObjectName("lessonBack");
    back_->setToolTip(tr("Previous step (Page Up)"));
    next_ = new QPushButton(this);
    next_->setObjectName("lessonNext");
    next_->setToolTip(tr("Next step (Page Down)"));
    next_->setDefault(true);
    connect(back_, &QPushButton::clicked, &player_, &LessonPlayer::goBack);
    connect(next_, &QPushButton::clicked, &player_, &LessonPlayer::goOn);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(margin, 8, margin, 10);
    row->addWidget(back_);
    row->addStretch(1);
    row->addWidget(next_);
    layout->addLayout(row);
}

QString LessonView::filled(const std::string& text) const {
    return QString::fromStdString(withClaims(text, player_.lesson()));
}

void LessonView::showStep() {
    title_->setText(QString::fromStdString(player_.lesson().title));
    QStringList names;
    for (const LessonStep& step : player_.lesson().steps) names << nameOfKind(step.kind);
    marks_->setSteps(names, player_.index());
    notes_->setVisible(!player_.lesson().notes.empty());
    page_->setPage({});
    fill();
    scroll_->verticalScrollBar()->setValue(0);
}

/// The text of the step; checked claims change it.
void LessonView::showPage() {
    const QString title = QString::fromStdString(player_.step().title);
    const QString text = withChecks(player_.step().page, player_);
    const QString page = title.isEmpty() ? text : QStringLiteral("## %1\n\n%2").arg(title, text);
    if (page != page_->page())
        page_->setPage(page, {QString::fromStdString(player_.lesson().folder) + "/formulas"});
}

void LessonView::add(QWidget* widget) { bodyLayout_->addWidget(widget); }

void LessonView::fill() {
    if (!player_.active()) return;
    showPage();
    auto* body = new QWidget;
    bodyLayout_ = new QVBoxLayout(body);
    bodyLayout_->setContentsMargins(margin, 0, margin, 0);
    bodyLayout_->setSpacing(8);
    charts_.clear();
    switch (player_.step().kind) {
        case LessonStep::Kind::Predict:
            fillPrediction();
            break;
        case LessonStep::Kind::Run:
            fillControls();
            fillRuns();
            break;
        case LessonStep::Kind::Look:
            fillOutcome();
            fillRuns();
            fillCharts();
            fillTable();
            break;
        case LessonStep::Kind::Explain:
            break;
        case LessonStep::Kind::Task:
            fillControls();
            fillVerdicts();
            break;
    }
    for (const QString& problem : player_.problems()) {
        auto* label = new QLabel(problem, body);
        label->setWordWrap(true);
        writeIn(*label, themeColors(isDark(palette())).error, *this);
        add(label);
    }
    const QString focused = focusedPart();
    // The sender may be inside the old body.
    content_->replaceWidget(body_, body);
    body_->hide();
    body_->deleteLater();
    body_ = body;
    orderTabs(*page_, *body, {back_, next_});
    if (!focused.isNull()) {
        auto* again = focused.isEmpty() ? nullptr : body->findChild<QWidget*>(focused);
        (again ? again : page_)->setFocus(Qt::OtherFocusReason);
    }
    back_->setEnabled(player_.index() > 0);
    labelNext();
    followProgress();
}

/// Name of the part of the body that has the focus; empty if it has none, null if none has it.
QString LessonView::focusedPart() const {
    const QWidget* part = QApplication::focusWidget();
    if (!part || !body_->isAncestorOf(part)) return {};
    while (part != body_ && part->objectName().isEmpty()) part = part->parentWidget();
    return part == body_ ? QStringLiteral("") : part->objectName();
}

void LessonView::labelNext() {
    const auto label = [this] {
        switch (player_.next()) {
            case LessonPlayer::Next::Answer:
                return tr("Skip the prediction");
            case LessonPlayer::Next::Run:
                return player_.step().kind == LessonStep::Kind::Task ? tr("Run and check")
                                                                     : tr("Run");
            case LessonPlayer::Next::Wait:
                return tr("Computing…");
            case LessonPlayer::Next::Step:
                return tr("Next");
            case LessonPlayer::Next::Finish:
                return tr("Finish");
        }
        return QString();
    };
    next_->setText(label());
    const bool skips = player_.next() == LessonPlayer::Next::Answer;  // not the first choice
    next_->setProperty("role", skips ? "secondary" : "primary");
    const bool waits = player_.next() == LessonPlayer::Next::Wait;
    // A disabled button would give the focus away.
    if (waits && next_->hasFocus()) {
        page_->setFocus(Qt::OtherFocusReason);
        backToNext_ = true;
    }
    next_->setEnabled(!waits);
    if (!waits && std::exchange(backToNext_, false) && page_->hasFocus())
        next_->setFocus(Qt::OtherFocusReason);
}

void LessonView::followProgress() {
    progress_->setVisible(player_.busy());
    progress_->setValue(static_cast<int>(player_.progress() * 1000));
}

void LessonView::fillPrediction() {
    const LessonStep& step = player_.step();
    const auto chosen = player_.chosen();
    const ThemeColors& colors = themeColors(isDark(palette()));
    auto* group = new QButtonGroup(bodyLayout_->parentWidget());
    for (int k = 0; k < static_cast<int>(step.answers.size()); ++k) {
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        auto* button = new QRadioButton;
        button->setObjectName(QStringLiteral("answer%1").arg(k + 1));
        // Alt with a digit chooses the type of new joints.
        const QKeySequence shortcut(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + k));
        button->setShortcut(shortcut);
        button->setToolTip(
            tr("Predicts this answer (%1)").arg(shortcut.toString(QKeySequence::NativeText)));
        auto* label = new PageView;
        label->setFocusPolicy(Qt::NoFocus);  // the button says it
        label->setFitsHeight(true);
        label->document()->setDocumentMargin(2);
        const bool marked = player_.revealed() && (k == step.right || k == chosen);
        const QString mark = !marked           ? QString()
                             : k == step.right ? "\u00a0\u00a0**✓**"
                                               : "\u00a0\u00a0**✗**";
        const QString text = filled(step.answers[static_cast<std::size_t>(k)].text);
        button->setAccessibleName(QString(text).remove("**"));
        if (marked) {
            QPalette own = label->palette();
            own.setColor(QPalette::Text, k == step.right ? colors.success : colors.error);
            label->setPalette(own);
        }
        label->setPage(text + mark);
        button->setEnabled(!player_.revealed());
        button->installEventFilter(this);
        group->addButton(button, k);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(label, 1);
        bodyLayout_->addLayout(row);
    }
    if (chosen && *chosen >= 0) group->button(*chosen)->setChecked(true);
    connect(group, &QButtonGroup::idClicked, &player_, &LessonPlayer::answer);
    if (player_.revealed()) return addFeedback(feedback());
    auto* ask = new QPushButton(tr("Ask the class…"));
    ask->setObjectName("askClass");
    ask->setToolTip(tr("Prepares a poll with this question for phones"));
    connect(ask, &QPushButton::clicked, this, &LessonView::askClass);
    auto* row = new QHBoxLayout;
    row->addWidget(ask);
    row->addStretch(1);
    bodyLayout_->addLayout(row);
    if (!chosen || *chosen < 0) return;
    auto* kept = new QLabel(tr("Kept. The runs decide."));
    kept->setObjectName("kept");
    add(kept);
}

/// The question is the last paragraph of the page.
void LessonView::askClass() {
    const LessonStep& step = player_.step();
    PollQuestion question;
    question.text = questionOf(step, player_.lesson());
    for (const Answer& answer : step.answers)
        question.choices << plainText(answer.text, player_.lesson()).simplified();
    Q_EMIT pollWanted(question, step.right);
}

/// The prediction next to the result.
void LessonView::fillOutcome() {
    const LessonStep* step = player_.prediction();
    if (!step || !player_.revealed()) return;
    const int chosen = player_.predicted().value_or(-1);
    const auto answer = [&](int k) {
        return filled(step->answers[static_cast<std::size_t>(k)].text);
    };
    QStringList parts;
    if (chosen >= 0)
        parts << tr("**Your prediction:** %1").arg(answer(chosen)) +
                     (chosen == step->right ? "\u00a0\u00a0**✓**" : "\u00a0\u00a0**✗**");
    if (chosen != step->right) parts << tr("**Result:** %1").arg(answer(step->right));
    addFeedback(parts.join("\n\n") + "\n\n" + feedback());
}

void LessonView::addFeedback(const QString& markdown) {
    auto* said = new PageView;
    said->setObjectName("feedback");
    said->setAccessibleName(tr("Feedback"));
    connectChecks(*said, player_);
    said->setFitsHeight(true);
    said->document()->setDocumentMargin(8);
    QPalette own = said->palette();
    own.setColor(QPalette::Base, palette().color(QPalette::AlternateBase));
    said->setPalette(own);
    said->setPage(markdown, {QString::fromStdString(player_.lesson().folder) + "/formulas"});
    add(said);
}

/// Feedback to the given answer, and to the correct one if different.
QString LessonView::feedback() const {
    const LessonStep& step = *player_.prediction();
    const int chosen = player_.predicted().value_or(-1);
    const auto of = [&](int k) {
        return withChecks(step.answers[static_cast<std::size_t>(k)].feedback, player_);
    };
    if (chosen < 0 || chosen == step.right) return of(step.right);
    return of(chosen) + "\n\n" + of(step.right);
}

void LessonView::fillControls() {
    for (const Control& control : player_.step().controls) {
        auto* field = new ControlField(control, player_.value(control), player_.attempts(control));
        connect(field, &ControlField::changed, &player_,
                [this, control](const QString& value) { player_.setValue(control, value); });
        add(field);
    }
}

/// The compared runs with colour and name; a click shows one in the scene.
void LessonView::fillRuns() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const std::vector<std::string> runs = player_.compared();
    auto* group = new QButtonGroup(bodyLayout_->parentWidget());
    for (std::size_t k = 0; k < runs.size(); ++k) {
        auto* button = new QToolButton;
        button->setObjectName("run " + QString::fromStdString(runs[k]));
        button->setText(QString::fromStdString(player_.lesson().run(runs[k])->label));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setToolTip(tr("Shows this run in the scene"));
        QPixmap swatch(20, 14);  // with a gap before the text
        swatch.fill(Qt::transparent);
        QPainter(&swatch).fillRect(0, 0, 14, 14, colors.style(static_cast<int>(k)).colour);
        button->setIcon(swatch);
        button->setIconSize(swatch.size());
        button->setChecked(runs[k] == player_.shown());
        group->addButton(button);
        connect(button, &QToolButton::clicked, &player_,
                [this, run = runs[k]] { player_.show(run); });
        add(button);
    }
}

void LessonView::fillCharts() {
    if (!player_.results()) return;
    for (const LessonPlot& plot : player_.step().plots) {
        auto* chart = new LessonChart;
        chart->setMinimumHeight(fontMetrics().lineSpacing() * chartLines);
        chart->setRuns(plot, player_.lesson(), player_.compared(), *player_.results());
        chart->enlarge(font().pointSizeF() / QGuiApplication::font().pointSizeF());
        connect(chart, &PlotWidget::timePicked, this, &LessonView::timePicked);
        chart->canvas()->installEventFilter(this);
        charts_ << chart;
        add(chart);
    }
    for (const LessonGraph& graph : player_.step().graphs) {
        auto* view = new LessonGraphView(graph, *player_.results());
        view->setMinimumHeight(fontMetrics().lineSpacing() * chartLines);
        view->enlarge(font().pointSizeF() / QGuiApplication::font().pointSizeF());
        view->plot().installEventFilter(this);
        add(view);
    }
}

void LessonView::fillTable() {
    if (!player_.step().table.empty() && player_.results())
        add(makeLessonTable(player_, font(), width() / 3));
}

void LessonView::fillVerdicts() {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const bool checked = player_.results() != nullptr && !player_.busy();
    for (const LessonPlayer::Verdict& verdict : player_.verdicts()) {
        const QString mark = !checked ? QStringLiteral("○") : verdict.met ? "✓" : "✗";
        auto* label = new QLabel(
            checked ? QStringLiteral("%1  %2: %3 (%4)")
                          .arg(mark, verdict.label, verdict.value, verdict.goal)
                    : QStringLiteral("%1  %2: %3").arg(mark, verdict.label, verdict.goal));
        label->setObjectName("verdict");
        label->setWordWrap(true);
        if (checked) writeIn(*label, verdict.met ? colors.success : colors.error, *this);
        add(label);
    }
    QStringList texts;
    if (checked)
        texts << (player_.solved() ? tr("**Solved.** Try other values, or finish.")
                                   : tr("Not yet."));
    const auto& hints = player_.step().hints;
    if (!player_.solved())
        for (int k = 0; k < std::min(player_.attempts(), static_cast<int>(hints.size())); ++k)
            texts << filled(hints[static_cast<std::size_t>(k)]);
    if (texts.isEmpty()) return;
    auto* said = new PageView;
    said->setObjectName("taskFeedback");
    said->setAccessibleName(tr("Feedback"));
    said->setFitsHeight(true);
    said->document()->setDocumentMargin(2);
    said->setPage(texts.join("\n\n"));
    add(said);
}

void LessonView::setShownTime(double seconds) {
    for (LessonChart* chart : charts_) chart->setShownTime(seconds);
}

}  // namespace momentree::app
