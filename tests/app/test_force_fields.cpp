// SPDX-License-Identifier: GPL-3.0-or-later
// Friction, motors, curves and laws of state while drawing: added, edited, mirrored.
#include <QTest>
#include <cmath>

#include "app/document/checked_model.hpp"
#include "app/document/edits/draw.hpp"
#include "app/document/edits/mirror.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/fields/field.hpp"
#include "core/dynamics/loads.hpp"
#include "core/io/model_file.hpp"
#include "core/model/sticking.hpp"
#include "support/forces.hpp"
#include "support/test_main.hpp"

namespace momentree::test_force_fields {

using namespace momentree::app;

namespace {

constexpr Element firstForce{Element::Kind::Force, 0};

ModelDescription read(const std::string& text) {
    const auto model = readModelText(text, "m");
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

/// Types into the field of that name; returns what is wrong.
QString type(ModelDescription& model, const QString& name, const QString& text) {
    for (const Field& field : fieldsOf(model, firstForce))
        if (field.name == name) return field.take(model, text);
    return QStringLiteral("no field");
}

QString shown(ModelDescription& model, const QString& name) {
    for (const Field& field : fieldsOf(model, firstForce))
        if (field.name == name) return field.text(model);
    return QStringLiteral("no field");
}

QString problemOf(const ModelDescription& model) {
    const CheckedModel checked = checkModel(model);
    return checked.assembled ? QString()
                             : QString::fromStdString(toString(checked.problems.front()));
}

/// Torque about z on the only body at the start of a model.
double torqueOf(const ModelDescription& description) {
    const CheckedModel checked = checkModel(description);
    if (!checked.assembled) qFatal("%s", qPrintable(problemOf(description)));
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(checked.start);
    const std::vector<double> angles(checked.model->loadAngles(), 0.0);
    std::vector<Vec6<double>> Q(1);
    evaluateLoads<double>(*checked.model, 0.3, bodies, angles, Q);
    return Q[0][5];
}

}  // namespace

class TestForceFields : public QObject {
    Q_OBJECT
private slots:
    void jointsGetFriction() {
        for (const std::string& text : {test::loadedWheel("\"law\": 0", 0.1, 1.0),
                                        test::loadedSlider("\"law\": 0", 0.1, 1.0)}) {
            ModelDescription model = read(text);
            const CheckedModel seen = checkModel(model);
            Drawing drawing{model, seen};
            QVERIFY(drawing.addFriction(0, false));
            QCOMPARE(problemOf(drawing.description), QString());
            const CheckedModel checked = checkModel(drawing.description);
            QVERIFY(!checked.model->axialLoads.back().characteristic.friction.empty());
            QVERIFY(!drawing.addFriction(1, false));
            drawing.description.joints[0].type = "spherical";
            QVERIFY(!drawing.addFriction(0, false));
        }
    }
    void frictionCanBeExact() {
        ModelDescription model = read(test::loadedWheel("\"law\": 0", 0.1, 1.0));
        const CheckedModel seen = checkModel(model);
        Drawing drawing{model, seen};
        QVERIFY(drawing.addFriction(0, true));
        QCOMPARE(problemOf(drawing.description), QString());
        const CheckedModel checked = checkModel(drawing.description);
        QVERIFY(firstSticking(*checked.model) != nullptr);
    }
    void fieldsSetThem() {
        ModelDescription model = read(test::loadedWheel("\"law\": 0", 0.1, 1.0));
        QCOMPARE(type(model, "Kinetic", "0.3 N m"), QString());
        QCOMPARE(problemOf(model), QString());  // it sticks
        QCOMPARE(type(model, "Reversal speed", "0.01"), QString());
        QCOMPARE(type(model, "Stall", "2"), QString());
        QCOMPARE(type(model, "No-load speed", "30 rad/s"), QString());
        QCOMPARE(type(model, "Positions", "-1 rad, 0, 2*0.5"), QString());
        QVERIFY(problemOf(model).contains("as many values"));
        QCOMPARE(type(model, "Values", "-3, 0, 3"), QString());
        QCOMPARE(type(model, "Between them", "linear"), QString());
        QCOMPARE(type(model, "Offset", "-0.5*q - 0.1*u"), QString());
        QCOMPARE(problemOf(model), QString());
        QCOMPARE(shown(model, "Positions"), QString("-1 rad, 0, 2*0.5"));
        QCOMPARE(shown(model, "Offset"), QString("-0.5*q - 0.1*u"));
        const double expected = -0.05 - 0.1 - 0.3 + 2.0 * (1.0 - 1.0 / 30.0) - 0.3;
        QVERIFY(std::abs(torqueOf(model) - expected) < 1e-12);
        QCOMPARE(type(model, "Positions", ""), QString());
        QCOMPARE(type(model, "Values", ""), QString());
        QCOMPARE(problemOf(model), QString());
        QVERIFY(!type(model, "Positions", "1 kg, 2").isEmpty());
        QCOMPARE(shown(model, "Positions"), QString());
    }
    void bushingsHaveCurves() {
        const std::string text = R"({"version": 1, "name": "m", "gravity": [0, 0, 0],
            "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
            "forces": [{"name": "mount", "type": "bushing", "a": "ground", "b": "b",
                "stiffness": [1, 2, 3, 4, 5, 6]}]})";
        ModelDescription model = read(text);
        const auto take = [&](const QString& fold, const QString& name, const QString& typed) {
            for (const Field& field : fieldsOf(model, firstForce))
                if (field.fold == fold && field.name == name) return field.take(model, typed);
            return QStringLiteral("no field");
        };
        QCOMPARE(take("Curve along y", "Positions", "-1 cm, 0, 3 cm"), QString());
        QVERIFY(problemOf(model).contains("as many values"));
        QCOMPARE(take("Curve along y", "Values", "-2, 0, 5"), QString());
        QCOMPARE(take("Curve about z", "Positions", "-1 rad, 1 rad"), QString());
        QCOMPARE(take("Curve about z", "Values", "-3 N m, 4"), QString());
        QCOMPARE(problemOf(model), QString());
        const Bushing mount = checkModel(model).model->bushings[0];
        QCOMPARE(mount.curves.size(), 6U);
        QCOMPARE(mount.curves[1].values, (std::vector<double>{-2, 0, 5}));
        QCOMPARE(mount.curves[5].values, (std::vector<double>{-3, 4}));
        ModelDescription mirrored = model;
        mirror(mirrored);
        const Bushing other = checkModel(mirrored).model->bushings[0];
        QCOMPARE(other.curves[1].values, (std::vector<double>{-5, 0, 2}));
        QCOMPARE(other.curves[5].positions, (std::vector<double>{-1, 1}));
        QCOMPARE(other.curves[5].values, (std::vector<double>{-4, 3}));
    }
    void contactsOfSpheres() {
        ModelDescription model = read(R"({"version": 1, "name": "m",
            "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
            "forces": [{"name": "c", "type": "contact", "a": "ground", "b": "b",
                "radius": 0.2, "restitution": 0.5}],
            "initial": {"bodies": {"b": {"position": [0, 1, 0]}}}})");
        QCOMPARE(shown(model, "Against"), QString("plane"));
        QCOMPARE(type(model, "First radius", "1"), QString("no field"));
        QCOMPARE(type(model, "Against", "sphere"), QString());
        QCOMPARE(shown(model, "First radius"), QString("0.2"));
        QCOMPARE(type(model, "First radius", "30 cm"), QString());
        QCOMPARE(problemOf(model), QString());
        const Stop stop = checkModel(model).model->stops[0];
        QVERIFY(stop.spheres);
        QCOMPARE(stop.bound, 0.5);
        QCOMPARE(type(model, "Against", "plane"), QString());
        QVERIFY(!checkModel(model).model->stops[0].spheres);
    }
    void probesOfForcesFollowTheirNames() {
        std::string text = test::loadedWheel("\"law\": 0", 0.1, 1.0);
        ModelDescription model = read(text);
        ProbeDescription probe;
        probe.column = "loss";
        probe.quantity = "force_work";
        probe.joint = model.forces[0].name;
        model.probes = {probe};
        QCOMPARE(rename(model, firstForce, "brake"), QString());
        QCOMPARE(model.probes[0].joint, std::string("brake"));
        QCOMPARE(problemOf(model), QString());
        remove(model, {firstForce});
        QVERIFY(model.probes.empty());
    }
    void valuesOfSelectedForces() {
        const ModelDescription description = read(test::loadedWheel("\"law\": 1", 0.1, 1.0));
        const CheckedModel checked = checkModel(description);
        const RowLayout layout(*checked.model);
        const auto list = readOutOf(*checked.model, layout, firstForce);
        QCOMPARE(list.size(), 2U);
        QCOMPARE(list[0].unit + list[1].unit, QString("WJ"));
        const std::string& name = description.forces[0].name;
        QCOMPARE(layout.names()[static_cast<std::size_t>(list[1].columns[0])], name + ".work");
    }
    void mirroredTorquesAreOpposite() {
        const ModelDescription model =
            read(test::loadedWheel("\"law\": \"0.2 N m - 3*sin(q)*u + 0.5*t\", \"friction\": "
                                   "{\"kinetic\": 0.3, \"speed\": 1}, "
                                   "\"motor\": {\"stall\": 2, \"no_load_speed\": 30}, "
                                   "\"curve\": {\"positions\": [-1, 0, 1], \"values\": [-2, 0, 5]}",
                                   0.4, 1.5));
        ModelDescription mirrored = model;
        QCOMPARE(problemOf(mirrored), QString());
        mirrored = checkModel(mirrored).model->description;
        mirror(mirrored);
        QVERIFY(std::abs(torqueOf(mirrored) + torqueOf(model)) < 1e-12);
    }
};

MOMENTREE_TEST(TestForceFields, Guiless)

}  // namespace momentree::test_force_fields
#include "test_force_fields.moc"
