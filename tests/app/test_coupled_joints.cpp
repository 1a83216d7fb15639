// SPDX-License-Identifier: GPL-3.0-or-later
// Couplings while drawing: added, renamed with their joints, copied, mirrored and removed.
#include <QTest>

#include "app/document/checked_model.hpp"
#include "app/document/edits/draw.hpp"
#include "app/document/edits/fragment.hpp"
#include "app/document/edits/mirror.hpp"
#include "app/document/edits/references.hpp"
#include "app/document/element_at.hpp"
#include "app/document/fields/field.hpp"
#include "core/io/model_file.hpp"
#include "support/gears.hpp"
#include "support/test_main.hpp"

namespace momentree::test_coupled_joints {

using namespace momentree::app;

namespace {

ModelDescription wheels(const std::string& start = "{}") {
    const auto model = readModelText(test::flywheels(start), "m");
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

}  // namespace

class TestCoupledJoints : public QObject {
    Q_OBJECT
private slots:
    void jointsAreCoupledAsTheyStand() {
        ModelDescription model = wheels("{\"joints\": {\"J1\": {\"q\": 1.5}, \"J2\": {\"q\": 7}}}");
        model.couplings.clear();
        model.probes.clear();
        const CheckedModel seen = checkModel(model);
        Drawing drawing{model, seen};
        QVERIFY(drawing.addCoupling({0, 1}));
        QCOMPARE(drawing.description.couplings.size(), std::size_t(1));
        QCOMPARE(drawing.description.couplings[0].offset.value, 8.5);
        const CheckedModel checked = checkModel(drawing.description);
        QVERIFY(checked.assembled);
        QCOMPARE(checked.report.degreesOfFreedom, 1);
        QVERIFY(!drawing.addCoupling({0}));
    }

    void namesAndReferencesFollow() {
        ModelDescription model = wheels();
        const Element coupling{Element::Kind::Coupling, 0};
        QCOMPARE(rename(model, {Element::Kind::Joint, 0}, "input"), QString());
        QCOMPARE(model.couplings[0].terms[0].joint, std::string("input"));
        QVERIFY(!rename(model, coupling, "input").isEmpty());
        QCOMPARE(rename(model, coupling, "teeth"), QString());
        QCOMPARE(model.probes[0].joint, std::string("teeth"));
        QVERIFY(checkModel(model).assembled);
        QCOMPARE(elementAt(model, Place::coupling("teeth")), coupling);
        QCOMPARE(elementName(model, coupling), QString("teeth"));
    }

    void removedWithItsJoints() {
        ModelDescription model = wheels();
        remove(model, {{Element::Kind::Coupling, 0}});
        QVERIFY(model.couplings.empty() && model.probes.empty() && model.joints.size() == 2);
        model = wheels();
        remove(model, {{Element::Kind::Joint, 1}});
        QVERIFY(model.couplings.empty() && model.probes.empty());
        QVERIFY(checkModel(model).assembled);
    }

    void ratiosAreFields() {
        ModelDescription model = wheels();
        const auto fields = fieldsOf(model, {Element::Kind::Coupling, 0});
        QCOMPARE(fields.size(), std::size_t(5));  // name, two ratios, offset, transmission
        QCOMPARE(fields[1].text(model), QString("17"));
        QCOMPARE(fields[1].take(model, "2*10"), QString());
        QVERIFY(checkModel(model).assembled);
        QCOMPARE(fields[1].take(model, "0"), QString());
        const CheckedModel checked = checkModel(model);
        QVERIFY(!checked.assembled);
        QCOMPARE(elementAt(model, checked.problems.front().place).kind, Element::Kind::Coupling);
    }

    void teethBecomeElasticAndRigidAgain() {
        ModelDescription model = wheels();
        const Element coupling{Element::Kind::Coupling, 0};
        const auto type = [&](const QString& name, const QString& text) {
            for (const Field& field : fieldsOf(model, coupling))
                if (field.name == name) return field.take(model, text);
            return QStringLiteral("no field");
        };
        QCOMPARE(type("Stiffness", "10"), QString("no field"));
        QCOMPARE(type("Transmission", "elastic"), QString());
        QCOMPARE(model.couplings[0].stiffness->value, 100.0);
        QCOMPARE(type("Stiffness", "2*50"), QString());
        QCOMPARE(type("Damping", "0.5"), QString());
        QCOMPARE(type("Backlash", "0.01"), QString());
        CheckedModel checked = checkModel(model);
        QVERIFY(checked.assembled);
        QCOMPARE(checked.report.degreesOfFreedom, 2);
        QCOMPARE(checked.model->elasticCouplings[0].backlash, 0.01);
        // Its probes follow a new name and are removed with it.
        ProbeDescription work;
        work.column = "work";
        work.quantity = "force_work";
        work.joint = "gears";
        model.probes.push_back(work);
        QCOMPARE(rename(model, coupling, "teeth"), QString());
        QCOMPARE(model.probes.back().joint, std::string("teeth"));
        QVERIFY(checkModel(model).assembled);
        ModelDescription without = model;
        remove(without, {coupling});
        QVERIFY(without.probes.empty());
        QCOMPARE(type("Stiffness", "0"), QString());
        checked = checkModel(model);
        QVERIFY(!checked.assembled);
        QCOMPARE(elementAt(model, checked.problems.front().place), coupling);
        QCOMPARE(type("Transmission", "rigid"), QString());
        model.probes.pop_back();
        checked = checkModel(model);
        QVERIFY(checked.assembled && checked.model->elasticCouplings.empty());
    }

    void copiesAreCoupledAmongThemselves() {
        ModelDescription model = wheels();
        const CheckedModel seen = checkModel(model);
        const ModelDescription part =
            fragmentOf(seen, model, {{Element::Kind::Body, 0}, {Element::Kind::Body, 1}});
        QCOMPARE(part.couplings.size(), std::size_t(1));
        Placement aside;
        aside.shift = {0.0, 1.0, 0.0};
        insert(model, part, aside);
        QCOMPARE(model.couplings.size(), std::size_t(2));
        const CheckedModel checked = checkModel(model);
        QVERIFY2(checked.assembled,
                 checked.problems.empty() ? "" : toString(checked.problems.front()).c_str());
        QCOMPARE(checked.report.degreesOfFreedom, 2);
        // One wheel alone has nothing to be coupled with.
        QVERIFY(fragmentOf(seen, wheels(), {{Element::Kind::Body, 0}}).couplings.empty());
    }

    void mirroredWheelsKeepTheirSense() {
        ModelDescription model = wheels("{\"joints\": {\"J1\": {\"q\": 0.5, \"u\": 3}}}");
        mirror(model);
        const CheckedModel checked = checkModel(model);
        QVERIFY2(checked.assembled,
                 checked.problems.empty() ? "" : toString(checked.problems.front()).c_str());
        QCOMPARE(checked.report.degreesOfFreedom, 1);
    }
};

MOMENTREE_TEST(TestCoupledJoints, Guiless)

}  // namespace momentree::test_coupled_joints
#include "test_coupled_joints.moc"
