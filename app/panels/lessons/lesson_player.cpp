// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_player.hpp"

#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr int shownDigits = 3;

bool hasRuns(const LessonStep& step) {
    return step.kind == LessonStep::Kind::Run || step.kind == LessonStep::Kind::Task;
}

QString withUnit(double value, const std::string& unit) {
    const QString text = QString::fromStdString(readableNumber(value, shownDigits));
    return unit.empty() ? text : text + QChar(0x00A0) + QString::fromStdString(unit);
}

QString goalOf(const Condition& condition) {
    QStringList parts;
    if (condition.above)
        parts << LessonPlayer::tr("more than %1").arg(withUnit(*condition.above, condition.unit));
    if (condition.below)
        parts << LessonPlayer::tr("less than %1").arg(withUnit(*condition.below, condition.unit));
    return parts.join(LessonPlayer::tr(" and "));
}

}  // namespace

const std::string& nameOf(const Control& control) {
    return control.setting.empty() ? control.parameter : control.setting;
}

LessonPlayer::LessonPlayer(std::shared_ptr<const Catalogue> catalogue, LessonStage& stage,
                           QObject* parent)
    : QObject(parent), catalogue_(catalogue), stage_(stage), runs_(catalogue), checks_(catalogue) {
    connect(&runs_, &LessonRuns::finished, this, &LessonPlayer::take);
    const auto report = [this](const Diagnostics& problems) {
        for (const Diagnostic& problem : problems) problems_ << diagnosticText(problem);
        Q_EMIT changed();
    };
    connect(&runs_, &LessonRuns::failed, this, report);
    connect(&checks_, &LessonRuns::failed, this, report);
    connect(&checks_, &LessonRuns::finished, this, &LessonPlayer::takeChecked);
    connect(&runs_, &LessonRuns::progressed, this, [this](double share) {
        progress_ = share;
        Q_EMIT progressed();
    });
}

bool LessonPlayer::start(const LessonEntry& entry) {
    if (!entry.lesson) {
        stage_.tell(tr("%1 is not a valid lesson").arg(entry.name()),
                    entry.folder + QStringLiteral("/lesson.json"), entry.problems);
        return false;
    }
    if (!stage_.mayReplaceModel()) return false;
    runs_.stop();
    chosen_.clear();
    values_.clear();
    results_.clear();
    revealed_.clear();
    tried_.clear();
    checks_.stop();
    findings_.clear();
    shown_.clear();
    staged_.reset();
    lesson_ = entry.lesson;
    name_ = entry.name();
    const LessonProgress progress = progressOf(name_);
    index_ = progress.done ? 0 : std::clamp(progress.step, 0, stepCount() - 1);
    enter();
    return true;
}

void LessonPlayer::leave() {
    if (!active()) return;
    runs_.stop();
    checks_.stop();
    lesson_.reset();
    results_.clear();
    stage_.compare({});
    Q_EMIT left();
}

/// The runs of the step itself, of the preceding experiment, or of the first one.
int LessonPlayer::experimentStep() const {
    for (int k = index_; k >= 0; --k)
        if (hasRuns(lesson_->steps[static_cast<std::size_t>(k)])) return k;
    for (int k = index_; k < stepCount(); ++k)
        if (hasRuns(lesson_->steps[static_cast<std::size_t>(k)])) return k;
    return -1;
}

std::vector<std::string> LessonPlayer::compared() const {
    if (!step().runs.empty()) return step().runs;
    const int experiment = experimentStep();
    if (experiment < 0) return {};
    return lesson_->steps[static_cast<std::size_t>(experiment)].runs;
}

const LessonResults* LessonPlayer::results() const {
    const auto found = results_.find(experimentStep());
    return found == results_.end() ? nullptr : &found->second;
}

void LessonPlayer::enter() {
    runs_.stop();
    progress_ = 0.0;
    problems_.clear();
    const LessonProgress before = progressOf(name_);
    keepProgress(name_, {index_, before.done});
    const std::vector<std::string> runs = compared();
    const std::string wanted = step().shown.empty() ? shown_ : step().shown;
    const bool known = std::ranges::find(runs, wanted) != runs.end();
    shown_ = known ? wanted : runs.empty() ? std::string() : runs.front();
    const bool looks = step().kind == LessonStep::Kind::Look;
    if (looks && !results()) run();
    stageRun(results() != nullptr && looks);
    stage_.arrange(step());
    Q_EMIT stepChanged();
}

