// SPDX-License-Identifier: Apache-2.0
// Study files: reading, writing and their runs.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/study/grid.hpp"
#include "core/study/study.hpp"
#include "support/schema.hpp"
#include "support/test_main.hpp"

namespace momentree::test_study {
namespace {

const QString resources = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources");
const QString example = resources + "/studies/double_pendulum.study.json";

/// The canonical text of a study with every feature.
constexpr const char* everything = R"({
  "$schema": "x.json",
  "version": 1,
  "name": "all",
  "title": "A title",
  "text": "A text",
  "model": "four_bar.momentree.json",
  "run": {"duration": 2, "relative_tolerance": 1e-06},
  "parameters": {"m": "2*0.3", "d": 0.4},
  "runs": [
    {"name": "a", "run": {"formulation": "hdca", "modified_newton": true}},
    {"name": "b", "parameters": {"d": 0.5}}
  ],
  "sweep": [
    {"setting": "integrator", "values": ["rk4", "dopri5"]},
    {"setting": "step", "values": [0.001, 0.002]},
    {"setting": "modified_newton", "values": [true, false]},
    {"parameter": "L", "from": 0.1, "to": 10, "count": 3, "spacing": "logarithmic"}
  ],
  "reference": {
    "run": {"formulation": "aba", "step": 1e-04}
  }
}
)";

std::string readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// A study with these members after the required ones.
std::string studyWith(const std::string& members) {
    return "{\n\"version\": 1, \"name\": \"s\", \"model\": \"m.momentree.json\",\n" + members +
           "\n}";
}

QString problemsOf(const std::string& text) {
    const auto study = readStudyText(text, "s.study.json");
    if (!study) return QString::fromStdString(toString(study.error().front(), "s.study.json"));
    const auto plan = expand(*study);
    return plan ? QString()
                : QString::fromStdString(toString(plan.error().front(), "s.study.json"));
}

std::vector<PlannedRun> planOf(const std::string& members) {
    const auto study = readStudyText(studyWith(members), "s.study.json");
    if (!study) qFatal("%s", toString(study.error().front()).c_str());
    const auto plan = expand(*study);
    if (!plan) qFatal("%s", toString(plan.error().front()).c_str());
    return *plan;
}

QStringList namesOf(const std::vector<PlannedRun>& plan) {
    QStringList names;
    for (const PlannedRun& run : plan) names << QString::fromStdString(run.name);
    return names;
}

}  // namespace

class TestStudy : public QObject {
    Q_OBJECT

private slots:
    void writesWhatItReads() {
        const auto study = readStudyText(everything, "all");
        QVERIFY2(study, study ? "" : toString(study.error().front()).c_str());
        QCOMPARE(QString::fromStdString(writeStudyText(*study)), QString(everything));
        const std::string text = readAll(example);
        const auto shown = readStudyText(text, "example");
        QVERIFY(shown);
        QCOMPARE(QString::fromStdString(writeStudyText(*shown)), QString::fromStdString(text));
    }

