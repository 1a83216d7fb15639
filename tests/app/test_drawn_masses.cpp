// SPDX-License-Identifier: GPL-3.0-or-later
// Masses that follow from the drawn shape of a body, or do not.
#include <QTest>
#include <array>

#include "app/document/shape_mass.hpp"
#include "document_acts.hpp"
#include "support/test_main.hpp"

namespace momentree::test_drawn_masses {

using namespace momentree::app;
using momentree::test::at;
using momentree::test::draw;
using momentree::test::drawFourBar;
using momentree::test::fieldNamed;

class TestDrawnMasses : public QObject {
    Q_OBJECT
private slots:
    void reshapingTakesTheMassAlong() {
        ModelDocument document;
        drawFourBar(document);
        const auto joint = document.description().joints[0];
        draw(document, [&](Drawing& d) {
            const auto markers = hingedWith(d.description, joint.a);
            QCOMPARE(static_cast<int>(markers.size()), 2);
            QCOMPARE(reshape(d, markers, {0.0, 0.3, 0.0}), std::string());
        });
        const CheckedModel seen = checkModel(document.description());
        QVERIFY(seen.assembled);
        QVERIFY(std::abs(seen.model->bodies[0].mass - 2700.0 * 0.0004 * 0.32) < 1e-6);
        const auto density = densityOf(document.description().bodies[1]);
        QVERIFY(density && std::abs(*density - 2700.0) < 1e-6);
    }

    void attachmentsLeaveTheMassToTheShape() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        draw(document, [](Drawing& d) {
            d.addSpring(at(0.1, 0.005, {"link1", "", 0}), at(0.5, 0.5), false);
        });
        const BodyDescription& bar = document.description().bodies[0];
        QCOMPARE(bar.markers.size(), std::size_t(3));
        QVERIFY(densityOf(bar) && std::abs(*densityOf(bar) - 2700.0) < 1e-6);
        draw(document, [](Drawing& d) {
            QCOMPARE(reshape(d, {{"link1", "B", 0}}, {0.0, 0.6, 0.0}), std::string());
        });
        const BodyDescription& longer = document.description().bodies[0];
        QVERIFY(std::abs(longer.mass.value - 2700.0 * 0.0004 * 0.62) < 1e-9);
        QVERIFY((valueOf(longer.com) - Vector3d(0.0, 0.3, 0.0)).norm() < 1e-9);
        // The spring stays at a third of the bar, with the same offset from its centre line.
        QVERIFY((valueOf(longer.markers[2].position) - Vector3d(-0.005, 0.2, 0.0)).norm() < 1e-8);
        QVERIFY(std::abs(*densityOf(longer) - 2700.0) < 1e-6);
    }

