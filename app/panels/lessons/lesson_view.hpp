// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/panels/lessons/lesson_player.hpp"
#include "app/poll/poll.hpp"

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace momentree::app {

class LessonChart;
class PageView;
class StepMarks;

/// The page of the current step: text, then the interactive part, with back and next below.
class LessonView final : public QWidget {
    Q_OBJECT
public:
    explicit LessonView(LessonPlayer& player, QWidget* parent = nullptr);
    /// Marks the current time in the charts.
    void setShownTime(double seconds);
    PageView& page() { return *page_; }

Q_SIGNALS:
    void closeWanted();
    void projectorWanted();
    void timePicked(double seconds);
    void pollWanted(const momentree::app::PollQuestion& question, int right);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeHead(QVBoxLayout* layout);
    void makeFoot(QVBoxLayout* layout);
    void styleTitle();
    void showStep();
    void fill();
    void showPage();
    void fillPrediction();
    void askClass();
    void fillOutcome();
    void addFeedback(const QString& markdown);
    void fillControls();
    void fillRuns();
    void fillCharts();
    void fillTable();
    void fillVerdicts();
    void followProgress();
    QString focusedPart() const;
    void labelNext();
    void add(QWidget* widget);
    QString filled(const std::string& text) const;
    QString feedback() const;

    LessonPlayer& player_;
    QLabel* title_ = nullptr;
    QToolButton* notes_ = nullptr;
    StepMarks* marks_;
    PageView* page_;
    QScrollArea* scroll_;
    QWidget* body_ = nullptr;  ///< the interactive part; rebuilt after changes
    QVBoxLayout* bodyLayout_ = nullptr;
    QVBoxLayout* content_;
    QProgressBar* progress_;
    QPushButton *back_, *next_;
    bool backToNext_ = false;  ///< the focus, when `next_` is enabled again
    QList<LessonChart*> charts_;
};

}  // namespace momentree::app
