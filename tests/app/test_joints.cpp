// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of joint types and axes by the drawing tools, without a window.
#include <QTest>

#include "app/document/edits/joints.hpp"
#include "app/document/fields/field.hpp"
#include "app/document/work_plane.hpp"
#include "core/model/evaluate.hpp"
#include "support/test_main.hpp"

namespace momentree::test_joints {

using namespace momentree::app;

namespace {

DrawnPoint at(const Vector3d& p, const MarkerReference& on = {}) { return {p, on}; }

/// A bar hinged to ground and another hinged to its end, drawn in `plane`.
ModelDescription twoBars(const Frame& plane = {}) {
    ModelDescription model;
    model.gravity = {Scalar(0.0), Scalar(-9.81), Scalar(0.0)};
    const auto place = [&](double x, double y) { return Vector3d(plane.R * Vector3d(x, y, 0)); };
    const auto act = [&](const auto& change) {
        const CheckedModel seen = checkModel(model);
        if (seen.built) writeStart(model, *seen.model, seen.start);
        Drawing drawing{model, seen, plane};
        change(drawing);
        QVERIFY(evaluate(model));
    };
    act([&](Drawing& d) { d.addLink(std::array{at(place(0, 0)), at(place(0.3, 0.1))}); });
    act([&](Drawing& d) {
        d.addLink(std::array{at(place(0.3, 0.1), {"link1", "B", 0}), at(place(0.5, -0.1))});
    });
    act([&](Drawing& d) { d.addGround(at(place(0, 0), {"link1", "A", 0})); });
    return model;
}

Frame askew() {
    return {Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix(),
            Vector3d::Zero()};
}

double farthest(const CheckedModel& a, const CheckedModel& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.start.size(); ++i) {
        most = std::max(most, (a.start[i].r - b.start[i].r).norm());
        most = std::max(
            most, (rotationOf<double>(a.start[i].e) - rotationOf<double>(b.start[i].e)).norm());
    }
    return most;
}

}  // namespace

