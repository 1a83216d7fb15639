// SPDX-License-Identifier: Apache-2.0
// The statements of lessons are true: every number is measured in a run, and every task can be
// solved and is not solved initially.
#include <QTest>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/lessons/lesson_reader.hpp"
#include "core/lessons/measure.hpp"
#include "core/number_text.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "support/schema.hpp"
#include "support/test_main.hpp"

namespace momentree::test_lessons {
namespace {

const std::string examples = MOMENTREE_SOURCE_DIR "/resources/examples";
const std::string lessons = MOMENTREE_SOURCE_DIR "/resources/lessons";

std::string textOf(const Diagnostics& problems) {
    std::string text;
    for (const Diagnostic& problem : problems) text += toString(problem) + "\n";
    return text;
}

std::vector<std::string> lessonFolders() {
    std::vector<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(lessons))
        if (std::filesystem::exists(entry.path() / lessonFile))
            folders.push_back(entry.path().string());
    std::ranges::sort(folders);
    return folders;
}

/// A folder that contains only a lesson.json with this text.
class Written {
public:
    explicit Written(const std::string& text) {
        folder_ = std::filesystem::temp_directory_path() /
                  ("momentree-lesson-" + std::to_string(QCoreApplication::applicationPid()));
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / lessonFile) << text;
    }
    ~Written() { std::filesystem::remove_all(folder_); }
    std::string problems() const {
        const auto lesson = readLesson(folder_.string(), examples);
        return lesson ? std::string() : textOf(lesson.error());
    }
    Result<Lesson> read() const { return readLesson(folder_.string(), examples); }

private:
    std::filesystem::path folder_;
};

const char* const smallest = R"({
"version": 1, "title": "T", "teaches": "x", "minutes": 5,
"runs": [{"name": "a", "label": "A", "example": "double_pendulum", "settings": {"duration": 0.1}}],
"claims": [{"name": "loss", "run": "a", "of": "total", "take": "change", "below": 1e-3, "unit": "J"}],
"steps": [{"kind": "run", "runs": ["a"], "text": "It loses [[loss]]."}]
})";

std::string changed(const std::string& what, const std::string& to) {
    std::string text = smallest;
    const std::size_t at = text.find(what);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, what.size(), to);
}

}  // namespace

class TestLessons : public QObject {
    Q_OBJECT
    Catalogue catalogue_;

    Result<LessonResult> computed(const LessonRun& run,
                                  const std::vector<std::pair<std::string, std::string>>& changes) {
        auto experiment = prepare(catalogue_, run, changes);
        if (!experiment) return tl::unexpected(experiment.error());
        return compute(catalogue_, *std::move(experiment));
    }

    static std::set<std::string> runsOf(const Quantity& quantity) {
        std::set<std::string> runs;
        for (const std::string& run : {quantity.run, quantity.minus, quantity.over})
            if (!run.empty()) runs.insert(run);
        return runs;
    }

private slots:
    void initTestCase() {
        catalogue_.add(fpga::virtualBoardBackend({MOMENTREE_BOARD_PROGRAM, "--quiet"}));
    }
    void thereAreAtLeastTen() { QVERIFY(lessonFolders().size() >= 10); }

