// SPDX-License-Identifier: Apache-2.0
// What `check` says of redundant joints agrees with its warnings.
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
};

MOMENTREE_TEST(TestCliCheck, Appless)

}  // namespace momentree::test_cli_check
#include "test_cli_check.moc"
