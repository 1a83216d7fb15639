// SPDX-License-Identifier: Apache-2.0
// Turns of angles belong to the state: no formulation, integrator or sample interval loses any.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/kinematics/turns.hpp"
#include "core/session/run.hpp"
#include "core/session/run_limits.hpp"
#include "support/test_main.hpp"

namespace momentree::test_turns {
namespace {

using std::numbers::pi;

constexpr double inertia = 0.1, stiffness = 0.01, speed = 62.8;

std::shared_ptr<const Model> built(const std::string& text) {
    auto read = readModelText(text, "model");
    if (!read) qFatal("%s", toString(read.error().front(), "model").c_str());
    auto model = buildModel(std::move(*read));
    if (!model) qFatal("%s", toString(model.error().front(), "model").c_str());
    return *model;
}

/// A wheel and a torsion spring of k = 0.01 N m/rad about z.
/// @param rest of the model
std::string wheelWith(const std::string& rest) {
    return R"({"version": 1, "name": "wheel", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0], "turned": {"position": [0, 0, 1],
            "x": [0.5403023058681398, 0.8414709848078965, 0], "z": [0, 0, 1]}}},
        "bodies": [{"name": "wheel", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                    "markers": {"P": [0, 0, 0], "end": [0, 0, 1]}}],
        "probes": [{"column": "angle", "quantity": "joint_angle", "a": "ground.O", "b": "wheel.P"}],
        "forces": [{"name": "spring", "type": "axial-torque", "stiffness": 0.01, )" +
           rest + "}";
}

constexpr auto aligned = R"("a": "ground.O", "b": "wheel.P"}], )";
constexpr auto pinned =
    R"("joints": [{"name": "pin", "type": "revolute", "a": "ground.O", "b": "wheel.P"}], )";
/// The revolute joint is cut; the way through the tree is a spherical one.
constexpr auto pinnedTwice =
    R"("joints": [{"name": "ball", "type": "spherical", "a": "ground.O", "b": "wheel.P"},
                  {"name": "pin", "type": "revolute", "a": "ground.O", "b": "wheel.P"}], )";

std::string startOf(double q, double u) {
    return R"("initial": {"joints": {"pin": {"q": )" + std::to_string(q) + R"(, "u": )" +
           std::to_string(u) + "}}}";
}

std::shared_ptr<const Model> pinnedWheel(double q = 0.0, double u = speed) {
    return built(wheelWith(aligned + std::string(pinned) + startOf(q, u)));
}

std::shared_ptr<const Model> freeWheel() {
    return built(wheelWith(
        aligned +
        std::string(R"("initial": {"bodies": {"wheel": {"angular_velocity": [0, 0, 62.8]}}})")));
}

/// Two cranks about tilted axes and a rod with balls at its ends. The second crank's joint is cut.
std::shared_ptr<const Model> dragLink() {
    return built(R"({"version": 1, "name": "drag link", "gravity": [0, 0, 0],
        "ground": {"markers": {"O": [0, 0, 0],
            "P": {"position": [0.3, 0, 0], "z": [0, -0.6, 0.8], "x": [1, 0, 0]}}},
        "bodies": [
            {"name": "crank", "mass": 1, "inertia": [0.1, 0.1, 0.1],
             "markers": {"O": [0, 0, 0], "T": [1, 0, 0]}},
            {"name": "rod", "mass": 0.1, "inertia": [0.01, 0.01, 0.01],
             "markers": {"A": [0, 0, 0], "B": [-0.7, 0.8, 0.6]}},
            {"name": "follower", "mass": 1, "inertia": [0.2, 0.2, 0.2],
             "markers": {"P": {"position": [0, 0, 0], "z": [0, -0.6, 0.8], "x": [1, 0, 0]},
                         "T": [0, 0.8, 0.6]}}],
        "joints": [
            {"name": "J1", "type": "revolute", "a": "ground.O", "b": "crank.O"},
            {"name": "J2", "type": "spherical", "a": "crank.T", "b": "rod.A"},
            {"name": "J3", "type": "spherical", "a": "rod.B", "b": "follower.T"},
            {"name": "J4", "type": "revolute", "a": "ground.P", "b": "follower.P"}],
        "forces": [{"name": "spring", "type": "axial-torque", "a": "ground.P", "b": "follower.P",
                    "stiffness": 0.5}],
        "probes": [{"column": "angle", "quantity": "joint_angle", "a": "crank.O", "b": "follower.P"}],
        "initial": {"joints": {"J1": {"q": 0, "u": 30}},
                    "bodies": {"rod": {"position": [1, 0, 0]},
                               "follower": {"position": [0.3, 0, 0]}}}})");
}

