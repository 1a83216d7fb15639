// SPDX-License-Identifier: Apache-2.0
// Code for one model, written and run.
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_generate {

using test::contents;
using test::Outcome;
using test::run;

namespace {

const QString examples = QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples/");

}  // namespace

class TestCliGenerate : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

private slots:
    void initTestCase() { qputenv("XDG_CACHE_HOME", folder_.path().toUtf8()); }
    void cleanupTestCase() { qunsetenv("XDG_CACHE_HOME"); }

    void writesTheCode() {
        const QString model = examples + "robot_arm.momentree.json";
        const Outcome printed = run({"generate", model});
        QCOMPARE(printed.code, 0);
        QVERIFY(printed.out.contains("momentree_derivative("));
        QVERIFY(!printed.out.contains("momentree_derivative8("));
        const QString to = folder_.filePath("arm.cpp");
        QCOMPARE(run({"generate", model, "--to", to, "--batch", "--gradient"}).code, 0);
        const QString text = contents(to);
        QVERIFY(text.contains("momentree_derivative8(") && text.contains("momentree_gradient("));
    }

    void writesLoopsWithTheirStart() {
        const Outcome printed = run({"generate", examples + "four_bar.momentree.json"});
        QCOMPARE(printed.code, 0);
        QVERIFY(printed.out.contains("momentree_start["));
    }

    void writesSlopesByParameters() {
        const QString model = examples + "double_pendulum.momentree.json";
        const Outcome printed = run({"generate", model, "--gradient", "--by", "m", "--by", "L"});
        QCOMPARE(printed.code, 0);
        QVERIFY2(printed.out.contains("then by 2 parameters"), qPrintable(printed.err));
        const Outcome unknown = run({"generate", model, "--gradient", "--by", "M"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("parameter 'M'"), qPrintable(unknown.err));
        QCOMPARE(run({"generate", model, "--by", "m"}).code, 2);
    }

    void refusesCouplings() {
        const QString to = folder_.filePath("none.cpp");
        const QString model = examples + "differential.momentree.json";
        const Outcome outcome = run({"generate", model, "--to", to});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("'left_mesh': couples joints"), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(to));
        const Outcome refused =
            run({"run", model, "--formulation", "naudet", "--backend", "generated"});
        QCOMPARE(refused.code, 2);
        if (refused.err.contains("C++ compiler")) QSKIP("no compiler here");
        QVERIFY2(refused.err.contains("'left_mesh': couples joints"), qPrintable(refused.err));
    }

    void runsTheCode() {
        const QStringList arguments{"run",
                                    examples + "double_pendulum.momentree.json",
                                    "--formulation",
                                    "naudet",
                                    "--duration",
                                    "0.1",
                                    "--quiet",
                                    "--csv",
                                    "-",
                                    "--backend"};
        const Outcome outcome = run(arguments + QStringList{"generated"});
        if (outcome.err.contains("C++ compiler")) QSKIP("no compiler here");
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out.split('\n').size(),
                 run(arguments + QStringList{"sequential"}).out.split('\n').size());
        QVERIFY(QFile::exists(folder_.filePath("momentree/generated")));
    }
};

MOMENTREE_TEST(TestCliGenerate, Guiless)

}  // namespace momentree::test_cli_generate

#include "test_cli_generate.moc"
