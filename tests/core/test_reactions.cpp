// SPDX-License-Identifier: Apache-2.0
// The reactions, accelerations and loads of a sample satisfy the equations of Newton and Euler of
// every body, with nothing else, also where motions drive joints.
#include <QTest>

#include "core/dynamics/loads.hpp"
#include "core/io/model_file.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/linkages.hpp"
#include "support/mechanisms.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_reactions {

using namespace momentree::test;

namespace {

ModelDescription drivenFourBar() {
    return *readModelFile(MOMENTREE_SOURCE_DIR
                          "/resources/examples/four_bar_driven.momentree.json");
}

/// The drive between markers of the two bodies, in the direction opposite to the joint.
ModelDescription drivenBetweenMarkers() {
    ModelDescription four = drivenFourBar();
    MotionDescription& drive = four.motions.front();
    drive.joint.clear();
    drive.a = MarkerReference{"crank", "P"};
    drive.b = MarkerReference{"ground", "O"};
    drive.law.rate.value *= -1.0;
    drive.law.rate.text.clear();
    drive.law.offset.value *= -1.0;
    drive.law.offset.text.clear();
    return four;
}

ModelDescription drivenBennett() {
    ModelDescription description =
        *readModelText(textOf({bennett(1.0, 1.0, 5.0)}).toStdString(), "bennett");
    MotionDescription drive;
    drive.name = "drive";
    drive.joint = "J1";
    drive.law.kind = "constant";
    drive.law.offset.value = description.jointStarts.front().q.front().value;
    drive.law.rate.value = 5.0;
    description.jointStarts.clear();
    description.motions.push_back(drive);
    return description;
}

/// Chains and trees with driven revolute and prismatic joints, some passed from B to A.
ModelDescription drivenTree() {
    return describe({.bodies = 8,
                     .joints = everyType,
                     .branched = true,
                     .drivenShare = 0.7,
                     .loads = true,
                     .scrambled = true},
                    41);
}

/// One coordinate of each cylindrical and universal joint is driven.
ModelDescription drivenCoordinates() {
    return describe({.bodies = 4,
                     .joints = {"universal", "cylindrical"},
                     .loads = true,
                     .scrambled = true,
                     .drivenCoordinates = true},
                    42);
}

ModelDescription drivenLoop() {
    return describe({.bodies = 6,
                     .joints = {"revolute", "universal", "spherical"},
                     .drivenShare = 1.0,
                     .loads = true,
                     .closure = "spherical"},
                    207);
}

/// What the equations of Newton and Euler leave over, about the centre of mass [6 bodies].
Eigen::VectorXd leftOver(const Model& model, const Sample& sample, double& largest) {
    const std::size_t n = model.bodies.size();
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(sample.bodies);
    std::vector<Vec6<double>> rest(n, Vec6<double>::Zero());
    evaluateLoads<double>(model, sample.time, bodies,
                          std::vector<double>(model.axialLoads.size(), 0.0), rest);
    const auto add = [&](int body, const Vector3d& at, const Vector3d& f, const Vector3d& m) {
        if (body == ground) return;
        auto& wrench = rest[static_cast<std::size_t>(body)];
        wrench.head<3>() += f;
        wrench.tail<3>() += m + (at - sample.bodies[static_cast<std::size_t>(body)].r).cross(f);
    };
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointElement& joint = model.joints[j];
        const Vector3d f = sample.joints[j].reaction.head<3>();
        const Vector3d m = sample.joints[j].reaction.tail<3>();
        const Vector3d B = markerKinematics<double>(joint.B, bodies).r;
        add(joint.B.body, B, f, m);
        add(joint.A.body, B, -f, -m);
        largest = std::max({largest, f.norm(), m.norm()});
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Vec6<double>& a = sample.accelerations[i];
        const Matrix3d J = bodies[i].R * model.bodies[i].J_C * bodies[i].R.transpose();
        const Vector3d w = bodies[i].w;
        rest[i].head<3>() -= model.bodies[i].mass * a.head<3>();
        rest[i].tail<3>() -= J * a.tail<3>() + w.cross(J * w);
    }
    return stacked(rest);
}

}  // namespace

class TestReactions : public QObject {
    Q_OBJECT
private slots:
    void newtonAndEulerHoldFromTheSample_data() {
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::shared_ptr<const Model>>("model");
        const std::vector<std::pair<std::string, ModelDescription>> models{
            {"four-bar", drivenFourBar()},        {"between markers", drivenBetweenMarkers()},
            {"Bennett", drivenBennett()},         {"tree", drivenTree()},
            {"coordinates", drivenCoordinates()}, {"loop", drivenLoop()}};
        for (const auto& [name, description] : models) {
            const auto model = build(description);
            QVERIFY(!model->motions.empty());
            for (const std::string& id : formulations())
                QTest::addRow("%s: %s", id.c_str(), name.c_str()) << id << model;
        }
    }
    void newtonAndEulerHoldFromTheSample() {
        QFETCH(std::string, formulation);
        QFETCH(std::shared_ptr<const Model>, model);
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(*model, formulation);
        spec.step = 1e-3;
        const Sample sample = after(model, spec, 0.01);
        double largest = 0.0;
        const Eigen::VectorXd rest = leftOver(*model, sample, largest);
        QVERIFY2(rest.lpNorm<Eigen::Infinity>() < 1e-9 * largest,
                 qPrintable(
                     QStringLiteral("%1 of %2").arg(rest.lpNorm<Eigen::Infinity>()).arg(largest)));
        // Along a driven coordinate, the reaction is the effort of the motion.
        std::vector<BodyKinematics<double>> bodies = kinematicsOf(sample.bodies);
        for (std::size_t k = 0; k < model->motions.size(); ++k) {
            const MotionElement& motion = model->motions[k];
            const JointElement& joint = model->joints[static_cast<std::size_t>(motion.joint)];
            if (joint.type != "revolute" && joint.type != "prismatic") continue;
            const Vector3d z = markerKinematics<double>(joint.B, bodies).R.col(2);
            const Vec6<double>& reaction =
                sample.joints[static_cast<std::size_t>(motion.joint)].reaction;
            const double along = z.dot(motion.rotation ? reaction.tail<3>() : reaction.head<3>());
            QVERIFY2(std::abs(along - motion.sign * sample.motionEfforts[k]) < 1e-9 * largest,
                     qPrintable(
                         QStringLiteral("%1, effort %2").arg(along).arg(sample.motionEfforts[k])));
        }
    }
};

MOMENTREE_TEST(TestReactions, Appless)

}  // namespace momentree::test_reactions
#include "test_reactions.moc"