std::unique_ptr<Run> finished(const std::shared_ptr<const Model>& model, const RunSpec& spec) {
    auto run = Run::create(Catalogue(), model, spec);
    if (!run) qFatal("%s", toString(run.error().front(), "run").c_str());
    while (!(*run)->finished())
        if ((*run)->advance({}).status != StepStatus::Reached) qFatal("the run failed");
    return std::move(*run);
}

/// Energies, angles of revolute joints and the probe.
struct Last {
    double potential, total, probe;
    std::vector<double> q;
    explicit Last(const Run& run, bool first = false) {
        const RowLayout& layout = run.layout();
        const auto& rows = *run.recording();
        const std::size_t r = first ? 0 : rows.size() - 1;
        potential = rows.at(r, layout.potential());
        total = rows.at(r, layout.total());
        probe = rows.at(r, layout.probe(0));
        for (std::size_t j = 0; j < run.model().joints.size(); ++j)
            if (run.model().joints[j].type == "revolute")
                q.push_back(rows.at(r, layout.jointQ(static_cast<int>(j))));
    }
};

bool near(double a, double b, double tolerance = 1e-9) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
}

/// Rows for every formulation and integrator.
void addSolvers(const Model& model, const char* name) {
    for (const Choice& formulation : Catalogue().formulations(&model))
        for (const Choice& integrator : Catalogue().integrators(formulation.id, &model))
            if (!formulation.refusal && !integrator.refusal)
                QTest::newRow(
                    (std::string(name) + " by " + formulation.id + ", " + integrator.id).c_str())
                    << std::string(name) << formulation.id << integrator.id;
}

RunSpec specOf(const Model& model, const std::string& formulation, const std::string& integrator) {
    RunSpec spec = Catalogue().defaults(model, formulation);
    spec.integrator = integrator;
    spec.step = 1e-3;
    spec.duration = spec.sample = 1.0;
    return spec;
}

std::shared_ptr<const Model> modelOf(const std::string& name) {
    return name == "pinned" ? pinnedWheel() : name == "free" ? freeWheel() : dragLink();
}

}  // namespace

