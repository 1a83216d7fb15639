// SPDX-License-Identifier: Apache-2.0
// Symbols of springs, dampers, forces and ground.
#include <QtTest>

#include "render/ground_symbols.hpp"
#include "render/load_symbols.hpp"
#include "render/messages.hpp"
#include "support/test_main.hpp"
#include "tests/render/pictures.hpp"

namespace momentree::test_scene_loads {

using namespace momentree::render;
using namespace momentree::render::test;
using namespace momentree::test;

class TestSceneLoads : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        qunsetenv("DISPLAY");
        qunsetenv("WAYLAND_DISPLAY");
        const Scene scene;
        QVERIFY2(scene.problem().empty(), scene.problem().c_str());
    }
    void cleanup() { QCOMPARE(QString::fromStdString(takeMessages()), QString()); }

    void stretchesASpringWithItsEnds() {
        Drawing drawing;
        drawing.bar("mass", Vector3d(-0.1, -1.0, 0.0), Vector3d(0.1, -1.0, 0.0));
        SpringDamper spring;
        spring.k = 1.0;
        spring.A = drawing.marker(ground, Vector3d::Zero());
        spring.B = drawing.marker(0, Vector3d(0.0, -1.0, 0.0));
        drawing.model->springs.push_back(spring);
        drawing.joint("prismatic", ground, 0, Vector3d(0.0, -1.0, 0.0), Vector3d::UnitY());
        Scene scene;
        load(scene, drawing);
        const auto heightOf = [&] {
            const Foreground seen(scene.render());
            return seen.bottom - seen.top;
        };
        scene.zoom(0.4, 0.5 * width, 0.5 * height);
        const int before = heightOf();
        drawing.poses[0].r.y() = -2.0;
        const RowLayout layout(*drawing.model);
        scene.show(layout, drawing.row(layout, 1.0));
        QVERIFY(heightOf() > 1.6 * before);
    }

    void picksAndMarksLoads() {
        Drawing drawing = fourBar();
        SpringDamper spring;
        spring.name = "spring1";
        spring.k = 1.0;
        spring.A = drawing.marker(ground, Vector3d(0.1, 0.25, 0.0));
        spring.B = drawing.marker(1, Vector3d(0.25, 0.2, 0.0));
        drawing.model->springs.push_back(spring);
        drawing.model->description.forces.emplace_back().name = "spring1";
        MotionElement motion;
        motion.joint = 0;
        motion.A = drawing.model->joints[0].A;
        motion.B = drawing.model->joints[0].B;
        drawing.model->motions.push_back(motion);
        Scene scene;
        load(scene, drawing);
        const auto found = pickEverywhere(scene);
        QVERIFY(found.contains(keyOf(Picked::Kind::Force, 0)));
        QVERIFY(found.contains(keyOf(Picked::Kind::Motion, 0)));
        const Vector2d at = found.at(keyOf(Picked::Kind::Force, 0));
        QVERIFY(scene.pick(at.x(), at.y(), false).kind != Picked::Kind::Force);
        const Color marked = paletteOf(Theme::Light).selection;
        QCOMPARE(count(scene.render(), marked, 30), 0);
        for (const Picked::Kind kind : {Picked::Kind::Force, Picked::Kind::Motion}) {
            scene.select({kind, 0});
            QVERIFY(count(scene.render(), marked, 30) > 30);
        }
    }

    void dampersHoldTogetherAtEveryLength() {
        Drawing drawing;
        drawing.bar("mass", Vector3d(-0.1, -1.0, 0.0), Vector3d(0.1, -1.0, 0.0));
        SpringDamper damper;
        damper.c = 1.0;
        damper.A = drawing.marker(ground, Vector3d::Zero());
        damper.B = drawing.marker(0, Vector3d(0.0, -1.0, 0.0));
        drawing.model->springs.push_back(damper);
        drawing.joint("prismatic", ground, 0, Vector3d(0.0, -1.0, 0.0), Vector3d::UnitY());
        const Stage stage = render::makeStage(*drawing.model, drawing.poses);
        const std::vector<Color> colors{Color{}};
        const auto symbols = render::makeLoads(
            {*drawing.model, stage, drawing.poses, paletteOf(Theme::Light), colors});
        using Rule = render::LooseSymbol::Rule;
        for (const double length : {0.05, 0.3, 1.0, 2.5, 20.0}) {
            drawing.poses[0].r.y() = -length;
            std::map<Rule, std::pair<double, double>> spans;  // along the line from A to B
            for (const auto& symbol : symbols) {
                const auto matrix = render::placement(symbol, stage, drawing.poses, 0.0, {});
                const double from = -matrix(1, 3);
                spans[symbol.rule] = {from, from - matrix(1, 2) * symbol.length};
            }
            const auto [bottom, top] = spans.at(Rule::Cylinder);
            QCOMPARE(spans.at(Rule::Lead).first, 0.0);
            QVERIFY(std::abs(spans.at(Rule::Lead).second - bottom) < 1e-9 * length);
            const auto [piston, end] = spans.at(Rule::Rod);
            QVERIFY(bottom < piston && piston < top && top < end);
            QVERIFY(std::abs(end - length) < 1e-9 * length);
        }
    }

    // The feet of a walker stand on a line, a ball in space on tiles; each plane is drawn once.
    void contactsHaveAFloor() {
        for (const bool planar : {true, false}) {
            Drawing drawing;
            drawing.bar("ball", Vector3d(-0.1, 0.5, 0.0), Vector3d(0.1, 0.5, 0.0));
            if (planar)
                drawing.joint("prismatic", ground, 0, Vector3d(0.0, 0.5, 0.0), Vector3d::UnitY());
            ContactLoad contact;
            contact.A = drawing.marker(ground, Vector3d(0.3, 0.0, 0.0), Vector3d::UnitY());
            contact.B = drawing.marker(0, Vector3d(0.0, 0.5, 0.0));
            drawing.model->contactLoads.assign(2, contact);
            const Stage stage = makeStage(*drawing.model, drawing.poses);
            QCOMPARE(stage.planar, planar);
            QCOMPARE(groundPlanes(*drawing.model, stage.size).size(), std::size_t{1});
            if (!planar) continue;
            const std::vector<Color> colors(1);
            Mesh line;
            const GroundLine at =
                addGroundPlane(line, {*drawing.model, stage, drawing.poses, paletteOf({}), colors},
                               contact.A.frame);
            float left = 0.0F, right = 0.0F, top = -1.0F;
            for (std::size_t k = 0; k < line.points.size(); k += 3) {
                const Vector3d p =
                    at.frame.r + at.frame.R * Vector3d(line.points[k], line.points[k + 1], 0.0);
                left = std::min(left, static_cast<float>(p.x()));
                right = std::max(right, static_cast<float>(p.x()));
                top = std::max(top, static_cast<float>(p.y()));
            }
            QVERIFY(std::abs(top) < 1e-6F);
            QVERIFY(left < -static_cast<float>(stage.size) &&
                    right > static_cast<float>(stage.size));
            QVERIFY(at.period > 0.0 && at.period < stage.size);
        }
    }

    /// A floor stays below what moves away, and its pattern stays where it is.
    void floorsFollowByWholePeriods() {
        Frame floor;
        floor.r = Vector3d(0.1, 0.2, 0.3);
        const Vector2d period(0.4, 0.25);
        for (const Vector3d& target : {Vector3d(0, 0, 0), Vector3d(70.3, -12.9, 5.0)}) {
            const Vector3d moved = movedBelow(floor, period, target).r - floor.r;
            QCOMPARE(moved.z(), 0.0);
            for (int k = 0; k < 2; ++k) {
                QVERIFY(std::abs(std::remainder(moved[k], period[k])) < 1e-9);
                QVERIFY(std::abs(floor.r[k] + moved[k] - target[k]) < 0.51 * period[k]);
            }
        }
        QCOMPARE(movedBelow(floor, Vector2d::Zero(), {5.0, 5.0, 5.0}).r, floor.r);
    }

    void groundSymbolsStandEachForItself() {
        Drawing drawing = fourBar();
        const Vector3d left(0, 0, 0), right(0.35, 0, 0), below(1.0, 0.0, 0.0);
        const Stage first = render::makeStage(*drawing.model, drawing.poses);
        QVERIFY(!first.hangsAt(left) && !first.hangsAt(right));
        const int bar = drawing.bar("pendulum", below, below - Vector3d(0.0, 0.5, 0.0));
        drawing.joint("revolute", ground, bar, below);
        Stage stage = render::makeStage(*drawing.model, drawing.poses);
        QVERIFY(!stage.hangsAt(left) && !stage.hangsAt(right));
        QVERIFY(stage.hangsAt(below));
        // Moving bodies do not turn it over.
        const Stage before = stage;
        drawing.poses[static_cast<std::size_t>(bar)].r.y() += 0.5;
        stage = render::makeStage(*drawing.model, drawing.poses);
        render::keepGrounds(stage, before);
        QVERIFY(stage.hangsAt(below));
    }
};

MOMENTREE_TEST(TestSceneLoads, Guiless)

}  // namespace momentree::test_scene_loads
#include "test_scene_loads.moc"