class TestJoints : public QObject {
    Q_OBJECT
private slots:
    void otherTypesMoveNothing_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("freedoms");
        for (const bool tilted : {false, true}) {
            const auto row = [&](const char* type, int freedoms) {
                QTest::addRow("%s%s", type, tilted ? " askew" : "") << QString(type) << freedoms;
            };
            row("revolute", 2);
            row("prismatic", 2);
            row("universal", 3);
            row("cylindrical", 3);
            row("screw", 2);
            row("planar", 4);
            row("spherical", 4);
            row("constant-velocity", 3);
            row("point-on-line", 5);
            row("point-on-plane", 6);
            row("point-on-curve", 5);
            row("cam-roller", 6);
            row("cam-face", 6);
            row("rolling-disc", 6);
            row("rolling-ellipsoid", 6);
            row("knife-edge", 7);
            row("free", 7);
            row("fixed", 1);
        }
    }
    void otherTypesMoveNothing() {
        QFETCH(QString, type);
        QFETCH(int, freedoms);
        const bool tilted = QString(QTest::currentDataTag()).endsWith("askew");
        ModelDescription model = twoBars(tilted ? askew() : Frame{});
        const CheckedModel before = checkModel(model);
        QVERIFY(before.assembled);
        writeStart(model, *before.model, before.start);
        Drawing drawing{model, before};
        QCOMPARE(setJointType(drawing, 0, type.toStdString()), QString());
        QVERIFY(evaluate(model));
        const CheckedModel after = checkModel(model);
        QVERIFY2(after.assembled,
                 after.problems.empty() ? "" : toString(after.problems[0]).c_str());
        QCOMPARE(after.report.degreesOfFreedom, freedoms);
        // Starts of bodies are rounded to a micrometre.
        QVERIFY2(farthest(before, after) < 1e-5,
                 qPrintable(QString::number(farthest(before, after))));
    }

    void rodsNeedTwoPlaces() {
        ModelDescription model = twoBars();
        const CheckedModel seen = checkModel(model);
        Drawing drawing{model, seen};
        QVERIFY(setJointType(drawing, 0, "distance").contains("two points apart"));
        QCOMPARE(model.joints[0].type, std::string("revolute"));
        drawing.addRod(at({0, 0.4, 0}), at({0.5, -0.1, 0}, {"link2", "B", 0}));
        QVERIFY(evaluate(model));
        const CheckedModel held = checkModel(model);
        QVERIFY(held.assembled);
        QCOMPARE(held.report.degreesOfFreedom, 1);
        QVERIFY(std::abs(model.joints.back().length->value - std::hypot(0.5, 0.5)) < 1e-6);
    }

    void axesTurnAloneAndKeepTheAngle() {
        ModelDescription model = twoBars();
        const CheckedModel before = checkModel(model);
        writeStart(model, *before.model, before.start);
        Drawing drawing{model, before};
        const Vector3d axis = Vector3d(1, 1, 1).normalized();
        setAxis(drawing, 0, axis);
        QVERIFY(evaluate(model));
        const CheckedModel after = checkModel(model);
        QVERIFY(after.assembled);
        QVERIFY(farthest(before, after) < 1e-5);
        const Drawing now{model, after};
        QVERIFY((axisOf(now, 0).direction - axis).norm() < 1e-9);
        QVERIFY((axisOf(now, 1).direction - Vector3d::UnitZ()).norm() < 1e-9);
    }

    void planarDrawingsStayPlainFiles() {
        // Markers of a drawing in xy need no separate axes.
        const ModelDescription model = twoBars();
        for (const BodyDescription& body : model.bodies)
            for (const MarkerDescription& marker : body.markers)
                QVERIFY(!marker.z && !marker.x && !marker.orientation);
    }

    void drawingsAskewStayExactlyFlat() {
        // Two more hinges than the plane allows: they are compatible only if their axes are
        // parallel.
        const Frame plane = askew();
        ModelDescription model = twoBars(plane);
        const CheckedModel seen = checkModel(model);
        Drawing drawing{model, seen, plane};
        drawing.addGround(at(plane.R * Vector3d(0.5, -0.1, 0), {"link2", "B", 0}));
        QVERIFY(evaluate(model));
        const CheckedModel closed = checkModel(model);
        QVERIFY2(closed.assembled,
                 closed.problems.empty() ? "" : toString(closed.problems[0]).c_str());
        QCOMPARE(closed.report.degreesOfFreedom, 0);
    }

    void planeThroughLinkHoldsItsPoints() {
        const CheckedModel seen = checkModel(twoBars(askew()));
        for (const int body : {0, 1}) {
            const WorkPlane plane = planeThroughLink(seen, body);
            QVERIFY(std::abs(plane.normal().dot(askew().R.col(2))) > 1.0 - 1e-9);
            QVERIFY(std::abs(plane.base.R.determinant() - 1.0) < 1e-12);
            for (const int m : seen.model->bodies[static_cast<std::size_t>(body)].markers) {
                const BodyState& state = seen.start[static_cast<std::size_t>(body)];
                const Vector3d p =
                    state.r + rotationOf<double>(state.e) *
                                  seen.model->markers[static_cast<std::size_t>(m)].frame.r;
                QVERIFY(std::abs(plane.height(p)) < 1e-9);
            }
        }
        const WorkPlane across = planeAcrossAxis(seen, 1);
        QVERIFY((across.normal() - askew().R.col(2)).norm() < 1e-9);
    }

    void axisIsTypedInTheInspector() {
        ModelDescription model = twoBars();
        const auto fields = fieldsOf(model, {Element::Kind::Joint, 0});
        const auto axis = std::ranges::find(fields, QString("Axis"), &Field::name);
        QVERIFY(axis != fields.end());
        QCOMPARE(axis->text(model), QString("0, 0, 1"));
        QVERIFY(!axis->take(model, "0, 0, 0").isEmpty());
        QVERIFY(!axis->take(model, "1, 2").isEmpty());
        QCOMPARE(axis->take(model, "sin(30 deg), 0, 1"), QString());
        QVERIFY(evaluate(model));
        QCOMPARE(axis->text(model), QString("sin(30 deg), 0, 1"));
        QVERIFY(checkModel(model).assembled);
    }
};

MOMENTREE_TEST(TestJoints, Guiless)

}  // namespace momentree::test_joints
#include "test_joints.moc"
