// SPDX-License-Identifier: Apache-2.0
// Runs in lanes give the same recordings as alone.
#include <QTest>

#include "core/session/run.hpp"
#include "core/study/lanes.hpp"
#include "support/mechanisms.hpp"
#include "support/random_models.hpp"
#include "support/test_main.hpp"

namespace momentree::test_lanes {

using namespace momentree::test;

namespace {

RunSpec specOf(const std::string& integrator = "rk4") {
    RunSpec spec;
    spec.formulation = "naudet";
    spec.integrator = integrator;
    spec.step = 1e-3;
    spec.duration = 0.1;
    spec.sample = 0.01;
    return spec;
}

/// The same mechanism with its own masses and gravity.
std::shared_ptr<const Model> withOtherNumbers(const Model& model, double mass, double gravity) {
    auto other = std::make_shared<Model>(model);
    other->gravity *= gravity;
    for (Body& body : other->bodies) body.mass *= mass;
    for (TreeBody& body : other->tree.bodies) {
        body.mass *= mass;
        body.J_C *= mass;
    }
    return other;
}

std::vector<std::shared_ptr<const Model>> family(const Recipe& recipe, int count) {
    const auto first = randomModel(recipe, 7);
    std::vector<std::shared_ptr<const Model>> models;
    for (int k = 0; k < count; ++k)
        models.push_back(withOtherNumbers(*first, 1.0 + 0.1 * k, 1.0 - 0.05 * k));
    return models;
}

std::vector<RunSetup> setupsOf(const std::vector<std::shared_ptr<const Model>>& models,
                               const RunSpec& spec) {
    std::vector<RunSetup> setups;
    for (const auto& model : models) {
        auto setup = setUpRun(Catalogue(), model, spec);
        if (!setup) qFatal("%s", toString(setup.error().front()).c_str());
        setups.push_back(std::move(*setup));
    }
    return setups;
}

bool share(std::vector<RunSetup>& setups) {
    std::vector<RunSetup*> pointers;
    for (RunSetup& setup : setups) pointers.push_back(&setup);
    return shareLanes(pointers);
}

/// Advances all in turn, each to its end or failure.
std::vector<std::unique_ptr<Run>> played(std::vector<RunSetup> setups) {
    std::vector<std::unique_ptr<Run>> runs;
    for (RunSetup& setup : setups) runs.push_back(std::make_unique<Run>(std::move(setup)));
    std::vector<bool> failed(runs.size());
    for (bool going = true; going;) {
        going = false;
        for (std::size_t k = 0; k < runs.size(); ++k) {
            if (failed[k] || runs[k]->finished()) continue;
            failed[k] = runs[k]->advance({}).status != StepStatus::Reached;
            going = true;
        }
    }
    return runs;
}

std::vector<std::unique_ptr<Run>> playedInLanes(
    const std::vector<std::shared_ptr<const Model>>& models, const RunSpec& spec) {
    std::vector<RunSetup> setups = setupsOf(models, spec);
    if (!share(setups)) qFatal("no lanes");
    return played(std::move(setups));
}

/// The largest difference between two recordings, except times.
double difference(const Run& a, const Run& b) {
    double largest = a.recording()->size() == b.recording()->size() ? 0.0 : 1e300;
    std::vector<bool> timed(static_cast<std::size_t>(a.layout().width()));
    for (std::size_t p = 0; p < phaseCount; ++p)
        timed[static_cast<std::size_t>(a.layout().phase(static_cast<Phase>(p)))] = true;
    for (std::size_t row = 0; row < std::min(a.recording()->size(), b.recording()->size()); ++row)
        for (int column = 0; column < a.layout().width(); ++column) {
            if (timed[static_cast<std::size_t>(column)]) continue;
            const double x = a.recording()->at(row, column), y = b.recording()->at(row, column);
            if (std::isnan(x) && std::isnan(y)) continue;
            const double gap = std::abs(x - y) / std::max(1.0, std::abs(y));
            largest = gap <= largest ? largest : gap;
        }
    return largest;
}

}  // namespace

class TestLanes : public QObject {
    Q_OBJECT
private slots:
    void sameAsByOtherSteppers_data();
    void sameAsByOtherSteppers();
    void othersDoNotMatter();
    void oneMayFail();
    void misfitsAreLeftAlone();
};

void TestLanes::sameAsByOtherSteppers_data() {
    QTest::addColumn<QString>("integrator");
    QTest::addColumn<bool>("loads");
    QTest::newRow("rk4") << "rk4" << false;
    QTest::newRow("loads") << "rk4" << true;
    QTest::newRow("explicit-euler") << "explicit-euler" << false;
}

void TestLanes::sameAsByOtherSteppers() {
    QFETCH(QString, integrator);
    QFETCH(bool, loads);
    Recipe recipe{.bodies = 6, .joints = {"revolute", "universal", "spherical"}};
    recipe.branched = true;
    auto models = family(recipe, 6);
    if (loads)
        for (auto& model : models) {
            auto loaded = std::make_shared<Model>(*model);
            loaded->drags.push_back({"air", 2, 0.3, 0.01});
            model = loaded;
        }
    const RunSpec spec = specOf(integrator.toStdString());
    const auto lanes = playedInLanes(models, spec), others = played(setupsOf(models, spec));
    for (std::size_t k = 0; k < models.size(); ++k) {
        QVERIFY(lanes[k]->finished() && others[k]->finished());
        QCOMPARE(lanes[k]->steps(), others[k]->steps());
        // Rates agree to a relative 1e-12 (see test_state_batch); a chain of six bodies amplifies
        // this by less than a thousand in a tenth of a second.
        const double gap = difference(*lanes[k], *others[k]);
        QVERIFY2(gap < 1e-9, qPrintable(QString::number(gap)));
    }
    QVERIFY(difference(*lanes[0], *lanes[1]) > 1e-3);
}

// Bit-identical, also with a single run.
void TestLanes::othersDoNotMatter() {
    const auto models = family({.bodies = 5, .joints = everyType}, 7);
    const auto all = playedInLanes(models, specOf());
    for (std::size_t k = 0; k < models.size(); ++k)
        QCOMPARE(difference(*playedInLanes({models[k]}, specOf())[0], *all[k]), 0.0);
}

void TestLanes::oneMayFail() {
    auto models = family({.bodies = 4, .joints = {"revolute"}}, 5);
    const auto good = playedInLanes(models, specOf());
    models[2] = withOtherNumbers(*models[2], 1.0, 1e200);
    const auto runs = playedInLanes(models, specOf());
    for (std::size_t k = 0; k < models.size(); ++k) {
        if (k == 2) {
            QVERIFY(!runs[k]->finished());
            continue;
        }
        QVERIFY(runs[k]->finished());
        QCOMPARE(runs[k]->steps(), good[k]->steps());
        QCOMPARE(difference(*runs[k], *good[k]), 0.0);
    }
}

void TestLanes::misfitsAreLeftAlone() {
    const auto fits = [](const Recipe& recipe, const RunSpec& spec) {
        return fitsLanes(*randomModel(recipe, 3), spec);
    };
    const Recipe chain{.bodies = 3, .joints = {"revolute"}};
    Recipe loop{.bodies = 5, .joints = {"revolute"}};
    loop.closure = "spherical";
    QVERIFY(fits(chain, specOf()));
    QVERIFY(!fits(loop, specOf()));
    QVERIFY(!fits(chain, specOf("semi-implicit-euler")));
    RunSpec threads = specOf(), other = specOf();
    threads.backend = "parallel:2";
    other.formulation = "hdca";
    QVERIFY(!fits(chain, threads));
    QVERIFY(!fits(chain, other));

    std::vector<RunSetup> setups = setupsOf(family(chain, 2), specOf());
    setups[1].spec.duration = 0.2;
    QVERIFY(!share(setups));
    setups = setupsOf(
        {randomModel(chain, 3), randomModel({.bodies = 4, .joints = {"revolute"}}, 3)}, specOf());
    const Stepper* before = setups[0].stepper.get();
    QVERIFY(!share(setups));
    QCOMPARE(static_cast<const Stepper*>(setups[0].stepper.get()), before);
}

MOMENTREE_TEST(TestLanes, Appless)

}  // namespace momentree::test_lanes
#include "test_lanes.moc"
