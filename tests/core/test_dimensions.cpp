// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>

#include "core/model/evaluate.hpp"
#include "support/test_main.hpp"

namespace momentree::test_dimensions {
namespace {

Scalar written(const std::string& text) {
    Scalar scalar;
    scalar.text = text;
    return scalar;
}

LawDescription fullLaw() {
    LawDescription law;
    law.coefficients.resize(3);
    law.times.resize(1);
    law.values.resize(1);
    return law;
}

/// Every kind of element once; joints: 0 revolute, 1 prismatic, 2 cylindrical, 3 free.
ModelDescription everyField() {
    ModelDescription d;
    ParameterDescription plain, unit;
    plain.name = "plain";
    plain.value = 0.3;
    unit.name = "shown";
    unit.value = 0.3;
    unit.unit = "m";
    d.parameters = {plain, unit};
    MarkerDescription marker;
    marker.name = "tip";
    marker.orientation.emplace();
    marker.z.emplace();
    BodyDescription body;
    body.name = "bar";
    body.markers = {marker};
    d.bodies = {body};
    for (const char* type : {"revolute", "prismatic", "cylindrical", "free", "spherical"}) {
        JointDescription joint;
        joint.name = joint.type = type;
        d.joints.push_back(joint);
        MotionDescription motion;
        motion.name = motion.joint = type;
        motion.law = fullLaw();
        d.motions.push_back(motion);
        JointStart start;
        start.joint = type;
        start.q.resize(7);
        start.u.resize(6);
        d.jointStarts.push_back(start);
    }
    d.joints[0].length.emplace();
    d.motions[2].coordinate = 2;
    const auto load = [&](auto law) { d.forces.push_back({"load", law, {}}); };
    AxialTorqueDescription torque;
    torque.law = fullLaw();
    AppliedForceDescription push, twist;
    twist.torque = true;
    load(SpringDamperDescription());
    load(torque);
    load(AxialForceDescription());
    load(push);
    load(twist);
    load(DragDescription());
    BodyStart start;
    start.position.emplace();
    start.orientation.emplace();
    start.velocity.emplace();
    start.angularVelocity.emplace();
    d.bodyStarts = {start};
    return d;
}

template <typename Load>
Load& load(ModelDescription& d, std::size_t index) {
    return std::get<Load>(d.forces[index].law);
}

/// One quantity of each dimension; angles count as numbers next to other units.
const std::vector<const char*> quantities{
    "1 m",      "30 deg", "1 kg",  "1 s",   "1 m/s",   "1 m/s^2", "1 rad/s", "1 N",
    "1 kg m^2", "1 N m",  "1 N/m", "1 N/s", "1 N s/m", "1 N m s", "1 W",     "1 rad/s^2"};

/// A field and the quantities of that list which it takes.
struct Field {
    const char* name;
    Scalar& (*of)(ModelDescription&);
    std::vector<const char*> takes;
};

using D = ModelDescription;
using Spring = SpringDamperDescription;
using Twist = AxialTorqueDescription;
using Push = AxialForceDescription;
using Applied = AppliedForceDescription;

const std::vector<Field> fields{
    {"gravity", [](D& d) -> Scalar& { return d.gravity[1]; }, {"1 m/s^2"}},
    {"mass", [](D& d) -> Scalar& { return d.bodies[0].mass; }, {"1 kg"}},
    {"com", [](D& d) -> Scalar& { return d.bodies[0].com[0]; }, {"1 m"}},
    {"inertia", [](D& d) -> Scalar& { return d.bodies[0].inertia[1][1]; }, {"1 kg m^2"}},
    {"shape", [](D& d) -> Scalar& { return d.bodies[0].shape.size[0]; }, {"1 m"}},
    {"position", [](D& d) -> Scalar& { return d.bodies[0].markers[0].position[2]; }, {"1 m"}},
    {"orientation", [](D& d) -> Scalar& { return (*d.bodies[0].markers[0].orientation)[3]; }, {}},
    {"z", [](D& d) -> Scalar& { return (*d.bodies[0].markers[0].z)[0]; }, {"1 m"}},
    {"length", [](D& d) -> Scalar& { return *d.joints[0].length; }, {"1 m"}},
    {"revolute offset", [](D& d) -> Scalar& { return d.motions[0].law.offset; }, {"30 deg"}},
    {"revolute rate", [](D& d) -> Scalar& { return d.motions[0].law.rate; }, {"1 rad/s"}},
    {"revolute amplitude", [](D& d) -> Scalar& { return d.motions[0].law.amplitude; }, {"30 deg"}},
    {"frequency", [](D& d) -> Scalar& { return d.motions[0].law.frequency; }, {"1 rad/s"}},
    {"phase", [](D& d) -> Scalar& { return d.motions[0].law.phase; }, {"30 deg"}},
    {"coefficient 0", [](D& d) -> Scalar& { return d.motions[0].law.coefficients[0]; }, {"30 deg"}},
    {"coefficient 1",
     [](D& d) -> Scalar& { return d.motions[0].law.coefficients[1]; },
     {"1 rad/s"}},
    {"coefficient 2",
     [](D& d) -> Scalar& { return d.motions[0].law.coefficients[2]; },
     {"1 rad/s^2"}},
    {"times", [](D& d) -> Scalar& { return d.motions[0].law.times[0]; }, {"1 s"}},
    {"prismatic values", [](D& d) -> Scalar& { return d.motions[1].law.values[0]; }, {"1 m"}},
    {"prismatic rate", [](D& d) -> Scalar& { return d.motions[1].law.rate; }, {"1 m/s"}},
    {"cylindrical offset", [](D& d) -> Scalar& { return d.motions[2].law.offset; }, {"1 m"}},
    {"spring stiffness", [](D& d) -> Scalar& { return load<Spring>(d, 0).stiffness; }, {"1 N/m"}},
    {"spring damping", [](D& d) -> Scalar& { return load<Spring>(d, 0).damping; }, {"1 N s/m"}},
    {"spring length", [](D& d) -> Scalar& { return load<Spring>(d, 0).length; }, {"1 m"}},
    {"spring preload", [](D& d) -> Scalar& { return load<Spring>(d, 0).preload; }, {"1 N"}},
    {"torsion stiffness", [](D& d) -> Scalar& { return load<Twist>(d, 1).stiffness; }, {"1 N m"}},
    {"torsion angle", [](D& d) -> Scalar& { return load<Twist>(d, 1).angle; }, {"30 deg"}},
    {"torsion damping", [](D& d) -> Scalar& { return load<Twist>(d, 1).damping; }, {"1 N m s"}},
    {"torque", [](D& d) -> Scalar& { return load<Twist>(d, 1).law.offset; }, {"1 N m"}},
    {"torque rate", [](D& d) -> Scalar& { return load<Twist>(d, 1).law.rate; }, {"1 W"}},
    {"axial stiffness", [](D& d) -> Scalar& { return load<Push>(d, 2).stiffness; }, {"1 N/m"}},
    {"axial length", [](D& d) -> Scalar& { return load<Push>(d, 2).length; }, {"1 m"}},
    {"axial damping", [](D& d) -> Scalar& { return load<Push>(d, 2).damping; }, {"1 N s/m"}},
    {"axial force", [](D& d) -> Scalar& { return load<Push>(d, 2).law.offset; }, {"1 N"}},
    {"direction", [](D& d) -> Scalar& { return load<Applied>(d, 3).direction[0]; }, {"1 m"}},
    {"force", [](D& d) -> Scalar& { return load<Applied>(d, 3).law.amplitude; }, {"1 N"}},
    {"force rate", [](D& d) -> Scalar& { return load<Applied>(d, 3).law.rate; }, {"1 N/s"}},
    {"free torque", [](D& d) -> Scalar& { return load<Applied>(d, 4).law.offset; }, {"1 N m"}},
    {"drag", [](D& d) -> Scalar& { return load<DragDescription>(d, 5).linear; }, {"1 N s/m"}},
    {"turn drag", [](D& d) -> Scalar& { return load<DragDescription>(d, 5).angular; }, {"1 N m s"}},
    {"revolute q", [](D& d) -> Scalar& { return d.jointStarts[0].q[0]; }, {"30 deg"}},
    {"revolute u", [](D& d) -> Scalar& { return d.jointStarts[0].u[0]; }, {"1 rad/s"}},
    {"prismatic q", [](D& d) -> Scalar& { return d.jointStarts[1].q[0]; }, {"1 m"}},
    {"prismatic u", [](D& d) -> Scalar& { return d.jointStarts[1].u[0]; }, {"1 m/s"}},
    {"cylindrical q1", [](D& d) -> Scalar& { return d.jointStarts[2].q[0]; }, {"30 deg"}},
    {"cylindrical u2", [](D& d) -> Scalar& { return d.jointStarts[2].u[1]; }, {"1 m/s"}},
    {"free q3", [](D& d) -> Scalar& { return d.jointStarts[3].q[2]; }, {"1 m"}},
    {"free q4", [](D& d) -> Scalar& { return d.jointStarts[3].q[3]; }, {}},
    {"free u3", [](D& d) -> Scalar& { return d.jointStarts[3].u[2]; }, {"1 m/s"}},
    {"free u4", [](D& d) -> Scalar& { return d.jointStarts[3].u[3]; }, {"1 rad/s"}},
    {"spherical q", [](D& d) -> Scalar& { return d.jointStarts[4].q[0]; }, {}},
    {"spherical u", [](D& d) -> Scalar& { return d.jointStarts[4].u[0]; }, {"1 rad/s"}},
    {"start position", [](D& d) -> Scalar& { return (*d.bodyStarts[0].position)[0]; }, {"1 m"}},
    {"start orientation", [](D& d) -> Scalar& { return (*d.bodyStarts[0].orientation)[0]; }, {}},
    {"start velocity", [](D& d) -> Scalar& { return (*d.bodyStarts[0].velocity)[0]; }, {"1 m/s"}},
    {"start angular velocity",
     [](D& d) -> Scalar& { return (*d.bodyStarts[0].angularVelocity)[0]; },
     {"1 rad/s"}},
};

std::string reason(const Result<void>& done) {
    return done ? std::string() : toString(done.error().front());
}

}  // namespace

class TestDimensions : public QObject {
    Q_OBJECT

private slots:
    void everyFieldTakesOnlyItsUnit() {
        const ModelDescription model = everyField();
        for (const Field& field : fields) {
            for (const char* quantity : quantities) {
                const bool right =
                    std::ranges::find(field.takes, std::string_view(quantity)) != field.takes.end();
                for (const char* form : {"%1", "-%1", "0.3 kg*%1/(1 kg)", "abs(%1)", "0 + %1"}) {
                    ModelDescription d = model;
                    field.of(d) =
                        written(QString(form).arg(QString("(%1)").arg(quantity)).toStdString());
                    const std::string what =
                        std::string(field.name) + " = " + field.of(d).text + ": ";
                    const auto done = evaluate(d);
                    QVERIFY2(done.has_value() == right, (what + reason(done)).c_str());
                    if (!right) QVERIFY(reason(done).find(", expected ") != std::string::npos);
                }
            }
        }
    }