class TestTurns : public QObject {
    Q_OBJECT
private slots:
    void sampleIntervalsDoNotMatter_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        for (const char* name : {"pinned", "free", "drag link"}) addSolvers(*modelOf(name), name);
    }
    /// One step, ten to a thousand steps per sample. Steps begin at slightly different times, hence
    /// the tolerance.
    void sampleIntervalsDoNotMatter() {
        QFETCH(const std::string, name);
        QFETCH(const std::string, formulation);
        QFETCH(const std::string, integrator);
        const auto model = modelOf(name);
        // CVODE chooses its first step by the first sample; tolerances are 1e-8 in each step.
        const double tolerance = isAdaptive(integrator) ? 1e-4 : 1e-7;
        RunSpec spec = specOf(*model, formulation, integrator);
        spec.duration = spec.sample = 0.5;
        const Last whole(*finished(model, spec));
        for (const double sample : {0.001, 0.1, 0.25}) {
            spec.sample = sample;
            const Last other(*finished(model, spec));
            QVERIFY(near(other.potential, whole.potential, tolerance));
            QVERIFY(near(other.total, whole.total, tolerance));
            QVERIFY(near(other.probe, whole.probe, tolerance));
            for (std::size_t k = 0; k < whole.q.size(); ++k)
                QVERIFY(near(other.q[k], whole.q[k], tolerance));
        }
        QVERIFY(std::abs(whole.probe) > 3.0 * pi || name == "drag link");
    }

    void everyTurnCounts_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("formulation");
        QTest::addColumn<std::string>("integrator");
        for (const char* name : {"pinned", "free"}) addSolvers(*modelOf(name), name);
    }
    /// angle = u / w sin(w t), w^2 = k / J: ten turns in a second. The tolerance is the error of
    /// the methods of order 1.
    void everyTurnCounts() {
        QFETCH(const std::string, name);
        QFETCH(const std::string, formulation);
        QFETCH(const std::string, integrator);
        const auto model = modelOf(name);
        const double w = std::sqrt(stiffness / inertia), angle = speed / w * std::sin(w);
        const Last last(*finished(model, specOf(*model, formulation, integrator)));
        QVERIFY2(std::abs(last.probe - angle) < 0.1, qPrintable(QString::number(last.probe)));
        QVERIFY(near(last.potential, 0.5 * stiffness * last.probe * last.probe));
    }
    void singlePrecision_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("formulation");
        for (const char* name : {"pinned", "free"})
            for (const Choice& choice : Catalogue().formulations()) {
                const auto backends = Catalogue().backends(choice.id);
                const auto single = std::ranges::find(backends, "float32", &Choice::id);
                if (!single->refusal)
                    QTest::newRow((std::string(name) + " by " + choice.id).c_str())
                        << std::string(name) << choice.id;
            }
    }
    void singlePrecision() {
        QFETCH(const std::string, name);
        QFETCH(const std::string, formulation);
        const auto model = modelOf(name);
        RunSpec spec = Catalogue().defaults(*model, formulation, "float32");
        spec.step = 1e-3;
        spec.duration = spec.sample = 1.0;
        const double w = std::sqrt(stiffness / inertia), angle = speed / w * std::sin(w);
        QVERIFY(std::abs(Last(*finished(model, spec)).probe - angle) < 0.1);
    }

    void woundStarts_data() {
        QTest::addColumn<double>("q");
        for (const double q : {4.0 * pi, 3.5, -10.0, 1.0})
            QTest::newRow(std::to_string(q).c_str()) << q;
    }
    /// Also where the joint is cut, and by springs with reversed or turned markers.
    void woundStarts() {
        QFETCH(const double, q);
        const auto potentialOf = [&](const std::string& spring, const char* joints) {
            const auto model = built(wheelWith(spring + joints + startOf(q, 0.0)));
            std::vector<double> potentials;
            for (const Choice& formulation : Catalogue().formulations(model.get())) {
                if (formulation.refusal) continue;
                RunSpec spec = Catalogue().defaults(*model, formulation.id);
                auto run = Run::create(Catalogue(), model, spec);
                if (!run) qFatal("%s", toString(run.error().front(), "run").c_str());
                const Last start(**run, true);
                if (joints == pinned && !near(start.q.front(), q, 1e-6)) return -1.0;
                potentials.push_back(start.potential);
            }
            for (const double potential : potentials)
                if (!near(potential, potentials.front())) return -2.0;
            return potentials.front();
        };
        const double stored = 0.5 * stiffness * q * q;
        QVERIFY(near(potentialOf(aligned, pinned), stored, 1e-6));
        QVERIFY(near(potentialOf(R"("b": "ground.O", "a": "wheel.P"}], )", pinned), stored, 1e-6));
        QVERIFY(near(potentialOf(R"("a": "ground.turned", "b": "wheel.end"}], )", pinned),
                     0.5 * stiffness * (q - 1.0) * (q - 1.0), 1e-6));
        if (std::abs(std::remainder(q, 2.0 * pi)) < 1e-6)  // the pose that needs no given joint
            QVERIFY(near(potentialOf(aligned, pinnedTwice), stored, 1e-6));
    }

    /// Speeds from 62.8 to 1000 rad/s with steps of up to sixty radians.
    void longStepsKeepTheTurns() {
        const auto model = freeWheel();
        const auto initial = assemble(*model);
        QVERIFY(initial);
        Turns<double> turns(*model, true);
        std::vector<double> theta(static_cast<std::size_t>(turns.size())), before(theta),
            now(theta);
        turns.start(*initial, nullptr, theta.data());
        constexpr double h = 0.06, growth = 31.24;
        std::vector<BodyKinematics<double>> bodies(1);
        for (int k = 0; k <= 500; ++k) {
            const double t = h * k, angle = speed * t + 0.5 * growth * t * t;
            bodies[0].R = rotationZ(angle);
            bodies[0].w = {0.0, 0.0, speed + growth * t};
            turns.rates(bodies, now.data());
            for (std::size_t i = 0; k > 0 && i < theta.size(); ++i)
                theta[i] += 0.5 * h * (before[i] + now[i]);
            turns.settle(bodies, theta.data());
            before = now;
            for (const double own : theta) QVERIFY(std::abs(own - angle) < 1e-9 * (1.0 + angle));
        }
    }

    /// Only what the coordinates do not hold costs a state.
    void statesOfAngles() {
        QCOMPARE(Turns<double>(*pinnedWheel(), true).size(), 0);
        QCOMPARE(Turns<double>(*freeWheel(), true).size(), 2);  // spring and probe
        QCOMPARE(Turns<double>(*dragLink(), true).size(), 3);   // J4, spring and probe
        QCOMPARE(Turns<double>(*pinnedWheel(), false).size(), 3);
        const auto fourBar =
            readModelFile(MOMENTREE_SOURCE_DIR "/resources/examples/four_bar.momentree.json");
        QVERIFY(fourBar);
        QCOMPARE(Turns<double>(*built(writeModelText(*fourBar)), true).size(), 0);
    }
};

MOMENTREE_TEST(TestTurns, Appless)

}  // namespace momentree::test_turns
#include "test_turns.moc"
