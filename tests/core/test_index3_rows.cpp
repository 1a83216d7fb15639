// SPDX-License-Identifier: Apache-2.0
// Rows of the index-3 formulation compared with differences of the constraints.
#include <QTest>

#include "core/formulations/index3/links.hpp"
#include "support/compare.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_index3_rows {

using namespace momentree::test;

namespace {

using Bodies = std::vector<BodyKinematics<double>>;

Bodies anywhere(std::size_t count, Random& random) {
    Bodies bodies(count);
    for (auto& body : bodies)
        body = {rotationOf(random.quaternion()), random.vector(1.0), random.vector(2.0),
                random.vector(2.0)};
    return bodies;
}

/// With constant v and w for a time dt.
Bodies later(Bodies bodies, double dt) {
    for (auto& body : bodies) {
        body.r += dt * body.v;
        body.R = Eigen::AngleAxisd(dt * body.w.norm(), body.w.normalized()) * body.R;
    }
    return bodies;
}

ModelDescription driven(const std::string& type, std::initializer_list<int> coordinates) {
    ModelDescription d = describe(Recipe{.bodies = 3, .joints = {type}}, 50);
    for (const int coordinate : coordinates) {
        MotionDescription motion;
        motion.name = "drive " + std::to_string(coordinate);
        motion.joint = d.joints[1].name;
        motion.coordinate = coordinate;
        motion.law.kind = "harmonic";
        motion.law.amplitude = 0.4;
        motion.law.frequency = 2.0;
        motion.law.phase = 0.3;
        d.motions.push_back(motion);
    }
    return d;
}

ModelDescription withRod() {
    ModelDescription d = describe(Recipe{.bodies = 3, .joints = {"spherical"}}, 51);
    JointDescription rod;
    rod.name = "rod";
    rod.type = "distance";
    rod.a = {d.bodies[0].name, "aux"};
    rod.b = {d.bodies[2].name, "aux"};
    rod.length = 0.7;
    d.joints.push_back(rod);
    return d;
}

/// The angle about z between markers on two bodies that are not joined.
ModelDescription drivenMarkers() {
    ModelDescription d = driven("spherical", {});
    MotionDescription motion;
    motion.name = "drive";
    motion.a = MarkerReference{d.bodies[0].name, "aux"};
    motion.b = MarkerReference{d.bodies[2].name, "aux"};
    motion.law.kind = "harmonic";
    motion.law.amplitude = 0.5;
    motion.law.frequency = 3.0;
    d.motions.push_back(motion);
    return d;
}

}  // namespace

class TestIndex3Rows : public QObject {
    Q_OBJECT
private slots:
    void ratesAreDifferences_data();
    void ratesAreDifferences();
};

void TestIndex3Rows::ratesAreDifferences_data() {
    QTest::addColumn<ModelDescription>("description");
    for (const std::string& type : everyType)
        if (type != "free")
            QTest::newRow(type.c_str()) << describe(Recipe{.bodies = 3, .joints = {type}}, 50);
    QTest::newRow("distance") << withRod();
    QTest::newRow("driven revolute") << driven("revolute", {1});
    QTest::newRow("driven prismatic") << driven("prismatic", {1});
    QTest::newRow("driven universal") << driven("universal", {2});
    QTest::newRow("driven cylindrical") << driven("cylindrical", {1, 2});
    QTest::newRow("driven markers") << drivenMarkers();
}

// Phi' = P V + Phi_t, and with constant v and w Phi'' = -gamma; central differences over 1e-5 s.
void TestIndex3Rows::ratesAreDifferences() {
    QFETCH(ModelDescription, description);
    const auto model = build(description);
    Index3Rows<double> here(*model), before(*model), after(*model);
    const int links = static_cast<int>(here.links.size());
    Random random(52);
    Eigen::VectorXd rate = here.Phi, rateBefore = here.Phi, rateAfter = here.Phi;
    const double t = 0.3, dt = 1e-5;
    for (int draw = 0; draw < 20; ++draw) {
        const Bodies bodies = anywhere(model->bodies.size(), random);
        const Bodies earlier = later(bodies, -dt), further = later(bodies, dt);
        for (int k = 0; k < links; ++k) {
            before.evaluate(k, t - dt, earlier);
            after.evaluate(k, t + dt, further);
            here.evaluateRates(k, t, bodies);
            here.velocityGap(k, bodies, rate);
        }
        QVERIFY(rate.norm() > 0.1 && here.gamma.norm() > 0.1);
        QVERIFY(verifyClose(rate, (after.Phi - before.Phi) / (2 * dt), 1e-8, "rate"));
        for (int k = 0; k < links; ++k) {
            before.evaluateRates(k, t - dt, earlier);
            before.velocityGap(k, earlier, rateBefore);
            after.evaluateRates(k, t + dt, further);
            after.velocityGap(k, further, rateAfter);
        }
        QVERIFY(verifyClose(-here.gamma, (rateAfter - rateBefore) / (2 * dt), 1e-8, "gamma"));
    }
}

MOMENTREE_TEST(TestIndex3Rows, Appless)

}  // namespace momentree::test_index3_rows
#include "test_index3_rows.moc"
