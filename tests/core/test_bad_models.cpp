// SPDX-License-Identifier: Apache-2.0
// Models that can be read but not simulated: each is rejected before a run, with an explanation and
// a remedy.
#include <QRegularExpression>
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "support/test_main.hpp"

namespace momentree::test_bad_models {
namespace {

const QByteArray good = R"("mass": 1, "inertia": [0.1, 0.1, 0.1])";

/// Two bars in a row, b on a on ground, each 1 m long; `more` adds further elements.
QByteArray bars(const QByteArray& a, const QByteArray& b, const QByteArray& more = {},
                const QByteArray& rest = {}) {
    const QByteArray ends = R"(, "markers": {"P": [0, 0, 0], "Q": [1, 0, 0]}})";
    return R"({"version": 1, "name": "m", "ground": {"markers": {"O": [0, 0, 0], "E": [1, 1, 0],
        "F": [9, 0, 0]}},
        "bodies": [{"name": "a", )" +
           a + ends + R"(, {"name": "b", )" + b + ends +
           R"(], "joints": [{"name": "A", "type": "revolute", "a": "ground.O", "b": "a.P"},
        {"name": "B", "type": "revolute", "a": "a.Q", "b": "b.P"})" +
           more + "]" + rest + "}";
}

QByteArray joint(const char* type, const char* a, const char* b) {
    return QByteArray(R"(, {"name": "C", "type": ")") + type + R"(", "a": ")" + a + R"(", "b": ")" +
           b + "\"}";
}

/// The error of the first step that rejects the model; empty if none does.
QString refusalOf(const QByteArray& text, AssemblyReport* report = nullptr) {
    const auto said = [](const Diagnostics& problems) {
        QString all;
        for (const Diagnostic& d : problems) {
            all += QString::fromStdString(toString(d)) + '\n';
            if (d.message.id.empty()) all += "a message without an id";
        }
        return all;
    };
    const auto description = readModelText(text.toStdString(), "m");
    if (!description) return said(description.error());
    const auto model = buildModel(*description);
    if (!model) return said(model.error());
    const auto start = assemble(**model, report);
    return start ? QString() : said(start.error());
}

}  // namespace

class TestBadModels : public QObject {
    Q_OBJECT
private slots:
    void refusals_data();
    void refusals();
    void overheldModelsAreReported();
    void loosePartsAreCounted();
};

void TestBadModels::refusals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* name, const QByteArray& text, const char* where,
                        const char* why) { QTest::newRow(name) << text << where << why; };
    const auto second = [](const char* b) { return bars(good, b); };
    row("massless", second(R"("mass": 0, "inertia": [1, 1, 1])"), "body 'b'",
        "a massless rod between two points is a joint of type distance");
    row("negative mass", second(R"("mass": -1, "inertia": [1, 1, 1])"), "body 'b'",
        "must be positive and finite");
    row("mass below rounding", second(R"("mass": 1e-30, "inertia": [1e-30, 1e-30, 1e-30])"),
        "body 'b'", "next to the 1 kg of body 'a'");
    row("point mass on a hinge", second(R"("mass": 1, "inertia": [0, 0, 0])"), "joint 'B'",
        "point mass (no inertia), which only distance joints and");
    row("singular inertia", second(R"("mass": 1, "inertia": [0, 1, 1])"), "body 'b'",
        "must be positive definite");
    const auto shaped = [&](const char* shape) {
        return bars(good + R"(, "shape": {"kind": )" + shape + "}", good);
    };
    for (const char* shape :
         {R"("bar", "width": -0.01)", R"("bar", "width": 0)", R"("bar", "width": "1 cm - 1 cm")",
          R"("bar", "thickness": -1)", R"("polygon", "thickness": -1)",
          R"("polygon", "thickness": 0)", R"("box", "size": [0.1, -0.1, 0.1])",
          R"("sphere", "radius": 0)", R"("cylinder", "radius": 1, "length": -1)"})
        row(shape, shaped(shape), "body 'a' shape", "must be greater than 0");
    row("too far", bars(good, good, joint("revolute", "b.Q", "ground.F")), "joint 'C'",
        "stays open by at least 7 m. Lengths or the initial pose");
    row("held too much", bars(good, good, joint("fixed", "b.Q", "ground.F")), "joint 'C'",
        "6 equations for only 2 joint speeds");
    row("motion too far",
        bars(good, good, joint("spherical", "b.Q", "ground.E"),
             R"(, "motions": [{"name": "M", "joint": "B", "law": 0}])"),
        "joint 'C'", "the motion 'M'");
    const QByteArray drag = R"({"name": "F", "type": "drag", "body": "a"})";
    row("names of forces", bars(good, good, {}, ", \"forces\": [" + drag + ", " + drag + "]"),
        "force 'F'", "another force has this name; rename one");
    row("with itself", bars(good, good, joint("revolute", "a.P", "a.Q")), "joint 'C'",
        "connects a body to itself");
}

void TestBadModels::refusals() {
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    QFETCH(QString, why);
    const QString said = refusalOf(text);
    QVERIFY2(said.contains(where) && said.contains(why), qPrintable(said));
    // Every placeholder has an argument.
    QVERIFY2(!said.contains(QRegularExpression("%[1-9]")), qPrintable(said));
    QVERIFY2(!said.contains("without an id"), qPrintable(said));
}

// A second hinge next to the first affects only reactions: reported, not rejected.
void TestBadModels::overheldModelsAreReported() {
    AssemblyReport report;
    QCOMPARE(refusalOf(bars(good, good, joint("revolute", "ground.O", "a.P")), &report), QString());
    QCOMPARE(report.degreesOfFreedom, 2);
    QCOMPARE(report.redundant, 5);
    QCOMPARE(report.redundancies.size(), std::size_t(1));
    QCOMPARE(report.redundancies.front().directions.size(), std::size_t(5));
}

// Parts not held by a joint move freely.
void TestBadModels::loosePartsAreCounted() {
    AssemblyReport report;
    QByteArray text = bars(good, good);
    text.replace(R"(,
        {"name": "B", "type": "revolute", "a": "a.Q", "b": "b.P"})",
                 "");
    QCOMPARE(refusalOf(text, &report), QString());
    QCOMPARE(report.degreesOfFreedom, 7);
}

MOMENTREE_TEST(TestBadModels, Appless)

}  // namespace momentree::test_bad_models
#include "test_bad_models.moc"
