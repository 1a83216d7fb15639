// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transport/transport_bar.hpp"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/diagnostic_text.hpp"
#include "app/base/number_text.hpp"
#include "app/base/theme/style_paint.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/commands/actions.hpp"
#include "app/panels/transport/speeds.hpp"
#include "app/panels/transport/time_slider.hpp"
#include "app/runs/run_controller.hpp"
#include "core/session/run_limits.hpp"

namespace momentree::app {
namespace {

constexpr int leastOneLine = 540;  ///< narrower sliders are hard to use [px]
constexpr int playDisc = 36, playRing = 3;

/// The one button of the bar that stands out.
class PlayButton final : public QToolButton {
public:
    using QToolButton::QToolButton;
    QSize sizeHint() const override { return {playDisc + 2 * playRing, playDisc + 2 * playRing}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override {
        const ThemeColors& colors = themeColors(isDark(palette()));
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QRect round({}, QSize(playDisc, playDisc));
        round.moveCenter(rect().center());
        paint::disc(&painter, round, icon(), isEnabled(), colors);
        if (!hasFocus()) return;
        painter.setPen(QPen(colors.accent, metric::focusRing));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(round.adjusted(-2, -2, 2, 2));
    }
};

}  // namespace

TransportBar::TransportBar(RunController& run, Actions& actions, QWidget* parent)
    : QWidget(parent), run_(run), actions_(actions) {
    setObjectName("transport");
    slider_ = new TimeSlider(this);
    time_ = new QLabel(this);
    QFont digits;  // without a size, which is that of the window
    digits.setFamilies({QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
    time_->setFont(digits);
    time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    keepRoomForTime();
    time_->setToolTip(tr("Displayed time / duration of the run, in seconds"));
    time_->setAccessibleName(tr("Displayed time and duration"));

    speed_ = new QComboBox(this);
    speed_->setObjectName("speed");
    speed_->setFocusPolicy(Qt::TabFocus);
    for (const double s : speeds) speed_->addItem(s > 0.0 ? speedText(s) : tr("max"), s);
    speed_->setItemData(speed_->count() - 1, tr("As fast as possible"), Qt::ToolTipRole);
    speed_->setToolTip(tr("Simulated seconds per second (+ faster, − slower, 0 real time)"));
    speed_->setAccessibleName(tr("Speed"));
    connect(speed_, &QComboBox::activated, this,
            [this](int index) { run_.playback().setSpeed(speed_->itemData(index).toDouble()); });

    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(8, 4, 8, 4);
    lines->setSpacing(2);
    auto* layout = new QHBoxLayout;
    lines->addLayout(layout);
    layout->setSpacing(2);
    gap_ = new QWidget(this);
    gap_->hide();
    layout->addWidget(button(new PlayButton(this), actions.play, 20));
    layout->addSpacing(6);
    layout->addWidget(button(actions.restart, 20));
    layout->addWidget(button(actions.stepBack, 20));
    layout->addWidget(button(actions.stepForward, 20));
    live_ = button(actions.live, 20);
    layout->addWidget(live_);
    layout->addSpacing(6);
    layout->addWidget(gap_, 1);
    layout->addWidget(slider_, 1);
    layout->addWidget(time_);
    layout->addSpacing(6);
    layout->addWidget(button(actions.addBookmark, 20));
    layout->addWidget(button(actions.loop, 20));
    layout->addWidget(speed_);

    connect(slider_, &TimeSlider::scrubbed, &run_.playback(), &Playback::seek);
    connect(&run_.playback(), &Playback::shownChanged, this, &TransportBar::followTime);
    connect(&run_.playback(), &Playback::figuresChanged, this, &TransportBar::followTime);
    connect(&run_.playback(), &Playback::figuresChanged, this, &TransportBar::followNotes);
    connect(&run_.playback(), &Playback::stateChanged, this, &TransportBar::followTime);
    connect(&run_.playback(), &Playback::stateChanged, this, &TransportBar::followState);
    connect(&run_.playback(), &Playback::stateChanged, this, &TransportBar::followNotes);
    connect(&run_, &RunController::runChanged, this, [this] {
        followTime();
        followState();
        followNotes();
    });
    connectBookmarks();
    followTime();
    followState();
}

/// The type is larger in front of a class.
void TransportBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) keepRoomForTime();
}

void TransportBar::keepRoomForTime() {
    time_->setMinimumWidth(time_->fontMetrics().horizontalAdvance("00.000 / 000 s"));
}

/// If the bar is too narrow for one line, the slider moves to a second line.
void TransportBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool narrow = width() < leastOneLine;
    if (narrow == !gap_->isHidden()) return;
    auto* lines = static_cast<QVBoxLayout*>(layout());
    auto* line = static_cast<QHBoxLayout*>(lines->itemAt(lines->count() - 1)->layout());
    gap_->setVisible(narrow);
    if (narrow)
        lines->insertWidget(0, slider_);
    else
        line->insertWidget(line->indexOf(gap_) + 1, slider_, 1);
}

void TransportBar::connectBookmarks() {
    connect(&run_, &RunController::runChanged, this, [this] { bookmarks_.setFile(run_.file()); });
    connect(&bookmarks_, &Bookmarks::changed, this, [this] {
        slider_->setBookmarks(bookmarks_.all());
        for (auto* action : {actions_.nextBookmark, actions_.previousBookmark})
            action->setEnabled(!bookmarks_.all().empty());
    });
    for (auto* action : {actions_.nextBookmark, actions_.previousBookmark})
        action->setEnabled(false);
    connect(actions_.addBookmark, &QAction::triggered, this, [this] {
        if (run_.hasRun()) bookmarks_.add(run_.playback().shownTime());
    });
    const auto jump = [this](std::optional<double> time) {
        if (time && run_.hasRun() && *time <= run_.playback().computedTime())
            run_.playback().seek(*time);
    };
    connect(actions_.nextBookmark, &QAction::triggered, this,
            [this, jump] { jump(bookmarks_.after(run_.playback().shownTime())); });
    connect(actions_.previousBookmark, &QAction::triggered, this,
            [this, jump] { jump(bookmarks_.before(run_.playback().shownTime())); });
    connect(slider_, &TimeSlider::bookmarkMenuWanted, this, &TransportBar::showBookmarkMenu);
}

void TransportBar::showBookmarkMenu(int index, const QPoint& global) {
    const auto at = static_cast<std::size_t>(index);
    QMenu menu(this);
    menu.setObjectName("bookmarkMenu");
    const QString name = bookmarks_.all()[at].name;
    menu.addSection(name);
    menu.addAction(tr("Rename…"), this, [this, at, name] {
        bool ok = false;
        const QString text =
            QInputDialog::getText(this, tr("Bookmark"), tr("Name"), QLineEdit::Normal, name, &ok);
        if (ok && !text.trimmed().isEmpty()) bookmarks_.rename(at, text.trimmed());
    });
    menu.addAction(themedIcon("delete"), tr("Remove"), this, [this, at] { bookmarks_.remove(at); });
    menu.exec(global);
}

QToolButton* TransportBar::button(QAction* action, int iconSize) {
    return button(new QToolButton(this), action, iconSize);
}

QToolButton* TransportBar::button(QToolButton* button, QAction* action, int iconSize) {
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setIconSize({iconSize, iconSize});
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void TransportBar::followTime() {
    const bool endless = run_.hasRun() && isEndless(run_.session().spec());
    const double duration = run_.hasRun() && !endless ? run_.session().spec().duration : 0.0;
    slider_->setEnabled(run_.hasRun());
    slider_->setTimes(run_.playback().shownTime(), run_.playback().computedTime(), duration);
    time_->setText(QStringLiteral("%1 / %2 s")
                       .arg(run_.playback().shownTime(), 0, 'f', 3)
                       .arg(endless ? QStringLiteral("∞") : QString::number(duration, 'g', 6)));
}

/// What the run has noticed, and why it failed.
void TransportBar::followNotes() {
    std::vector<TimeMark> marks;
    if (run_.hasRun()) {
        const RunFigures figures = run_.playback().figures();
        for (const RunNote& note : figures.notes)
            marks.push_back({note.time, messageText(note.text)});
        if (figures.state == RunState::Failed && figures.message)
            marks.push_back({figures.time, messageText(*figures.message), true});
    }
    slider_->setMarks(std::move(marks));
}

void TransportBar::followState() {
    const bool playing = run_.playback().playing();
    QAction* play = actions_.play;
    play->setIcon(themedIcon(playing ? "pause" : "play"));
    play->setText(playing ? tr("&Pause") : tr("&Play"));
    play->setToolTip(toolTipOf(play->text(), play->shortcut()));
    const bool has = run_.hasRun();
    for (auto* action : {actions_.restart, actions_.stepBack, actions_.stepForward})
        action->setEnabled(has);
    actions_.live->setEnabled(has && !run_.playback().live());
    speed_->setCurrentIndex(speed_->findData(run_.playback().speed()));
}

}  // namespace momentree::app