/// Shows the run in the scene unless it is there already.
void LessonPlayer::stageRun(bool playing) {
    if (shown_.empty()) return;
    const auto wanted = std::tuple(shown_, changes(experimentStep()), results() != nullptr);
    if (staged_ == wanted) return;
    staged_ = wanted;
    const auto experiment = prepare(*catalogue_, *lesson_->run(shown_), std::get<1>(wanted));
    if (!experiment) {
        stage_.tell(tr("Cannot show the model of this step"),
                    QString::fromStdString(lesson_->folder), experiment.error());
        return;
    }
    const std::vector<std::string> names = compared();
    const auto runOf = [&](const std::string& name, const LessonExperiment& what) {
        const LessonResult* result = nullptr;
        if (results())
            if (const auto found = results()->find(name); found != results()->end())
                result = &found->second;
        return LessonStage::Run{QString::fromStdString(lesson_->run(name)->label), what,
                                static_cast<int>(std::ranges::find(names, name) - names.begin()),
                                result};
    };
    stage_.show(runOf(shown_, *experiment), playing);
    std::vector<LessonStage::Run> others;
    if (results())
        for (const std::string& name : names)
            if (const auto other = results()->find(name);
                name != shown_ && other != results()->end())
                others.push_back(runOf(name, other->second.experiment));
    stage_.compare(others);
}

void LessonPlayer::show(const std::string& run) {
    if (run == shown_) return;
    shown_ = run;
    stageRun(true);
    Q_EMIT changed();
}

LessonPlayer::Next LessonPlayer::next() const {
    if (step().kind == LessonStep::Kind::Predict && !chosen()) return Next::Answer;
    if (busy()) return Next::Wait;
    if (hasRuns(step()) && !results_.contains(index_)) return Next::Run;
    return index_ + 1 < stepCount() ? Next::Step : Next::Finish;
}

void LessonPlayer::goOn() {
    if (!active()) return;
    switch (next()) {
        case Next::Answer:
            answer(-1);
            return goTo(index_ + 1);
        case Next::Run:
            return run();
        case Next::Wait:
            return;
        case Next::Step:
            return goTo(index_ + 1);
        case Next::Finish:
            if (everythingSolved()) keepProgress(name_, {0, true});
            Q_EMIT finishing();
            return leave();
    }
}

void LessonPlayer::goBack() {
    if (active() && index_ > 0) goTo(index_ - 1);
}

void LessonPlayer::goTo(int index) {
    if (!active() || index < 0 || index >= stepCount() || index == index_) return;
    index_ = index;
    enter();
}

void LessonPlayer::answer(int choice) {
    if (revealed()) return;
    chosen_[index_] = choice;
    Q_EMIT changed();
}

std::optional<int> LessonPlayer::chosen() const {
    const auto found = chosen_.find(index_);
    return found == chosen_.end() ? std::nullopt : std::optional(found->second);
}

int LessonPlayer::predictionStep() const {
    int k = index_;
    while (k >= 0 && lesson_->steps[static_cast<std::size_t>(k)].kind != LessonStep::Kind::Predict)
        --k;
    return k;
}

const LessonStep* LessonPlayer::prediction() const {
    const int step = predictionStep();
    return step < 0 ? nullptr : &lesson_->steps[static_cast<std::size_t>(step)];
}

std::optional<int> LessonPlayer::predicted() const {
    const auto found = chosen_.find(predictionStep());
    return found == chosen_.end() ? std::nullopt : std::optional(found->second);
}

bool LessonPlayer::revealed() const { return revealed_.contains(predictionStep()); }

QString LessonPlayer::value(const Control& control) const {
    const auto found = values_.find({index_, nameOf(control)});
    if (found != values_.end()) return found->second;
    return QString::fromStdString(control.choices.empty() ? numberText(control.start)
                                                          : control.choices.front());
}

void LessonPlayer::setValue(const Control& control, const QString& value) {
    if (value == this->value(control)) return;
    values_[{index_, nameOf(control)}] = value;
    results_.erase(index_);
    runs_.stop();
    Q_EMIT changed();
}

std::vector<std::pair<std::string, std::string>> LessonPlayer::changes(int index) const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const Control& control : lesson_->steps[static_cast<std::size_t>(index)].controls) {
        const auto found = values_.find({index, nameOf(control)});
        const std::string value = found != values_.end()    ? found->second.toStdString()
                                  : control.choices.empty() ? numberText(control.start)
                                                            : control.choices.front();
        all.emplace_back(nameOf(control), value);
    }
    return all;
}

/// The runs of a step with its changes, then those needed only for measurements.
std::vector<LessonRuns::Order> LessonPlayer::orders(int index) const {
    const LessonStep& experiment = lesson_->steps[static_cast<std::size_t>(index)];
    std::vector<LessonRuns::Order> all;
    std::vector<std::string> known;
    const auto add = [&](const std::string& name, bool changed) {
        if (name.empty() || std::ranges::find(known, name) != known.end()) return;
        known.push_back(name);
        using Changes = std::vector<std::pair<std::string, std::string>>;
        all.push_back({*lesson_->run(name), changed ? changes(index) : Changes{}});
    };
    for (const std::string& name : experiment.runs) add(name, true);
    const auto addOthers = [&](const Quantity& quantity) {
        for (const std::string& name : {quantity.run, quantity.minus, quantity.over})
            add(name, false);
    };
    for (const Condition& condition : experiment.conditions) addOthers(condition.quantity);
    for (const LessonStep& look : lesson_->steps) {
        if (look.kind != LessonStep::Kind::Look || experiment.kind != LessonStep::Kind::Run)
            continue;
        for (const LessonColumn& column : look.table) addOthers(column.quantity);
        for (const LessonPlot& plot : look.plots) add(plot.minus, false);
        for (const LessonGraph& graph : look.graphs) {
            for (const LessonGraph::Curve& curve : graph.curves)
                for (const std::string& name : curve.runs) add(name, false);
            addOthers(graph.x);
            addOthers(graph.y);
        }
        for (const std::string& name : look.runs) add(name, false);
    }
    // In turns, so that a change of the machine's load affects all runs.
    const std::vector<LessonRuns::Order> once = all;
    for (int repeat = 1; repeat < experiment.repeats; ++repeat)
        all.insert(all.end(), once.begin(), once.end());
    return all;
}

