// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/closing.hpp"
#include "core/kinematics/constraints.hpp"
#include "support/test_main.hpp"

namespace momentree::test_closing {
namespace {

std::shared_ptr<const Model> example(const std::string& name) {
    auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    return *buildModel(std::move(*description));
}

using Poses = std::vector<BodyKinematics<double>>;

Poses startOf(const Model& model) {
    Poses poses;
    const auto start = assemble(model);
    poses = kinematicsOf(start->bodies);
    return poses;
}

/// Largest residual of a constraint, angles in rad.
double violation(const Model& model, const Poses& poses) {
    double most = 0.0;
    ConstraintTerms<double> terms;
    for (const Constraint& c : model.constraints) {
        evaluate<double>(c, motionOf(model, c, 0.0), at<double>(poses, c.bodyA),
                         at<double>(poses, c.bodyB), terms);
        most = std::max(most, terms.Phi.cwiseAbs().maxCoeff());
    }
    return most;
}

}  // namespace

class TestClosing : public QObject {
    Q_OBJECT
private slots:
    void closesWhatDriftedApart_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"four_bar", "rssr", "slider_crank", "chain_128", "peaucellier"})
            QTest::newRow(name) << name;
    }
    void closesWhatDriftedApart() {
        QFETCH(QString, name);
        const auto model = example(name.toStdString());
        Poses poses = startOf(*model);
        QVERIFY(violation(*model, poses) < 1e-9);
        constexpr double drift = 1e-6;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const double sign = i % 2 == 0 ? 1.0 : -1.0;
            poses[i].r += sign * drift * Vector3d(1.0, -0.5, 0.25);
            poses[i].R =
                Eigen::AngleAxisd(sign * drift, Vector3d(1.0, 2.0, -1.0).normalized()) * poses[i].R;
        }
        const double before = violation(*model, poses);
        QVERIFY(before > 0.1 * drift);
        const ClosingMove move = closingMove(*model, poses, 0.0);
        QVERIFY(move.size > 0.01 * drift);
        Poses closed = poses;
        exaggerate(closed, move, 0.0);
        QVERIFY2(violation(*model, closed) < 1e-4 * before,
                 qPrintable(QString::number(violation(*model, closed) / before)));
    }

    void violationGrowsByTheFactor() {
        const auto model = example("four_bar");
        Poses poses = startOf(*model);
        poses[1].r += Vector3d(0.0, 1e-9, 0.0);
        const double before = violation(*model, poses);
        const ClosingMove move = closingMove(*model, poses, 0.0);
        exaggerate(poses, move, 1e6);
        QVERIFY(std::abs(violation(*model, poses) / (1e6 * before) - 1.0) < 0.01);
    }

    void closedMechanismStaysAsItIs() {
        const auto model = example("single_pendulum");
        const Poses poses = startOf(*model);
        QVERIFY(closingMove(*model, poses, 0.0).size < 1e-15);
    }
};

MOMENTREE_TEST(TestClosing, Appless)

}  // namespace momentree::test_closing
#include "test_closing.moc"
