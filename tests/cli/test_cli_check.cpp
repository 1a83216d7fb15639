// SPDX-License-Identifier: Apache-2.0
// What `check` says agrees with its warnings and with those of `run`.
#include <QTest>

#include "program.hpp"

namespace momentree::test_cli_check {
namespace {

/// A block between two guides along x.
/// @param friction of the first guide
QByteArray guided(const QByteArray& friction) {
    QByteArray model = R"m({"version": 1, "name": "m", "gravity": [0, -9.81, 0],
"ground": {"markers": {"guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}},
"bodies": [{"name": "block", "mass": 2, "inertia": [0.02, 0.02, 0.02],
  "markers": {"guide": {"position": [0, 0, 0], "z": [1, 0, 0], "x": [0, 0, 1]}}}],
"joints": [{"name": "J", "type": "prismatic", "a": "ground.guide", "b": "block.guide"},
  {"name": "K", "type": "prismatic", "a": "ground.guide", "b": "block.guide"}],
"forces": [{"name": "rub", "type": "axial-force", "a": "ground.guide", "b": "block.guide",
  "friction": {"kinetic": 0.3, "speed": 0.001FRICTION}}]})m";
    return model.replace("FRICTION", friction);
}

}  // namespace

class TestCliCheck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void redundantJointsDecideOnFriction() {
        const QByteArray constant = guided(""), ofReaction = guided(", \"joint\": \"J\"");
        const test::Outcome unique = test::run({"check", "-"}, constant);
        QVERIFY2(unique.code == 0, qPrintable(unique.err));
        QVERIFY2(unique.out.contains("The motion is unique;"), qPrintable(unique.out));
        QVERIFY2(unique.err.isEmpty(), qPrintable(unique.err));
        const test::Outcome shared = test::run({"check", "-"}, ofReaction);
        QVERIFY2(shared.code == 0, qPrintable(shared.err));
        QVERIFY2(!shared.out.contains("The motion is unique;") &&
                     shared.out.contains("nor is the motion: friction depends on them"),
                 qPrintable(shared.out));
        QVERIFY2(shared.err.contains("force 'rub': warning: redundant joints share"),
                 qPrintable(shared.err));
        // As `run` warns.
        const test::Outcome ran = test::run({"run", "-", "--duration", "0.01"}, ofReaction);
        QVERIFY2(ran.err.contains("force 'rub': warning: redundant joints share"),
                 qPrintable(ran.err));
        QVERIFY(
            test::run({"check", "-", "--json"}, ofReaction).out.contains("friction-not-unique"));
    }
    void startsThatNoRunTakes_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("problem");
        QTest::newRow("limit") << QByteArray(R"m({"version": 1, "name": "m",
"bodies": [{"name": "rod", "mass": 1, "com": [0.5, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
"joints": [{"name": "J", "type": "revolute", "a": "ground", "b": "rod",
  "limits": {"min": -1, "max": 1, "restitution": 0.5}}],
"initial": {"joints": {"J": {"q": 1.25}}}})m")
                               << "momentree: standard input:4: joint 'J': starts 0.25 beyond its "
                                  "limit 1; change the start or the "
                                  "limit";
        QTest::newRow("contact") << QByteArray(R"m({"version": 1, "name": "m",
"bodies": [{"name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
"joints": [{"name": "J", "type": "free", "a": "ground", "b": "ball"}],
"forces": [
  {"name": "floor", "type": "contact", "a": "ground", "b": "ball", "radius": 0.5,
   "restitution": 0.5}],
"initial": {"bodies": {"ball": {"position": [0, 0, 0.25]}}}})m")
                                 << "momentree: standard input:5: force 'floor': starts 0.25 "
                                    "beyond its limit 0.5; change the start "
                                    "or the limit";
    }
    void startsThatNoRunTakes() {
        QFETCH(const QByteArray, model);
        QFETCH(const QString, problem);
        for (const char* command : {"check", "run"}) {
            const test::Outcome outcome = test::run({command, "-"}, model);
            QCOMPARE(outcome.code, 2);
            QCOMPARE(outcome.err.trimmed(), problem);
        }
    }
};

MOMENTREE_TEST(TestCliCheck, Appless)

}  // namespace momentree::test_cli_check
#include "test_cli_check.moc"
