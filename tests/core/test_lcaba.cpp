// SPDX-License-Identifier: Apache-2.0
// The loops of lcaba and cluster against those of aba.
#include <Eigen/Eigenvalues>
#include <QTest>
#include <cmath>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/number_text.hpp"
#include "core/session/run.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/model_text.hpp"
#include "support/random_models.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_lcaba {

using namespace momentree::test;

namespace {

std::shared_ptr<const Model> example(const char* name) {
    return build(*readModelFile(std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") + name +
                                ".momentree.json"));
}

Result<Sample> ended(const std::shared_ptr<const Model>& model, const char* formulation,
                     double tolerance) {
    RunSpec spec = Catalogue().defaults(*model, formulation);
    spec.integrator = "rk4";
    spec.step = 5e-4;
    spec.newtonTolerance = tolerance;
    auto stepper = Catalogue().make(model, spec);
    if (!stepper) return tl::unexpected(std::move(stepper.error()));
    const auto start = assemble(*model);
    if (!start) return tl::unexpected(start.error());
    if (auto begun = (*stepper)->initialise(*start); !begun)
        return tl::unexpected(std::move(begun.error()));
    const Progress progress = (*stepper)->advance(0.25, {});
    if (progress.status != StepStatus::Reached)
        return fail(error({}, MOMENTREE_TEXT("test-ended", "%1 at t = %2 s")(
                                  statusName(progress.status), numberText(progress.time))));
    Sample sample;
    sample.resize(*model);
    (*stepper)->observe(sample);
    return sample;
}

/// A linkage with light cranks beside a heavy wheel on a spring, whose stiffness says nothing of
/// the linkage.
std::shared_ptr<const Model> lightBesideStiff(double stiffness) {
    ModelDescription all =
        *readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
    const std::string text = R"({"version": 1, "name": "wheel", "gravity": [0, 0, 0],
        "ground": {"markers": {"far": [3, 0, 0]}},
        "bodies": [{"name": "wheel", "mass": 100, "com": [0, 0, 0], "inertia": [10, 10, 10],
                    "markers": {"hub": [0, 0, 0]}}],
        "joints": [{"name": "hub", "type": "revolute", "a": "ground.far", "b": "wheel.hub"}],
        "forces": [{"name": "spring", "type": "axial-torque", "a": "ground.far",
                    "b": "wheel.hub", "stiffness": )" +
                             numberText(stiffness) + "}]}";
    const ModelDescription wheel = *readModelText(text, "wheel");
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    append(all.groundMarkers, wheel.groundMarkers);
    append(all.bodies, wheel.bodies);
    append(all.joints, wheel.joints);
    append(all.forces, wheel.forces);
    Model model = *build(all);
    for (const std::size_t crank : {0, 2}) {
        model.bodies[crank].mass *= 1e-5;
        model.bodies[crank].J_C *= 1e-5;
    }
    return std::make_shared<const Model>(model);
}

}  // namespace

class TestLcaba : public QObject {
    Q_OBJECT
private slots:
    void movesLikeAba_data() {
        QTest::addColumn<double>("accuracy");
        // Slender rods, gears, platforms, rolling, redundant loops in a plane and in space.
        for (const auto& [name, accuracy] :
             {std::pair{"four_bar", 1e-9}, std::pair{"rssr", 1e-8}, std::pair{"bennett", 1e-9},
              std::pair{"sarrus", 1e-9}, std::pair{"klann_leg", 1e-9},
              std::pair{"delta_robot", 1e-9}, std::pair{"stewart_platform", 1e-9},
              std::pair{"planetary_gear", 1e-9}, std::pair{"rolling_disc", 1e-9},
              std::pair{"double_wishbone", 1e-8}, std::pair{"peaucellier", 1e-9},
              std::pair{"robot_arm", 1e-9}})
            QTest::newRow(name) << accuracy;
    }
    void movesLikeAba() {
        QFETCH(double, accuracy);
        const auto model = example(QTest::currentDataTag());
        const auto exact = ended(model, "aba", 0.0);
        QVERIFY(exact);
        for (const auto& [id, tolerance] :
             {std::pair{"lcaba", 1e-10}, {"lcaba", 0.0}, {"cluster", 1e-10}}) {
            const auto found = ended(model, id, tolerance);
            QVERIFY2(found, found ? "" : toString(found.error().front()).c_str());
            const double apart = distance(*found, *exact);
            QVERIFY2(apart < accuracy, qPrintable(QString::number(apart)));
        }
    }
    // A looser tolerance is kept, and less accurate.
    void toleranceBoundsTheError() {
        const auto free = example("four_bar");
        const auto exact = ended(free, "aba", 0.0);
        const auto coarse = ended(free, "lcaba", 1e-3), fine = ended(free, "lcaba", 1e-12);
        QVERIFY(exact && coarse && fine);
        QVERIFY(distance(*coarse, *exact) < 1e-3);
        QVERIFY(distance(*fine, *exact) < 0.1 * distance(*coarse, *exact));
    }
    // Of the accelerations that a spring causes in its own bodies.
    void springsBetweenOthersDoNotCount() {
        for (const double stiffness : {1e-3, 1e6}) {
            const auto model = lightBesideStiff(stiffness);
            const auto exact = ended(model, "aba", 0.0), found = ended(model, "lcaba", 1e-10);
            QVERIFY(exact && found);
            const double apart = distance(*found, *exact);
            QVERIFY2(apart < 1e-9, qPrintable(QString::number(apart)));
        }
    }
    // Rounding of the blocks hides the inertia of a thin rod about its axis.
    void thinRodsAreSolvedOrEndTheRun() {
        for (const double thinner : {1e-3, 1e-6, 1e-9, 1e-12}) {
            Model model = *example("rssr");
            Body& rod = model.bodies[1];
            const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(rod.J_C);
            Eigen::Vector3d J = axes.eigenvalues();
            J[0] *= thinner;
            rod.J_C = axes.eigenvectors() * J.asDiagonal() * axes.eigenvectors().transpose();
            const auto thin = std::make_shared<const Model>(model);
            const auto exact = ended(thin, "aba", 0.0), found = ended(thin, "lcaba", 1e-10);
            if (exact && found) {
                QVERIFY2(distance(*found, *exact) < 1e-6,
                         qPrintable(QString::number(distance(*found, *exact))));
            } else if (!found) {
                const std::string text = toString(found.error().front());
                QVERIFY2(text.find("not-") != std::string::npos, text.c_str());
            }
        }
    }
};

MOMENTREE_TEST(TestLcaba, Appless)
}  // namespace momentree::test_lcaba
#include "test_lcaba.moc"
