// SPDX-License-Identifier: Apache-2.0
// Grading from the command line: many submissions, and those that mean harm.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_grade {
namespace {

const QString exercises = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/exercises/");

using Ended = test::Outcome;
using test::contents;

Ended grade(const QStringList& arguments) {
    return test::run(QStringList{"grade"} + arguments, {}, 2 * test::patience);
}

/// Writes JSON given with single quotation marks.
void write(const QString& path, QByteArray text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace('\'', '"'));
}

/// Points by student.
QMap<QString, double> pointsIn(const QString& json) {
    QMap<QString, double> points;
    const QJsonObject all = QJsonDocument::fromJson(json.toUtf8()).object();
    for (const QJsonValue& one : all["submissions"].toArray())
        points[one["student"].toString()] = one["points"].toDouble();
    return points;
}

/// Equations (15) to (19), with the vectors a from the handles to the centre of mass.
const QByteArray bodyUpdate = R"(
import numpy as np


def step(node):
    m, J, s, s12 = float(node['m']), float(node['J']), node['s'], node['s12']
    r = s - s12
    a, b = np.array([s[1], -s[0], 1.0]), np.array([r[1], -r[0], 1.0])
    flat = np.diag([1.0, 1.0, 0.0]) / m
    p, q = node['p_i'] * np.array([0, 0, 1.0]), node['p_j'] * np.array([0, 0, 1.0])
    xi11, xi12, xi22 = (flat + np.outer(x, y) / J for x, y in ((a, a), (a, b), (b, b)))
    return {'xi11': xi11, 'xi12': xi12, 'xi22': xi22, 'xi10': xi11 @ p - xi12 @ q,
            'xi20': xi12.T @ p - xi22 @ q}
)";

}  // namespace

