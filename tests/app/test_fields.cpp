// SPDX-License-Identifier: GPL-3.0-or-later
// Input in fields, and the units in which values are shown.
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <numbers>

#include "app/base/display_unit.hpp"
#include "app/document/element_at.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/fields/link_fields.hpp"
#include "app/document/nudge.hpp"
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_fields {

using namespace momentree::app;

namespace {

Field gravityField(const QString& unit) {
    return scalarField("value", unit, {},
                       [](ModelDescription& m) -> Scalar& { return m.gravity[0]; });
}

/// The value in the model, in SI, after a text has been entered.
double taken(const QString& unit, const QString& text) {
    ModelDescription model;
    if (!gravityField(unit).take(model, text).isEmpty()) return std::nan("");
    ModelDescription anyUnit;  // a parameter takes values of each
    ParameterDescription& parameter = anyUnit.parameters.emplace_back();
    parameter.name = "x";
    parameter.value = model.gravity[0];
    if (!evaluate(anyUnit)) return std::nan("");
    return parameter.value.value;
}

}  // namespace

class TestFields : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Momentree");
        QCoreApplication::setApplicationName("fields test");
        QStandardPaths::setTestModeEnabled(true);
    }
    void init() { QSettings().clear(); }
    void cleanupTestCase() { QSettings().clear(); }

    void anEquationSetsAParameter() {
        const Field field = gravityField("m");
        ModelDescription model;
        QCOMPARE(takeTyped(model, field, "m", "12 cm"), QString());
        QVERIFY(model.parameters.empty());
        QCOMPARE(takeTyped(model, field, "m", " L1 = 12 cm "), QString());
        QCOMPARE(model.parameters.size(), std::size_t(1));
        QCOMPARE(model.parameters[0].value.text, "12 cm");
        QCOMPARE(model.parameters[0].unit, "m");
        QCOMPARE(model.gravity[0].text, "L1");
        QCOMPARE(takeTyped(model, field, "m", "L1 = 0.2"), QString());
        QCOMPARE(model.parameters.size(), std::size_t(1));
        QCOMPARE(model.parameters[0].value.value, 0.2);
        const ModelDescription before = model;
        for (const char* wrong : {"L1 = 3 kg", "L1 = 2*", "L2 = K"})
            QVERIFY2(!takeTyped(model, field, "m", wrong).isEmpty(), wrong);
        QVERIFY(model == before);
    }

    /// Starts of this crank and its coupler are given by joints.
    void anglesThatFollowFromJointsAreShown() {
        ModelDescription model =
            *readModelText(test::drivenFourBar({0.10, 0.18, 0.13, 0.22}).toStdString(), "four-bar");
        model.bodyStarts.clear();
        const std::vector<Field> fields = barFields(model, 0);
        QCOMPARE(fields.size(), std::size_t(2));
        const double degrees = fields[1].text(model).toDouble();
        QVERIFY2(std::abs(degrees - 180.0 / std::numbers::pi) < 1e-3,
                 qPrintable(fields[1].text(model)));
        QVERIFY(!barFields(model, 1)[1].text(model).isEmpty());
    }

    void unitsAreThoseOfTheSettings() {
        QCOMPARE(displayUnit("m").label, QString("m"));
        QCOMPARE(taken("m", "12"), 12.0);
        QCOMPARE(displayUnit("rad").label, QString("deg"));
        setDisplayUnits({"mm", "rad"});
        QCOMPARE(taken("rad", "1.5"), 1.5);
        setDisplayUnits({"mm", "deg"});
        QCOMPARE(displayUnit("m").label, QString("mm"));
        QCOMPARE(displayUnit("m/s").label, QString("mm/s"));
        QCOMPARE(displayUnit("rad/s").label, QString("deg/s"));
        QCOMPARE(displayUnit("rad/s²").label, QString("deg/s²"));
        for (const char* other : {"m/s²", "N m/rad", "kg", ""})
            QCOMPARE(displayUnit(other).label, QString(other));
        QCOMPARE(gravityField("m").unit, QString("mm"));
        QCOMPARE(taken("m", "70"), 0.07);
        QCOMPARE(taken("rad", "180"), std::numbers::pi);
        QCOMPARE(taken("rad/s", "180"), std::numbers::pi);
        QCOMPARE(taken("rad/s", "180 deg/s"), std::numbers::pi);
        QCOMPARE(taken("m/s", "70"), 0.07);
        QCOMPARE(taken("m", "7 cm"), 0.07);  // an explicit unit takes precedence
        QVERIFY(std::isnan(taken("kg", "30 deg")));
        QVERIFY(std::isnan(taken("rad", "12 cm")));
        QVERIFY(std::isnan(taken("m/s", "60 rpm")));
        QVERIFY(!std::isnan(taken("m", "12 cm * cos(30 deg)")));
        QCOMPARE(taken("m", "2*0.1"), 0.2);  // expressions are in SI
        ModelDescription model;
        model.gravity[0] = 0.07;
        QCOMPARE(gravityField("m").text(model), QString("70"));
        QCOMPARE(gravityField("kg").text(model), QString("0.07"));
    }

    /// What is not edited stays as the file has it, to the last digit.
    void onlyEditedValuesChange() {
        ModelDescription model;
        std::vector<ScalarAccess> accesses;
        for (std::size_t k = 0; k < 3; ++k)
            accesses.push_back([k](ModelDescription& m) -> Scalar& { return m.gravity[k]; });
        const Field field = listField("angles", "rad", {}, accesses);
        model.gravity[0] = 1.0 / 3.0;
        model.gravity[1].text = "phi + 0.1";
        model.gravity[2] = 0.25 * std::numbers::pi;
        QCOMPARE(field.text(model), QString("19.098593171, phi + 0.1, 45"));
        const ModelDescription before = model;
        QCOMPARE(field.take(model, field.text(model)), QString());
        QVERIFY(model == before);
        QCOMPARE(field.take(model, field.text(model).replace("45", "60")), QString());
        QCOMPARE(model.gravity[2].text, "60 deg");
        QVERIFY(model.gravity[0] == before.gravity[0]);
        QVERIFY(model.gravity[1] == before.gravity[1]);
    }

    void numbersThatStayKeepTheirDigits() {
        ModelDescription model;
        std::vector<Scalar> numbers{1.0 / 3.0, 0.5};
        const Field field =
            numbersField("values", "rad", {},
                         [&](ModelDescription&) -> std::vector<Scalar>& { return numbers; });
        QCOMPARE(field.take(model, field.text(model) + ", 30"), QString());
        QCOMPARE(numbers.size(), std::size_t(3));
        QVERIFY(numbers[0] == Scalar(1.0 / 3.0));
        QVERIFY(numbers[1] == Scalar(0.5));
        QCOMPARE(numbers[2].text, "30 deg");
        QCOMPARE(field.take(model, "30"), QString());
        QCOMPARE(numbers.size(), std::size_t(1));
        QCOMPARE(numbers[0].text, "30 deg");
    }

    void ratesAreInTheirOwnUnits() {
        ModelDescription model;
        const Field field = rateField("speed", "rpm", {},
                                      [](ModelDescription& m) -> Scalar& { return m.gravity[0]; });
        QCOMPARE(field.unit, QString("rpm"));
        model.gravity[0] = 2.0 * std::numbers::pi;
        QCOMPARE(field.text(model), QString("60"));
        QVERIFY(field.value(model).isEmpty());
        QCOMPARE(field.take(model, "90"), QString());
        QCOMPARE(model.gravity[0].text, "90 rpm");
        model.gravity[0] = Scalar(std::numbers::pi);
        model.gravity[0].text = "2*speed";
        QCOMPARE(field.value(model), QString("30 rpm"));
        setDisplayUnits({{}, "rad"});
        QCOMPARE(rateField("speed", "rpm", {}, {}).unit, QString("rad/s"));
    }

    void decimalCommasArePasted() { QCOMPARE(taken("m", "0,25"), 0.25); }

    void arrowsChangeTheNumberUnderTheCursor_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("cursor");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("result");
        QTest::newRow("second digit") << "0.27" << 4 << 1 << "0.28";
        QTest::newRow("down") << "350" << 0 << -1 << "340";
        QTest::newRow("ten") << "350" << 0 << 10 << "450";
        QTest::newRow("unit stays") << "12 cm" << 0 << 1 << "13 cm";
        QTest::newRow("of a list") << "1, 20, 3" << 5 << 1 << "1, 21, 3";
        QTest::newRow("negative") << "0, -9.8, 0" << 5 << -1 << "0, -9.9, 0";
        QTest::newRow("through zero") << "0" << 1 << -1 << "-0.1";
        QTest::newRow("no part of a name") << "2*L1" << 4 << 1 << "2.1*L1";
        QTest::newRow("a difference") << "10 - 5" << 6 << 1 << "10 - 5.1";
        QTest::newRow("nothing") << "width" << 3 << 1 << "width";
    }
    void arrowsChangeTheNumberUnderTheCursor() {
        QFETCH(QString, text);
        QFETCH(int, cursor);
        QFETCH(int, steps);
        QTEST(nudged(text, cursor, steps), "result");
    }

    void messagesLeadToTheirElements() {
        ModelDescription model;
        model.bodies.resize(2);
        model.bodies[1].name = "crank";
        model.joints.resize(1);
        model.joints[0].name = "J1";
        QCOMPARE(elementAt(model, Place::body("crank").part("mass")),
                 (Element{Element::Kind::Body, 1}));
        QCOMPARE(elementAt(model, Place::marker("crank.A")), (Element{Element::Kind::Body, 1}));
        QCOMPARE(elementAt(model, Place::joint("J1").part("start")),
                 (Element{Element::Kind::Joint, 0}));
        QCOMPARE(elementAt(model, Place::joint("J2")), Element());
        QCOMPARE(elementAt(model, Place::model("assembly")), Element());
    }
};

MOMENTREE_TEST(TestFields, Guiless)

}  // namespace momentree::test_fields
#include "test_fields.moc"
