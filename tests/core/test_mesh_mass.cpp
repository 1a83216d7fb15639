// SPDX-License-Identifier: Apache-2.0
// Masses of meshes: boxes and a tetrahedron in closed form, scaled, moved and put together.
#include <QTest>
#include <numbers>

#include "core/io/mesh_mass.hpp"
#include "core/model/mesh_advice.hpp"
#include "core/number_text.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_mesh_mass {

using namespace momentree::test;

namespace {

/// A box from a corner, each face as two triangles, their corners repeated as in STL.
TriangleMesh boxAt(const Vector3d& corner, const Vector3d& edges) {
    TriangleMesh mesh;
    const auto add = [&](int x, int y, int z) {
        const Vector3d p = corner + edges.cwiseProduct(Vector3d(x, y, z));
        mesh.points.push_back({p.x(), p.y(), p.z()});
    };
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {0, 1}) {
            const auto first = static_cast<std::uint32_t>(mesh.points.size());
            for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                std::array<int, 3> at{};
                at[static_cast<std::size_t>(axis)] = side;
                at[static_cast<std::size_t>((axis + 1) % 3)] = u;
                at[static_cast<std::size_t>((axis + 2) % 3)] = v;
                add(at[0], at[1], at[2]);
            }
            const std::uint32_t b = side == 1 ? 1 : 3, d = side == 1 ? 3 : 1;
            mesh.triangles.push_back({first, first + b, first + 2});
            mesh.triangles.push_back({first, first + 2, first + d});
        }
    return mesh;
}

bool near(const Matrix3d& a, const Matrix3d& b, double tolerance = 1e-7) {
    return (a - b).norm() < tolerance * b.norm();
}

}  // namespace

class TestMeshMass : public QObject {
    Q_OBJECT
private slots:
    void boxesFarAway() {
        const Vector3d corner(32.25, -8.5, 3.0), edges(0.25, 0.5, 1.5);
        const auto inside = integralsOf(boxAt(corner, edges));
        QVERIFY2(inside, inside ? "" : qPrintable(said(inside.error())));
        QVERIFY(std::abs(inside->volume - edges.prod()) < 1e-14);
        const MassProperties mass = massOf(*inside, Vector3d::Ones(), 800.0);
        QVERIFY(std::abs(mass.mass - 150.0) < 1e-11);
        QVERIFY((mass.com - corner - 0.5 * edges).norm() < 1e-12);
        const Vector3d s = edges.cwiseProduct(edges);
        const Matrix3d J = Vector3d(150.0 / 12.0 * (Vector3d::Constant(s.sum()) - s)).asDiagonal();
        QVERIFY2(near(mass.J_C, J), qPrintable(QString::number((mass.J_C - J).norm())));
        // In millimetres, and mirrored.
        const Vector3d factors(1e-3, -1e-3, 1e-3);
        const MassProperties small = massOf(*inside, factors, 800.0);
        QVERIFY(std::abs(small.mass / mass.mass - 1e-9) < 1e-20);
        QVERIFY((small.com - factors.cwiseProduct(mass.com)).norm() < 1e-14);
        QVERIFY(near(small.J_C, 1e-15 * J));
    }

    void turnedInsideOut() {
        TriangleMesh box = boxAt({0, 0, 0}, {1, 1, 1});
        for (auto& triangle : box.triangles) std::swap(triangle[0], triangle[1]);
        const auto inside = integralsOf(box);
        QVERIFY(inside && std::abs(inside->volume - 1.0) < 1e-14);
        QVERIFY((inside->first - Vector3d::Constant(0.5)).norm() < 1e-14);
    }

    /// A tetrahedron with the corners 0, x, y, z: J_xx = 2 m / 80 + ... about its centre.
    void tetrahedron() {
        TriangleMesh mesh;
        mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
        const auto inside = integralsOf(mesh);
        QVERIFY(inside);
        const MassProperties mass = massOf(*inside, Vector3d::Ones(), 6.0);
        QVERIFY(std::abs(mass.mass - 1.0) < 1e-14);
        QVERIFY((mass.com - Vector3d::Constant(0.25)).norm() < 1e-14);
        // Integral of x^2 is m / 10, of x y m / 20; less m / 16 each.
        const Matrix3d J = (2.0 * (0.1 - 0.0625)) * Matrix3d::Identity() +
                           (0.0625 - 0.05) * (Matrix3d::Ones() - Matrix3d::Identity());
        QVERIFY(near(mass.J_C, J, 1e-13));
    }

