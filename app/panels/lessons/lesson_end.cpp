// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_end.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/base/page_view.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/lessons/lesson_player.hpp"

namespace momentree::app {
namespace {

constexpr int endMargin = 12;

QString predictionPart(const LessonPlayer& player) {
    const LessonStep* step = player.prediction();
    if (!step) return {};
    const auto filledIn = [&](const std::string& text) {
        return QString::fromStdString(withClaims(text, player.lesson()));
    };
    const auto answer = [&](int k) { return step->answers[static_cast<std::size_t>(k)]; };
    const int chosen = player.predicted().value_or(-1);
    QStringList parts{LessonEnd::tr("### Prediction")};
    if (chosen >= 0)
        parts << LessonEnd::tr("**You predicted:** %1").arg(filledIn(answer(chosen).text)) +
                     (chosen == step->right ? "\u00a0\u00a0**✓**" : "\u00a0\u00a0**✗**");
    else
        parts << LessonEnd::tr("You made no prediction.");
    parts << LessonEnd::tr("**Found:** %1").arg(filledIn(answer(step->right).text))
          << filledIn(answer(step->right).feedback);
    return parts.join("\n\n");
}

QString taskPart(const LessonPlayer& player) {
    if (player.step().kind != LessonStep::Kind::Task) return {};
    QStringList parts{LessonEnd::tr("### Your turn")};
    parts << (player.solved()
                  ? LessonEnd::tr("Solved. Attempts: %1.")
                  : LessonEnd::tr(
                        "Not solved yet. Attempts: %1. Open the lesson again to try other "
                        "values."))
                 .arg(player.attempts());
    QStringList rows;
    for (const LessonPlayer::Verdict& verdict : player.verdicts())
        rows << QStringLiteral("%1 %2: %3 (%4)")
                    .arg(verdict.met ? QStringLiteral("✓") : QStringLiteral("✗"), verdict.label,
                         verdict.value, verdict.goal);
    return (parts + rows).join("\n\n");
}

}  // namespace

LessonEnd::LessonEnd(QWidget* parent) : QWidget(parent) {
    title_ = new QLabel(this);
    title_->setObjectName("lessonEndTitle");
    title_->setWordWrap(true);
    title_->setMargin(endMargin);
    page_ = new PageView(this);
    page_->setObjectName("lessonEndPage");
    page_->setAccessibleName(tr("Summary of the lesson"));
    list_ = new QPushButton(tr("All lessons"), this);
    list_->setObjectName("lessonEndList");
    report_ = new QPushButton(tr("Lab report…"), this);
    report_->setObjectName("lessonReport");
    report_->setToolTip(tr("A page to hand in: predictions, runs, figures, attempts"));
    next_ = new QPushButton(tr("Next lesson"), this);
    next_->setObjectName("lessonFollowing");
    next_->setDefault(true);
    connect(list_, &QPushButton::clicked, this, &LessonEnd::listWanted);
    connect(report_, &QPushButton::clicked, this, [this] { Q_EMIT reportWanted(work_); });
    connect(next_, &QPushButton::clicked, this, [this] { Q_EMIT nextWanted(following_); });
    auto* row = new QHBoxLayout;
    row->setContentsMargins(endMargin, 8, endMargin, 10);
    row->setSpacing(8);
    row->addWidget(list_);
    row->addWidget(report_);
    row->addStretch(1);
    row->addWidget(next_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title_);
    layout->addWidget(page_, 1);
    layout->addLayout(row);
}

void LessonEnd::sumUp(const LessonPlayer& player) {
    work_ = player.work();
    title_->setText(QString::fromStdString(player.lesson().title));
    QStringList parts{predictionPart(player), taskPart(player)};
    parts.removeAll(QString());
    offerNext(player.name());
    if (following_.lesson)
        parts << tr("### Next: %1").arg(QString::fromStdString(following_.lesson->title)) + "\n\n" +
                     QString::fromStdString(following_.lesson->teaches);
    page_->setPage(parts.join("\n\n"),
                   {QString::fromStdString(player.lesson().folder) + "/formulas"});
}

void LessonEnd::offerNext(const QString& after) {
    following_ = {};
    const QList<LessonEntry> all = allLessons();
    for (qsizetype k = 0; k + 1 < all.size(); ++k)
        if (all[k].name() == after) following_ = all[k + 1];
    next_->setVisible(following_.lesson.has_value());
}

void LessonEnd::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    title_->setFont(textFont(TextSize::Title, font()));
    (next_->isHidden() ? list_ : next_)->setFocus();
}

}  // namespace momentree::app
