// SPDX-License-Identifier: Apache-2.0
// The divide and conquer in accelerations against an independent prototype, and against the one in
// canonical momenta: what each of them keeps without corrections (THEORY 3b).
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/run.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/test_main.hpp"

namespace momentree::test_dca {

using namespace momentree::test;

namespace {

struct Ending {
    StepStatus status = StepStatus::Reached;
    double energy = 0.0;                    ///< largest error [J]
    double position = 0.0, velocity = 0.0;  ///< largest drifts
};

/// A run without corrections by rk4.
Ending runOf(const std::shared_ptr<const Model>& model, const std::string& formulation, double step,
             double duration, double beta) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = "rk4";
    spec.step = step;
    spec.sample = std::max(step, 0.01);
    spec.duration = duration;
    spec.correction = false;
    spec.baumgarte = beta;
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front()).c_str());
    Ending end;
    while (!(*run)->finished() && end.status == StepStatus::Reached)
        end.status = (*run)->advance({}).status;
    const RowLayout& layout = (*run)->layout();
    const Recording& rows = *(*run)->recording();
    for (std::size_t k = 0; k < rows.size(); ++k) {
        end.energy =
            std::max(end.energy, std::abs(rows.at(k, layout.total()) - rows.at(0, layout.total())));
        end.position = std::max(end.position, rows.at(k, layout.driftPosition()));
        end.velocity = std::max(end.velocity, rows.at(k, layout.driftVelocity()));
    }
    return end;
}

QString text(const Ending& e) {
    return QStringLiteral("%1, %2 J, %3 m, %4 m/s")
        .arg(statusName(e.status))
        .arg(e.energy)
        .arg(e.position)
        .arg(e.velocity);
}

}  // namespace

class TestDca : public QObject {
    Q_OBJECT
private slots:
    /// Relative accelerations at the start, of an independent program.
    void acceleratesAsThePrototype() {
        const auto rates = [](const std::string& name) {
            const auto model = referenceModel(name);
            const auto system = makeSystem("dca", model);
            const Eigen::VectorXd y = startOf(*system, *assemble(*model));
            return Eigen::VectorXd(derivativeOf(*system, 0.0, y).tail(model->tree.nu));
        };
        verifyClose(rates("fourbar_ground_0p4"),
                    Eigen::Vector3d(-26.9596516259, 40.4960996955, -30.5293363356), 1e-9, "udot");
        verifyClose(rates("fourbar_parallelogram"),
                    Eigen::Vector3d(-3.96383858482, 3.96383858482, -3.96383858482), 1e-9, "udot");
    }

    /// Angle and speed of the crank after 0.5 s by rk4, with and without feedback.
    void movesAsThePrototype() {
        const auto model = referenceModel("fourbar_ground_0p4");
        const auto crank = [&](double beta) {
            const auto system = makeSystem("dca", model, beta, false);
            RungeKutta run(*system, startOf(*system, *assemble(*model)), 1e-3);
            for (int k = 0; k < 500; ++k) run.step();
            return Eigen::Vector2d(run.state()[0], run.state()[system->positionSize()]);
        };
        verifyClose(crank(0.0), Eigen::Vector2d(-2.0443666896, 2.07057327616), 1e-9, "beta 0");
        verifyClose(crank(20.0), Eigen::Vector2d(-2.04436671281, 2.07056924319), 1e-9, "beta 20");
    }

    /// Momenta hold the velocities of a loop in every evaluation; accelerations let them drift with
    /// the order of the integrator.
    void momentaKeepVelocitiesAndAccelerationsDoNot() {
        const auto model = referenceModel("fourbar_ground_0p4");
        const Ending momenta = runOf(model, "hdca", 2e-3, 1.0, 0.0);
        QVERIFY2(momenta.velocity < 1e-10 && momenta.position > 1e-8, qPrintable(text(momenta)));
        double coarser = 0.0;
        for (const double step : {2e-3, 1e-3, 5e-4}) {
            const Ending e = runOf(model, "dca", step, 1.0, 0.0);
            QVERIFY2(e.status == StepStatus::Reached && e.velocity > 1e-7, qPrintable(text(e)));
            const double ratio = coarser / e.position;
            QVERIFY2(coarser == 0.0 || (ratio > 12.0 && ratio < 20.0), qPrintable(text(e)));
            coarser = e.position;
        }
    }

    /// Without loops nothing drifts, and both keep the energy alike.
    void openChainsKeepTheirEnergyAlike() {
        const auto model = referenceModel("planar_double_pendulum");
        for (const char* formulation : {"dca", "hdca"}) {
            const Ending coarse = runOf(model, formulation, 4e-3, 5.0, 0.0),
                         fine = runOf(model, formulation, 2e-3, 5.0, 0.0);
            QVERIFY2(fine.energy < coarse.energy / 8.0 && coarse.energy < 1e-6,
                     qPrintable(text(coarse) + "; " + text(fine)));
        }
    }

    /// What opens in a singular pose is never closed without feedback, and divided by the square of
    /// a small number there.
    void singularPosesNeedFeedback() {
        const auto model = referenceModel("fourbar_parallelogram");
        const Ending with = runOf(model, "dca", 1e-2, 30.0, 20.0);
        QVERIFY2(with.status == StepStatus::Reached && with.energy < 1e-6, qPrintable(text(with)));
        const Ending without = runOf(model, "dca", 1e-2, 30.0, 0.0);
        QVERIFY2(without.status != StepStatus::Reached, qPrintable(text(without)));
    }
};

MOMENTREE_TEST(TestDca, Appless)

}  // namespace momentree::test_dca
#include "test_dca.moc"