    void everyFieldTakesNumbers() {
        for (const Field& field : fields) {
            for (const char* number : {"2", "2*plain", "plain^2/3", "6 cm/2 cm", "-pi/4"}) {
                ModelDescription d = everyField();
                field.of(d) = written(number);
                const auto done = evaluate(d);
                QVERIFY2(done.has_value(), (field.name + reason(done)).c_str());
            }
        }
    }

    void expressions_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* field, const char* text, const char* problem = "") {
            QTest::addRow("%s = %s", field, text) << field << text << problem;
        };
        row("position", "shown + 5 mm");
        row("position", "2*shown - 0.05");
        row("position", "plain + 5 mm");
        row("position", "sqrt(shown^2 + (4 cm)^2)");
        row("position", "shown^(1/3)*shown^(2/3)");
        row("position", "shown*(30 deg)");
        row("position", "shown*sin(30 deg)");
        row("position", "max(1 cm, shown, 0)");
        row("inertia", "0.6*shown^2/12");
        row("inertia", "plain*shown^2/12");
        row("torque", "400*(30 deg)");
        row("torsion stiffness", "5 N*mm/deg");
        row("revolute q", "atan2(shown, 3 cm) - 90 deg");
        row("force", "2 kg*(9.81 m/s^2)");
        row("mass", "2*shown", "found m, expected kg");
        row("mass", "2 + shown", "found m, expected kg");
        row("mass", "1 kg + 1 m", "kg and m do not go together");
        row("mass", "min(1 kg, shown)", "kg and m do not go together");
        row("position", "shown^2", "found m^2, expected m");
        row("position", "2*(30 deg)", "found rad, expected m");
        row("position", "atan(1)", "found rad, expected m");
        row("position", "sin(shown)", "its argument is in m");
        row("position", "2^shown", "this one is in m");
        row("revolute q", "2 m", "found m, expected rad");
        row("start orientation", "1 m", "found m, expected a pure number");
    }
    void expressions() {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, problem);
        const auto found = std::ranges::find(fields, field, &Field::name);
        QVERIFY(found != fields.end());
        ModelDescription d = everyField();
        found->of(d) = written(text.toStdString());
        const auto done = evaluate(d);
        const std::string why = reason(done);
        QVERIFY2(done.has_value() == problem.isEmpty(), why.c_str());
        QVERIFY2(QString::fromStdString(why).contains(problem), why.c_str());
    }

    // The first term with a unit says what the sum measures; numbers take what is missing.
    void termsOfACouplingAgree() {
        struct Case {
            const char *turn, *slide, *offset;  // ratios of a revolute and a prismatic joint
            bool agree;
        };
        for (const Case& c : {Case{"1", "1", "0", true},
                              {"50 mm", "-1", "0", true},
                              {"50 mm", "1", "0.1 m", true},
                              {"1", "20 rad/m", "30 deg", true},
                              {"shown", "2*plain", "0", true},
                              {"1 m", "1 m", "0", false},
                              {"1 kg", "1 kg", "0", false},
                              {"50 mm", "1", "1 kg", false},
                              {"1", "20 rad/m", "1 s", false}}) {
            ModelDescription d = everyField();
            CouplingDescription& coupling = d.couplings.emplace_back();
            coupling.name = "rack";
            coupling.terms = {{"revolute", 1, written(c.turn)}, {"prismatic", 1, written(c.slide)}};
            coupling.offset = written(c.offset);
            const std::string why = reason(evaluate(d));
            QVERIFY2(why.empty() == c.agree, (std::string(c.turn) + ": " + why).c_str());
            QVERIFY2(c.agree || why.find("coupling 'rack'") != std::string::npos, why.c_str());
        }
    }

    // The effort along a sum in rad is a torque, along one in m a force.
    void springsOfACouplingFitIt() {
        struct Case {
            const char *turn, *stiffness, *damping, *backlash;
            bool agree;
        };
        for (const Case& c : {Case{"1", "200 N m/rad", "0.1 N m s/rad", "0.5 deg", true},
                              {"1", "200", "0.1", "0.01", true},
                              {"50 mm", "2e4 N/m", "3 N s/m", "0.1 mm", true},
                              {"50 mm", "200 N m/rad", "0", "0", false},
                              {"50 mm", "2e4 N/m", "3 N/m", "0", false},
                              {"50 mm", "2e4 N/m", "0", "1 deg", false},
                              {"1 rad", "2e4 N/m", "0", "0", false},
                              {"1 rad", "200", "0", "1 mm", false}}) {
            ModelDescription d = everyField();
            CouplingDescription& coupling = d.couplings.emplace_back();
            coupling.name = "teeth";
            coupling.terms = {{"revolute", 1, written(c.turn)}};
            coupling.stiffness = written(c.stiffness);
            coupling.damping = written(c.damping);
            coupling.backlash = written(c.backlash);
            const std::string why = reason(evaluate(d));
            const std::string which = std::string(c.turn) + ", " + c.stiffness + ", " + c.backlash;
            QVERIFY2(why.empty() == c.agree, (which + ": " + why).c_str());
        }
    }

    void endsOfACurveAgree() {
        struct Case {
            const char *x, *from, *to;
            bool agree;
        };
        for (const Case& c : {Case{"0.3*cos(s)", "0", "2*pi", true},
                              {"0.3*cos(s)", "0 deg", "360 deg", true},
                              {"s", "0 m", "50 mm", true},
                              {"0.3*cos(s)", "0", "2 kg", false},
                              {"s", "0 m", "90 deg", false},
                              {"0.3*cos(s)", "0 m", "1 m", false}}) {
            ModelDescription d = everyField();
            PlaneCurveDescription& curve = d.joints[0].curve.emplace();
            curve.x = curve.y = written(c.x);
            curve.from = written(c.from);
            curve.to = written(c.to);
            const std::string why = reason(evaluate(d));
            QVERIFY2(why.empty() == c.agree, (std::string(c.to) + ": " + why).c_str());
        }
    }

    void parametersCarryTheirUnit() {
        ModelDescription d = everyField();
        for (const auto& [name, value] :
             {std::pair{"twice", "2*(3 m)"}, {"thrice", "twice + 3 m"}}) {
            ParameterDescription& parameter = d.parameters.emplace_back();
            parameter.name = name;
            parameter.value = written(value);
        }
        d.bodies[0].com[0] = written("thrice");
        QVERIFY(evaluate(d));
        d.bodies[0].mass = written("thrice");
        QVERIFY(!evaluate(d));
        ModelDescription wrong = everyField();
        wrong.parameters[1].value = written("2 kg");
        QVERIFY(reason(evaluate(wrong)).find("parameter 'shown'") != std::string::npos);
    }

    void newValuesKeepTheUnit() {
        ModelDescription d = everyField();
        d.parameters[0].value = written("30 cm");
        for (const char* name : {"plain", "shown"}) {
            const ModelDescription before = d;
            QVERIFY(!giveParameter(d, name, written("3 kg")));
            QVERIFY(!setParameter(d, name, "3 kg"));
            QVERIFY(d == before);
            QVERIFY(giveParameter(d, name, written("12 mm")));
            QVERIFY(setParameter(d, name, "1 in"));
        }
        QVERIFY(setParameter(d, "plain", "0.26"));
    }
};

MOMENTREE_TEST(TestDimensions, Appless)

}  // namespace momentree::test_dimensions
#include "test_dimensions.moc"
