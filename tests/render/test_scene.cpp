// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "render/form.hpp"
#include "render/link_series.hpp"
#include "render/load_symbols.hpp"
#include "render/messages.hpp"
#include "render/scene.hpp"
#include "render/theme.hpp"
#include "support/test_main.hpp"
#include "tests/render/pictures.hpp"

namespace momentree::test_scene {

using namespace momentree::render;
using namespace momentree::render::test;
using namespace momentree::test;

namespace {

long residentKilobytes() {
    std::ifstream file("/proc/self/statm");
    long total = 0, resident = 0;
    file >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE) / 1024;
}

}  // namespace

class TestScene : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        qunsetenv("DISPLAY");
        qunsetenv("WAYLAND_DISPLAY");
        const Scene scene;
        QVERIFY2(scene.problem().empty(), scene.problem().c_str());
    }

    /// A drawing that leaves its plane: no point moves away from the pointer until the view is
    /// changed.
    void pointsStayWhenADrawingBecomesSpatial() {
        Drawing drawing;
        const int bar = drawing.bar("bar", {0, 0, 0}, {0.4, 0.2, 0});
        drawing.joint("revolute", ground, bar, {0, 0, 0});
        Scene scene;
        load(scene, drawing);
        Drawing spatial = drawing;
        spatial.model = std::make_shared<Model>(*drawing.model);
        const int second = spatial.bar("second", {0.4, 0.2, 0}, {0.4, 0.2, 0.3});
        spatial.joint("spherical", bar, second, {0.4, 0.2, 0});
        const Vector3d outside(0.4, 0.2, 0.3);
        const auto before = scene.toPicture(outside);
        scene.setModel(spatial.model, {.keepView = true, .plane = {}});
        const RowLayout layout(*spatial.model);
        scene.show(layout, spatial.row(layout));
        const auto after = scene.toPicture(outside);
        QVERIFY(std::hypot(after[0] - before[0], after[1] - before[1]) < 0.5);
        scene.view(StandardView::Front);
        const auto near = scene.toPicture(outside), far = scene.toPicture({0.4, 0.2, 0});
        QVERIFY(std::hypot(near[0] - far[0], near[1] - far[1]) > 5.0);
    }

    void cleanup() { QCOMPARE(QString::fromStdString(takeMessages()), QString()); }

    void showsTheThemesBackgroundWithoutAModel_data() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << static_cast<int>(Theme::Light);
        QTest::newRow("dark") << static_cast<int>(Theme::Dark);
    }
    void showsTheThemesBackgroundWithoutAModel() {
        QFETCH(int, theme);
        SceneOptions options;
        options.theme = static_cast<Theme>(theme);
        Scene scene;
        scene.resize(width, height);
        scene.setOptions(options);
        const Image& image = scene.render();
        QCOMPARE(image.width, width);
        QCOMPARE(image.pixels.size(), std::size_t{3 * width * height});
        QVERIFY(near(pixel(image, 3, 0), paletteOf(options.theme).top, 4));
        QVERIFY(near(pixel(image, 3, height - 1), paletteOf(options.theme).bottom, 4));
    }

    void drawsEveryLinkInItsColour() {
        Drawing drawing = fourBar();
        drawing.model->bodies[1].shape.color = "#c02080";
        Scene scene;
        load(scene, drawing);
        const Image& image = scene.render();
        QVERIFY(count(image, linkColor("", 0, 3, Theme::Light), 24) > 100);
        QVERIFY(count(image, Color{0xc0, 0x20, 0x80}, 24) > 300);
        QVERIFY(count(image, linkColor("", 2, 3, Theme::Light), 24) > 300);
    }

    void fitsAPlanarModelIntoTheMiddle() {
        Scene scene;
        load(scene, fourBar());
        scene.fit();
        const Foreground seen(scene.render());
        QVERIFY(std::abs(seen.x() - 0.5 * width) < 0.04 * width);
        QVERIFY(std::abs(seen.y() - 0.5 * height) < 0.06 * height);
        const double across = static_cast<double>(seen.right - seen.left) / width;
        const double down = static_cast<double>(seen.bottom - seen.top) / height;
        QVERIFY(std::max(across, down) > 0.75 && std::max(across, down) < 1.0);
    }

    /// Of a solid far from the centre of mass, what it reaches to, not a ball around it all.
    void fitsSolidsFarFromTheCentreOfMass() {
        Drawing drawing;
        const int pole = drawing.bar("pole", {0, 0, 0}, {0, 0, 0.02});
        drawing.joint("spherical", ground, pole, {0, 0, 0});
        drawing.model->gravity = {0.0, 0.0, -9.81};
        ShapeDescription& shape = drawing.model->bodies[0].shape;
        shape.kind = ShapeDescription::Kind::Parts;
        PartDescription& part = shape.parts.emplace_back();
        part.kind = PartDescription::Kind::Cylinder;
        part.size = {0.02, 1.0};
        part.position[2] = -0.5;
        Scene scene;
        load(scene, drawing);
        scene.fit();
        const Foreground seen(scene.render());
        QVERIFY2(seen.bottom - seen.top > 0.6 * height,
                 qPrintable(QString::number(seen.bottom - seen.top)));
        QVERIFY(seen.top > 2 && seen.bottom < height - 3);
    }

    /// What lies over the edges of the picture hides nothing of a fitted view.
    void leavesStripsFree() {
        for (const StandardView view : {StandardView::Front, StandardView::Isometric}) {
            Scene scene;
            load(scene, fourBar());
            SceneOptions options = scene.options();
            options.axes = options.grid = false;
            options.freeTop = 0.2 * height;
            options.freeRight = 0.3 * width;
            scene.setOptions(options);
            scene.view(view);
            const Foreground seen(scene.render());
            QVERIFY(seen.top > 0.19 * height && seen.right < 0.71 * width);
            QVERIFY(seen.left < 0.2 * width || seen.bottom > 0.85 * height);  // and no more
            options.freeRight = 2.0 * width;                                  // more than there is
            scene.setOptions(options);
            const Foreground narrow(scene.render());
            QVERIFY(narrow.right < 0.61 * width && narrow.right > narrow.left + 0.2 * width);
        }
    }

    void keepsTheFitWhenResizedUntilMovedByHand() {
        Scene scene;
        load(scene, fourBar());
        scene.fit();
        scene.resize(width / 2, height);
        const Foreground narrow(scene.render());
        QVERIFY(narrow.left > 2 && narrow.right < width / 2 - 3);
        scene.resize(width, height);
        scene.zoom(3.0, 0.5 * width, 0.5 * height);
        scene.resize(width / 2, height);
        QVERIFY(Foreground(scene.render()).right > width / 2 - 4);
    }

    void picksWhatIsDrawn() {
        Scene scene;
        load(scene, fourBar());
        const auto found = pickEverywhere(scene);
        for (int joint = 0; joint < 4; ++joint)
            QVERIFY(found.contains(keyOf(Picked::Kind::Joint, joint)));
        for (int body = 0; body < 3; ++body)
            QVERIFY(found.contains(keyOf(Picked::Kind::Body, body)));
        const auto joint = [&](int i) { return found.at(keyOf(Picked::Kind::Joint, i)); };
        // The plane of the model is that of the picture: ground pivots are level, the coupler is
        // above.
        QVERIFY(std::abs(joint(0).y() - joint(3).y()) <= 1.5);
        QVERIFY(joint(3).x() > joint(0).x() + 50.0);
        QVERIFY(joint(2).y() < joint(0).y() - 50.0);
        QVERIFY(scene.pick(1.0, 1.0).kind == Picked::Kind::Nothing);
    }

    void zoomsTowardsThePointerAndPans() {
        Scene scene;
        load(scene, fourBar());
        const Vector2d at = pickEverywhere(scene).at(keyOf(Picked::Kind::Joint, 2));
        scene.zoom(3.0, at.x(), at.y());
        QCOMPARE(scene.pick(at.x(), at.y()).index, 2);
        scene.pan(40.0, -25.0);
        const Picked moved = scene.pick(at.x() + 40.0, at.y() - 25.0);
        QVERIFY(moved.kind == Picked::Kind::Joint);
        QCOMPARE(moved.index, 2);
    }

    void staysInSightAfterFit() {
        Drawing drawing = fourBar();
        Scene scene;
        load(scene, drawing);
        SceneOptions options = bare();
        options.joints = false;  // pedestals would remain
        scene.setOptions(options);
        for (Frame& pose : drawing.poses) pose.r += Vector3d(0.0, 30.0, 0.0);
        const RowLayout layout(*drawing.model);
        scene.show(layout, drawing.row(layout, 1.0));
        QVERIFY(Foreground(scene.render()).empty());
        scene.fit();
        QVERIFY(!Foreground(scene.render()).empty());
    }

    void turnsSpatialModelsUpright_data() {
        QTest::addColumn<int>("axis");
        QTest::newRow("y up") << 1;
        QTest::newRow("z up") << 2;
    }
    void turnsSpatialModelsUpright() {
        QFETCH(int, axis);
        Drawing drawing;
        const Vector3d up = Vector3d::Unit(axis);
        drawing.bar("rod", Vector3d::Zero(), up);
        drawing.joint("spherical", ground, 0, Vector3d::Zero());
        drawing.model->gravity = -9.81 * up;
        Scene scene;
        load(scene, drawing);
        const auto found = pickEverywhere(scene);
        const Vector2d foot = found.at(keyOf(Picked::Kind::Joint, 0));
        const Vector2d rod = found.at(keyOf(Picked::Kind::Body, 0));
        QVERIFY(rod.y() < foot.y() - 30.0);
        QVERIFY(std::abs(rod.x() - foot.x()) < 8.0);
    }

    void orbitTurnsThePicture() {
        Scene scene;
        load(scene, chain(3));
        const Image before = scene.render();
        scene.orbit(120.0, 40.0);
        QVERIFY(scene.render().pixels != before.pixels);
        scene.view(StandardView::Front);
        const Foreground front(scene.render());
        QVERIFY(front.right - front.left > 5 * (front.bottom - front.top) / 2);
    }

    void marksTheSelection() {
        Scene scene;
        load(scene, fourBar());
        const Color orange = paletteOf(Theme::Light).selection;
        QCOMPARE(count(scene.render(), orange, 30), 0);
        scene.select({Picked::Kind::Body, 1});
        QVERIFY(count(scene.render(), orange, 30) > 200);
        scene.select({Picked::Kind::Joint, 2});
        const int ring = count(scene.render(), orange, 30);
        QVERIFY(ring > 10);
        scene.select(render::Picked{});
        QCOMPARE(count(scene.render(), orange, 30), 0);
    }

    void theSelectionIsAnOutline() {
        Scene scene;
        SceneOptions options = bare();
        options.joints = false;
        load(scene, fourBar(), options);
        const Color accent = paletteOf(Theme::Light).selection;
        const Color own = linkColor("", 1, 3, Theme::Light);
        const int before = count(scene.render(), own, 24);
        scene.select({Picked::Kind::Body, 1});
        const Image& image = scene.render();
        QVERIFY(count(image, accent, 30) > 200);
        QVERIFY(std::abs(count(image, own, 24) - before) < before / 10);
    }

    void flatLinksCastAShadowOnTheDrawingPlane() {
        Scene scene;
        SceneOptions options = bare();
        options.joints = false;
        Drawing drawing;
        const int bar = drawing.bar("bar", Vector3d(0, 0, 0), Vector3d(0.3, 0, 0));
        drawing.joint("revolute", ground, bar, Vector3d(0, 0, 0));
        load(scene, drawing, options);
        const auto at =
            scene.toPicture({0.15, -1.4 * scene.stage().unit, 0.0});  // just below the bar
        const auto above = scene.toPicture({0.15, 4.0 * scene.stage().unit, 0.0});
        const Image& image = scene.render();
        const auto sum = [&](const std::array<double, 2>& p) {
            const auto c = pixel(image, static_cast<int>(p[0]), static_cast<int>(p[1]));
            return c[0] + c[1] + c[2];
        };
        QVERIFY2(sum(at) < sum(above) - 10,
                 qPrintable(QString("%1 %2").arg(sum(at)).arg(sum(above))));
    }

    /// Unchanged links are not rebuilt; the picture must be the same.
    void anEditedModelLooksAsIfItHadBeenDrawnAtOnce() {
        Scene edited, fresh;
        load(edited, chain(3));
        const Image before = edited.render();
        edited.select({Picked::Kind::Body, 1});
        QVERIFY(edited.render().pixels != before.pixels);
        edited.select(render::Picked{});
        QCOMPARE(edited.render().pixels, before.pixels);
        const auto show = [](Scene& scene, const Drawing& drawing, bool keepView) {
            scene.setModel(drawing.model, {keepView, {}});
            const RowLayout layout(*drawing.model);
            scene.show(layout, drawing.row(layout));
        };
        show(edited, chain(4), true);
        QVERIFY(edited.render().pixels != before.pixels);
        show(edited, chain(3), true);
        load(fresh, chain(3));
        edited.fit();
        fresh.fit();
        QCOMPARE(edited.render().pixels, fresh.render().pixels);
    }

    void linksKeepTheirColourWhileOthersComeAndGo() {
        render::LinkSeries series;
        Drawing drawing = chain(3);
        QCOMPARE(series.of(*drawing.model), (std::vector{0, 1, 2}));
        drawing.model->bodies.erase(drawing.model->bodies.begin() + 1);
        QCOMPARE(series.of(*drawing.model), (std::vector{0, 2}));
        Drawing other = chain(4);
        other.model->bodies[1].name = "new";
        QCOMPARE(series.of(*other.model), (std::vector{0, 1, 2, 3}));
        QCOMPARE(series.of(*chain(3).model), (std::vector{0, 1, 2}));
    }

    void aPostAlongTheAxesIsNoPlanarMechanism() {
        Drawing drawing;
        const Vector3d foot(0, 0, 0), top(0, 0, 0.3), end(0.2, 0, 0.3);
        const int post = drawing.bar("post", foot, top), arm = drawing.bar("arm", top, end);
        drawing.joint("revolute", ground, post, foot);
        drawing.joint("revolute", post, arm, top);
        QVERIFY(render::makeStage(*drawing.model, drawing.poses).planar);
        for (const auto& [body, at] :
             {std::pair{post, foot}, {post, top}, {arm, top}, {arm, end}}) {
            drawing.model->bodies[static_cast<std::size_t>(body)].markers.push_back(
                static_cast<int>(drawing.model->markers.size()));
            drawing.model->markers.push_back(drawing.marker(body, at));
        }
        QVERIFY(!render::makeStage(*drawing.model, drawing.poses).planar);
    }

    void linksReachToTheirFreeEnds() {
        Drawing drawing;
        const Vector3d a(0, 0, 0), middle(0.2, 0, 0), end(0.5, 0, 0), aside(0.2, 0.1, 0);
        const int bar = drawing.bar("bar", a, end);
        drawing.joint("revolute", ground, bar, a);
        drawing.joint("revolute", bar, drawing.bar("other", middle, {0.2, -0.3, 0}), middle);
        const auto longest = [&] {
            double length = 0.0;
            const auto forms = render::makeForms(*drawing.model);
            for (const Vector3d& p : forms[0].points)
                length = std::max(length, (p - forms[0].points.front()).norm());
            return length;
        };
        QVERIFY(std::abs(longest() - 0.2) < 1e-9);
        for (const Vector3d& at : {aside, end}) {
            drawing.model->bodies[0].markers.push_back(
                static_cast<int>(drawing.model->markers.size()));
            drawing.model->markers.push_back(drawing.marker(bar, at));
        }
        QVERIFY(std::abs(longest() - 0.5) < 1e-9);
        QCOMPARE(render::makeForms(*drawing.model)[0].points.size(), std::size_t(3));
    }

    void theGridStaysWithTheAxesWhenGravityTurns() {
        Drawing drawing = fourBar();
        for (const double degrees : {0.0, 30.0, 75.0, 130.0}) {
            const double angle = degrees * 3.14159265358979 / 180.0;
            drawing.model->gravity = 9.81 * Vector3d(std::sin(angle), -std::cos(angle), 0.0);
            const Stage stage = render::makeStage(*drawing.model, drawing.poses);
            for (const Vector3d& axis : {stage.gridUp, stage.gridRight})
                QVERIFY(std::abs(axis.cwiseAbs().maxCoeff() - 1.0) < 1e-12);
        }
    }

    void keepsTheLastPoseWhereARowIsNotFinite() {
        Scene scene;
        const Drawing drawing = fourBar();
        load(scene, drawing);
        const Image before = scene.render();
        const RowLayout layout(*drawing.model);
        std::vector<double> row = drawing.row(layout);
        for (std::size_t k = 1; k < row.size(); ++k)
            row[k] = std::numeric_limits<double>::quiet_NaN();
        scene.show(layout, row);
        QCOMPARE(scene.render().pixels, before.pixels);
    }

    void survivesModelsWithoutBodies() {
        Scene scene;
        load(scene, Drawing());
        scene.fit();
        QVERIFY(!scene.render().pixels.empty());
        scene.setModel(nullptr);
        scene.view(StandardView::Top);
        scene.orbit(10.0, 10.0);
        QVERIFY(scene.pick(10.0, 10.0).kind == Picked::Kind::Nothing);
        QVERIFY(!scene.render().pixels.empty());
    }

    void drawsAThousandBodies() {
        Scene scene;
        load(scene, chain(1024));
        QVERIFY(!Foreground(scene.render()).empty());
    }

    void keepsScenesApart() {
        Scene light, dark;
        SceneOptions options = bare();
        load(light, fourBar(), options);
        const Image alone = light.render();
        options.theme = Theme::Dark;
        load(dark, chain(4), options);
        dark.render();
        light.orbit(50.0, 0.0);
        light.render();
        light.orbit(-50.0, 0.0);
        light.view(StandardView::Front);
        load(light, fourBar());
        QCOMPARE(light.render().pixels, alone.pixels);
        QVERIFY(near(pixel(dark.render(), 3, 0), paletteOf(Theme::Dark).top, 4));
    }

    void leavesNothingBehind() {
        const Drawing drawing = fourBar();
        const auto once = [&] {
            Scene scene;
            load(scene, drawing);
            scene.resize(64, 48);
            scene.render();
        };
        for (int k = 0; k < 10; ++k) once();
        const long before = residentKilobytes();
        for (int k = 0; k < 60; ++k) once();
        // One leaked context costs more than a megabyte.
        QVERIFY2(residentKilobytes() - before < 20000,
                 qPrintable(QString::number(residentKilobytes() - before)));
    }

    void writesPng() {
        const QTemporaryDir folder;
        Scene scene;
        load(scene, fourBar());
        const QString path = folder.filePath("scene.png");
        QVERIFY(writePng(scene.render(), path.toStdString()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("\x89PNG"));
        QCOMPARE(bytes.mid(16, 8), QByteArray::fromHex("000001c20000015e"));  // 450 x 350
        QVERIFY(!writePng(scene.render(), "/no such folder/scene.png"));
        QVERIFY(!writePng(Image(), path.toStdString()));
    }
};

MOMENTREE_TEST(TestScene, Guiless)

}  // namespace momentree::test_scene
#include "test_scene.moc"