    void statesWhatRunsConfirm_data() {
        QTest::addColumn<QString>("folder");
        for (const std::string& folder : lessonFolders())
            QTest::newRow(std::filesystem::path(folder).filename().c_str())
                << QString::fromStdString(folder);
    }
    void statesWhatRunsConfirm() {
        QFETCH(QString, folder);
        const auto lesson = readLesson(folder.toStdString(), examples);
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        const auto good = checkLesson(*lesson, catalogue_);
        QVERIFY2(good, good ? "" : textOf(good.error()).c_str());
        QVERIFY2(std::ranges::count_if(lesson->claims,
                                       [](const Claim& claim) { return !claim.says.empty(); }) >= 2,
                 "an explanation consists of sentences that runs can refute");

        std::set<std::string> needed;
        for (const Claim& claim : lesson->claims) needed.merge(runsOf(claim.quantity));
        LessonResults results;
        for (const std::string& name : needed) {
            const auto result = computed(*lesson->run(name), {});
            QVERIFY2(result, result ? "" : textOf(result.error()).c_str());
            results.emplace(name, *result);
        }
        std::string shown;
        for (const LessonStep& step : lesson->steps) shown += textOf(step);
        for (const Claim& claim : lesson->claims) shown += claim.says;
        int wrong = 0;
        for (const Claim& claim : lesson->claims) {
            const std::string mark = "[[" + claim.name + "]]";
            QVERIFY2((shown + lesson->notes).find(mark) != std::string::npos,
                     (claim.name + " is stated nowhere").c_str());
            // A sentence is shown to learners and derived in the notes for teachers.
            if (!claim.says.empty())
                QVERIFY2(
                    shown.find(mark) != std::string::npos &&
                        lesson->notes.find("## " + mark) != std::string::npos,
                    (claim.name + " needs a place on a page and a section of the notes").c_str());
            const auto value = measure(claim.quantity, results);
            QVERIFY2(value, value ? "" : textOf(value.error()).c_str());
            if (holds(claim, *value)) continue;
            ++wrong;
            qWarning("%s: stated %s (%s), measured %s", claim.name.c_str(),
                     claimText(claim).c_str(), claimNumber(claim).c_str(),
                     numberText(*value, 7).c_str());
        }
        QCOMPARE(wrong, 0);
    }

    void tasksCanBeSolvedAndAreNotYet_data() { statesWhatRunsConfirm_data(); }
    void tasksCanBeSolvedAndAreNotYet() {
        QFETCH(QString, folder);
        const auto lesson = readLesson(folder.toStdString(), examples);
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        int tasks = 0;
        for (const LessonStep& step : lesson->steps) {
            if (step.kind != LessonStep::Kind::Task) continue;
            ++tasks;
            const auto met = [&](const LessonResults& results, QStringList* failed) {
                for (const Condition& condition : step.conditions) {
                    if (dependsOnMachine(condition.quantity.of)) continue;
                    const auto value = measure(condition.quantity, results, step.runs.front());
                    if (!value || !holds(condition, *value))
                        *failed << QString::fromStdString(
                            condition.label + ": " +
                            (value ? numberText(*value, 7) : textOf(value.error())));
                }
                return failed->isEmpty();
            };
            LessonResults others;
            for (const Condition& condition : step.conditions)
                for (const std::string& run : runsOf(condition.quantity)) {
                    const auto result = computed(*lesson->run(run), {});
                    QVERIFY2(result, result ? "" : textOf(result.error()).c_str());
                    others.insert_or_assign(run, *result);
                }
            std::vector<std::pair<std::string, std::string>> start;
            for (const Control& control : step.controls)
                start.emplace_back(
                    control.setting + control.parameter,
                    control.choices.empty() ? numberText(control.start) : control.choices.front());
            const LessonRun& run = *lesson->run(step.runs.front());
            QStringList atStart, solved;
            for (const auto& [values, failed] :
                 {std::pair(start, &atStart), std::pair(step.solution, &solved)}) {
                const auto result = computed(run, values);
                QVERIFY2(result, result ? "" : textOf(result.error()).c_str());
                LessonResults results = others;
                results.insert_or_assign(run.name, *result);
                met(results, failed);
            }
            QVERIFY2(solved.isEmpty(), qPrintable("the solution fails: " + solved.join("; ")));
            QVERIFY2(!atStart.isEmpty(), "the task is solved before anything is changed");
        }
        QVERIFY2(tasks > 0, "a lesson ends with something to do");
    }

    /// The first and the last page for a learner.
    void hasTheFormOfALesson_data() { statesWhatRunsConfirm_data(); }
    void hasTheFormOfALesson() {
        QFETCH(QString, folder);
        const auto lesson = readLesson(folder.toStdString(), examples);
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        std::vector<std::string> kinds;
        for (const LessonStep& step : lesson->steps) kinds.push_back(kindName(step.kind));
        const std::vector<std::string> form{"predict", "run", "look", "explain", "task"};
        QCOMPARE(kinds, form);
        // Polls and reports show these without formulas.
        const LessonStep& predict = lesson->steps.front();
        std::string plain = predict.page.substr(predict.page.rfind('\n') + 1);
        for (const Answer& answer : predict.answers) plain += answer.text;
        plain += predict.answers[static_cast<std::size_t>(predict.right)].feedback;
        QVERIFY2(plain.find('$') == std::string::npos, plain.c_str());
    }