class TestCliGrade final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
#ifdef Q_OS_WIN
        const Ended ended =
            grade({exercises + "swing/solution.json", "--exercise", exercises + "swing"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains("not graded on Windows"), qPrintable(ended.err));
        QSKIP("Windows has no copies of a process");
#endif
    }
    void oneSubmission() {
        const Ended text =
            grade({exercises + "swing/solution.json", "--exercise", exercises + "swing"});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.startsWith("solution: 3 of 3 points\n"), qPrintable(text.out + text.err));
        const Ended task = grade({"--task", "anna", "--exercise", exercises + "swing"});
        QCOMPARE(task.code, 0);
        QVERIFY(task.out.startsWith("# A pendulum") && !task.out.contains("[["));
    }

    /// Steps are graded by the Python package; every submission costs its own points only.
    void stepsInPython() {
        const QFileInfo package(QFileInfo(MOMENTREE_PROGRAM).path() + "/../python/momentree");
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/usr/bin:" + path);  // the package is built for Debian's Python
        if (!package.exists() || QProcess::execute("python3", {"-c", "import numpy"}) != 0)
            QSKIP("built without the Python package, or there is no NumPy");
        qputenv("PYTHONPATH", QFileInfo(package.path()).canonicalFilePath().toUtf8());
        qputenv("PYTHONDONTWRITEBYTECODE", "1");
        const QString step = exercises + "step_body";
        QTemporaryDir folder;
        QVERIFY(QFile::copy(step + "/template.py", folder.filePath("empty.py")));
        write(folder.filePath("broken.py"), "def step(node):\n    return 1 / 0\n");
        write(folder.filePath("right.py"), bodyUpdate);
        const Ended all = grade({folder.path(), "--exercise", step, "--json"});
        QVERIFY2(all.code == 0, qPrintable(all.err));
        const auto points = pointsIn(all.out);
        QCOMPARE(points, (QMap<QString, double>{{"broken", 0.0}, {"empty", 0.0}, {"right", 1.0}}));
        QVERIFY2(all.out.contains("equation (15)") && all.out.contains("division by zero"),
                 qPrintable(all.out));
        const Ended one = grade({folder.filePath("right.py"), "--exercise", step});
        QVERIFY2(one.out.startsWith("right: 1 of 1 points\n"), qPrintable(one.out + one.err));
        QVERIFY(grade({"--task", "anna", "--exercise", step}).out.startsWith("# Body update"));
        QCOMPARE(grade({"--exercise", step, "--make", "nbgrader", "--to", folder.path()}).code, 2);
        qputenv("PYTHONPATH", "/nonexistent");
        const Ended none = grade({folder.filePath("right.py"), "--exercise", step});
        QVERIFY(none.code == 0 && !none.out.startsWith("right: 1 of"));
        qunsetenv("PYTHONPATH");
        qputenv("PATH", path);
    }

    void badUse() {
        QCOMPARE(grade({"--exercise", exercises + "swing"}).code, 2);
        QCOMPARE(grade({"absent.json", "--exercise", exercises + "swing"}).code, 2);
        QCOMPARE(grade({exercises + "swing/solution.json", "--exercise", "absent"}).code, 2);
        QTemporaryDir empty;
        QCOMPARE(grade({empty.path(), "--exercise", exercises + "swing"}).code, 2);
    }

    /// Good submissions keep their points whatever the others do.
    void hostileSubmissionsCostOnlyThemselves() {
        QTemporaryDir folder, exercise;
        write(exercise.filePath("task.md"), "Draw something.\n");
        write(exercise.filePath("exercise.json"),
              "{\n"
              "  'version': 1, 'title': 'anything', 'task': 'task.md', 'seconds': 2,\n"
              "  'runs': [{'name': 'run', 'settings': {'duration': 1, 'sample': 0.01}, 'adjust': "
              "['step']}],\n"
              "  'criteria': [{'label': 'end', 'run': 'run', 'of': 'time.end', 'above': 0.9}]\n"
              "}");
        const QByteArray good = contents(exercises + "crank_rocker/solution.momentree.json");
        write(folder.filePath("good.momentree.json"), good);
        const auto hand = [&](const QString& name, const QByteArray& model,
                              const QByteArray& settings = "{}") {
            write(folder.filePath(name + ".json"), "{'student': '" + name.toUtf8() +
                                                       "', 'model': '" + model +
                                                       "', 'settings': " + settings + "}");
        };
        hand("good", "good.momentree.json");
        hand("slow", "good.momentree.json", "{'step': 1e-9}");
        hand("outside", "../good.momentree.json");
        write(folder.filePath("deep.json"), QByteArray(100'000, '['));
        write(folder.filePath("empty.json"), "");
        write(folder.filePath("nobody.json"), "{}");
        QByteArray many = "{'version': 1, 'name': 'many', 'bodies': [";
        for (int k = 0; k < 8000; ++k)
            many += (k ? "," : "") + QByteArray("{'name':'b") + QByteArray::number(k) +
                    "','mass':1,'inertia':[1,1,1]}";
        write(folder.filePath("many.momentree.json"), many + "]}");
        hand("many", "many.momentree.json");
        write(folder.filePath("rows.momentree.json"),
              QByteArray(good).replace("\"duration\": ", "\"duration\": 1e9, \"before\": "));
        hand("rows", "rows.momentree.json");
        // A submission must not make the program connect to a board.
        write(folder.filePath("board.momentree.json"),
              QByteArray(good).replace("\"lagrange-index1\"",
                                       "\"hdca\", \"backend\": \"board:127.0.0.1:9\""));
        hand("board", "board.momentree.json");
        const Ended ended =
            grade({folder.path(), "--exercise", exercise.path(), "--json", "--jobs", "2"});
        QCOMPARE(ended.code, 0);
        const QMap<QString, double> points = pointsIn(ended.out);
        QCOMPARE(points.size(), 9);
        for (auto it = points.begin(); it != points.end(); ++it)
            if (it.key() != "many") QCOMPARE(it.value(), it.key() == "good" ? 1.0 : 0.0);
        QVERIFY(ended.out.contains("processor time"));
        QVERIFY(ended.out.contains("backend 'board:127.0.0.1:9': is unknown"));
    }

    /// What students write stays in its line, and is no order for a terminal or a spreadsheet.
    void textOfStudentsOnlyShows() {
        QTemporaryDir folder;
        write(folder.filePath("=1+1.json"), "{}");
        write(folder.filePath("s.json"),
              "{'student': 's', 'answers': {'\\u001b[2J\\u009b2J\\nanna: 3 of 3 points': 1}}");
        write(folder.filePath("t.json"),
              "{'student': 't', 'answers': {'time': '\\u001b]0;x\\u0007'}}");
        const QString table = folder.filePath("points.csv");
        const Ended ended =
            grade({folder.path(), "--exercise", exercises + "swing", "--csv", table});
        QCOMPARE(ended.code, 0);
        for (const QChar c : ended.out)
            QVERIFY2(c.isPrint() || c == '\n', qPrintable(QString::number(c.unicode())));
        QVERIFY2(ended.out.contains("\\u{1b}[2J\\u{9b}2J\\u{a}anna"), qPrintable(ended.out));
        QVERIFY(contents(table).contains("\n'=1+1,0,3,"));
    }

    /// The notebook is JSON with the task and all points; it does not contain the solution.
    void notebook() {
        QTemporaryDir folder;
        const QString to = folder.filePath("made");
        const QStringList request{
            "--exercise", exercises + "swing", "--make", "nbgrader", "--to", to};
        QCOMPARE(grade(request).code, 0);
        const QJsonObject made = QJsonDocument::fromJson(contents(to + "/exercise.ipynb")).object();
        const QJsonArray cells = made["cells"].toArray();
        QCOMPARE(cells.size(), 3);
        QVERIFY(cells[0]["source"].toString().startsWith("# A pendulum"));
        QCOMPARE(cells[2]["metadata"]["nbgrader"]["points"].toDouble(), 3.0);
        QVERIFY(QFile::exists(to + "/exercise/task.md"));
        QVERIFY(!QFile::exists(to + "/exercise/solution.json"));
        const Ended again = grade(request);
        QVERIFY(again.code == 1 && again.err.contains("exists"));
    }

    /// The question's server.py grades an uploaded file as the command line does.
    void question() {
        QTemporaryDir folder;
        const QString to = folder.filePath("made");
        QCOMPARE(
            grade({"--exercise", exercises + "crank_rocker", "--make", "prairielearn", "--to", to})
                .code,
            0);
        QVERIFY(QJsonDocument::fromJson(contents(to + "/info.json")).object().contains("uuid"));
        write(folder.filePath("submission.json"),
              "{'student': 'x', 'model': 'mine.momentree.json'}");
        QFile::copy(exercises + "crank_rocker/solution.momentree.json",
                    folder.filePath("mine.momentree.json"));
        write(folder.filePath("try.py"),
              "import base64, server\n"
              "files = ['submission.json', 'mine.momentree.json']\n"
              "given = [dict(name=f, contents=base64.b64encode(open(f, 'rb').read())) "
              "for f in files]\n"
              "data = dict(variant_seed=7, params={}, feedback={}, format_errors={},\n"
              "            submitted_answers=dict(_files=given))\n"
              "server.generate(data)\n"
              "server.grade(data)\n"
              "print(data['score'], data['params']['task'][:10], data['feedback']['text'])\n");
        QProcess python;
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("PYTHONPATH", to);
        variables.insert("PATH",
                         QFileInfo(MOMENTREE_PROGRAM).path() + ":" + variables.value("PATH"));
        python.setProcessEnvironment(variables);
        python.setWorkingDirectory(folder.path());
        python.start("python3", {"try.py"});
        QVERIFY(python.waitForFinished(test::patience));
        const QByteArray out = python.readAllStandardOutput();
        QVERIFY2(out.startsWith("1.0 # A crank-"), out + python.readAllStandardError());
    }

    void manySubmissionsAsTable() {
        QTemporaryDir folder;
        for (int k = 0; k < 60; ++k)
            write(folder.filePath(QString("s%1.json").arg(k)),
                  "{'student': 's" + QByteArray::number(k) + "', 'answers': {'time': 0.5}}");
        const Ended ended = grade({folder.path(), "--exercise", exercises + "swing", "--csv", "-"});
        QCOMPARE(ended.code, 0);
        const QStringList lines = ended.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 61);
        QCOMPARE(lines.front(),
                 QString("student,points,of,speed at the lowest point,time of the fall"));
        QVERIFY(lines[1].startsWith("s0,"));
    }
};

MOMENTREE_TEST(TestCliGrade, Appless)

}  // namespace momentree::test_cli_grade
#include "test_cli_grade.moc"
