// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of parts of a mechanism move like their originals.
#include <QTest>

#include "app/document/edits/fragment.hpp"
#include "app/document/edits/mirror.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/fields/field.hpp"
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/marker_axes.hpp"
#include "support/test_main.hpp"
#include "tests/app/places_after.hpp"

namespace momentree::test_fragment {

using namespace momentree::app;

namespace {

std::vector<Element> allBodies(const ModelDescription& model) {
    std::vector<Element> all;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
        all.push_back({Element::Kind::Body, static_cast<int>(k)});
    return all;
}

ModelDescription example(const char* name) {
    auto model = readModelFile(std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") + name +
                               ".momentree.json");
    if (!evaluate(*model)) qFatal("the example has wrong expressions");
    return *model;
}

/// Columns: right and up in a work plane, and its normal.
Matrix3d planeAxes(const QString& plane) {
    Matrix3d axes = Matrix3d::Identity();
    if (plane == "xz") axes << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    if (plane == "yz") axes << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    if (plane == "askew")
        axes = Eigen::AngleAxisd(0.8, Vector3d(0.3, -0.5, 0.7).normalized()).toRotationMatrix();
    return axes;
}

/// The effect of the placement on directions.
Matrix3d directionsBy(const Placement& placement) {
    Matrix3d inPlane = Eigen::AngleAxisd(placement.turn, Vector3d::UnitZ()).toRotationMatrix();
    if (placement.mirrored) inPlane.col(0) = -inPlane.col(0);
    return placement.axes * inPlane * placement.axes.transpose();
}

/// Adds loads in world axes to a body whose inertia has products.
void loadRod(ModelDescription& model) {
    BodyDescription& rod = model.bodies[1];
    for (const auto& [i, j, value] :
         {std::tuple(0, 1, 5e-4), {0, 2, 8e-4}, {1, 2, 1e-3}, {0, 0, 8e-3}, {1, 1, 1e-2}}) {
        rod.inertia[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = value;
        rod.inertia[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = value;
    }
    AppliedForceDescription load;
    load.at = {rod.name, rod.markers[1].name};
    load.direction = {Scalar(0.3), Scalar(-0.5), Scalar(0.7)};
    load.law.offset = 6.0;
    model.forces.push_back({"pull", load});
    load.torque = true;
    load.law.offset = 0.2;
    model.forces.push_back({"twist", load});
}

}  // namespace

class TestFragment : public QObject {
    Q_OBJECT
private slots:
    void copiesMoveAsTheirOriginals_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"four_bar", "slider_crank", "rssr"}) QTest::newRow(name) << name;
    }
    void copiesMoveAsTheirOriginals() {
        QFETCH(QString, name);
        ModelDescription model = example(qPrintable(name));
        const std::size_t bodies = model.bodies.size(), joints = model.joints.size();
        const CheckedModel seen = checkModel(model);
        const ModelDescription fragment = fragmentOf(seen, model, allBodies(model));
        Placement aside;
        aside.shift = {0.0, 0.0, 0.0};
        Placement mirrored;
        mirrored.mirrored = true;
        mirrored.about = {0.7, 0.0, 0.0};
        insert(model, fragment, aside);
        insert(model, fragment, mirrored);
        QVERIFY(evaluate(model).has_value());
        QCOMPARE(model.bodies.size(), 3 * bodies);
        QCOMPARE(model.joints.size(), 3 * joints);
        const auto places = placesAfter(model, 0.4);
        for (std::size_t k = 0; k < bodies; ++k) {
            const Vector3d own = places[k], copy = places[bodies + k],
                           image = places[2 * bodies + k];
            // Starts of copies are written to a micrometre.
            QVERIFY2((copy - own).norm() < 1e-4, qPrintable(QString::number((copy - own).norm())));
            const Vector3d reflected(1.4 - own.x(), own.y(), own.z());
            QVERIFY2((image - reflected).norm() < 1e-4,
                     qPrintable(QString::number((image - reflected).norm())));
        }
    }

