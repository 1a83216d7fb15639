// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start_page.hpp"

#include <QCheckBox>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>

#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/document/recent_files.hpp"
#include "app/panels/gallery/card_list.hpp"
#include "app/panels/gallery/example_list.hpp"
#include "app/panels/lessons/lesson_folders.hpp"
#include "app/shell/four_bar_sketch.hpp"
#include "app/shell/start_row.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {
namespace {

const QString pageKey = QStringLiteral("window/startPage");
constexpr int sideMargin = 64, widest = 1312, heroHeight = 280, heroPadding = 48, listed = 4;
constexpr QSize cardPicture(205, 120);

struct Example {
    const char* file;
    QString title, line;
};

/// Those with the most to see first.
std::vector<Example> examplesToShow() {
    return {
        {"four_bar_driven", StartPage::tr("Four-bar"), StartPage::tr("A loop that turns")},
        {"slider_crank", StartPage::tr("Slider-crank"), StartPage::tr("From turning to pushing")},
        {"walker", StartPage::tr("Jansen's walker"), StartPage::tr("Two legs on one crank")},
        {"double_pendulum", StartPage::tr("Double pendulum"), StartPage::tr("Chaos in two bars")},
        {"chain_128", StartPage::tr("Hanging chain"),
         StartPage::tr("128 links, divide and conquer")},
        {"robot_arm", StartPage::tr("Robot arm"), StartPage::tr("Six axes in space")}};
}

QString dayText(const QDateTime& time) {
    const qint64 days = time.date().daysTo(QDate::currentDate());
    if (days == 0) return StartPage::tr("today, %1").arg(time.toString("HH:mm"));
    if (days == 1) return StartPage::tr("yesterday");
    return time.toString(days < 7 ? "dddd" : "d MMMM");
}

QString folderText(const QString& file) {
    QString folder = QFileInfo(file).absolutePath();
    if (folder.startsWith(QDir::homePath())) folder.replace(0, QDir::homePath().size(), "~");
    return folder;
}

QWidget* heading(const QString& text, QPushButton* all) {
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(text);
    title->setFont(textFont(TextSize::Title, title->font()));
    row->addWidget(title);
    row->addStretch(1);
    if (all) row->addWidget(all);
    return line;
}

QPushButton* linkButton(const QString& text) {
    auto* button = new QPushButton(text);
    button->setProperty("role", "link");
    return button;
}

/// The card at the top of the page with a four-bar at its right.
class Hero final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        const ThemeColors& colors = themeColors(isDark(palette()));
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QLinearGradient ground(0, 0, 0, height());
        ground.setColorAt(0.0, colors.sceneTop);
        ground.setColorAt(1.0, colors.sceneBottom);
        painter.setPen(colors.hair);
        painter.setBrush(ground);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metric::cardRadius,
                                metric::cardRadius);
        paintGrid(painter, colors);
        const QRectF picture(0.55 * width(), 24, 0.4 * width(), height() - 48);
        paintFourBar(painter, picture, colors, 1.0, false);
    }

private:
    /// Dots with a cross at each eighth, as on a drawing; they fade out towards the words.
    void paintGrid(QPainter& painter, const ThemeColors& colors) const {
        constexpr double spacing = 11.0, arm = 3.5;
        const double from = 0.4 * width(), all = 0.6 * width();
        for (int row = 1; row * spacing < height() - 1; ++row)
            for (int column = 1; column * spacing < width() - 1; ++column) {
                const QPointF at(column * spacing, row * spacing);
                const double shown = std::min((at.x() - from) / (all - from), 1.0);
                if (shown <= 0.0) continue;
                const bool cross = column % 8 == 4 && row % 8 == 4;
                painter.setPen(QPen(faded(colors.hatch, (cross ? 0.6 : 0.35) * shown), 1.0));
                if (cross) {
                    painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0));
                    painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm));
                } else {
                    painter.drawPoint(at);
                }
            }
    }
};

}  // namespace

bool startsWithPage() { return QSettings().value(pageKey, true).toBool(); }

StartPage::StartPage(Workspace& workspace, Host& host, QWidget* parent)
    : QWidget(parent), workspace_(workspace), host_(host) {
    setObjectName("startPage");
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget;
    auto* sides = new QHBoxLayout(page);
    sides->setContentsMargins(sideMargin / 2, 24, sideMargin / 2, 16);
    auto* content = new QWidget;
    content->setMaximumWidth(widest);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metric::rowGap);
    sides->addWidget(content);
    column->addWidget(makeHero());
    column->addSpacing(metric::sectionGap);
    addExamples(*column);
    lists_ = new QGridLayout;
    lists_->setHorizontalSpacing(56);
    column->addLayout(lists_);
    column->addStretch(1);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(makeFooter());
}

