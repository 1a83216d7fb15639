// SPDX-License-Identifier: Apache-2.0
// Masses of bodies that files give by a density: solids, bars, plates and meshes against closed
// forms, with parameters; what files keep, and refusals.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/model/evaluate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_densities {

using namespace momentree::test;

namespace {

/// A free body with these keys.
std::string bodyFile(const std::string& keys) {
    return R"({"version": 1, "name": "dense", "parameters": {"L": 0.4, "rho": 7850},
        "bodies": [{"name": "part", )" +
           keys + "}]}";
}

const std::string markers = R"("markers": {"A": [0, 0, 0], "B": ["L", 0, 0]}, )";

/// The surface of a tetrahedron with edges along the axes [m], or all of it but one face.
std::string tetrahedron(double a, double b, double c, bool closed = true) {
    const Vector3d O = Vector3d::Zero(), A(a, 0, 0), B(0, b, 0), C(0, 0, c);
    std::string text = "solid t\n";
    const auto face = [&](const Vector3d& p, const Vector3d& q, const Vector3d& r) {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const Vector3d& v : {p, q, r})
            text += "vertex " + std::to_string(v.x()) + " " + std::to_string(v.y()) + " " +
                    std::to_string(v.z()) + "\n";
        text += "endloop\nendfacet\n";
    };
    face(O, B, A);
    face(O, A, C);
    face(O, C, B);
    if (closed) face(A, B, C);
    return text + "endsolid t\n";
}

#define NEAR(actual, expected)                                            \
    QVERIFY2(std::abs((actual) - (expected)) < 1e-9 * std::abs(expected), \
             qPrintable(QString("%1, expected %2").arg(actual, 0, 'g', 12).arg(expected)))

}  // namespace

