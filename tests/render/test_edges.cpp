// SPDX-License-Identifier: Apache-2.0
// Edges of links, smoothed or drawn with several samples of each pixel.
#include <QtTest>
#include <cmath>

#include "render/edge_smoother.hpp"
#include "render/scene.hpp"
#include "support/test_main.hpp"
#include "tests/render/pictures.hpp"

namespace momentree::test_edges {

using namespace momentree::render;
using namespace momentree::render::test;
using namespace momentree::test;

class TestEdges : public QObject {
    Q_OBJECT
private slots:
    // Edges of both kinds of pictures have colours between those of the link and the background.
    void finePicturesShowTheSame() {
        Scene scene;
        load(scene, fourBar());
        const Image smoothed = scene.render();
        scene.setFine(true);
        const Image fine = scene.render();
        std::size_t different = 0, apart = 0;
        for (std::size_t k = 0; k < fine.pixels.size(); ++k) {
            different += smoothed.pixels[k] != fine.pixels[k];
            apart += std::abs(smoothed.pixels[k] - fine.pixels[k]) > 60;
        }
        QVERIFY(different > 0 && different < fine.pixels.size() / 10);
        QVERIFY2(apart < fine.pixels.size() / 100, qPrintable(QString::number(apart)));
        scene.setFine(false);
        QVERIFY(scene.render().pixels == smoothed.pixels);
    }

    void smoothsEdges_data() {
        QTest::addColumn<double>("slope");
        for (const double slope : {0.02, 0.11, 0.3, 0.8, 1.0, 1.3, 7.0, 40.0})
            QTest::addRow("%g", slope) << slope;
    }
    // Dark below a line and light above it: pixels come nearer to the part of them that is light.
    void smoothsEdges() {
        QFETCH(double, slope);
        constexpr int size = 96;
        Image drawn{.width = size, .height = size, .pixels = {}};
        std::vector<double> right;
        const auto lightAt = [&](double x, double y) {
            return y - 0.5 * size < slope * (x - 0.5 * size + 0.3);
        };
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const int light = lightAt(x + 0.5, y + 0.5) ? 220 : 40;
                drawn.pixels.insert(drawn.pixels.end(), 3, static_cast<unsigned char>(light));
                int covered = 0;
                for (int k = 0; k < 256; ++k)
                    covered += lightAt(x + (k % 16 + 0.5) / 16, y + (k / 16 + 0.5) / 16);
                right.push_back(40.0 + 180.0 * covered / 256);
            }
        Image smooth = drawn;
        EdgeSmoother().smooth({drawn.pixels.data(), 3 * size}, smooth);
        double before = 0.0, after = 0.0;
        for (std::size_t k = 0; k < right.size(); ++k) {
            before += std::pow(drawn.pixels[3 * k] - right[k], 2);
            after += std::pow(smooth.pixels[3 * k] - right[k], 2);
        }
        QVERIFY2(after < 0.45 * before, qPrintable(QString::number(after / before)));
    }
    void smoothsNothingElse() {
        Image ramp{.width = 64, .height = 64, .pixels = {}};
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                for (const int value : {x + y, 2 * y, 200 - x})
                    ramp.pixels.push_back(static_cast<unsigned char>(value));
        Image smooth = ramp;
        EdgeSmoother().smooth({ramp.pixels.data(), 3 * 64}, smooth);
        QCOMPARE(smooth.pixels, ramp.pixels);
    }
};

MOMENTREE_TEST(TestEdges, Guiless)

}  // namespace momentree::test_edges
#include "test_edges.moc"
