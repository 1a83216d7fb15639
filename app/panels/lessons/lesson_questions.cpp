// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_questions.hpp"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QMessageBox>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

struct Question {
    const char* text;
    const char* answers[LessonQuestions::answers];
    int right;
    int lesson;  ///< that shows it
};

#define TEXT(text) QT_TRANSLATE_NOOP("momentree::app::LessonQuestions", text)
constexpr Question questions[LessonQuestions::count] = {
    {TEXT("A loop is closed by equations for accelerations only. What happens to its opening?"),
     {TEXT("It stays at rounding."), TEXT("It grows with time."),
      TEXT("It oscillates about zero.")},
     1,
     2},
    {TEXT("A method solves for positions that satisfy the constraints (index 3). What about the "
          "velocities?"),
     {TEXT("They violate the constraints unless they are projected."),
      TEXT("They satisfy the constraints as well as the positions do."),
      TEXT("They are not needed.")},
     0,
     3},
    {TEXT("A planar parallelogram linkage is modelled in space with four revolute joints. What "
          "is true?"),
     {TEXT("It cannot move."), TEXT("All its reactions are determined."),
      TEXT("Some constraints are redundant and some reactions not determined.")},
     2,
     6},
    {TEXT("What does a symplectic method do with the energy of a pendulum over a long time?"),
     {TEXT("Its error stays bounded."), TEXT("It keeps the energy exactly."),
      TEXT("It loses energy slowly.")},
     0,
     13},
    {TEXT("A method of order 4 runs with half the step. The error of a position becomes"),
     {TEXT("half as large."), TEXT("about 1/4."), TEXT("about 1/16.")},
     2,
     1},
    {TEXT("A chain has twice as many links. What happens to the time of a step of a recursion of "
          "order n?"),
     {TEXT("It doubles."), TEXT("It grows fourfold."), TEXT("It grows eightfold.")},
     0,
     5},
    {TEXT("A matrix has the condition number 10⁶, and numbers have 7 digits. About how many digits "
          "of "
          "a solution are right in the worst case?"),
     {TEXT("7"), TEXT("1"), TEXT("6")},
     1,
     12},
    {TEXT("In single precision the step becomes smaller and smaller. The error"),
     {TEXT("falls first and then rises again."), TEXT("falls until it is zero."),
      TEXT("does not depend on the step.")},
     0,
     8},
    {TEXT("Divide and conquer on two processors is compared with the best recursion on one. For a "
          "short chain"),
     {TEXT("it is twice as fast."), TEXT("it always takes half as long per body."),
      TEXT("it can be slower, because it does more work.")},
     2,
     5},
    {TEXT("An accelerator computes a step in 1 µs, a register access takes 0.25 µs, and a step "
          "needs 100 of them. What limits the speed?"),
     {TEXT("The arithmetic."), TEXT("The accesses to registers."), TEXT("The memory.")},
     1,
     9},
};
#undef TEXT

constexpr const char* beforeKey = "questions/before";
constexpr const char* afterKey = "questions/after";

/// The kept answers; empty if there are none, or not ten that exist.
QList<int> kept(const char* key) {
    QList<int> found;
    for (const QVariant& value : QSettings().value(key).toList()) {
        bool number = false;
        found << value.toInt(&number);
        if (!number || found.back() < 0 || found.back() >= LessonQuestions::answers) return {};
    }
    return found.size() == LessonQuestions::count ? found : QList<int>();
}

int rightOf(const QList<int>& chosen) {
    int sum = 0;
    for (int k = 0; k < LessonQuestions::count; ++k) sum += chosen[k] == LessonQuestions::right(k);
    return sum;
}

}  // namespace

int LessonQuestions::right(int question) { return questions[question].right; }

