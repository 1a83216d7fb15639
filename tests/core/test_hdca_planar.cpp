// SPDX-License-Identifier: Apache-2.0
// The planar case of the divide and conquer compared with the spatial case and with the functions
// of the accelerator, with every inversion.
#include <Eigen/Geometry>
#include <QTest>

#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/hdca/planar.hpp"
#include "core/formulations/hdca/planar_node.hpp"
#include "core/session/catalogue.hpp"
#include "fpga_link/function_data.hpp"
#include "support/allocation_guard.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_hdca_planar {

using namespace momentree::test;
namespace functions = momentree::fpga::functions;

namespace {

const std::vector<std::string> methods{"rank-revealing", "adjugate", "ldup", "eigen"};

using Orientation = std::optional<std::array<Scalar, 4>>;

Eigen::Quaterniond quaternion(const Orientation& q) {
    if (!q) return Eigen::Quaterniond::Identity();
    return {(*q)[0].value, (*q)[1].value, (*q)[2].value, (*q)[3].value};
}
Orientation orientation(const Eigen::Quaterniond& q) {
    return {{Scalar(q.w()), Scalar(q.x()), Scalar(q.y()), Scalar(q.z())}};
}

MarkerDescription& markerOf(ModelDescription& d, const MarkerReference& where) {
    std::vector<MarkerDescription>& markers =
        where.body == "ground"
            ? d.groundMarkers
            : std::ranges::find(d.bodies, where.body, &BodyDescription::name)->markers;
    return *std::ranges::find(markers, where.marker, &MarkerDescription::name);
}

/// The same mechanism in an oblique plane, with its second joint reversed, centres of mass outside
/// the plane and oblique inertias; none of this affects the motion.
ModelDescription oblique(ModelDescription d) {
    const Eigen::Quaterniond tilt(Eigen::AngleAxisd(0.8, Vector3d(1, 2, -1).normalized()));
    for (MarkerDescription& m : d.groundMarkers) {
        const Vector3d r(m.position[0].value, m.position[1].value, m.position[2].value);
        for (int k = 0; k < 3; ++k) m.position[static_cast<std::size_t>(k)] = Scalar((tilt * r)[k]);
        m.orientation = orientation(tilt * quaternion(m.orientation));
    }
    const Eigen::Quaterniond turnedRound(0, 1, 0, 0);
    if (d.bodies.size() > 1)
        for (const MarkerReference& end : {d.joints[1].a, d.joints[1].b}) {
            MarkerDescription& m = markerOf(d, end);
            m.orientation = orientation(quaternion(m.orientation) * turnedRound);
        }
    for (BodyDescription& body : d.bodies) {
        body.com[2] = Scalar(0.15);
        body.inertia[0][2] = body.inertia[2][0] = Scalar(0.01);
    }
    return d;
}

VectorXd randomVector(Eigen::Index size, Random& random) {
    VectorXd v(size);
    for (double& x : v) x = random.uniform(-1.0, 1.0);
    return v;
}

std::unique_ptr<System> planarBy(const std::string& inversion,
                                 const std::shared_ptr<const Model>& model) {
    RunSpec spec;
    spec.inversion = inversion;
    return makeHdcaPlanar<double>(model, spec);
}

Eigen::Vector3d eigen(const V3<double>& v) { return v.eigen(); }
Eigen::Vector3d eigen(const std::array<double, 3>& v) {
    return Eigen::Map<const Eigen::Vector3d>(v.data());
}
Eigen::Matrix3d eigen(const functions::Matrix3<double>& m) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
}

PlanarNode<double> leafOf(const functions::BodyWindow<double>& body) {
    const Flat<double> s1{body.s1[0], body.s1[1]}, s2{body.s2[0], body.s2[1]};
    PlanarNode<double> leaf{};
    leaf.s12 = s1 - s2;
    momentree::planar::initialise(body.inverseMass, body.inverseInertia, s1, s2, body.p1 - body.p2,
                                  leaf);
    return leaf;
}

double distance(const PlanarNode<double>& node, const functions::PlanarNode<double>& expected) {
    const double scale = eigen(expected.xi11).norm();
    return std::max({(node.xi11.eigen() - eigen(expected.xi11)).norm() / scale,
                     (node.xi21.eigen() - eigen(expected.xi21)).norm() / scale,
                     (node.xi22.eigen() - eigen(expected.xi22)).norm() / scale,
                     (eigen(node.xi10) - eigen(expected.xi10)).norm() / (1 + scale),
                     (eigen(node.xi20) - eigen(expected.xi20)).norm() / (1 + scale)});
}

}  // namespace

