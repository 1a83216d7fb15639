// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QButtonGroup;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace momentree::app {

/// Ten questions to answer before the lessons and again after them. The answers stay in the
/// settings of this computer; the right ones appear after the second time.
class LessonQuestions final : public QDialog {
    Q_OBJECT
public:
    static constexpr int count = 10, answers = 3;
    explicit LessonQuestions(QWidget* parent = nullptr);

    static int right(int question);  ///< number of the right answer, from 0

private:
    enum class Stage { Before, After, Result };
    Stage stage() const;
    void fill();
    void ask(QVBoxLayout* column);
    void compare(QVBoxLayout* column);
    void keep();
    void erase();
    void follow();

    QLabel* head_;
    QScrollArea* scroll_;
    QPushButton *keep_, *erase_;
    QList<QButtonGroup*> groups_;
};

}  // namespace momentree::app