    void lessonsFollowTheSchema() {
        QStringList files;
        for (const std::string& folder : lessonFolders())
            files << QString::fromStdString(folder + "/lesson.json");
        const auto problems = test::schemaProblems("lesson-1.schema.json", files);
        if (!problems) QSKIP("python3-jsonschema is not installed");
        QCOMPARE(*problems, QString());
    }
    void readsASmallLesson() {
        const Written file(smallest);
        const auto lesson = file.read();
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        QCOMPARE(withClaims(lesson->steps[0].page, *lesson),
                 std::string("It loses less than 0.001\u00a0J."));
        QVERIFY(checkLesson(*lesson, catalogue_));
    }

    void refusesByNameAndLine_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& text, const char* message) {
            QTest::newRow(name) << QString::fromStdString(text) << message;
        };
        row("unknown field", changed("\"label\": \"A\"", "\"label\": \"A\", \"colour\": 1"),
            "3: run 'a': unknown key 'colour'");
        row("unknown run", changed("\"runs\": [\"a\"]", "\"runs\": [\"b\"]"),
            "there is no run 'b'");
        row("unknown example", changed("double_pendulum", "dubble"), "there is no file");
        row("unknown claim", changed("[[loss]]", "[[gain]]"), "there is no claim 'gain'");
        row("unknown version", changed("\"version\": 1", "\"version\": 2"), "2: lesson: 'version'");
        row("unknown kind", changed("\"kind\": \"run\"", "\"kind\": \"dance\""), "5: step 1");
        row("claim without bound", changed("\"below\": 1e-3, ", ""), "4: claim 'loss'");
        row("no steps", changed("\"steps\": [", "\"steps\": [], \"minutes \": ["),
            "'steps' is missing");
        row("run like none", changed("\"example\": \"double_pendulum\"", "\"like\": \"b\""),
            "there is no run 'b'");
        row("two models", changed("\"label\": \"A\"", "\"label\": \"A\", \"model\": \"a\""),
            "give either 'example'");
        row("no JSON", "{", "not valid JSON");
    }
    void refusesByNameAndLine() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const std::string problems = Written(text.toStdString()).problems();
        QVERIFY2(problems.find(message.toStdString()) != std::string::npos, problems.c_str());
    }

    void refusesWhatTheModelDoesNotKnow_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& text, const char* message) {
            QTest::newRow(name) << QString::fromStdString(text) << message;
        };
        row("column", changed("\"of\": \"total\"", "\"of\": \"totel\""), "records no such column");
        row("setting", changed("\"duration\": 0.1", "\"durashun\": 0.1"), "durashun");
        row("value", changed("\"duration\": 0.1", "\"duration\": -1"), "duration");
        row("trace", changed("\"text\"", "\"traces\": [\"body1.tip\"], \"text\""),
            "has no marker 'body1.tip'");
        row("frame", changed("\"text\"", "\"frame\": [\"belt\"], \"text\""), "has no body 'belt'");
        row("machine", changed("\"of\": \"total\"", "\"of\": \"wall\""), "cannot be a claim");
    }
    void refusesWhatTheModelDoesNotKnow() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const Written file(text.toStdString());
        const auto lesson = file.read();
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        const auto good = checkLesson(*lesson, catalogue_);
        QVERIFY(!good);
        const std::string problems = textOf(good.error());
        QVERIFY2(problems.find(message.toStdString()) != std::string::npos, problems.c_str());
    }

    void measuresRows() {
        const Written file(smallest);
        const auto lesson = file.read();
        QVERIFY(lesson);
        const auto result = computed(lesson->runs[0], {});
        QVERIFY(result);
        LessonResults results;
        results.emplace("a", *result);
        const Recording& rows = *result->recording;
        const int column = result->layout->column("theta1");
        const auto value = [&](Take take) {
            Quantity quantity;
            quantity.run = "a";
            quantity.of = "theta1";
            quantity.take = take;
            return *measure(quantity, results);
        };
        QCOMPARE(value(Take::First), rows.at(0, column));
        QCOMPARE(value(Take::Last), rows.at(rows.size() - 1, column));
        QCOMPARE(value(Take::Change), value(Take::Last) - value(Take::First));
        Quantity crossing;  // in 0.1 s there is none
        crossing.run = "a";
        crossing.of = "theta1";
        crossing.take = Take::TimeOfSignChange;
        QVERIFY(std::isnan(*measure(crossing, results)));
        QVERIFY(value(Take::Least) <= value(Take::Mean) &&
                value(Take::Mean) <= value(Take::Greatest));
        Quantity ratio;
        ratio.run = ratio.over = "a";
        ratio.of = "steps";
        QCOMPARE(*measure(ratio, results), 1.0);
        Quantity nothing = ratio;
        nothing.of = "theta1";
        nothing.over.clear();
        nothing.minus = "a";
        QCOMPARE(*measure(nothing, results), 0.0);
        nothing.from = 5.0;
        QVERIFY(!measure(nothing, results));
    }

    void aRunLikeAnotherChangesOnlyWhatItNames() {
        const Written file(
            changed("}}],",
                    ", \"step\": 0.01}}, {\"name\": \"b\", \"label\": \"B\", \"like\": \"a\", "
                    "\"parameters\": {\"L\": 0.4}, \"settings\": {\"step\": 0.005}}],"));
        const auto lesson = file.read();
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        const LessonRun &a = lesson->runs[0], &b = lesson->runs[1];
        QCOMPARE(b.model, a.model);
        using Values = std::vector<std::pair<std::string, std::string>>;
        QVERIFY(b.parameters == (Values{{"L", "0.4"}}));
        QVERIFY(b.settings == (Values{{"duration", "0.1"}, {"step", "0.005"}}));
        QVERIFY(a.parameters.empty());
    }

    void aSentenceContainsItsNumberAndOthers() {
        const Written file(
            changed("\"unit\": \"J\"}",
                    "\"unit\": \"J\", \"says\": \"It loses %1, not [[all]].\"}, "
                    "{\"name\": \"all\", \"run\": \"a\", \"of\": \"kinetic\", \"above\": 2}"));
        const auto lesson = file.read();
        QVERIFY2(lesson, lesson ? "" : textOf(lesson.error()).c_str());
        QCOMPARE(withClaims("A. [[loss]]", *lesson),
                 std::string("A. It loses less than 0.001\u00a0J, not more than 2."));
    }

    void unitsStayWithTheirNumbers() {
        QCOMPARE(withClaims("After 20 s, 3 m/s, 5 steps and 2 masses: $t = 1 s$.", Lesson()),
                 std::string("After 20\u00a0s, 3\u00a0m/s, 5 steps and 2 masses: $t = 1 s$."));
    }
    void repeatsAreMeasuredByTheirMedian() {
        const Written file(smallest);
        const auto result = computed(file.read()->runs[0], {});
        QVERIFY(result);
        LessonResults results;
        results.emplace("a", *result).first->second.walls = {3.0, 1.0, 9.0, 2.0};
        const auto value = [&](const char* of) {
            Quantity quantity;
            quantity.run = "a";
            quantity.of = of;
            return *measure(quantity, results);
        };
        QCOMPARE(value("wall"), 2.5);
        QCOMPARE(value("wall.step"), 2.5 / static_cast<double>(result->steps));
        QCOMPARE(value("wall.spread"), 8.0 / 2.5);
        QVERIFY(dependsOnMachine("wall.spread"));
    }

    void numbersReadWell() {
        QCOMPARE(readableNumber(1.9e-7), std::string("1.9\u00a0×\u00a010⁻⁷"));
        QCOMPARE(readableNumber(1e-12), std::string("10⁻¹²"));
        QCOMPARE(readableNumber(-46.8), std::string("−46.8"));
        QCOMPARE(readableNumber(0.0), std::string("0"));
        QCOMPARE(readableNumber(2500.0, 3), std::string("2500"));  // a count of steps
        QCOMPARE(readableNumber(79747.66, 4), std::string("7.975\u00a0×\u00a010⁴"));
        QCOMPARE(readableNumber(std::nan("")), std::string("–"));
    }
};

MOMENTREE_TEST(TestLessons, Guiless)

}  // namespace momentree::test_lessons
#include "test_lessons.moc"
