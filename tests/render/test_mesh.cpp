// SPDX-License-Identifier: Apache-2.0
// Plates are closed solids, with and without notches.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/model/plate_outline.hpp"
#include "render/mesh.hpp"
#include "render/parts.hpp"
#include "support/test_main.hpp"

namespace momentree::test_mesh {

using namespace momentree::render;

namespace {

Vector3d pointOf(const Mesh& mesh, std::uint32_t index) {
    const float* p = mesh.points.data() + 3 * std::size_t{index};
    return {p[0], p[1], p[2]};
}

/// The volume enclosed by the triangles, by the divergence theorem.
double volumeOf(const Mesh& mesh) {
    double volume = 0.0;
    for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3) {
        const Vector3d a = pointOf(mesh, mesh.triangles[k]);
        const Vector3d b = pointOf(mesh, mesh.triangles[k + 1]);
        const Vector3d c = pointOf(mesh, mesh.triangles[k + 2]);
        volume += a.dot(b.cross(c)) / 6.0;
    }
    return volume;
}

constexpr Color grey{128, 128, 128};

/// The farthest that a body reaches along the axes, or against them.
Vector3d highOf(const Body& body, double sign = 1.0) {
    Form form;
    addExtentOfParts(form, body);
    std::vector<Vector3d> points;
    form.addReached({}, Matrix3d::Identity(), points);
    Vector3d high = Vector3d::Constant(-INFINITY);
    for (const Vector3d& p : points) high = high.cwiseMax(sign * p);
    return high;
}

}  // namespace

class TestMesh : public QObject {
    Q_OBJECT
private slots:
    void partsAreDrawnWhereTheyAre() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("t.obj"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
        file.close();
        using Kind = PartDescription::Kind;
        Body body;
        body.origin = Vector3d(5.0, 0.0, 0.0);
        PartDescription& mesh = body.shape.parts.emplace_back();
        mesh.kind = Kind::Mesh;
        mesh.mesh = file.fileName().toStdString();
        mesh.size = {1.0, -2.0, 3.0};  // mirrored: its triangles are turned
        mesh.orientation = {0.5, 0.5, 0.5, 0.5};
        Mesh drawn;
        addParts(drawn, body, grey, 16);
        QVERIFY2(std::abs(volumeOf(drawn) - 1.0) < 1e-5,
                 qPrintable(QString::number(volumeOf(drawn))));
        // Turned, x is y, y is z and z is x.
        QVERIFY((highOf(body) - Vector3d(8.0, 1.0, 0.0)).norm() < 1e-6);
        QVERIFY((-highOf(body, -1.0) - Vector3d(5.0, 0.0, -2.0)).norm() < 1e-6);
        PartDescription& box = body.shape.parts.emplace_back();
        box.size = {1.0, 1.0, 1.0};
        box.position[0] = 10.0;
        Mesh both;
        addParts(both, body, grey, 16);
        QVERIFY(volumeOf(both) > volumeOf(drawn) + 0.9);
        QVERIFY((highOf(body) - Vector3d(15.5, 1.0, 0.5)).norm() < 1e-6);
        PartDescription& rod = body.shape.parts.emplace_back();
        rod.kind = Kind::Cylinder;
        rod.size = {0.5, 8.0};
        rod.position[2] = -2.0;
        PartDescription& ball = body.shape.parts.emplace_back();
        ball.kind = Kind::Sphere;
        ball.size[0] = 3.0;
        ball.position[1] = 4.0;
        QVERIFY((highOf(body) - Vector3d(15.5, 7.0, 3.0)).norm() < 1e-6);
        QVERIFY((-highOf(body, -1.0) - Vector3d(2.0, -0.5, -6.0)).norm() < 1e-6);
        // Missing files are left out.
        body.shape.parts.resize(1);
        body.shape.parts[0].mesh = folder.filePath("none.obj").toStdString();
        Mesh none;
        addParts(none, body, grey, 16);
        QVERIFY(none.empty());
    }

    // The cup of a damper: two consecutive right-angled corners.
    void wiresGoRoundCorners() {
        Mesh mesh;
        const std::vector<Vector3d> cup{{0, -1, 2}, {0, -1, 0}, {0, 1, 0}, {0, 1, 2}};
        addWire(mesh, cup, 0.1, grey, 8);
        for (const float p : mesh.points) QVERIFY(std::isfinite(p));
        const double round = M_PI * 0.01;
        QVERIFY(volumeOf(mesh) > 0.7 * 6.0 * round);  // its corners are cut across
        QVERIFY(volumeOf(mesh) < 1.1 * 6.0 * round);
    }

    void plateEnclosesItsVolume_data() {
        QTest::addColumn<std::vector<Vector2d>>("ring");
        QTest::addColumn<double>("area");  // of everything within 0.1 of the ring
        using Points = std::vector<Vector2d>;
        const double round = M_PI * 0.01;
        QTest::newRow("square") << Points{{0, 0}, {1, 0}, {1, 1}, {0, 1}} << 1.4 + round;
        // The five convex corners are round, that of the notch is sharp.
        QTest::newRow("L") << Points{{0, 0}, {1, 0}, {1, 0.5}, {0.5, 0.5}, {0.5, 1}, {0, 1}}
                           << 0.75 + 0.4 + 1.25 * round - 0.01;
        QTest::newRow("straight corner")
            << Points{{0, 0}, {0.5, 0}, {1, 0}, {1, 1}, {0, 1}} << 1.4 + round;
    }
    void plateEnclosesItsVolume() {
        QFETCH(std::vector<Vector2d>, ring);
        QFETCH(double, area);
        constexpr int sides = 200;
        Mesh mesh;
        addPlate(mesh, {}, roundedRing(ring, 0.1, sides), 2.0, 2.5, 0.0, grey, grey);
        QVERIFY(std::abs(volumeOf(mesh) - 0.5 * area) < 1e-3);
        Mesh chamfered;
        addPlate(chamfered, {}, roundedRing(ring, 0.1, sides), 2.0, 2.5, 0.02, grey, grey);
        QVERIFY(volumeOf(chamfered) < volumeOf(mesh));
        QVERIFY(volumeOf(chamfered) > 0.95 * volumeOf(mesh));
    }
};

MOMENTREE_TEST(TestMesh, Guiless)

}  // namespace momentree::test_mesh
#include "test_mesh.moc"