    void copiesFollowTheWorkPlane_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("plane");
        QTest::addColumn<bool>("mirrored");
        QTest::addColumn<double>("turn");
        for (const char* plane : {"xy", "xz", "yz", "askew"})
            for (const bool mirrored : {false, true})
                for (const double turn : {0.0, 0.7})
                    QTest::addRow("rssr, %s, %d, %g", plane, mirrored, turn)
                        << "rssr" << plane << mirrored << turn;
        for (const char* name : {"spatial_double_pendulum", "robot_arm", "slider_crank"})
            QTest::addRow("%s", name) << name << "yz" << true << 0.7;
    }
    void copiesFollowTheWorkPlane() {
        QFETCH(QString, name);
        QFETCH(QString, plane);
        QFETCH(bool, mirrored);
        QFETCH(double, turn);
        Placement placement;
        placement.mirrored = mirrored;
        placement.turn = turn;
        placement.axes = planeAxes(plane);
        placement.about = {0.3, -0.2, 0.1};
        placement.shift = {0.1, 0.2, -0.4};
        const Matrix3d R = directionsBy(placement);
        ModelDescription model = example(qPrintable(name));
        // Loads in world axes are mirrored but not rotated, like gravity.
        if (name == "rssr" && placement.turn == 0.0) loadRod(model);
        const Vector3d gravity = valueOf(model.gravity);
        if ((R * gravity - gravity).norm() > 1e-9) model.gravity = {0.0, 0.0, 0.0};
        const std::size_t bodies = model.bodies.size();
        const CheckedModel seen = checkModel(model);
        insert(model, fragmentOf(seen, model, allBodies(model)), placement);
        QVERIFY(evaluate(model).has_value());
        const auto built = buildModel(model);
        QVERIFY2(built, built ? "" : toString(built.error().front()).c_str());
        const auto places = placesAfter(model, 0.4);
        QCOMPARE(places.size(), 2 * bodies);
        for (std::size_t k = 0; k < bodies; ++k) {
            const Vector3d wanted =
                R * (places[k] - placement.about) + placement.about + placement.shift;
            const double off = (places[bodies + k] - wanted).norm();
            // Starts of copies are written to a micrometre.
            QVERIFY2(off < 1e-4, qPrintable(QString("body %1 is off by %2 m").arg(k).arg(off)));
        }
    }

    void axesOfMarkersAreMirroredAsFrames() {
        const Matrix3d M = Vector3d(-1.0, 1.0, 1.0).asDiagonal();
        const Matrix3d S = Vector3d(1.0, -1.0, 1.0).asDiagonal();
        const auto scalars = [](double x, double y, double z) {
            return Scalar3{Scalar(x), Scalar(y), Scalar(z)};
        };
        std::vector<MarkerDescription> markers(5);
        markers[1].z = scalars(1, 0, 0);  // x is along y by default
        markers[2].z = scalars(0.2, -0.5, 0.6);
        markers[3].x = scalars(0.1, 0.8, 0.3);
        markers[4].orientation = {Scalar(0.5), Scalar(-0.1), Scalar(0.7), Scalar(0.5)};
        ModelDescription model;
        model.groundMarkers = markers;
        model.bodies.emplace_back().markers = markers;
        ModelDescription turned = model;
        mirror(model);
        Placement turn;
        turn.turn = 0.4;
        turn.axes = planeAxes("askew");
        move(turned, turn);
        for (std::size_t k = 0; k < markers.size(); ++k) {
            const Matrix3d was = *axesOf(markers[k]);
            const auto is = [](const auto& marker) { return *axesOf(marker); };
            QVERIFY(is(model.groundMarkers[k]).isApprox(M * was * S, 1e-9));
            QVERIFY(is(model.bodies[0].markers[k]).isApprox(S * was * S, 1e-9));
            QVERIFY(is(turned.groundMarkers[k]).isApprox(directionsBy(turn) * was, 1e-8));
        }
    }

    void whatHangsOnTheWorldItselfIsMovedToo() {
        ModelDescription model = example("spatial_double_pendulum");
        model.groundMarkers.clear();
        for (JointDescription& joint : model.joints)
            if (joint.a.body == "ground") joint.a.marker.clear();
        const std::size_t bodies = model.bodies.size();
        const CheckedModel seen = checkModel(model);
        QVERIFY(seen.built);
        Placement aside;
        aside.shift = {0.0, 0.5, 0.0};
        insert(model, fragmentOf(seen, model, allBodies(model)), aside);
        const CheckedModel both = checkModel(model);
        QVERIFY(both.assembled);
        for (std::size_t k = 0; k < bodies; ++k)
            QVERIFY((both.start[bodies + k].r - both.start[k].r - aside.shift).norm() < 1e-5);
    }

    void fragmentsAreHeldWhereTheyComeNearestToThePlane() {
        const ModelDescription model = example("rssr");
        const CheckedModel seen = checkModel(model);
        const ModelDescription fragment = fragmentOf(seen, model, allBodies(model));
        Frame plane;
        const auto height = [&](double z) {
            plane.r.z() = z;
            return handleOf(fragment, plane).z();
        };
        QCOMPARE(height(0.0), 0.0);
        QCOMPARE(height(0.1), 0.1);
        QVERIFY(std::abs(height(-1.0)) < 1e-6);  // the lowest markers are the hinges on ground
        QVERIFY(height(2.0) < 1.0);
        // The same box along another plane, with other axes.
        const Vector3d flat = handleOf(fragment, {});
        const Vector3d upright = handleOf(fragment, {planeAxes("yz"), Vector3d::Zero()});
        QVERIFY(std::abs(flat.y() - upright.y()) < 1e-9);
        QCOMPARE(upright.x(), 0.0);
        QVERIFY(upright.z() > 0.01);
    }

    void turnedCopiesFallInTheirOwnFrame() {
        ModelDescription model = example("four_bar");
        const std::size_t bodies = model.bodies.size();
        model.gravity = {Scalar(0.0), Scalar(0.0), Scalar(0.0)};
        model.jointStarts.clear();
        const CheckedModel seen = checkModel(model);
        Placement turned;
        turned.turn = 0.5;
        insert(model, fragmentOf(seen, model, allBodies(model)), turned);
        const CheckedModel both = checkModel(model);
        QVERIFY(both.assembled);
        const Matrix3d R = Eigen::AngleAxisd(0.5, Vector3d::UnitZ()).toRotationMatrix();
        for (std::size_t k = 0; k < bodies; ++k)
            QVERIFY((both.start[bodies + k].r - R * both.start[k].r).norm() < 1e-5);
    }

    void springsOfGroundComeAlongOnlyWhereTheyAreChosen() {
        ModelDescription model = example("four_bar");
        SpringDamperDescription spring;
        spring.a = spring.b = {"ground", model.groundMarkers.front().name};
        model.forces.push_back({"anchored", spring});
        spring.b = {model.bodies[0].name, model.bodies[0].markers.front().name};
        model.forces.push_back({"held", spring});
        const CheckedModel seen = checkModel(model);
        const Element link{Element::Kind::Body, 0}, anchored{Element::Kind::Force, 0};
        const auto forces = [&](const std::vector<Element>& chosen) {
            QStringList names;
            for (const auto& force : fragmentOf(seen, model, chosen).forces)
                names << QString::fromStdString(force.name);
            return names;
        };
        QCOMPARE(forces({link}), QStringList{"held"});
        QCOMPARE(forces({anchored}), QStringList{"anchored"});
        QCOMPARE(forces({link, anchored}), QStringList({"anchored", "held"}));
    }

    void newNamesAreFree() {
        ModelDescription model = example("four_bar");
        const std::string first = model.bodies[0].name;
        TakenNames taken(model);
        std::set<std::string> names;
        for (int k = 0; k < 100; ++k) {
            const std::string name = k % 2 ? taken.take(first) : taken.count("link");
            QVERIFY(!isTaken(model, name));
            QVERIFY(names.insert(name).second);
        }
        QCOMPARE(taken.take("quite new"), std::string("quite new"));
        QCOMPARE(freeName(model, "link"), std::string("link1"));
        std::vector<MarkerDescription> markers(1);
        markers[0].name = "B";
        TakenMarkerNames points(markers);
        QStringList letters;
        for (int k = 0; k < 28; ++k) letters << QString::fromStdString(points.next());
        QCOMPARE(letters.first(2), QStringList({"A", "C"}));
        QCOMPARE(letters.last(4), QStringList({"Z", "A1", "B1", "C1"}));
    }

    void copiesThroughTheClipboardKeepTheirText() {
        const ModelDescription model = example("four_bar");
        const CheckedModel seen = checkModel(model);
        const ModelDescription fragment =
            fragmentOf(seen, model, {{Element::Kind::Body, 0}, {Element::Kind::Body, 1}});
        QCOMPARE(fragment.bodies.size(), std::size_t(2));
        const auto again = readModelText(writeModelText(fragment), "clipboard");
        QVERIFY(again.has_value());
        QCOMPARE(writeModelText(*again), writeModelText(fragment));
    }

    void renamedParametersKeepEveryValue() {
        ModelDescription model = example("four_bar");
        ParameterDescription length;
        length.name = "K";
        length.value = 0.25;
        model.parameters.push_back(length);
        model.bodies[0].mass = scalarFrom("2*K + K^2");
        QVERIFY(evaluate(model).has_value());
        const double before = model.bodies[0].mass.value;
        QVERIFY(renameParameter(model, "K", "crank").isEmpty());
        QCOMPARE(model.bodies[0].mass.text, std::string("2*crank + crank^2"));
        QVERIFY(evaluate(model).has_value());
        QCOMPARE(model.bodies[0].mass.value, before);
        QVERIFY(!renameParameter(model, "crank", "2x").isEmpty());
    }
};

MOMENTREE_TEST(TestFragment, Gui)

}  // namespace momentree::test_fragment
#include "test_fragment.moc"