    /// Two half boxes, one of them turned, are the whole one.
    void partsTogether() {
        const auto half = integralsOf(boxAt({0, 0, 0}, {0.5, 1, 2}));
        const auto whole = integralsOf(boxAt({0, 0, 0}, {1, 1, 2}));
        QVERIFY(half && whole);
        const MassProperties one = massOf(*half, Vector3d::Ones(), 3.0);
        Matrix3d R;
        R << -1, 0, 0, 0, -1, 0, 0, 0, 1;
        const MassProperties both = together(one, moved(one, {1, 1, 0}, R));
        const MassProperties all = massOf(*whole, Vector3d::Ones(), 3.0);
        QVERIFY(std::abs(both.mass - all.mass) < 1e-13);
        QVERIFY((both.com - all.com).norm() < 1e-13 && near(both.J_C, all.J_C, 1e-13));
    }

    /// Text has all digits of a number: 0.1 is not the nearest number of single precision.
    void textIsNotRounded() {
        std::string text = "solid s\n";
        const TriangleMesh box = boxAt({0.1, 0.2, 0.3}, {0.1, 0.2, 0.3});
        for (const auto& triangle : box.triangles) {
            text += "facet normal 0 0 0\nouter loop\n";
            for (const std::uint32_t k : triangle) {
                text += "vertex";
                for (const double x : box.points[k]) text += ' ' + numberText(x, 15);
                text += '\n';
            }
            text += "endloop\nendfacet\n";
        }
        const auto read = readMeshText(text + "endsolid s\n", "box.stl");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto inside = integralsOf(*read);
        QVERIFY2(inside, inside ? "" : qPrintable(said(inside.error())));
        QVERIFY(std::abs(inside->volume - 0.006) < 1e-15);
    }

    void openSurfacesAreRefused() {
        TriangleMesh box = boxAt({0, 0, 0}, {1, 1, 1});
        box.triangles.pop_back();
        const auto open = integralsOf(box);
        QVERIFY(!open && said(open.error()).contains("3 edges"));
        TriangleMesh turned = boxAt({0, 0, 0}, {1, 1, 1});
        std::swap(turned.triangles[4][0], turned.triangles[4][1]);
        const auto inOut = integralsOf(turned);
        QVERIFY(!inOut && said(inOut.error()).contains("at 3 edges"));
        TriangleMesh flat;
        flat.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        flat.triangles = {{0, 1, 2}, {0, 2, 1}};
        const auto none = integralsOf(flat);
        QVERIFY(!none && said(none.error()).contains("no volume"));
    }

    /// A part of 80 mm on a rod of 100 mm: in millimetres, taken as metres, and right.
    void filesInMillimetres() {
        const auto inside = integralsOf(boxAt({-40, -20, 0}, {80, 40, 40}));
        QVERIFY(inside);
        keepInside("/part.stl", *inside);
        for (const double scale : {1.0, 1e-3}) {
            ModelDescription description;
            description.groundMarkers.emplace_back();
            description.groundMarkers[0].name = "O";
            BodyDescription& body = description.bodies.emplace_back();
            body.name = "rod";
            body.density = Scalar(800.0);
            body.shape.kind = ShapeDescription::Kind::Parts;
            PartDescription& part = body.shape.parts.emplace_back();
            part.kind = PartDescription::Kind::Mesh;
            part.mesh = "/part.stl";
            part.size = {scale, scale, scale};
            for (const double x : {0.0, 0.1}) {
                MarkerDescription& marker = body.markers.emplace_back();
                marker.name = "m" + std::to_string(body.markers.size());
                marker.position = {x, 0.0, 0.0};
            }
            JointDescription& joint = description.joints.emplace_back();
            joint.name = "J";
            joint.type = "revolute";
            joint.a = {"ground", "O"};
            joint.b = {"rod", "m1"};
            const auto model = buildModel(description);
            QVERIFY2(model, model ? "" : qPrintable(said(model.error())));
            Diagnostics warnings;
            adviseForMeshes(**model, warnings);
            QCOMPARE(warnings.empty(), scale < 1.0);
            if (warnings.empty()) continue;
            QCOMPARE(warnings[0].place, Place::body("rod"));
            const QString text = said(warnings);
            QVERIFY2(text.contains("'part.stl' is 98 m across") && text.contains("0.1 m") &&
                         text.contains("0.001"),
                     qPrintable(text));
        }
    }
};

MOMENTREE_TEST(TestMeshMass, Appless)

}  // namespace momentree::test_mesh_mass
#include "test_mesh_mass.moc"
