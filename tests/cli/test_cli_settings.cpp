// SPDX-License-Identifier: Apache-2.0
// Run settings of a file that turn out to be wrong only when a run begins.
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_settings {

class TestCliSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void problemsHaveTheLineOfTheFile_data() {
        QTest::addColumn<QString>("setting");
        QTest::newRow("formulation") << R"("formulation": "hcda")";
        QTest::newRow("integrator") << R"("integrator": "rk5")";
        QTest::newRow("backend") << R"("backend": "cloud")";
        QTest::newRow("inversion") << R"("inversion": "cramer")";
        QTest::newRow("tolerance") << R"("integrator": "dopri5", "relative_tolerance": -0.001)";
    }
    void problemsHaveTheLineOfTheFile() {
        QFETCH(QString, setting);
        QString model = test::contents(QStringLiteral(
            MOMENTREE_SOURCE_DIR "/resources/examples/double_pendulum.momentree.json"));
        static const QRegularExpression settings(QStringLiteral("\"run\": *\\{[^}]*\\}"));
        model.replace(settings, "\"run\": {\n" + setting + "\n}");
        QVERIFY(model.contains(setting));
        QTemporaryDir folder;
        QFile file(folder.filePath("bad.momentree.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(model.toUtf8());
        file.close();
        const auto line = 1 + model.left(model.indexOf(setting)).count('\n');
        const test::Outcome outcome = test::run({"run", file.fileName()});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(QString("bad.momentree.json:%1: ").arg(line)),
                 qPrintable(outcome.err));
    }

    /// What an option replaces is no problem of the file.
    void optionsHaveNoLine() {
        const test::Outcome outcome =
            test::run({"run",
                       QStringLiteral(MOMENTREE_SOURCE_DIR
                                      "/resources/examples/double_pendulum.momentree.json"),
                       "--formulation", "hcda"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.startsWith("momentree: --formulation 'hcda': "),
                 qPrintable(outcome.err));
    }
};

MOMENTREE_TEST(TestCliSettings, Appless)

}  // namespace momentree::test_cli_settings
#include "test_cli_settings.moc"