class TestHdcaPlanar : public QObject {
    Q_OBJECT
private slots:
    void sameAsInSpace_data();
    void sameAsInSpace();
    void nodesAreThoseOfTheAccelerator();
    void longChainStaysAccurate();
    void onlyPlanarModels_data();
    void onlyPlanarModels();
    void refusedInversions();
    void nothingIsAllocated();
};

void TestHdcaPlanar::sameAsInSpace_data() {
    QTest::addColumn<Mechanism>("mechanism");
    for (const int n : {1, 2, 3, 6, 16}) {
        const Recipe chain{.bodies = n, .joints = {"revolute"}, .planar = true};
        Recipe tree = chain, loaded = chain, loop = chain, loadedLoop = chain, bush = chain;
        tree.branched = bush.branched = true;
        loaded.loads = bush.loads = loadedLoop.loads = true;
        loop.closure = "revolute";
        loadedLoop.closure = "spherical";
        const auto add = [&](const char* name, const Recipe& recipe) {
            QTest::addRow("%s of %d", name, n) << Mechanism{name, recipe, std::uint64_t(n)};
        };
        add("chain", chain);
        add("tree", tree);
        add("loaded chain", loaded);
        add("loaded tree", bush);
        if (n < 3) continue;
        add("loop", loop);
        add("loaded loop", loadedLoop);
        Recipe loopWithBranches = tree;
        loopWithBranches.closure = "revolute";
        add("loop with branches", loopWithBranches);
    }
}

// Any state will do: momenta need not match the speeds, nor the loop be closed.
void TestHdcaPlanar::sameAsInSpace() {
    QFETCH(Mechanism, mechanism);
    for (const bool tilted : {false, true}) {
        const ModelDescription upright = describe(mechanism.recipe, mechanism.seed);
        const auto model = build(tilted ? oblique(upright) : upright);
        const auto space = makeHdcaSpatial<double>(model, RunSpec());
        Random random(mechanism.seed);
        const JointState state = randomState(*model, random);
        const InitialState initial = bodyStates(*model, state);
        const VectorXd start = startOf(*space, initial);
        const VectorXd y = stateOf(*space, state.q, randomVector(model->tree.nu, random));
        const VectorXd expected = derivativeOf(*space, 0.3, y);
        for (const std::string& method : methods) {
            const auto planar = planarBy(method, model);
            QVERIFY(planar);
            verifyClose(startOf(*planar, initial), start, 1e-14, "start");
            const VectorXd ydot = derivativeOf(*planar, 0.3, y);
            const Eigen::Index n = model->tree.nq;
            // With badly conditioned mass matrices, rounding costs both the same digits.
            verifyClose(ydot.head(n), expected.head(n), 1e-12, method.c_str());
            verifyClose(ydot.tail(n), expected.tail(n), 1e-12, method.c_str());
            verifyClose(flattened(sampleOf(*planar, *model, 0.3, y).bodies),
                        flattened(sampleOf(*space, *model, 0.3, y).bodies), 1e-12, "bodies");
        }
    }
}

void TestHdcaPlanar::nodesAreThoseOfTheAccelerator() {
    FunctionData data(51);
    for (int i = 0; i < 1000; ++i) {
        const auto bodyA = data.body(), bodyB = data.body();
        const auto expectedA = functions::bodyUpdate(bodyA),
                   expectedB = functions::bodyUpdate(bodyB);
        const auto joint = functions::jointBetween(expectedA, expectedB);
        const auto expected = functions::assembled(expectedA, expectedB, joint);
        PlanarNode<double> A = leafOf(bodyA), B = leafOf(bodyB), C{};
        QVERIFY(distance(A, expectedA) < 1e-15);
        QVERIFY(distance(B, expectedB) < 1e-15);
        for (const Inversion method : {Inversion::Adjugate, Inversion::Ldup, Inversion::Eigen}) {
            PlanarCut<double> cut;
            assemble(A, B, method, cut, C);
            // Rounding times the condition of the joint's 2x2 matrix, up to about 1e3.
            QVERIFY(distance(C, expected) < 1e-12);
            for (std::size_t row = 0; row < 2; ++row) {
                for (std::size_t column = 0; column < 3; ++column) {
                    const int k = static_cast<int>(column);
                    QVERIFY(std::abs(cut.W_A[row][k] - joint.W_A[3 * row + column]) < 1e-11);
                    QVERIFY(std::abs(cut.W_B[row][k] - joint.W_B[3 * row + column]) < 1e-11);
                }
            }
            const double beta = std::hypot(joint.beta[0], joint.beta[1]);
            QVERIFY(std::abs(cut.beta.x - joint.beta[0]) < 1e-11 * (1 + beta));
            QVERIFY(std::abs(cut.beta.y - joint.beta[1]) < 1e-11 * (1 + beta));
        }
    }
}