    void savesOnlyWhatCanBeOpenedAgain() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.study.json").toStdString();
        auto study = *readStudyText(everything, "all");
        QVERIFY(saveStudyFile(study, path));
        QCOMPARE(QString::fromStdString(readAll(QString::fromStdString(path))),
                 QString(everything));
        study.sweep[0].values.clear();
        QVERIFY(!saveStudyFile(study, path));
        QCOMPARE(QString::fromStdString(readAll(QString::fromStdString(path))),
                 QString(everything));
    }

    void refuses_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& members, const char* message) {
            QTest::newRow(name) << studyWith(members) << QString(message);
        };
        QTest::newRow("no version") << std::string("{}") << "'version' is missing";
        QTest::newRow("other version")
            << std::string("{\n\"version\": 2}") << "s.study.json:2: unknown version";
        QTest::newRow("no model") << std::string("{\"version\": 1, \"name\": \"s\"}")
                                  << "'model' is missing";
        row("unknown field", "\"swep\": []", "s.study.json:3: unknown key 'swep'");
        row("unknown setting", "\"run\": {\n\"stpe\": 1}",
            "s.study.json:4: run: unknown key 'stpe'");
        row("unknown field of a run", "\"runs\": [{\"nam\": \"x\"}]", "run 1: unknown key 'nam'");
        row("unknown axis", "\"sweep\": [{\"setting\": \"stpe\", \"values\": [1]}]", "'stpe'");
        row("bad value", "\"sweep\": [{\"setting\": \"step\",\n\"values\": [1, -1]}]",
            "s.study.json:4: sweep 'step': 'step' must be greater than 0");
        row("nothing to sweep", "\"sweep\": [{\"values\": [1]}]", "either 'parameter'");
        row("both to sweep",
            "\"sweep\": [{\"setting\": \"step\", \"parameter\": \"L\", \"values\": [1]}]",
            "either 'parameter'");
        row("no values", "\"sweep\": [{\"setting\": \"step\", \"values\": []}]", "at least one");
        row("values and range", "\"sweep\": [{\"parameter\": \"L\", \"values\": [1], \"from\": 1}]",
            "'from'");
        row("half a range", "\"sweep\": [{\"parameter\": \"L\", \"from\": 1}]", "'to' is missing");
        row("logarithm of zero",
            "\"sweep\": [{\"parameter\": \"L\", \"from\": 0, \"to\": 1, \"count\": 3, "
            "\"spacing\": \"logarithmic\"}]",
            "greater than 0");
        row("same names", "\"runs\": [{\"name\": \"x\"}, {\"name\": \"x\"}]", "called 'x'");
        row("unknown reference", "\"runs\": [{\"name\": \"fine\"}], \"reference\": \"fin\"",
            "did you mean 'fine'");
        row("too many runs",
            "\"sweep\": [{\"parameter\": \"a\", \"from\": 0, \"to\": 1, \"count\": 10000},"
            "{\"parameter\": \"b\", \"from\": 0, \"to\": 1, \"count\": 10000}]",
            "at most 100000 runs");
    }
    void refuses() {
        QFETCH(std::string, text);
        QFETCH(QString, message);
        const QString problem = problemsOf(text);
        QVERIFY2(problem.contains(message), qPrintable(problem));
    }

    void aStudyOfNothingIsOneRun() {
        const auto plan = planOf("\"text\": \"\"");
        QCOMPARE(namesOf(plan), QStringList("run"));
        QCOMPARE(plan[0].reference, -1);
    }

    void theLastAxisChangesFastest() {
        const auto plan = planOf(
            "\"run\": {\"duration\": 3, \"step\": 1},"
            "\"runs\": [{\"name\": \"a\", \"run\": {\"duration\": 4}}, {\"name\": \"b\"}],"
            "\"sweep\": [{\"setting\": \"formulation\", \"values\": [\"hdca\", \"aba\"]},"
            "{\"setting\": \"step\", \"values\": [0.1, 0.001]}], \"reference\": "
            "\"b+hdca+step=0.1\"");
        QCOMPARE(namesOf(plan),
                 QStringList({"a+hdca+step=0.1", "a+hdca+step=0.001", "a+aba+step=0.1",
                              "a+aba+step=0.001", "b+hdca+step=0.1", "b+hdca+step=0.001",
                              "b+aba+step=0.1", "b+aba+step=0.001"}));
        QCOMPARE(plan[3].run.formulation, std::string("aba"));
        QCOMPARE(plan[3].run.step, 0.001);
        QCOMPARE(plan[3].run.duration, 4.0);
        QCOMPARE(plan[5].run.duration, 3.0);
        for (std::size_t k = 0; k < plan.size(); ++k) QCOMPARE(plan[k].reference, k == 4 ? -1 : 4);
    }

    void rangesReachBothEndsAndNamesTellValuesApart() {
        const auto linear =
            planOf("\"sweep\": [{\"parameter\": \"L\", \"from\": 0.1, \"to\": 0.3, \"count\": 3}]");
        QCOMPARE(namesOf(linear), QStringList({"L=0.1", "L=0.2", "L=0.3"}));
        QCOMPARE(linear[2].parameters[0].value.value, 0.3);
        const auto logarithmic = planOf(
            "\"sweep\": [{\"parameter\": \"L\", \"from\": 1, \"to\": 100, \"count\": 5, "
            "\"spacing\": \"logarithmic\"}]");
        QVERIFY(std::abs(logarithmic[1].parameters[0].value.value - std::sqrt(10.0)) < 1e-15 * 10);
        QCOMPARE(logarithmic[4].parameters[0].value.value, 100.0);
        const auto close = planOf(
            "\"sweep\": [{\"parameter\": \"L\", \"from\": 1, \"to\": 1.00001, \"count\": 3}]");
        QCOMPARE(namesOf(close), QStringList({"L=1", "L=1.000005", "L=1.00001"}));
    }

    void referencesAreComputedForEveryCombinationOfParameters() {
        const auto plan = planOf(
            "\"parameters\": {\"m\": 1}, \"sweep\": [{\"setting\": \"step\", \"values\": [1, 2]},"
            "{\"parameter\": \"L\", \"values\": [3, \"4 cm\"]}],"
            "\"reference\": {\"run\": {\"formulation\": \"aba\", \"step\": 0.1}}");
        QCOMPARE(namesOf(plan),
                 QStringList({"reference+m=1+L=3", "reference+m=1+L=4 cm", "step=1+L=3",
                              "step=1+L=4 cm", "step=2+L=3", "step=2+L=4 cm"}));
        for (const int k : {0, 1}) {
            QCOMPARE(plan[static_cast<std::size_t>(k)].reference, -1);
            QCOMPARE(plan[static_cast<std::size_t>(k)].run.step, 0.1);
            QCOMPARE(plan[static_cast<std::size_t>(k + 2)].reference, k);
            QCOMPARE(plan[static_cast<std::size_t>(k + 4)].reference, k);
        }
        QVERIFY(plan[1].parameters == plan[3].parameters);
    }

    void parametersThatTheModelLacksAreNamedWithTheirLine() {
        ModelDescription model;
        model.parameters.resize(1);
        model.parameters[0].name = "length";
        const auto study = readStudyText(
            studyWith("\"sweep\": [\n{\"parameter\": \"lenght\", \"values\": [1]}]"), "s");
        const auto checked = checkParameters(*study, model);
        QVERIFY(!checked);
        QCOMPARE(checked.error().front().line, 4);
        const QString text = QString::fromStdString(toString(checked.error().front()));
        QVERIFY2(text.contains("'lenght'") && text.contains("'length'"), qPrintable(text));
    }

    void modelIsSoughtBesideTheStudy() {
        Study study;
        study.model = "../m.json";
        study.file = "a/b/s.study.json";
        QCOMPARE(modelPathOf(study), std::string("a/b/../m.json"));
        study.model = "/m.json";
        QCOMPARE(modelPathOf(study), std::string("/m.json"));
    }

    void studiesFollowTheSchema() {
        QTemporaryDir folder;
        QFile file(folder.filePath("all.study.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(everything);
        file.close();
        QFile wrong(folder.filePath("wrong.study.json"));
        QVERIFY(wrong.open(QIODevice::WriteOnly));
        wrong.write(studyWith("\"run\": {\"stpe\": 1}").c_str());
        wrong.close();
        const auto problems =
            test::schemaProblems("study-1.schema.json", {example, file.fileName()});
        if (!problems) QSKIP("python3-jsonschema is not installed");
        QCOMPARE(*problems, QString());
        const auto found = test::schemaProblems("study-1.schema.json", {wrong.fileName()});
        QVERIFY2(found->contains("stpe"), qPrintable(*found));
    }

    void aGridFindsEveryRunByItsValues() {
        const auto study = readStudyText(studyWith(R"("runs": [{"name": "a"}, {"name": "b"}],
            "sweep": [{"setting": "formulation", "values": ["hdca", "aba", "naudet"]},
                      {"setting": "baumgarte", "values": [5]},
                      {"parameter": "L", "from": 0.1, "to": 10, "count": 4, "spacing": "logarithmic"}],
            "reference": {"run": {"step": 1e-4}})"),
                                         "s.study.json");
        QVERIFY(study);
        const auto plan = expand(*study);
        QVERIFY(plan);
        const StudyGrid grid = gridOf(*study, plan->size());
        QCOMPARE(grid.axes.size(), std::size_t(3));  // without the axis of one value
        QCOMPARE(grid.points(), std::size_t(24));
        QCOMPARE(grid.first, plan->size() - 24);
        QVERIFY(!grid.axes[0].isNumeric() && !grid.axes[1].isNumeric() && grid.axes[2].isNumeric());
        QVERIFY(grid.axes[2].logarithmic);
        QVERIFY(grid.placeOf(0).empty());
        for (std::size_t k = grid.first; k < plan->size(); ++k) {
            const PlannedRun& run = (*plan)[k];
            const auto place = grid.placeOf(k);
            QCOMPARE(grid.runAt(place), k);
            QVERIFY(run.name.starts_with(grid.axes[0].labels[place[0]]));
            QCOMPARE(run.run.formulation, grid.axes[1].labels[place[1]]);
            QCOMPARE(run.parameters.back().value.value, grid.axes[2].values[place[2]]);
        }
        const StudyGrid one = gridOf(Study{}, 1);
        QCOMPARE(one.points(), std::size_t(1));
        QCOMPARE(one.first, std::size_t(0));
    }

    void resultsAreNextToTheStudy() {
        QCOMPARE(resultsFolderOf("a/b.study.json"), std::string("a/b.results"));
    }
};

MOMENTREE_TEST(TestStudy, Appless)

}  // namespace momentree::test_study
#include "test_study.moc"
