// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "app/panels/analyses/inquiry.hpp"
#include "app/panels/analyses/pose_stage.hpp"

class QFrame;
class QHBoxLayout;
class QLabel;
class QLayout;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QToolButton;
class QVBoxLayout;

namespace momentree::app {

class Workspace;

/// The answer to one question about the mechanism. Computes on another thread when it is shown.
/// After a change of the model it follows if it was found quickly, as while a slider moves;
/// otherwise it stays, marked as out of date.
class Answer : public QWidget {
    Q_OBJECT
public:
    Answer(AnalysisKind kind, Workspace& workspace, PoseStage& stage, const QString& title);

    /// Also follows what Qt tells the widget, which says nothing of tabs.
    void setShown(bool shown);
    void compute();
    void showTitle(bool shown);  ///< not where the dock has one
    void cancel();               ///< the computation; what was found before is gone
    bool computing() const { return computing_; }
    bool isOutOfDate() const { return outcome_ && !isCurrent(); }
    /// What was found last; null if nothing was.
    const std::shared_ptr<const Outcome>& outcome() const { return outcome_; }
    QString problem() const;  ///< why nothing was found
    /// Writes the table (.csv) or the results (.json) as `momentree analyse` does. Returns false
    /// with an error message in `why`.
    bool exportTo(const QString& path, QString* why) const;

Q_SIGNALS:
    void answered();  ///< with an outcome or a problem

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    virtual void present() = 0;    ///< the new outcome
    virtual void showPoses() = 0;  ///< in the picture, if no run moves there
    virtual bool released() const { return false; }
    /// Adds what the panel asks further; returns what is missing, otherwise nothing.
    virtual QString ask(Inquiry&) const { return {}; }
    void markOutOfDate();  ///< something else than the model has changed

    Workspace& workspace_;
    PoseStage& stage_;
    QLabel *title_, *subtitle_, *remark_;
    QHBoxLayout* head_;  ///< before the button for export
    QVBoxLayout* body_;

private:
    void makeStrip();
    void followModel(bool fresh);
    void begin(bool keepShown);
    void finish(Result<std::shared_ptr<const Outcome>> found);
    void showStrip();
    QWidget* makeMessage();
    void say(const QString& text);
    void showProgress();
    void take(Result<std::shared_ptr<const Outcome>> found);
    bool isCurrent() const;
    void askForFile();

    AnalysisKind kind_;
    QStackedWidget* pages_;
    QLabel* message_;
    QProgressBar* progress_;
    QPushButton *cancel_, *retry_;
    QTimer follow_;  ///< of a computation that takes more than a moment
    struct Underway;
    std::shared_ptr<Underway> underway_;
    QFrame* strip_;
    QToolButton* export_;
    std::shared_ptr<const Outcome> outcome_;
    std::shared_ptr<const Model> asked_;  ///< the model of the outcome or the problem, as drawn
    bool shown_ = false, computing_ = false;
    bool again_ = false;    ///< asked anew while computing
    bool quick_ = false;    ///< the last answer was found within two seconds
    bool follows_ = false;  ///< what is computed replaces an answer that stays on screen
    QElapsedTimer clock_;   ///< since the computation began
};

/// Cells of a table for reading, with angles in the unit of the settings.
QTableWidget* makeTable(const TextTable& table, QWidget* parent);

}  // namespace momentree::app