QWidget* StartPage::makeHero() {
    auto* hero = new Hero;
    hero->setFixedHeight(heroHeight);
    auto* title = new QLabel(tr("Draw a mechanism.\nWatch it move."));
    title->setFont(textFont(TextSize::Hero, title->font()));
    auto* line =
        new QLabel(tr("Many formulations of the same equations, side by side, whenever you "
                      "want to see how it is computed."));
    line->setWordWrap(true);
    line->setFont(scaledFont(line->font(), 1.15));
    line->setForegroundRole(QPalette::PlaceholderText);
    line->setMaximumWidth(540);
    auto* draw = new QPushButton(tr("Start drawing"));
    draw->setObjectName("startDrawing");
    draw->setProperty("role", "primary");
    auto* open = new QPushButton(themedIcon("open"), tr("Open a file…"));
    open->setProperty("role", "secondary");
    for (QPushButton* button : {draw, open}) button->setMinimumHeight(40);
    connect(draw, &QPushButton::clicked, this, &StartPage::drawingWanted);
    connect(open, &QPushButton::clicked, host_.actions.open, &QAction::trigger);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addWidget(draw);
    buttons->addWidget(open);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(hero);
    column->setContentsMargins(heroPadding, 24, heroPadding, 24);
    column->addStretch(1);
    column->addWidget(title);
    column->addSpacing(6);
    column->addWidget(line);
    column->addSpacing(18);
    column->addLayout(buttons);
    column->addStretch(1);
    return hero;
}

void StartPage::addExamples(QBoxLayout& column) {
    const QStringList files = exampleFiles();
    QPushButton* all = linkButton(tr("All %1 examples").arg(files.size()));
    connect(all, &QPushButton::clicked, host_.actions.examples, &QAction::trigger);
    column.addWidget(heading(tr("Examples"), all));
    QStringList paths;
    std::vector<Example> shown;
    for (const Example& example : examplesToShow()) {
        const QString name = QLatin1String(example.file) + QStringLiteral(".momentree.json");
        const auto file = std::ranges::find_if(
            files, [&](const QString& path) { return QFileInfo(path).fileName() == name; });
        if (file == files.end()) continue;
        paths << *file;
        shown.push_back(example);
    }
    auto* cards = new CardList(workspace_.catalogue, paths, cardPicture, 1);
    for (std::size_t k = 0; k < shown.size(); ++k)
        cards->name(static_cast<int>(k), shown[k].title, shown[k].line);
    cards->setObjectName("startExamples");
    cards->setAccessibleName(tr("Examples"));
    cards->setFixedHeight(cards->cardSize().height() + 2 * cards->frameWidth() + 2);
    cards->setFlow(QListView::LeftToRight);
    cards->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    cards->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(cards, &CardList::chosen, &host_.files, &FileCommands::open);
    cards->endFlush();
    column.addWidget(cards);
}

QWidget* StartPage::makeFooter() {
    auto* footer = new QWidget;
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 4, 12, 4);
    auto* show = new QCheckBox(tr("Show this page at the start"));
    show->setObjectName("showStartPage");
    show->setChecked(startsWithPage());
    connect(show, &QCheckBox::toggled, this, [](bool on) { QSettings().setValue(pageKey, on); });
    auto* version = new QLabel(QStringLiteral("Momentree " MOMENTREE_VERSION));
    version->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(show);
    row->addStretch(1);
    row->addWidget(version);
    return footer;
}

void StartPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fillLists();
}

/// Lessons at the left, recent files at the right; without recent files the lessons alone.
void StartPage::fillLists() {
    delete rows_;
    rows_ = new QWidget;
    auto* grid = new QGridLayout(rows_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(56);
    grid->setVerticalSpacing(0);
    const QList<LessonEntry> lessons = allLessons();
    QPushButton* all = linkButton(tr("All %1 lessons").arg(lessons.size()));
    connect(all, &QPushButton::clicked, this, [this] { Q_EMIT lessonWanted({}); });
    grid->addWidget(heading(tr("Lessons"), all), 0, 0);
    int row = 1;
    for (const LessonEntry& entry : lessons) {
        if (!entry.lesson || row > listed) continue;
        const LessonProgress progress = progressOf(entry.name());
        const auto steps = static_cast<int>(entry.lesson->steps.size());
        auto* line = new StartRow(
            {.badge = QString::number(row),
             .title = QString::fromStdString(entry.lesson->title),
             .below = {},
             .right = progress.done       ? tr("done")
                      : progress.step > 0 ? tr("page %1 of %2").arg(progress.step + 1).arg(steps)
                                          : tr("%1 min").arg(entry.lesson->minutes),
             .done = progress.done},
            rows_);
        connect(line, &StartRow::clicked, this,
                [this, folder = entry.folder] { Q_EMIT lessonWanted(folder); });
        grid->addWidget(line, row++, 0);
    }
    const QStringList recent = recentFiles().mid(0, listed);
    if (!recent.isEmpty()) grid->addWidget(heading(tr("Recent"), nullptr), 0, 1);
    row = 1;
    for (const QString& file : recent) {
        auto* line = new StartRow({.badge = {},
                                   .title = QFileInfo(file).fileName().section('.', 0, 0),
                                   .below = folderText(file),
                                   .right = dayText(lastOpened(file)),
                                   .done = false},
                                  rows_);
        connect(line, &StartRow::clicked, this, [this, file] { host_.files.open(file); });
        grid->addWidget(line, row++, 1);
    }
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, recent.isEmpty() ? 0 : 1);
    lists_->addWidget(rows_, 0, 0);
}

}  // namespace momentree::app
