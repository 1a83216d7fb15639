// SPDX-License-Identifier: Apache-2.0
// Neighbours in lanes move as each alone does, with open and closed chains, loads and dependent
// rows.
#include <QTest>

#include "core/formulations/batch/neighbours.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/integrators/integrator.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/run_setup.hpp"
#include "support/compare.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_neighbours {

using namespace momentree::test;

namespace {

using Models = std::vector<std::shared_ptr<const Model>>;
constexpr double apart = 1e-3;  ///< of numbers from one neighbour to the next, relative

Models neighboursOf(const std::shared_ptr<const Model>& model) {
    Models models;
    for (std::size_t k = 0; k < neighbourCount; ++k) {
        const double factor = 1.0 + apart * static_cast<double>(k);
        auto other = std::make_shared<Model>(*model);
        other->gravity *= factor;
        for (Body& body : other->bodies) body.mass *= factor, body.J_C /= factor;
        for (TreeBody& body : other->tree.bodies) body.mass *= factor, body.J_C /= factor;
        for (SpringDamper& spring : other->springs) spring.k *= factor;
        models.push_back(std::move(other));
    }
    return models;
}

std::shared_ptr<const Model> example(const std::string& name) {
    auto description =
        readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/" + name + ".momentree.json");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    auto model = buildModel(*std::move(description));
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

/// Poses and velocities at some times, of `start.bodies` at first.
template <typename Observe>
Eigen::VectorXd moved(OdeSystem<double>& system, const Eigen::VectorXd& y, const Observe& observe) {
    const auto integrator = makeRk4<double>({.step = 1e-3});
    if (!integrator->start(system, 0.0, y)) qFatal("does not start");
    PhaseClock clock;
    Eigen::VectorXd all = observe(0.0, integrator->state());
    for (const double until : {0.005, 0.02}) {
        const Progress progress = integrator->advance(until, {}, clock);
        if (progress.status != StepStatus::Reached) qFatal("%s", statusName(progress.status));
        all = joined(all, observe(until, integrator->state()));
    }
    return all;
}

void compare(const std::shared_ptr<const Model>& model, const InitialState& start) {
    const Models models = neighboursOf(model);
    RunSpec spec;
    spec.formulation = "naudet";
    QVERIFY(suitsNeighbours(*model, spec));
    const auto together = makeNeighbours(models, spec);
    QVERIFY(together);
    for (std::size_t k = 0; k < neighbourCount; ++k) QVERIFY(together->startNext(start));
    std::vector<Sample> samples(neighbourCount);
    for (std::size_t k = 0; k < neighbourCount; ++k) samples[k].resize(*models[k]);
    std::vector<Eigen::VectorXd> found(neighbourCount);
    (void)moved(*together, together->begin(), [&](double t, const Eigen::VectorXd& y) {
        for (std::size_t k = 0; k < neighbourCount; ++k) {
            together->observe(k, t, y, samples[k]);
            const Eigen::VectorXd now = flattened(samples[k].bodies);
            found[k] = found[k].size() == 0 ? now : joined(found[k], now);
        }
        return Eigen::VectorXd();
    });
    for (std::size_t k = 0; k < neighbourCount; ++k) {
        const auto alone = makeNaudet<double>(models[k], spec);
        Eigen::VectorXd y(alone->size());
        QVERIFY(alone->start(start, y));
        Sample sample;
        sample.resize(*models[k]);
        const Eigen::VectorXd expected =
            moved(*alone, y, [&](double t, const Eigen::VectorXd& state) {
                alone->observe(t, state, sample);
                return flattened(sample.bodies);
            });
        const double error = (found[k] - expected).norm() / (1.0 + expected.norm());
        QVERIFY2(error < 1e-11, qPrintable(QString::number(error)));
    }
    // What the last one differs by from the first shows where masses decide on the motion.
    if (model->tree.nu > 0 && model->motions.empty())
        QVERIFY((found.back() - found.front()).norm() > 1e-9);
}

}  // namespace

class TestNeighbours final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asAlone_data() {
        addColumns();
        addRows({"naudet"}, allMechanisms());
    }
    void asAlone() {
        QFETCH(Mechanism, mechanism);
        const auto model = modelOf(mechanism);
        RunSpec spec;
        spec.formulation = "naudet";
        if (!suitsNeighbours(*model, spec)) QSKIP("does not suit");
        const auto start = assemble(*model);
        QVERIFY(start);
        compare(model, *start);
    }
    void examples_data() {
        QTest::addColumn<bool>("suits");
        for (const char* name :
             {"four_bar", "rssr", "slider_crank", "peaucellier", "sarrus", "andrews_squeezer",
              "parallelogram", "four_bar_driven", "bennett", "delta_robot", "double_wishbone"})
            QTest::newRow(name) << true;
        // With states of controllers; coupled; guided by a curve; rolling.
        for (const char* name : {"controlled_arm", "differential", "cam_roller", "rolling_disc"})
            QTest::newRow(name) << false;
    }
    void examples() {
        QFETCH(bool, suits);
        const auto model = example(QTest::currentDataTag());
        RunSpec spec;
        spec.formulation = "naudet";
        QCOMPARE(suitsNeighbours(*model, spec), suits);
        const auto start = assemble(*model);
        QVERIFY(start);
        if (suits) compare(model, *start);
    }
    void unlikeModels() {
        RunSpec spec;
        spec.formulation = "naudet";
        Models models(neighbourCount, example("four_bar"));
        QVERIFY(makeNeighbours(models, spec));
        models.back() = example("slider_crank");
        QVERIFY(!makeNeighbours(models, spec));
    }
};

MOMENTREE_TEST(TestNeighbours, Appless)

}  // namespace momentree::test_neighbours
#include "test_neighbours.moc"