class TestDensities : public QObject {
    Q_OBJECT
private slots:
    void solidsAreAboutTheirCentre() {
        const auto model = built(bodyFile(
            R"("density": "rho", "com": [0.1, 0, 0],
               "shape": {"kind": "box", "size": ["L", "20 mm", "10 mm"]})"));
        const Body& body = model->bodies[0];
        const double m = 7850.0 * 0.4 * 0.02 * 0.01;
        NEAR(body.mass, m);
        NEAR(body.J_C(0, 0), m / 12.0 * (0.02 * 0.02 + 0.01 * 0.01));
        NEAR(body.J_C(2, 2), m / 12.0 * (0.4 * 0.4 + 0.02 * 0.02));
        const auto cylinder = built(bodyFile(
            R"("density": 1000, "shape": {"kind": "cylinder", "radius": "5 cm", "length": 0.3})"));
        NEAR(cylinder->bodies[0].mass, 1000.0 * std::numbers::pi * 0.05 * 0.05 * 0.3);
    }
    /// A bar reaches half its width beyond its markers.
    void barsHaveASection() {
        const auto model =
            built(bodyFile(R"("density": "7.85 g/cm^3", )" + markers +
                           R"("shape": {"kind": "bar", "width": "20 mm", "thickness": "5 mm"})"));
        const Body& body = model->bodies[0];
        const double m = 7850.0 * 0.42 * 0.02 * 0.005;
        NEAR(body.mass, m);
        NEAR(body.J_C(2, 2), m / 12.0 * (0.42 * 0.42 + 0.02 * 0.02));
        NEAR(body.J_C(1, 1), m / 12.0 * (0.42 * 0.42 + 0.005 * 0.005));
        NEAR(model->description.bodies[0].com[0].value, 0.2);
        // A square section without a thickness.
        NEAR(built(bodyFile(R"("density": 7850, )" + markers +
                            R"("shape": {"kind": "bar", "width": 0.02})"))
                 ->bodies[0]
                 .mass,
             4.0 * m);
    }
    /// A plate reaches 10 mm beyond its corners.
    void platesHaveAThickness() {
        const std::string corners =
            R"("density": 2700, "markers": {"A": [0, 0, 0], "B": [0.3, 0, 0], "C": [0.3, 0.2, 0],
                                            "D": [0, 0.2, 0]}, )";
        const auto thin =
            built(bodyFile(corners + R"("shape": {"kind": "polygon", "thickness": "3 mm"})"));
        const auto usual = built(bodyFile(corners + R"("shape": {"kind": "polygon"})"));
        NEAR(usual->bodies[0].mass / thin->bodies[0].mass, 20.0 / 3.0);
        NEAR(thin->bodies[0].mass, 2700.0 * 0.003 * 0.32 * 0.22);
    }
    void massesFollowParameters() {
        auto description = readModelText(bodyFile(R"("density": "rho", )" + markers +
                                                  R"("shape": {"kind": "bar", "width": 0.02})"),
                                         "m");
        QVERIFY(description);
        for (const double length : {0.4, 0.8}) {
            QVERIFY(setParameter(*description, "L", std::to_string(length)));
            const auto model = buildModel(*description);
            QVERIFY(model);
            NEAR((*model)->bodies[0].mass, 7850.0 * (length + 0.02) * 4e-4);
        }
        QVERIFY(setParameter(*description, "rho", "2700"));
        NEAR((*buildModel(*description))->bodies[0].mass, 2700.0 * 0.82 * 4e-4);
    }
    void meshesAreRead() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        std::ofstream(path + "/t.stl") << tetrahedron(0.3, 0.2, 0.1);
        std::ofstream(path + "/open.stl") << tetrahedron(0.3, 0.2, 0.1, false);
        const auto file = [&](const std::string& mesh) {
            const std::string name = path + "/m.momentree.json";
            std::ofstream(name) << bodyFile(
                R"("density": 2700, "shape": {"kind": "parts", "parts": [
                    {"kind": "mesh", "file": ")" +
                mesh + R"(", "scale": [2, 1, 1]}]})");
            return readModelFile(name);
        };
        const auto read = file("t.stl");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const auto model = buildModel(*read);
        QVERIFY(model);
        const Body& body = (*model)->bodies[0];
        const double m = 2700.0 * 0.6 * 0.2 * 0.1 / 6.0;
        const auto close = [](double a, double b) { return std::abs(a - b) < 1e-6 * b; };
        QVERIFY(close(body.mass, m));
        QVERIFY(close((*model)->description.bodies[0].com[0].value, 0.15));
        QVERIFY(close(body.J_C(2, 2), m * 3.0 / 80.0 * (0.36 + 0.04)));
        const auto open = file("open.stl");
        QVERIFY(!open);
        QVERIFY2(
            said(open.error()).contains("body 'part'") && said(open.error()).contains("not closed"),
            qPrintable(said(open.error())));
        QVERIFY(!file("none.stl"));
    }
    void filesKeepIt() {
        const std::vector<std::string> kept{
            R"("density": "2*rho", )" + markers +
                R"("shape": {"kind": "bar", "width": 0.02, "thickness": 0.01})",
            R"("density": 2700, "com": [0, 0.1, 0], "shape": {"kind": "sphere", "radius": 0.1})",
            R"("density": "7850 kg/m^3", "markers": {"A": [0, 0, 0]})"};
        for (const std::string& keys : kept) {
            const auto read = readModelText(bodyFile(keys), "m");
            QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
            auto evaluated = *read;
            QVERIFY(evaluate(evaluated));
            const std::string text = writeModelText(evaluated);
            QVERIFY2(!QString::fromStdString(text).contains("\"mass\"") &&
                         !QString::fromStdString(text).contains("\"inertia\""),
                     text.c_str());
            const auto again = readModelText(text, "m");
            QVERIFY(again && again->bodies[0].mass == read->bodies[0].mass);
            QCOMPARE(writeModelText(*again), text);
        }
    }
    void refusals_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* keys, const char* says) {
            QTest::newRow(says) << keys << says;
        };
        add(R"("density": 2700, "mass": 1, "inertia": [1, 1, 1])", "give either 'density'");
        add(R"("density": 2700, "com": [0, 0, 0], "markers": {"A": [0, 0, 0]})",
            "'com' follows from the shape");
        add(R"("density": 2700)", "needs a shape with a volume");
        add(R"("density": 2700, "shape": {"kind": "none"}, "markers": {"A": [0, 0, 0]})",
            "its density needs a shape");
        add(R"("density": -1, "shape": {"kind": "sphere", "radius": 1})", "must be positive");
        add(R"("density": "3 kg", "shape": {"kind": "sphere", "radius": 1})", "kg/m^3");
        add(R"("density": "rh", "shape": {"kind": "sphere", "radius": 1})", "rho");
        add(R"("inertia": [1, 1, 1])", "'mass'");
    }
    void refusals() {
        QFETCH(QString, keys);
        QFETCH(QString, says);
        const QString said = refusalOf(bodyFile(keys.toStdString()));
        QVERIFY2(said.contains(says) && said.contains("bod"), qPrintable(said));
    }
};

MOMENTREE_TEST(TestDensities, Appless)

}  // namespace momentree::test_densities
#include "test_densities.moc"