void LessonPlayer::run() {
    const int experiment = experimentStep();
    if (experiment < 0) return;
    problems_.clear();
    progress_ = 0.0;
    runningStep_ = experiment;
    results_.erase(experiment);
    runs_.start(orders(experiment));
    Q_EMIT changed();
}

void LessonPlayer::take(const LessonResults& results) {
    if (!active()) return;
    results_.insert_or_assign(runningStep_, results);
    for (const auto& [name, result] : results)
        if (result.failure)
            problems_ << QStringLiteral("%1: %2").arg(
                QString::fromStdString(lesson_->run(name)->label), messageText(*result.failure));
    if (step().kind == LessonStep::Kind::Task)
        tried_[index_].push_back({changes(index_), verdicts(), solved()});
    else
        revealed_.insert(predictionStep());
    staged_.reset();
    stageRun(true);
    Q_EMIT changed();
}

void LessonPlayer::check(const std::string& name) {
    const auto claim = std::ranges::find(lesson_->claims, name, &Claim::name);
    if (claim == lesson_->claims.end()) return;
    if (checks_.busy()) findings_.erase(checking_);
    checking_ = name;
    findings_[name] = {};
    std::vector<LessonRuns::Order> needed;
    for (const std::string& run :
         {claim->quantity.run, claim->quantity.minus, claim->quantity.over})
        if (!run.empty()) needed.push_back({*lesson_->run(run), {}});
    checks_.start(needed);
    Q_EMIT changed();
}

void LessonPlayer::takeChecked(const LessonResults& results) {
    const auto claim = std::ranges::find(lesson_->claims, checking_, &Claim::name);
    const auto value = measure(claim->quantity, results);
    findings_.erase(checking_);
    if (value)
        findings_[checking_] = {*value, holds(*claim, *value)};
    else
        for (const Diagnostic& problem : value.error()) problems_ << diagnosticText(problem);
    Q_EMIT changed();
}

const LessonPlayer::Finding* LessonPlayer::finding(const std::string& claim) const {
    const auto found = findings_.find(claim);
    return found == findings_.end() ? nullptr : &found->second;
}

std::vector<LessonPlayer::Attempt> LessonPlayer::attempts(const Control& control) const {
    std::vector<Attempt> all;
    if (const auto found = tried_.find(index_); found != tried_.end())
        for (const LessonAttempt& one : found->second)
            for (const auto& [name, value] : one.values)
                if (name == nameOf(control))
                    all.push_back({QString::fromStdString(value), one.solved});
    return all;
}

int LessonPlayer::attempts() const {
    const auto found = tried_.find(index_);
    return found == tried_.end() ? 0 : static_cast<int>(found->second.size());
}

bool LessonPlayer::everythingSolved() const {
    for (int k = 0; k < stepCount(); ++k) {
        if (lesson_->steps[static_cast<std::size_t>(k)].kind != LessonStep::Kind::Task) continue;
        const auto found = tried_.find(k);
        if (found == tried_.end() || std::ranges::none_of(found->second, &LessonAttempt::solved))
            return false;
    }
    return true;
}

std::vector<LessonPlayer::Verdict> LessonPlayer::verdicts() const {
    std::vector<Verdict> all;
    const auto found = results_.find(index_);
    for (const Condition& condition : step().conditions) {
        Verdict verdict{QString::fromStdString(condition.label), QStringLiteral("–"),
                        goalOf(condition)};
        if (found != results_.end())
            if (const auto value =
                    measure(condition.quantity, found->second, step().runs.front())) {
                verdict.value = withUnit(*value, condition.unit);
                verdict.met = holds(condition, *value);
            }
        all.push_back(verdict);
    }
    return all;
}

bool LessonPlayer::solved() const {
    const std::vector<Verdict> all = verdicts();
    return !all.empty() && std::ranges::all_of(all, &Verdict::met);
}

QString LessonPlayer::measured(const LessonColumn& column, const std::string& run) const {
    return results() ? measuredText(column.quantity, *results(), run) : QStringLiteral("–");
}

}  // namespace momentree::app
