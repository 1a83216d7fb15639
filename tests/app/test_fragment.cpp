// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of parts of a mechanism move as their originals do.
#include <QTest>

#include "app/editing/fragment.hpp"
#include "app/editing/references.hpp"
#include "app/inspector/field.hpp"
#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "tests/app/places_after.hpp"

using namespace momentree;
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

QTEST_MAIN(TestFragment)
#include "test_fragment.moc"
