// SPDX-License-Identifier: Apache-2.0
// Graded exercises: values of students, marks, and what is refused.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <set>

#include "core/exercises/grade.hpp"
#include "core/io/json.hpp"
#include "core/lessons/measure.hpp"
#include "core/visible_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_exercises {
namespace {

const std::string examples = MOMENTREE_SOURCE_DIR "/resources/examples";
const QString exercises = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/exercises/");

Exercise exerciseIn(const QString& folder) {
    auto exercise = readExercise(folder.toStdString(), examples);
    if (!exercise) qFatal("%s", toString(exercise.error().front()).c_str());
    return *std::move(exercise);
}

/// Writes JSON given with single quotation marks.
void write(const QString& path, QByteArray text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace('\'', '"'));
}

/// Id of the first problem of a submission; empty if there is none.
std::string problemOf(const Exercise& exercise, const QString& file) {
    const auto read = readSubmission(file.toStdString(), exercise);
    return read ? "" : std::string(read.error().front().message.id);
}

}  // namespace

class TestExercises final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void solutionsGetAllPoints_data() {
        QTest::addColumn<QString>("folder");
        for (const QString& name :
             QDir(exercises).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            if (QFile::exists(exercises + name + "/exercise.json"))
                QTest::newRow(qPrintable(name)) << exercises + name;
    }

    void solutionsGetAllPoints() {
        QFETCH(QString, folder);
        const Catalogue catalogue;
        const Exercise exercise = exerciseIn(folder);
        QVERIFY(checkExercise(catalogue, exercise).has_value());
        const auto solution = readSubmission((folder + "/solution.json").toStdString(), exercise);
        QVERIFY(solution.has_value());
        const Graded graded = grade(catalogue, exercise, *solution);
        for (const Mark& mark : graded.marks)
            QVERIFY2(mark.points == mark.of, (mark.label + ": " + mark.feedback).c_str());
        QVERIFY(graded.problems.empty());
        QCOMPARE(graded.of(), exercise.points());
        const auto read = readGraded(gradedItem(graded).print());
        QVERIFY(read.has_value());
        QCOMPARE(read->points(), graded.points());
        QCOMPARE(read->marks.size(), graded.marks.size());
    }

    /// The speed at the lowest point is sqrt(2 g L), for the student's own length.
    void everyStudentHasOwnValues() {
        const Catalogue catalogue;
        const Exercise exercise = exerciseIn(exercises + "swing");
        const DrawnValue& length = exercise.values.front();
        std::set<double> seen;
        for (int k = 0; k < 40; ++k) {
            const std::string student = "student " + std::to_string(k);
            const double L = drawn(length, exercise, student);
            seen.insert(L);
            QVERIFY(L >= length.from && L <= length.to + 1e-9);
            const double steps = (L - length.from) / length.step;
            QVERIFY(std::abs(steps - std::round(steps)) < 1e-9);
            QCOMPARE(drawn(length, exercise, student), L);
            QVERIFY(taskFor(exercise, student).find("[[L]]") == std::string::npos);
            if (k > 2) continue;
            const double speed = std::sqrt(2.0 * 9.81 * L);
            for (const double factor : {1.0, 1.005, 0.995, 1.02, 0.98}) {
                const Submission handed{
                    student, {{"speed", std::to_string(100 * speed * factor) + " cm/s"}}, {}, {}};
                const Graded graded = grade(catalogue, exercise, handed);
                QCOMPARE(graded.marks[0].points, std::abs(factor - 1.0) < 0.01 ? 2.0 : 0.0);
                QCOMPARE(graded.marks[1].points, 0.0);
            }
        }
        QVERIFY(seen.size() > 8);
    }

