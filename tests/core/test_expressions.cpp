// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <locale>
#include <numbers>

#include "core/model/evaluate.hpp"
#include "support/test_main.hpp"

namespace momentree::test_expressions {
namespace {

Scalar written(const std::string& text) {
    Scalar scalar;
    scalar.text = text;
    return scalar;
}

ParameterDescription parameter(const std::string& name, const std::string& text, int line = 0) {
    ParameterDescription p;
    p.name = name;
    p.value = written(text);
    p.line = line;
    return p;
}

/// A description with one body of mass `text`, with L = 0.3, m = 4 and n = 2.
ModelDescription massOf(const std::string& text) {
    ModelDescription d;
    d.parameters = {parameter("L", "0.3"), parameter("m", "4"), parameter("n", "2")};
    BodyDescription body;
    body.name = "crank";
    body.mass = written(text);
    body.mass.line = 7;
    d.bodies.push_back(body);
    return d;
}

std::string allText(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += toString(d) + "\n";
    return text;
}

/// 1 in `depth` parentheses.
std::string nested(std::size_t depth) {
    std::string text(depth, '(');
    text += '1';
    return text.append(depth, ')');
}

}  // namespace

class TestExpressions : public QObject {
    Q_OBJECT

private slots:
    void values_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        const double pi = std::numbers::pi;
        const auto row = [](const char* text, double value) {
            QTest::newRow(text) << text << value;
        };
        row("2*L", 0.6);
        row("12 cm", 0.12);
        row("35mm", 0.035);
        row("1 in", 0.0254);
        row("5 mm + 1 in", 0.005 + 0.0254);
        row("30 deg", 30 * pi / 180);
        row("-2^2", -4.0);
        row("2^-1", 0.5);
        row("2^3^2", 512.0);
        row("6 cm / 2 cm", 3.0);
        row("(L + 20 cm) mm", 0.0005);
        row("sqrt(16) g", 0.004);
        row("m m", 4.0);
        row("m g", 0.004);
        row("100 N/m", 100.0);
        row("10 N/mm", 1e4);
        row("10 N/m", 10.0);
        row("10 N / (m)", 2.5);  // m is a parameter here
        row("3 kg m^2", 3.0);
        row("3 g*cm^2", 3e-7);
        row("9.81 m/s^2", 9.81);
        row("60 rpm", 2 * pi);
        row("1 Hz", 2 * pi);
        row("5 N*mm/deg", 0.005 * 180 / pi);
        row("2*pi/n", pi);
        row("min(1, 2) + max(3 cm, 1 cm)", 1.03);
        row("5 min", 300.0);
        row("cos(60 deg)", std::cos(pi / 3));
        row("atan2(1, 1)", pi / 4);
        row(".5 kg", 0.5);
        row("1e-3", 1e-3);
        row(" 7\t", 7.0);
        row("2*-3", -6.0);
    }
    void values() {
        QFETCH(QString, text);
        QFETCH(double, value);
        ModelDescription d = massOf("1");
        d.parameters.push_back(parameter("found", text.toStdString()));
        if (text == "10 N/m" || text == "100 N/m" || text == "9.81 m/s^2")
            std::erase_if(d.parameters, [](const auto& p) { return p.name == "m"; });
        const auto done = evaluate(d);
        QVERIFY2(done.has_value(), done ? "" : allText(done.error()).c_str());
        // A few operations with one rounding each.
        QVERIFY(std::abs(d.parameters.back().value.value - value) <= 4e-16 * std::abs(value));
    }

