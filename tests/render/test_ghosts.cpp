// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "render/ghost_links.hpp"
#include "render/hand_models.hpp"
#include "render/messages.hpp"
#include "render/scene.hpp"
#include "render/shapes.hpp"
#include "support/test_main.hpp"

namespace momentree::test_ghosts {

using namespace momentree::render;
using namespace momentree::test;

namespace {

constexpr std::array<std::uint8_t, 3> magenta{200, 0, 200};

/// Number of pixels that are more magenta than any colour of the theme.
int magentaPixels(const Image& image) {
    int n = 0;
    for (std::size_t k = 0; k + 2 < image.pixels.size(); k += 3) {
        const int r = image.pixels[k], g = image.pixels[k + 1], b = image.pixels[k + 2];
        n += r > g + 30 && b > g + 30;
    }
    return n;
}

struct Picture {
    Drawing drawing;
    RowLayout layout{*drawing.model};
    std::vector<double> row = drawing.row(layout);
    Scene scene;
    explicit Picture(Drawing what, Theme theme = Theme::Light) : drawing(std::move(what)) {
        for (Body& body : drawing.model->bodies) body.shape.color = "#208040";
        SceneOptions options;
        options.grid = options.axes = options.gravity = false;
        options.theme = theme;
        layout = RowLayout(*drawing.model);
        row = drawing.row(layout);
        scene.resize(450, 350);
        scene.setOptions(options);
        scene.setModel(drawing.model);
        scene.show(layout, row);
    }
    std::vector<double> moved(double dx) const {
        std::vector<double> other = row;
        for (int i = 0; i < static_cast<int>(drawing.model->bodies.size()); ++i)
            other[static_cast<std::size_t>(layout.body(i))] += dx;
        return other;
    }
    void addGhost() {
        const Ghost ghost{7, drawing.model, row, magenta};
        scene.setGhosts(std::span(&ghost, 1));
    }
};

}  // namespace

class TestGhosts : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(QString::fromStdString(takeMessages()), QString()); }

    void showsWhatIsElsewhere_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void showsWhatIsElsewhere() {
        QFETCH(bool, dark);
        Picture picture(fourBar(), dark ? Theme::Dark : Theme::Light);
        const auto middleOfALink = [&picture] {
            const Frame& pose = picture.drawing.poses[1];
            const auto [x, y] = picture.scene.toPicture(pose.r + pose.R * Vector3d(0.05, 0.0, 0.0));
            const Image& image = picture.scene.render();
            const std::size_t at =
                3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                     static_cast<std::size_t>(x));
            return std::vector<int>{image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
        };
        QCOMPARE(magentaPixels(picture.scene.render()), 0);
        const std::vector<int> alone = middleOfALink();
        picture.addGhost();
        // At the same place, only its rim is visible.
        QCOMPARE(middleOfALink(), alone);
        const int rim = magentaPixels(picture.scene.render());
        picture.scene.showGhost(7, picture.moved(0.05));
        const int shown = magentaPixels(picture.scene.render());
        QVERIFY2(shown > 1500 && shown > 2 * rim,
                 qPrintable(QStringLiteral("%1, %2").arg(shown).arg(rim)));
    }

    void goesAgain() {
        Picture picture(fourBar());
        const Image before = picture.scene.render();
        picture.addGhost();
        picture.scene.showGhost(7, picture.moved(0.05));
        QVERIFY(picture.scene.render().pixels != before.pixels);
        picture.scene.setGhosts({});
        QCOMPARE(picture.scene.render().pixels, before.pixels);
    }

    void staysWhenTheModelChanges() {
        Picture picture(fourBar());
        picture.addGhost();
        picture.scene.setModel(picture.drawing.model, {.keepView = true, .plane = {}});
        picture.scene.show(picture.layout, picture.row);
        picture.scene.showGhost(7, picture.moved(0.05));
        QVERIFY(magentaPixels(picture.scene.render()) > 1500);
    }

    /// Three ghosts of a long chain have fewer triangles than the chain itself; those with a few
    /// links keep their shapes.
    void manyLinksAreSticks() {
        const auto triangles = [](const Drawing& drawing, bool asGhost) {
            const Stage stage = makeStage(*drawing.model, drawing.poses, {});
            std::vector<Mesh> links(drawing.model->bodies.size());
            if (asGhost)
                links = ghostLinks(*drawing.model, stage, drawing.poses, Color{200, 0, 200});
            else
                for (std::size_t i = 0; i < links.size(); ++i)
                    addLink(links[i], *drawing.model, stage, drawing.poses, static_cast<int>(i),
                            Color{});
            std::size_t count = 0;
            for (const Mesh& link : links) {
                if (link.empty()) return std::size_t{0};
                count += link.triangles.size() / 3;
            }
            return count;
        };
        for (const Drawing& drawing : {chain(128), fourBar()}) {
            const bool many = drawing.model->bodies.size() > manyLinks;
            const std::size_t ghost = triangles(drawing, true), run = triangles(drawing, false);
            QVERIFY(ghost > 0);
            QVERIFY2(many ? 3 * ghost < run && ghost <= 40 * 128 : 3 * ghost > run,
                     qPrintable(QStringLiteral("%1 of %2").arg(ghost).arg(run)));
        }
    }

    void frameOfLongChains_data() {
        QTest::addColumn<int>("ghosts");
        QTest::newRow("alone") << 0;
        QTest::newRow("three ghosts") << 3;
    }
    void frameOfLongChains() {
        QFETCH(int, ghosts);
        Picture picture(chain(128));
        picture.scene.resize(900, 700);
        std::vector<Ghost> others;
        for (int k = 0; k < ghosts; ++k)
            others.push_back({k + 1, picture.drawing.model, picture.row, magenta});
        picture.scene.setGhosts(others);
        picture.scene.render();
        picture.scene.show(picture.layout, picture.moved(-1e-3));
        for (int k = 0; k < ghosts; ++k)
            picture.scene.showGhost(k + 1, picture.moved(1e-3 * (k + 1)));
        picture.scene.render();
        QVERIFY(picture.scene.problem().empty());
    }

    void ignoresRowsOfUnknownGhosts() {
        Picture picture(fourBar());
        const Image before = picture.scene.render();
        picture.scene.showGhost(3, picture.moved(0.05));
        QCOMPARE(picture.scene.render().pixels, before.pixels);
    }
};

MOMENTREE_TEST(TestGhosts, Guiless)

}  // namespace momentree::test_ghosts
#include "test_ghosts.moc"