    /// FNV-1a as published: the values can be computed without the program.
    void valuesAreThoseOfThePublishedHash() {
        Exercise exercise;
        exercise.seed = "";
        const DrawnValue value{"", "", 0.0, 1e6 - 1.0, 1.0, 0};
        // "//a": the hash of the text, modulo the number of values.
        std::uint64_t hash = 14695981039346656037U;
        for (const char c : std::string("//a"))
            hash = (hash ^ static_cast<std::uint64_t>(c)) * 1099511628211U;
        QCOMPARE(drawn(value, exercise, "a"), static_cast<double>(hash % 1000000));
    }

    void answersInWrongUnitsGetNoPoints() {
        const Catalogue catalogue;
        const Exercise exercise = exerciseIn(exercises + "swing");
        const Submission handed{"a", {{"speed", "4 kg"}, {"time", "nonsense("}}, {}, {}};
        const Graded graded = grade(catalogue, exercise, handed);
        QCOMPARE(graded.points(), 0.0);
        QVERIFY(graded.marks[0].feedback.find("kg") != std::string::npos);
    }

    void mechanismOfAnotherClassLosesPoints() {
        const Catalogue catalogue;
        const Exercise exercise = exerciseIn(exercises + "crank_rocker");
        QTemporaryDir folder;
        QFile from(exercises + "crank_rocker/solution.momentree.json");
        QVERIFY(from.open(QIODevice::ReadOnly));
        // Drives the longer arm: the motion ends where the loop cannot follow.
        QByteArray model = from.readAll();
        model.replace("\"joint\": \"J1\"", "\"joint\": \"J4\"");
        write(folder.filePath("mine.momentree.json"), model);
        write(folder.filePath("s.json"), "{'student': 'a', 'model': 'mine.momentree.json'}");
        const auto handed = readSubmission(folder.filePath("s.json").toStdString(), exercise);
        QVERIFY(handed.has_value());
        const Graded graded = grade(catalogue, exercise, *handed);
        QCOMPARE(graded.points(), 0.0);
        QVERIFY(!graded.problems.empty());
    }

    void whatIsNotAskedForIsAnError() {
        const Exercise swing = exerciseIn(exercises + "swing");
        const Exercise drawn = exerciseIn(exercises + "crank_rocker");
        QTemporaryDir folder;
        const auto problem = [&](const Exercise& exercise, const QByteArray& text) {
            const QString file = folder.filePath("s.json");
            write(file, text);
            return QString::fromStdString(problemOf(exercise, file));
        };
        QCOMPARE(problem(swing, "{'student': 'a', 'answers': {'sped': 1}}"), "answer-unknown");
        QCOMPARE(problem(swing, "{'student': 'a', 'settings': {'step': 1}}"), "adjusted-unknown");
        QCOMPARE(problem(drawn, "{'student': 'a'}"), "submission-no-model");
        for (const char* nobody : {"", " ", "\\t"})
            QCOMPARE(problem(swing, QByteArray("{'student': '") + nobody + "'}"),
                     "submission-no-student");
        for (const char* name : {"../s.json", "/etc/passwd", ".", "..", "absent.json"})
            QCOMPARE(problem(drawn, QByteArray("{'student': 'a', 'model': '") + name + "'}"),
                     "submission-model");
#ifndef Q_OS_WIN  // where QFile makes no links of the file system
        QVERIFY(QFile::link("/etc/passwd", folder.filePath("link.json")));
        QCOMPARE(problem(drawn, "{'student': 'a', 'model': 'link.json'}"), "submission-model");
#endif
        for (const char* name : {"=1+1", "+1", "-1", "@x", "a\\nb", "a\\u001b[2J", "a\\u009b2J",
                                 "\\u202eanna", "a\\u200b"})
            QCOMPARE(problem(swing, QByteArray("{'student': '") + name + "'}"),
                     "submission-student");
        QCOMPARE(problem(swing, "{'student': 'علی‌رضا Zoë'}"), "");
        QVERIFY(!problem(swing, "[1, 2").isEmpty());
        QCOMPARE(problem(swing, QByteArray(1'000'001, ' ')), "submission-large");
        write(folder.filePath("anna.json"), "{'student': 'anna'}");
        QCOMPARE(problemOf(swing, folder.filePath("anna.json")), std::string());
#ifndef Q_OS_WIN
        QCOMPARE(QString::fromStdString(problemOf(swing, "/dev/zero")), "submission-kind");
        // A link could lead to what another student hands in.
        QVERIFY(QFile::link(folder.filePath("anna.json"), folder.filePath("bob.json")));
        QCOMPARE(problemOf(swing, folder.filePath("bob.json")), std::string("submission-kind"));
#endif
        QCOMPARE(problemOf(swing, folder.path()), std::string("submission-kind"));
    }

