// SPDX-License-Identifier: Apache-2.0
// Driven mechanisms at any instant: loops that are followed with one factorisation have the poses
// and speeds of the general methods, in any order of the instants.
#include <QDir>
#include <QTest>

#include "core/analysis/driven_motion.hpp"
#include "core/analysis/refine.hpp"
#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "support/analysis_files.hpp"
#include "support/linkages.hpp"
#include "support/test_main.hpp"

namespace momentree::test_driven_motion {
namespace {

using Eigen::VectorXd;

/// Adds a row for each example.
void addExamples() {
    QTest::addColumn<std::string>("name");
    const QDir folder(QStringLiteral(MOMENTREE_SOURCE_DIR "/resources/examples"));
    for (const QString& file : folder.entryList({QStringLiteral("*.momentree.json")})) {
        const QString name = file.chopped(int(qstrlen(".momentree.json")));
        QTest::newRow(qPrintable(name)) << name.toStdString();
    }
}

/// The largest distance of bodies [m] or angle between them [rad].
double apart(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Matrix3d turn = rotationOf<double>(a[i].e).transpose() * rotationOf<double>(b[i].e);
        largest = std::max({largest, (a[i].r - b[i].r).norm(), Eigen::AngleAxisd(turn).angle()});
    }
    return largest;
}

}  // namespace

class TestDrivenMotion final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void matricesAgree_data() { addExamples(); }
    /// Except that open points along the axes of the world turn with what carries both ends.
    void matricesAgree() {
        QFETCH(std::string, name);
        const Model model = test::example(name);
        if (model.tree.closureRows == 0) QSKIP("no loops");
        const auto start = test::got(assemble(model));
        VectorXd q(model.tree.nq), u(model.tree.nu);
        jointsFromBodies(model, 0.0, kinematicsOf(start.bodies), q.data(), u.data());
        const auto compare = [&](const PoseSearch& pose) {
            const Eigen::MatrixXd A = closureMatrix(model, pose), B = pose.velocityEquations().A;
            const double off = (A - B).cwiseAbs().maxCoeff();
            QVERIFY2(off < 1e-12 * std::max(1.0, B.norm()) + 3.0 * pose.gaps().norm(),
                     qPrintable(QString::number(off)));
        };
        const PoseSearch pose(model, 0.0, q);
        compare(pose);
        atLoosePoses(pose, compare);
    }

    void theOrderOfInstantsDoesNotMatter_data() { addExamples(); }
    void theOrderOfInstantsDoesNotMatter() {
        QFETCH(std::string, name);
        const Model model = test::example(name);
        auto forth = DrivenMotion::start(model), across = DrivenMotion::start(model);
        if (!forth || !across) QSKIP("not driven");
        constexpr int count = 24;
        const double duration =
            model.description.run.duration > 0.0 ? model.description.run.duration : 1.0;
        std::vector<Sample> samples;
        for (int k = 0; k < count; ++k) {
            const auto sample = (*forth)->at(duration * k / count);
            if (!sample) QSKIP("the motions end");
            QVERIFY(sample->driftPosition < 1e-10 && sample->driftVelocity < 1e-9);
            samples.push_back(*sample);
        }
        for (int k = 0; k < count; ++k) {
            const int j = 7 * k % count;
            for (auto* motion : {&forth, &across}) {
                const Sample sample = test::got((**motion)->at(duration * j / count));
                const double far = apart(sample.bodies, samples[std::size_t(j)].bodies);
                QVERIFY2(far < 1e-9, qPrintable(QString::number(far)));
            }
        }
    }

    /// A step of a degree is near enough for one factorisation.
    void oneFactorisationForAnInstant() {
        const Model model = test::builtFrom(
            readModelText(test::drivenFourBar({1.0, 3.0, 2.5, 3.2}).toStdString(), "four-bar"));
        const auto motion = test::got(DrivenMotion::start(model).map(
            [](auto&& started) { return std::shared_ptr<DrivenMotion>(std::move(started)); }));
        constexpr int count = 360;
        const int before = motion->factorisations();
        for (int k = 1; k <= count; ++k)
            QVERIFY(motion->moveTo(2.0 * M_PI * k / count).has_value());
        QVERIFY2(motion->factorisations() - before <= count + 2,
                 qPrintable(QString::number(motion->factorisations() - before)));
    }

    /// Also where the expected pose is so good that its gap would pass: near a singular pose it
    /// would be far from the closed one.
    void shortStepsCloseAsExactly() {
        const Model model = test::builtFrom(
            readModelText(test::drivenFourBar({1.0, 3.0, 2.5, 3.2}).toStdString(), "four-bar"));
        auto motion = DrivenMotion::start(model);
        QVERIFY(motion.has_value());
        double largest = 0.0;
        for (int k = 1; k <= 200; ++k)
            largest = std::max(largest, test::got((*motion)->at(1e-4 * k)).driftPosition);
        QVERIFY2(largest < 1e-14, qPrintable(QString::number(largest)));
    }

    /// From three values around it, a smooth minimum takes a few more.
    void minimaTakeFewValues() {
        int calls = 0;
        double best = 1.0, at = 0.0;
        const auto f = [&](double t) {
            ++calls;
            const double value = -std::sin(t) * std::exp(-0.1 * t);
            if (value < best) best = value, at = t;
            return value;
        };
        const double exact = std::atan(10.0);
        const auto value = [](double t) { return -std::sin(t) * std::exp(-0.1 * t); };
        searchSmooth({1.46, 1.48, 1.5}, {value(1.46), value(1.48), value(1.5)}, f);
        QVERIFY2(calls <= 5 && std::abs(at - exact) < 1e-7,
                 qPrintable(QString("%1 %2").arg(calls).arg(at - exact)));
        // At the end of the interval, where values fall towards it.
        calls = 0;
        searchSmooth({1.0, 1.0, 1.1}, {0.0, 0.0, 0.1}, [&](double t) {
            ++calls;
            return t - 1.0;
        });
        QCOMPARE(calls, 1);
    }
};

MOMENTREE_TEST(TestDrivenMotion, Appless)

}  // namespace momentree::test_driven_motion
#include "test_driven_motion.moc"