    void massesFollowWhateverChangesTheShape() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        const auto mass = [&] { return document.description().bodies[0].mass.value; };
        QVERIFY(document.edit("Length", [](auto& m) {
            ParameterDescription length;
            length.name = "L";
            length.value = 0.4;
            m.parameters.push_back(length);
            m.bodies[0].markers[1].position[0].text = "2*L";
        }));
        QVERIFY(std::abs(mass() - 2700.0 * 0.0004 * 0.82) < 1e-9);
        QVERIFY(document.edit("Slide", [](auto& m) { m.parameters[0].value = 0.1; }));
        QVERIFY(std::abs(mass() - 2700.0 * 0.0004 * 0.22) < 1e-9);
        document.history().undo();
        QVERIFY(std::abs(mass() - 2700.0 * 0.0004 * 0.82) < 1e-9);
    }

    void typedMassStaysAndTakesTheInertiaAlong() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        const auto type = [&](const QString& name, const QString& text) {
            const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
            QVERIFY(document.edit("Type", [&](auto& m) {
                QCOMPARE(fieldNamed(fields, name)->take(m, text), QString());
            }));
        };
        const auto body = [&]() -> const BodyDescription& {
            return document.description().bodies[0];
        };
        const double mass = body().mass.value, J = body().inertia[2][2].value;
        for (const char* half : {"0.5", "500 g"}) {
            type("Mass", half);
            QCOMPARE(body().mass.value, 0.5);
            QVERIFY(std::abs(body().inertia[2][2].value - J * 0.5 / mass) < 1e-9 * J);
            QVERIFY(!densityOf(body()));
        }
        draw(document, [](Drawing& d) { reshape(d, {{"link1", "B", 0}}, {0.6, 0.0, 0.0}); });
        QCOMPARE(body().mass.value, 0.5);
        QVERIFY(std::abs(body().com[0].value - 0.3) < 1e-9);
        type("Density", "7850");
        QVERIFY(std::abs(body().mass.value - 7850 * 0.0004 * 0.62) < 1e-9);
        type("Inertia", "1, 1, 1");
        type("Mass", "2");
        QCOMPARE(body().inertia[2][2].value, 1.0);
    }

    void materialsSetTheDensity() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        const auto own = [&](const QString& name) {
            const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
            return *fieldNamed(fields, name);
        };
        const auto shown = [&](const QString& name) {
            ModelDescription read = document.description();
            return own(name).text(read);
        };
        const auto take = [&](const QString& name, const QString& text) {
            QString why;
            const Field field = own(name);
            if (!document.edit("Type", [&](auto& m) { why = field.take(m, text); }))
                why = "the edit failed";
            return why;
        };
        const auto fold = [&] { return own("Density").foldSummary; };
        const auto mass = [&] { return document.description().bodies[0].mass.value; };
        QCOMPARE(shown("Material"), QString("aluminium"));
        QCOMPARE(fold(), QString("from the shape"));
        const double light = mass();
        QCOMPARE(take("Material", "steel"), QString());
        QVERIFY(std::abs(mass() - light * 7850.0 / 2700.0) < 1e-4 * light);
        QCOMPARE(shown("Material"), QString("steel"));
        QCOMPARE(shown("Density"), QString("7850"));
        QCOMPARE(take("Density", "5000"), QString());
        QCOMPARE(shown("Material"), QString());
        QVERIFY(take("Material", "cheese").contains("cheese"));
        for (const QString& material : own("Material").choices) {
            QCOMPARE(take("Material", material), QString());
            QCOMPARE(shown("Material"), material);
        }
        QCOMPARE(take("Mass", "2"), QString());
        QCOMPARE(shown("Material"), QString());
        QCOMPARE(fold(), QString("as entered"));
    }

    void sectionsChangeTheMass() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        const auto body = [&]() -> const BodyDescription& {
            return document.description().bodies[0];
        };
        const auto type = [&](const QString& text) {
            const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
            const Field* section = fieldNamed(fields, "Section");
            ModelDescription trial = document.description();
            if (!section->take(trial, text).isEmpty()) return false;
            return document.edit("Type", [&](auto& m) { section->take(m, text); }).has_value();
        };
        const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
        ModelDescription read = document.description();
        QCOMPARE(fieldNamed(fields, "Section")->text(read), QString("0.02, 0.02"));
        QVERIFY(read == document.description());
        const double density = *densityOf(body());
        QVERIFY(type("24 mm, 8 mm"));
        QCOMPARE(body().shape.kind, ShapeDescription::Kind::Bar);
        QVERIFY(std::abs(body().mass.value - density * 0.024 * 0.008 * 0.324) < 1e-9);
        QVERIFY(std::abs(*densityOf(body()) - density) < 1e-6);
        QVERIFY(type("0.01"));
        QVERIFY(std::abs(body().mass.value - density * 1e-4 * 0.31) < 1e-9);
        for (const char* wrong : {"-0.01", "0, 0.01", "1 kg", "1, 2, 3"})
            QVERIFY2(!type(wrong), wrong);
    }

    /// What a file says of a density stays an expression, and is no mass to read.
    void writtenDensitiesAreShownAndKept() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addLink(std::array{at(0, 0), at(0.3, 0)}); });
        const double drawn = document.description().bodies[0].mass.value;
        QVERIFY(document.edit("Write", [](auto& m) {
            ParameterDescription rho;
            rho.name = "rho";
            rho.value = 5400.0;
            m.parameters.push_back(rho);
            Scalar density;
            density.text = "rho";
            m.bodies[0].density = density;
        }));
        const auto mass = [&] { return document.description().bodies[0].mass.value; };
        const auto shown = [&](const QString& name) {
            const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
            ModelDescription read = document.description();
            return fieldNamed(fields, name)->text(read);
        };
        const auto type = [&](const QString& name, const QString& text) {
            const auto fields = fieldsOf(document.description(), {Element::Kind::Body, 0});
            QVERIFY(document.edit("Type", [&](auto& m) {
                QCOMPARE(fieldNamed(fields, name)->take(m, text), QString());
            }));
        };
        QVERIFY(std::abs(mass() - 2.0 * drawn) < 1e-6);
        QVERIFY(std::abs(shown("Mass").toDouble() - mass()) < 1e-3 * mass());
        QCOMPARE(shown("Density"), QString("rho"));
        draw(document, [](Drawing& d) { reshape(d, {{"link1", "B", 0}}, {0.6, 0.0, 0.0}); });
        QVERIFY(mass() > 3.5 * drawn);
        QCOMPARE(shown("Density"), QString("rho"));
        const double before = mass();
        type("Density", "rho/2");
        QVERIFY(std::abs(mass() - before / 2.0) < 1e-9);
        QCOMPARE(shown("Density"), QString("rho/2"));
        type("Density", "2700");
        QVERIFY(std::abs(mass() - before / 2.0) < 1e-6);
        type("Mass", "2");
        QCOMPARE(mass(), 2.0);
        QCOMPARE(shown("Density"), QString());
    }

    void blocksHaveADensity() {
        ModelDocument document;
        draw(document, [](Drawing& d) { d.addSlider(at(0.1, 0.2), Vector3d::UnitX()); });
        const BodyDescription& block = document.description().bodies[0];
        QCOMPARE(scalarText(block.mass), QString("0.1296"));
        QVERIFY(densityOf(block) && std::abs(*densityOf(block) - 2700.0) < 1e-9);
    }
};

MOMENTREE_TEST(TestDrawnMasses, Guiless)

}  // namespace momentree::test_drawn_masses

#include "test_drawn_masses.moc"