    /// A model that is handed in leads to no other file.
    void modelsAreCompleteInThemselves() {
        const Exercise drawn = exerciseIn(exercises + "crank_rocker");
        QTemporaryDir folder;
        const QString file = folder.filePath("s.json"), model = folder.filePath("mine.json");
        write(file, "{'student': 'a', 'model': 'mine.json'}");
        const auto problem = [&](const QByteArray& text) {
            write(model, text);
            return QString::fromStdString(problemOf(drawn, file));
        };
        QCOMPARE(problem("{'version': 1}"), "");
        QCOMPARE(problem("<mujoco><include file='/etc/passwd'/></mujoco>"),
                 "submission-model-format");
        QCOMPARE(problem("PK\x03\x04"), "submission-model-format");
        QCOMPARE(problem("{'version': 1, 'model_as_run': {}}"), "submission-model-format");
        const QByteArray mesh = "'shape': {'parts': [{'kind': 'mesh', 'file': '/dev/zero'}]}}]}";
        QCOMPARE(problem("{'version': 1, 'bodies': [{'name': 'b', 'mass': 1, " + mesh), "");
        QCOMPARE(problem("{'version': 1, 'bodies': [{'name': 'b', 'density': 1, " + mesh),
                 "submission-mesh");
        QFile::copy(model, folder.filePath("mine.json\n"));
        write(file, "{'student': 'a', 'model': 'mine.json\\u0000.momentree.json'}");
        QCOMPARE(problemOf(drawn, file), std::string("submission-model"));
    }

    /// The text of a setting cannot set others, which the exercise leaves as they are.
    void settingsSetNothingElse() {
        const Catalogue catalogue;
        const Exercise exercise = exerciseIn(exercises + "few_evaluations");
        for (const char* step : {"0.02, \"duration\": 0.1", "0.02\", \"duration\": \"0.1"}) {
            const Submission handed{
                "a", {}, {{"formulation", "aba"}, {"integrator", "rk4"}, {"step", step}}, {}};
            const Graded graded = grade(catalogue, exercise, handed);
            QCOMPARE(graded.points(), 0.0);
            QVERIFY(graded.problems.front().find("'step' must be a plain number") !=
                    std::string::npos);
        }
    }

    void hiddenCharactersShow() {
        QCOMPARE(visibleText("Zoë 4 µm"), std::string("Zoë 4 µm"));
        QCOMPARE(visibleText("a\n\x1b[2J\x7f"), std::string("a\\u{a}\\u{1b}[2J\\u{7f}"));
        QCOMPARE(visibleText("\xc2\x9b\xe2\x80\xae"), std::string("\\u{9b}\\u{202e}"));
        QCOMPARE(visibleText("\xe2\x80"), std::string("\xe2\x80"));
        QCOMPARE(shortText("abcdef", 6), std::string("abcdef"));
        QCOMPARE(shortText("abc\xc3\xa9", 4), std::string("abc..."));
        const auto number = JsonDocument::parse("{\"a\": " + std::string(100'000, '9') + "x}");
        QVERIFY(!number && toString(number.error().front()).size() < 300);
    }
};

MOMENTREE_TEST(TestExercises, Appless)

}  // namespace momentree::test_exercises
#include "test_exercises.moc"