LessonQuestions::LessonQuestions(QWidget* parent) : QDialog(parent) {
    setObjectName("lessonQuestions");
    setWindowTitle(tr("Ten questions"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(620, 640);
    head_ = new QLabel(this);
    head_->setObjectName("questionsHead");
    head_->setWordWrap(true);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    keep_ = buttons->addButton(tr("Keep answers"), QDialogButtonBox::ActionRole);
    keep_->setObjectName("questionsKeep");
    erase_ = buttons->addButton(tr("Erase answers"), QDialogButtonBox::ResetRole);
    erase_->setObjectName("questionsErase");
    erase_->setAutoDefault(false);
    keep_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(head_);
    layout->addWidget(scroll_, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(keep_, &QPushButton::clicked, this, &LessonQuestions::keep);
    connect(erase_, &QPushButton::clicked, this, &LessonQuestions::erase);
    fill();
}

LessonQuestions::Stage LessonQuestions::stage() const {
    if (kept(beforeKey).isEmpty()) return Stage::Before;
    return kept(afterKey).isEmpty() ? Stage::After : Stage::Result;
}

void LessonQuestions::fill() {
    groups_.clear();
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const Stage now = stage();
    if (now == Stage::Result)
        compare(column);
    else
        ask(column);
    column->addStretch(1);
    scroll_->setWidget(page);
    keep_->setVisible(now != Stage::Result);
    erase_->setVisible(now != Stage::Before);
    if (now == Stage::Before)
        head_->setText(
            tr("Before the lessons: what do you expect? The answers stay on this "
               "computer. The right ones appear when you have answered again after "
               "the lessons."));
    else if (now == Stage::After)
        head_->setText(tr("The answers from before are kept. After the lessons, answer again."));
    else
        head_->setText(tr("Right before the lessons: %1 of %3. After them: %2 of %3.")
                           .arg(rightOf(kept(beforeKey)))
                           .arg(rightOf(kept(afterKey)))
                           .arg(count));
    follow();
}

void LessonQuestions::ask(QVBoxLayout* column) {
    for (int k = 0; k < count; ++k) {
        auto* text = new QLabel(QStringLiteral("%1. %2").arg(k + 1).arg(tr(questions[k].text)));
        text->setWordWrap(true);
        text->setFont(strongFont(font()));
        column->addWidget(text);
        auto* group = new QButtonGroup(column->parentWidget());
        for (int a = 0; a < answers; ++a) {
            auto* button = new QRadioButton(tr(questions[k].answers[a]));
            button->setObjectName(QStringLiteral("question%1answer%2").arg(k + 1).arg(a + 1));
            button->setAccessibleDescription(text->text());
            group->addButton(button, a);
            column->addWidget(button);
        }
        connect(group, &QButtonGroup::idClicked, this, &LessonQuestions::follow);
        groups_ << group;
    }
}

void LessonQuestions::compare(QVBoxLayout* column) {
    const QList<int> before = kept(beforeKey), after = kept(afterKey);
    const auto mark = [](bool met) { return met ? QStringLiteral("✓") : QStringLiteral("✗"); };
    for (int k = 0; k < count; ++k) {
        const Question& question = questions[k];
        auto* text = new QLabel(
            QStringLiteral("<b>%1. %2</b><br>").arg(k + 1).arg(tr(question.text)) +
            tr("Before: %1 %2")
                .arg(mark(before[k] == question.right), tr(question.answers[before[k]])) +
            "<br>" +
            tr("After: %1 %2")
                .arg(mark(after[k] == question.right), tr(question.answers[after[k]])) +
            "<br>" +
            tr("Right: %1 See lesson %2.")
                .arg(tr(question.answers[question.right]))
                .arg(question.lesson));
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        column->addWidget(text);
    }
}

void LessonQuestions::follow() {
    keep_->setEnabled(std::ranges::all_of(
        groups_, [](const QButtonGroup* group) { return group->checkedId() >= 0; }));
}

void LessonQuestions::keep() {
    QVariantList chosen;
    for (const QButtonGroup* group : groups_) chosen << group->checkedId();
    QSettings().setValue(stage() == Stage::Before ? beforeKey : afterKey, chosen);
    fill();
}

void LessonQuestions::erase() {
    QMessageBox box(QMessageBox::Question, tr("Erase answers"),
                    tr("Erase your answers to the ten questions?"), QMessageBox::Cancel, this);
    const QAbstractButton* yes = box.addButton(tr("Erase answers"), QMessageBox::DestructiveRole);
    box.exec();
    if (box.clickedButton() != yes) return;
    QSettings().remove(beforeKey);
    QSettings().remove(afterKey);
    fill();
}

}  // namespace momentree::app
