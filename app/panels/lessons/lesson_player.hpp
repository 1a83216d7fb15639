// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/panels/lessons/lesson_folders.hpp"
#include "app/panels/lessons/lesson_runs.hpp"
#include "app/panels/lessons/lesson_stage.hpp"
#include "app/panels/lessons/lesson_work.hpp"

namespace momentree::app {

/// A learner's progress in a lesson: step, answers, results. Independent of widgets; the view
/// displays it.
class LessonPlayer final : public QObject {
    Q_OBJECT
public:
    LessonPlayer(std::shared_ptr<const Catalogue> catalogue, LessonStage& stage,
                 QObject* parent = nullptr);

    /// Continues at the saved step. Returns false if the user wants to keep the current model.
    bool start(const LessonEntry& entry);
    void leave();
    bool active() const { return lesson_.has_value(); }
    const Lesson& lesson() const { return *lesson_; }
    const QString& name() const { return name_; }
    int index() const { return index_; }
    const LessonStep& step() const { return lesson_->steps[static_cast<std::size_t>(index_)]; }
    int stepCount() const { return static_cast<int>(lesson_->steps.size()); }

    /// The next action: answer, run, next step, end.
    enum class Next { Answer, Run, Wait, Step, Finish };
    Next next() const;
    void goOn();
    void goBack();
    void goTo(int index);

    void answer(int choice);
    std::optional<int> chosen() const;  ///< -1: skipped
    /// The prediction of this step or before it; null if there is none.
    const LessonStep* prediction() const;
    std::optional<int> predicted() const;  ///< the choice made there, as `chosen`
    /// Whether the runs that decide the prediction have been computed; it is fixed then.
    bool revealed() const;
    QString value(const Control& control) const;
    void setValue(const Control& control, const QString& value);
    void run();
    bool busy() const { return runs_.busy(); }
    double progress() const { return progress_; }

    /// Names of the runs compared by the current step, and their results; null before they are
    /// computed.
    std::vector<std::string> compared() const;
    const LessonResults* results() const;
    const std::string& shown() const { return shown_; }
    void show(const std::string& run);

    using Verdict = LessonVerdict;
    std::vector<Verdict> verdicts() const;
    bool solved() const;
    /// Values of a control that were run in this step, in order.
    struct Attempt {
        QString value;
        bool solved = false;
    };
    std::vector<Attempt> attempts(const Control& control) const;
    int attempts() const;
    /// What has been done so far, for a report.
    LessonWork work() const { return {*lesson_, chosen_, results_, tried_}; }

    /// Computes the runs of a claim and compares.
    void check(const std::string& claim);
    struct Finding {
        std::optional<double> measured;  ///< none while the runs are computed
        bool holds = false;
    };
    const Finding* finding(const std::string& claim) const;  ///< null: not checked
    /// A table entry for a run, without the unit; "–" if it cannot be measured.
    QString measured(const LessonColumn& column, const std::string& run) const;
    QStringList problems() const { return problems_; }

Q_SIGNALS:
    void stepChanged();
    void changed();  ///< answers, values, results or checked claims
    void progressed();
    void finishing();  ///< the last step is done; followed by `left`
    void left();

private:
    int experimentStep() const;  ///< the step with the current runs, -1 if none
    std::vector<LessonRuns::Order> orders(int step) const;
    std::vector<std::pair<std::string, std::string>> changes(int step) const;
    int predictionStep() const;  ///< -1 if none
    bool everythingSolved() const;
    void enter();
    void take(const LessonResults& results);
    void takeChecked(const LessonResults& results);
    void stageRun(bool playing);

    std::shared_ptr<const Catalogue> catalogue_;
    LessonStage& stage_;
    LessonRuns runs_, checks_;
    std::optional<Lesson> lesson_;
    QString name_;
    int index_ = 0;
    int runningStep_ = -1;
    double progress_ = 0.0;
    std::map<int, int> chosen_;                              ///< by step
    std::map<std::pair<int, std::string>, QString> values_;  ///< by step and control
    std::map<int, LessonResults> results_;                   ///< by step
    std::set<int> revealed_;                                 ///< steps with predictions
    std::map<int, std::vector<LessonAttempt>> tried_;        ///< by step
    std::map<std::string, Finding> findings_;                ///< by claim
    std::string checking_;
    std::string shown_;
    /// The content of the scene: run, changes, and whether its comparison is available.
    std::optional<std::tuple<std::string, std::vector<std::pair<std::string, std::string>>, bool>>
        staged_;
    QStringList problems_;
};

/// The setting or parameter changed by a control.
const std::string& nameOf(const Control& control);

}  // namespace momentree::app