// Compared with the sums over all outboard bodies that define the start: M u = p must give u again.
void TestHdcaPlanar::longChainStaysAccurate() {
    const auto model = randomModel({.bodies = 256, .joints = {"revolute"}, .planar = true}, 4);
    Random random(4);
    const JointState state = randomState(*model, random);
    const InitialState initial = bodyStates(*model, state);
    const auto space = makeHdcaSpatial<double>(model, RunSpec());
    const double before = relativeError(
        derivativeOf(*space, 0.0, startOf(*space, initial)).head(model->tree.nq), state.u);
    for (const std::string& method : methods) {
        const auto planar = planarBy(method, model);
        const double error = relativeError(
            derivativeOf(*planar, 0.0, startOf(*planar, initial)).head(model->tree.nq), state.u);
        QVERIFY2(error < 1e-9 && error < 10 * before,
                 qPrintable(QStringLiteral("%1: %2, in space %3")
                                .arg(QString::fromStdString(method))
                                .arg(error)
                                .arg(before)));
    }
}

void TestHdcaPlanar::onlyPlanarModels_data() {
    QTest::addColumn<Mechanism>("mechanism");
    const auto add = [](const char* name, const Recipe& recipe) {
        QTest::newRow(name) << Mechanism{name, recipe, 7};
    };
    add("axes in space", {.bodies = 3});
    add("slider", {.bodies = 3, .joints = {"revolute", "prismatic"}, .planar = true});
    add("driven", {.bodies = 3, .joints = {"revolute"}, .drivenShare = 1.0, .planar = true});
    add("closed by a slide",
        {.bodies = 4, .joints = {"revolute"}, .planar = true, .closure = "prismatic"});
    add("two loops",
        {.bodies = 6, .joints = {"revolute"}, .planar = true, .closure = "revolute", .loops = 2});
}

void TestHdcaPlanar::onlyPlanarModels() {
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    QVERIFY(!planarBy("rank-revealing", model));
    QVERIFY(makeHdca<double>(model, RunSpec()));
    RunSpec spec = Catalogue().defaults(*model, "hdca");
    QVERIFY(Catalogue().check(*model, spec));
    spec.inversion = "ldup";
    const auto refused = Catalogue().check(*model, spec);
    QVERIFY(!refused);
    QVERIFY(toString(refused.error().front()).find("parallel axes") != std::string::npos);
    spec.formulation = "naudet";  // which does not use it
    QVERIFY(Catalogue().check(*model, spec));
}

void TestHdcaPlanar::refusedInversions() {
    const auto model = randomModel({.bodies = 2, .planar = true}, 1);
    RunSpec spec = Catalogue().defaults(*model, "hdca");
    for (const std::string& method : methods) {
        spec.inversion = method;
        QVERIFY(Catalogue().check(*model, spec));
    }
    spec.inversion = "cramer";
    const auto refused = Catalogue().check(*model, spec);
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().front()),
             std::string("inversion 'cramer': is unknown; there is rank-revealing, adjugate, ldup, "
                         "eigen"));
}

void TestHdcaPlanar::nothingIsAllocated() {
    const auto model = randomModel({.bodies = 5, .planar = true, .closure = "revolute"}, 3);
    const JointState state = closedState(*model);
    for (const std::string& method : methods) {
        const auto planar = planarBy(method, model);
        VectorXd y = startOf(*planar, bodyStates(*model, state)), ydot = y;
        PhaseClock clock;
        const AllocationGuard guard;
        planar->derivative(0.0, y, ydot, clock);
        planar->retract(0.0, 0.0, y);
        QCOMPARE(guard.count(), std::size_t(0));
    }
}

MOMENTREE_TEST(TestHdcaPlanar, Appless)

}  // namespace momentree::test_hdca_planar
#include "test_hdca_planar.moc"