    void refusals_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* text, const char* reason) {
            QTest::newRow(text) << text << reason;
        };
        row("10 N/m", "'m' is a unit and a parameter; write (m) for the parameter");
        row("3 kg * m + 1", "'m' is a unit and a parameter");
        row("2*LL", "unknown parameter 'LL' (did you mean 'L'?)");
        row("2 furlong", "unknown unit 'furlong'");
        row("2 L", "an operator is missing before 'L'");
        row("2*kg", "'kg' is a unit");
        row("0.5*sin(2*t)", "'t' is no parameter, and the only expressions of the time");
        row("L = 3", "unexpected '='");
        row("2**L", "unexpected '*'");
        row("(L", "closing parenthesis is missing");
        row("L)", "no opening one");
        row("--2", "unexpected '-'");
        row("()", "unexpected ')'");
        row("2 +", "ends where a value must follow");
        row("1,5", "a decimal point is a dot");
        row("sine(1)", "unknown function 'sine' (did you mean 'sin'?)");
        row("sin", "needs its arguments");
        row("sin()", "unexpected ')'");
        row("sin(1, 2)", "sin(1, 2)");
        row("2(3)", "an operator is missing");
        row("1e999", "too large");
        row("1e308*10", "not a finite number");
        row("1/0", "not a finite number");
        row("sqrt(-1)", "not a finite number");
        row("2^3 cm", "an exponent is a pure number");
        row("2 m^0", "digit from 1 to 9");
        row("\"x\"", "unexpected '\"'");
        row("nan", "unknown parameter 'nan'");
        row("1 kg kg^", "digit from 1 to 9");
        row("\xc3\xa4", "unexpected character");
    }
    void refusals() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        ModelDescription d = massOf(text.toStdString());
        const auto done = evaluate(d);
        QVERIFY(!done);
        const std::string message = allText(done.error());
        QVERIFY2(QString::fromStdString(message).contains(reason), message.c_str());
        QVERIFY2(message.starts_with("7: body 'crank' mass: "), message.c_str());
    }

    void lengthAndNestingAreBounded() {
        ModelDescription longOne = massOf(std::string(2000, '1'));
        QVERIFY(
            QString::fromStdString(allText(evaluate(longOne).error())).contains("limit of 1000"));
        ModelDescription deep = massOf(nested(51));
        QVERIFY(QString::fromStdString(allText(evaluate(deep).error())).contains("deeper than 50"));
        ModelDescription allowed = massOf(nested(50));
        QVERIFY(evaluate(allowed));
    }

    void parametersDependOnEachOtherInAnyOrder() {
        ModelDescription d;
        d.parameters = {parameter("c", "a + b"), parameter("b", "2*a"), parameter("a", "10 cm")};
        QVERIFY(evaluate(d));
        QCOMPARE(d.parameters[0].value.value, 0.1 + 0.2);
    }

    void cyclesAreNamed() {
        ModelDescription d;
        d.parameters = {parameter("x", "a"), parameter("a", "b + 1", 3), parameter("b", "2*c"),
                        parameter("c", "a"), parameter("own", "own", 9)};
        const auto done = evaluate(d);
        QVERIFY(!done);
        QCOMPARE(done.error().size(), std::size_t{2});
        QCOMPARE(done.error()[0].line, 3);
        const QString first = QString::fromStdString(toString(done.error()[0]));
        QVERIFY2(first.contains("a -> b -> c -> a"), qPrintable(first));
        QVERIFY(QString::fromStdString(toString(done.error()[1])).contains("own -> own"));
    }

    void parameterNames_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "2L", "a b", "pi", "sin", "L-1",
                                 "gr\xc3\xb6\xc3\x9f"
                                 "e"})
            QTest::newRow(*name == '\0' ? "empty" : name) << name;
    }
    void parameterNames() {
        QFETCH(QString, name);
        ModelDescription d;
        d.parameters = {parameter(name.toStdString(), "1")};
        QVERIFY(!evaluate(d));
    }
    void parameterTwice() {
        ModelDescription d;
        d.parameters = {parameter("L", "1"), parameter("L", "2")};
        QVERIFY(evaluate(d).error().front().message.id == "parameter-name-twice");
    }

    void valuesMustBeFinite() {
        ModelDescription d = massOf("1");
        d.bodies[0].mass = Scalar(std::numeric_limits<double>::quiet_NaN());
        QVERIFY(!evaluate(d));
    }

    void settingAParameter() {
        ModelDescription d = massOf("2*L");
        QVERIFY(setParameter(d, "L", "120 g"));
        QVERIFY(evaluate(d));
        QCOMPARE(d.bodies[0].mass.value, 0.24);
        QVERIFY(setParameter(d, "L", "0.5"));
        QVERIFY(d.parameters[0].value.text.empty());
        QVERIFY(setParameter(d, "L", "m/8"));
        QVERIFY(evaluate(d));
        QCOMPARE(d.bodies[0].mass.value, 1.0);

        const auto unknown = setParameter(d, "l", "1");
        QVERIFY(!unknown);
        QVERIFY(QString::fromStdString(toString(unknown.error()[0])).contains("did you mean 'L'"));
        QVERIFY(!setParameter(d, "L", ""));
        QVERIFY(!setParameter(d, "L", "L"));
        QVERIFY(!setParameter(d, "L", "inf"));
        QVERIFY(!setParameter(d, "L", "1 +"));
        QCOMPARE(d.parameters[0].value.text, std::string("m/8"));
    }

    void decimalCommaOfTheLocaleChangesNothing() {
        struct Comma : std::numpunct<char> {
            char do_decimal_point() const override { return ','; }
            char do_thousands_sep() const override { return '.'; }
            std::string do_grouping() const override { return "\3"; }
        };
        const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
        ModelDescription d = massOf("15 g + L + 1234.5");
        const auto done = evaluate(d);
        std::locale::global(before);
        QVERIFY(done);
        QCOMPARE(d.bodies[0].mass.value, 0.015 + 0.3 + 1234.5);
    }
};

MOMENTREE_TEST(TestExpressions, Appless)

}  // namespace momentree::test_expressions
#include "test_expressions.moc"
