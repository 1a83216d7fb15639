// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts, cams and meshes while drawing: added where they are drawn, and changed by their fields.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/document/edits/draw.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/shape_mass.hpp"
#include "core/io/model_file.hpp"
#include "support/test_main.hpp"

namespace momentree::test_contact_drawing {

using namespace momentree::app;

namespace {

/// Two free balls, and a wheel below a slider.
const char* const text = R"model({"version": 1, "name": "m", "gravity": [0, -9.81, 0],
 "ground": {"markers": {"axle": [1, 0, 0], "guide": {"position": [1, 0, 0], "z": [0, 1, 0]}}},
 "bodies": [
  {"name": "one", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"O": [0, 0, 0]}},
  {"name": "two", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"O": [0, 0, 0]}},
  {"name": "wheel", "mass": 1, "inertia": [0.1, 0.1, 0.1], "markers": {"O": [0, 0, 0]}},
  {"name": "rod", "mass": 1, "inertia": [0.1, 0.1, 0.1],
   "markers": {"O": {"position": [0, 0, 0], "z": [0, 1, 0]}, "tip": [0, 0, 0]}}],
 "joints": [{"name": "axle", "type": "revolute", "a": "ground.axle", "b": "wheel.O"},
            {"name": "guide", "type": "prismatic", "a": "ground.guide", "b": "rod.O"}],
 "initial": {"joints": {"guide": {"q": 0.1}},
             "bodies": {"one": {"position": [0, 0.3, 0]}, "two": {"position": [0.4, 0.3, 0]}}}})model";

struct Board {
    ModelDescription model;
    CheckedModel seen;
    Board() : model(*readModelText(text, "m")), seen(checkModel(model)) {}
    Drawing drawing() { return {model, seen}; }
    DrawnPoint on(const char* body, const char* marker, const Vector3d& at) const {
        return {at, {body, marker, 0}};
    }
    CheckedModel checked() const {
        CheckedModel now = checkModel(model);
        if (!now.assembled) qFatal("%s", toString(now.problems.front()).c_str());
        return now;
    }
    QString type(const Element& element, const QString& name, const QString& value) {
        for (const Field& field : fieldsOf(model, element))
            if (field.name == name) return field.take(model, value);
        return QStringLiteral("no field");
    }
};

constexpr Element contact{Element::Kind::Force, 0};
constexpr Element cam{Element::Kind::Joint, 2};

}  // namespace

class TestContactDrawing : public QObject {
    Q_OBJECT
private slots:
    void ballsOnAPlane() {
        Board board;
        board.drawing().addContact({{0.1, 0, 0}, {}}, board.on("one", "O", {0, 0.3, 0}), false);
        CheckedModel now = board.checked();
        QCOMPARE(now.model->stops.size(), std::size_t(1));
        const Stop& stop = now.model->stops[0];
        QCOMPARE(stop.bound, 0.01);
        QCOMPARE(stop.A.body, ground);
        const Vector3d normal = Vector3d(-0.1, 0.3, 0).normalized();
        QVERIFY((stop.A.frame.R.col(2) - normal).norm() < 1e-11);
        QVERIFY((stop.A.frame.r - Vector3d(0.1, 0, 0)).norm() < 1e-12);
        QCOMPARE(board.type(contact, "Damping", "1"), QString("no field"));
        QCOMPARE(board.type(contact, "Touch", "elastic"), QString());
        QCOMPARE(board.type(contact, "Damping", "1"), QString());
        QCOMPARE(board.type(contact, "Friction", "0.3"), QString());
        now = board.checked();
        QVERIFY(now.model->stops.empty());
        QCOMPARE(now.model->contactLoads[0].friction, 0.3);
        QCOMPARE(board.type(contact, "Touch", "impact"), QString());
        QCOMPARE(board.type(contact, "Radius", "0"), QString());  // a point
        QCOMPARE(board.checked().model->stops[0].bound, 0.0);
    }

    void ballsThatTouch() {
        Board board;
        board.drawing().addContact(board.on("one", "O", {0, 0.3, 0}),
                                   board.on("two", "O", {0.4, 0.3, 0}), true);
        const CheckedModel now = board.checked();
        QVERIFY(now.model->stops[0].spheres);
        QCOMPARE(now.model->stops[0].bound, 0.4);
        QCOMPARE(board.type(contact, "First radius", "5 cm"), QString());
        QCOMPARE(board.checked().model->stops[0].bound, 0.25);
    }

    void camsTouchTheirRoller() {
        Board board;
        board.drawing().addCam(board.on("wheel", "O", {1, 0, 0}),
                               board.on("rod", "tip", {1, 0.1, 0}));
        const CheckedModel now = board.checked();
        QCOMPARE(now.report.degreesOfFreedom, 13);  // the balls, and one of cam and rod
        const JointElement& joint = now.model->joints[2];
        QCOMPARE(joint.type, std::string("cam-roller"));
        QVERIFY(std::abs(now.start[3].r.y() - 0.1) < 1e-4);  // nothing has moved
        // A cam by points that lies on the formula.
        QCOMPARE(board.type(cam, "Given by", "points"), QString());
        QCOMPARE(board.model.joints[2].curve->points.size(), std::size_t(24));
        const CheckedModel points = board.checked();
        QVERIFY(std::abs(points.start[3].r.y() - now.start[3].r.y()) < 1e-5);
        QCOMPARE(board.type(cam, "Given by", "formula"), QString());
        QVERIFY(board.model.joints[2].curve->points.empty());
        QVERIFY(std::abs(board.checked().start[3].r.y() - now.start[3].r.y()) < 1e-4);
    }

    /// A cube of 2 cm in millimetres.
    void meshesHaveAVolume() {
        QTemporaryDir folder;
        const QString path = folder.filePath("cube.obj");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nv 0 0 20\nv 20 0 20\nv 20 20 20\n"
            "v 0 20 20\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
            "f 4 1 5 8\n");
        file.close();
        Board board;
        const Element body{Element::Kind::Body, 0};
        QCOMPARE(board.type(body, "Mesh scale", "1, 1, 1"), QString("no field"));
        QVERIFY(!board.type(body, "Mesh", folder.filePath("none.stl")).isEmpty());
        QCOMPARE(board.type(body, "Mesh", path), QString());
        QCOMPARE(board.type(body, "Mesh scale", "0.001, 0.001, 0.001"), QString());
        QCOMPARE(board.type(body, "Density", "1000"), QString());
        const BodyDescription& one = board.model.bodies[0];
        QVERIFY(std::abs(one.mass.value - 0.008) < 1e-12);
        for (std::size_t k = 0; k < 3; ++k) {
            QVERIFY(std::abs(one.com[k].value - 0.01) < 1e-9);
            QVERIFY(std::abs(one.inertia[k][k].value - 0.008 * 0.0004 / 6.0) < 1e-15);
        }
        QVERIFY(std::abs(*densityOf(one) - 1000.0) < 1e-6);
        // Without its lid it has none.
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("v 0 0 0\nv 20 0 0\nv 20 20 0\nf 1 2 3\n");
        file.close();
        const QString other = folder.filePath("open.obj");
        QVERIFY(QFile::rename(path, other));
        QCOMPARE(board.type(body, "Mesh", other), QString());
        QVERIFY(board.type(body, "Density", "1000").contains("not closed"));
        QCOMPARE(board.type(body, "Mesh", ""), QString());
        QVERIFY(board.model.bodies[0].shape.parts.empty());
    }
};

MOMENTREE_TEST(TestContactDrawing, Guiless)

}  // namespace momentree::test_contact_drawing
#include "test_contact_drawing.moc"
