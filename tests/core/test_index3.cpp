// SPDX-License-Identifier: Apache-2.0
// Simulations with the index-3 divide and conquer, compared with other formulations at short steps.
#include <QTest>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/run.hpp"
#include "support/compare.hpp"
#include "support/mechanisms.hpp"
#include "support/reference_case.hpp"
#include "support/stepping.hpp"
#include "support/test_main.hpp"

namespace momentree::test_index3 {

using namespace momentree::test;

namespace {

RunSpec index3(double step) {
    RunSpec spec;
    spec.formulation = "index3-dca";
    spec.integrator = "trapezoidal";
    spec.step = step;
    return spec;
}

/// The rule of the source.
RunSpec newmark(double step) {
    RunSpec spec = index3(step);
    spec.integrator = "newmark";
    return spec;
}

RunSpec reference(const std::string& formulation) {
    RunSpec spec;
    spec.formulation = formulation;
    spec.integrator = "rk4";
    spec.step = 5e-4;
    spec.baumgarte = 0.0;
    return spec;
}

QByteArray text(double value) { return QByteArray::number(value); }

/// Windows of unit bars (1 kg, 1/12 kg m^2) on a common ground line: verticals at x = 0, 1, ...
/// joined at their tops, all rotating at 1 rad/s. Singular when all bars are on the ground line.
ModelDescription ladder(int windows) {
    ModelDescription d = describe(FourBarModel{.endX = 1.0,
                                               .endY = 0.0,
                                               .angle = M_PI / 2,
                                               .coupler0 = 0.0,
                                               .rate = 1.0,
                                               .inertia = 1.0 / 12.0});
    const BodyDescription bar = d.bodies.front();
    const auto join = [&](const std::string& name, MarkerReference a, MarkerReference b) {
        JointDescription joint;
        joint.name = name;
        joint.type = "revolute";
        joint.a = std::move(a);
        joint.b = std::move(b);
        d.joints.push_back(joint);
    };
    std::string last = "rocker";
    for (int k = 1; k < windows; ++k) {
        const std::string number = std::to_string(k);
        const std::string coupler = "coupler" + number, rocker = "rocker" + number;
        for (const std::string& name : {coupler, rocker}) {
            d.bodies.push_back(bar);
            d.bodies.back().name = name;
        }
        d.groundMarkers.push_back(d.groundMarkers.front());
        d.groundMarkers.back().name = "right" + number;
        d.groundMarkers.back().position[0] = k + 1.0;
        join("B" + number, {last, "left"}, {coupler, "left"});
        join("C" + number, {coupler, "right"}, {rocker, "left"});
        join("D" + number, {"ground", "right" + number}, {rocker, "right"});
        d.jointStarts.push_back({"B" + number, {M_PI / 2}, {}});
        d.jointStarts.push_back({"C" + number, {-M_PI / 2}, {}});
        last = rocker;
    }
    return d;
}

/// A body on a spherical joint that carries `arms` others on revolute joints.
ModelDescription star(int arms) {
    ModelDescription d = describe(Recipe{.bodies = arms + 1, .joints = {"revolute"}}, 30);
    for (std::size_t k = 2; k < d.joints.size(); ++k) d.joints[k].a = d.joints[1].a;
    return d;
}

std::shared_ptr<const Model> caseModel(const std::string& name) {
    const Result<ModelDescription> description = readModelFile(readReferenceCase(name).file);
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return build(*description);
}

bool isLong() { return qEnvironmentVariableIsSet("MOMENTREE_LONG"); }

/// Result of a run: largest errors at intervals of 0.01 s.
struct Course {
    double energyError = 0.0, mostKinetic = 0.0, mostKineticAt = 0.0, finalError = 0.0;
    double position = 0.0, velocity = 0.0, acceleration = 0.0;
    StepStatus status = StepStatus::Reached;
    double reached = 0.0;
    std::int64_t steps = 0, iterations = 0, mostIterations = 0;
};

Course course(std::shared_ptr<const Model> model, const RunSpec& spec, double duration) {
    const auto stepper = started(model, spec);
    Sample sample;
    sample.resize(*model);
    stepper->observe(sample);
    const double energy = sample.kinetic + sample.potential;
    Course c;
    for (int k = 1; k <= std::lround(duration / 0.01) && c.status == StepStatus::Reached; ++k) {
        const Progress progress = stepper->advance(0.01 * k, {});
        stepper->observe(sample);
        c.status = progress.status;
        c.reached = progress.time;
        c.steps += progress.steps;
        c.finalError = sample.kinetic + sample.potential - energy;
        c.energyError = std::max(c.energyError, std::abs(c.finalError));
        c.position = std::max(c.position, sample.driftPosition);
        c.velocity = std::max(c.velocity, sample.driftVelocity);
        c.acceleration = std::max(c.acceleration, sample.driftAcceleration);
        if (sample.kinetic <= c.mostKinetic) continue;
        c.mostKinetic = sample.kinetic;
        c.mostKineticAt = sample.time;
    }
    c.iterations = stepper->newtonIterations();
    c.mostIterations = stepper->newtonIterationsMax().value_or(0);
    return c;
}

QByteArray text(const Course& c) {
    return QStringLiteral(
               "%1 at %2 s, energy error %3 J, drift %4 %5 %6, kinetic %7 J at %8 s, end %9 J")
        .arg(QString::fromLatin1(statusName(c.status)))
        .arg(c.reached)
        .arg(c.energyError)
        .arg(c.position)
        .arg(c.velocity)
        .arg(c.acceleration)
        .arg(c.mostKinetic, 0, 'f', 1)
        .arg(c.mostKineticAt)
        .arg(c.finalError)
        .toUtf8();
}

}  // namespace

class TestIndex3 : public QObject {
    Q_OBJECT
private slots:
    void secondOrder_data();
    void secondOrder();
    void ladders_data();
    void ladders();
    void redundantFourBar();
    void singularPoseInShortSteps();
    void hubs();
    void hubsThatHangTogether();
    void stiffSpring();
    void doublePendulumOfTheSource();
    void chainOfTheSource();
    void chainKeepsEnergy();
    void fastTop();
    void modifiedNewton();
    void stopsWhereNewtonFails();
    void saysWhatToDoWhereNewtonFails();
};

void TestIndex3::secondOrder_data() {
    QTest::addColumn<std::string>("rule");
    QTest::addColumn<std::string>("against");
    QTest::addColumn<Mechanism>("mechanism");
    const auto add = [](const char* against, const std::string& name, const Recipe& recipe,
                        std::uint64_t seed) {
        for (const char* rule : {"trapezoidal", "newmark"})
            QTest::addRow("%s, %s", name.c_str(), rule)
                << std::string(rule) << std::string(against) << Mechanism{name, recipe, seed};
    };
    for (const std::string& type : everyType)
        add("naudet", "three " + type, {.bodies = 3, .joints = {type}}, 7);
    const std::vector<std::string> mixed{"revolute", "universal", "cylindrical", "prismatic",
                                         "spherical"};
    add("naudet", "mixed", {.bodies = 5, .joints = mixed}, 8);
    add("naudet", "tree", {.bodies = 14, .joints = mixed, .branched = true, .scrambled = true}, 9);
    add("naudet", "loads", {.bodies = 6, .joints = mixed, .branched = true, .loads = true}, 10);
    add("naudet", "driven", {.bodies = 5, .joints = mixed, .drivenShare = 1.0, .loads = true}, 11);
    for (const std::string& type : everyType)
        if (type != "free")
            add("lagrange-index1", "loop closed by " + type,
                {.bodies = 5, .joints = {"spherical", "universal"}, .closure = type}, 12);
}

// Errors relative to the reference decrease by a factor of four when the step is halved.
void TestIndex3::secondOrder() {
    QFETCH(std::string, rule);
    QFETCH(std::string, against);
    QFETCH(Mechanism, mechanism);
    const auto model = modelOf(mechanism);
    const double duration = 0.4;
    const auto spec = rule == "newmark" ? newmark : index3;
    const Sample expected = after(model, reference(against), duration);
    const double coarse = distance(after(model, spec(4e-3), duration), expected);
    const Sample fine = after(model, spec(1e-3), duration);
    const double error = distance(fine, expected);
    QVERIFY2(fine.driftPosition < 1e-13 && fine.driftVelocity < 1e-9, text(fine.driftVelocity));
    QVERIFY2(fine.driftAcceleration < 1e-6, text(fine.driftAcceleration));
    QVERIFY2(error < 1e-3, text(error));
    QVERIFY2(error < 1e-9 || coarse / error > 12.0, text(coarse / error));
}

void TestIndex3::ladders_data() {
    QTest::addColumn<int>("windows");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("duration");
    QTest::addColumn<double>("energyError");
    QTest::addColumn<bool>("conserving");
    for (const int windows : {1, 5, 40})
        QTest::addRow("%d", windows) << windows << 0.01 << 10.0 << 1e-3 << true;
    // With Newmark's rule the error grows with the energy of the ladder.
    QTest::newRow("1, newmark") << 1 << 0.01 << 10.0 << 0.1 << false;
    QTest::newRow("5, newmark") << 5 << 0.005 << 10.0 << 0.1 << false;
    QTest::newRow("5, newmark, long steps") << 5 << 0.01 << 10.0 << 0.3 << false;
}

// All bars pass the ground line, where every window could fold in two ways.
void TestIndex3::ladders() {
    QFETCH(int, windows);
    QFETCH(double, step);
    QFETCH(double, duration);
    QFETCH(double, energyError);
    QFETCH(bool, conserving);
    const RunSpec spec = conserving ? index3(step) : newmark(step);
    const Course c = course(build(ladder(windows)), spec, duration);
    QVERIFY2(c.status == StepStatus::Reached, text(c));
    QVERIFY2(c.energyError < energyError, text(c));
    QVERIFY2(c.position < 1e-9, text(c));
}

// Three redundant constraints, with a singular pose in every swing.
void TestIndex3::redundantFourBar() {
    const auto model = build(describe(FourBarModel{}));
    const Course c = course(model, newmark(0.01), 30.0);
    QVERIFY2(c.status == StepStatus::Reached && c.energyError < 0.023, text(c));
    QVERIFY2(c.position < 1e-13 && c.velocity < 1e-8 && c.acceleration < 1e-5, text(c));
    const Course conserving = course(model, index3(0.01), 30.0);
    QVERIFY2(conserving.status == StepStatus::Reached, text(conserving));
    QVERIFY2(conserving.energyError < 1e-3, text(conserving));
    QVERIFY2(conserving.position < 1e-12 && conserving.velocity < 1e-8, text(conserving));
}

// Steps in which a pivot is close to 1 / kappa; the limit on iterations is so low that every such
// step must be repeated with a weaker penalty. Energy is then conserved to the tolerance of
// Newton's method times the joint forces, as for longer steps.
void TestIndex3::singularPoseInShortSteps() {
    const auto model = build(describe(FourBarModel{.endX = 1.0,
                                                   .endY = 0.0,
                                                   .angle = 0.02,
                                                   .coupler0 = 0.0,
                                                   .rate = -8.0,
                                                   .inertia = 1.0 / 12.0}));
    std::int64_t most = 0;
    for (double step = 4e-6; step < 2e-5; step *= 1.01) {
        RunSpec spec = index3(step);
        spec.newtonIterations = 8;
        const Course c = course(model, spec, 0.01);
        most = std::max(most, c.mostIterations);
        QVERIFY2(c.status == StepStatus::Reached && c.energyError < 1e-7 * c.mostKinetic, text(c));
        QVERIFY2(c.position < 1e-12, text(c));
    }
    QCOMPARE(most, std::int64_t(8));
}

// With the source's settings, a weak penalty and three iterations: its results.
void TestIndex3::doublePendulumOfTheSource() {
    RunSpec spec = newmark(0.01);
    spec.penalty = 25.0;
    spec.newtonIterations = 3;
    spec.newtonTolerance = 0.0;
    const auto model = caseModel("spatial_double_pendulum");
    const Course once = course(model, spec, 10.0);
    QCOMPARE(once.iterations, 3 * once.steps);
    QCOMPARE(once.mostIterations, std::int64_t(3));
    QVERIFY2(once.status == StepStatus::Reached, text(once));
    QVERIFY2(std::abs(once.energyError - 0.0136) < 0.00136, text(once));
    QVERIFY2(once.position < 3 * 1.9e-7 && once.velocity < 3 * 1.1e-4, text(once));
    QVERIFY2(once.acceleration < 3 * 1.4e-2, text(once));
    spec.projections = 3;
    const Course thrice = course(model, spec, 10.0);
    QVERIFY2(thrice.velocity < once.velocity / 10.0, text(thrice));
    // Newton's method alone leaves in the velocities the error allowed by a weak penalty.
    spec.projections = 0;
    const Course never = course(model, spec, 10.0);
    QVERIFY2(never.status == StepStatus::Reached && never.velocity < 1e-3, text(never));
    QVERIFY2(never.velocity > 5.0 * once.velocity, text(never));
}

// The peak and the dip of the energy; the source gives a dip of 46.84 J at this step.
void TestIndex3::chainOfTheSource() {
    if (!isLong()) QSKIP("with MOMENTREE_LONG=1");
    const auto model = caseModel("chain_128");
    const Course c = course(model, newmark(0.01), 10.0);
    QVERIFY2(c.status == StepStatus::Reached, text(c));
    QVERIFY2(std::abs(c.energyError - 46.84) < 0.5, text(c));
    const Course fine = course(model, newmark(0.0025), 10.0);
    QVERIFY2(std::abs(fine.mostKinetic - 79748.0) < 4.0, text(fine));
    QVERIFY2(std::abs(fine.mostKineticAt - 5.22) < 0.006, text(fine));
}

// The same chain with conserved energy: the reference has its peak of 79 747.66 J at 5.22 s.
void TestIndex3::chainKeepsEnergy() {
    const Course c = course(caseModel("chain_128"), index3(0.01), 5.5);
    QVERIFY2(c.status == StepStatus::Reached && c.energyError < 0.2, text(c));
    QVERIFY2(std::abs(c.mostKinetic - 79747.66) < 2.0, text(c));
    QVERIFY2(std::abs(c.mostKineticAt - 5.22) < 0.006, text(c));
}

// A rotation of 1.5 rad in every step.
void TestIndex3::fastTop() {
    const Course c = course(caseModel("heavy_symmetric_top"), index3(0.01), 2.0);
    QVERIFY2(c.status == StepStatus::Reached && c.iterations < 8 * c.steps, text(c));
    QVERIFY2(c.energyError < 2e-3 * c.mostKinetic, text(c));
    // The source's rule does not conserve energy, and requires the whole tangent.
    const Course old = course(caseModel("heavy_symmetric_top"), newmark(0.01), 2.0);
    QVERIFY2(old.status == StepStatus::Reached && old.iterations < 10 * old.steps, text(old));
    QVERIFY2(old.energyError < 0.03 * old.mostKinetic && old.position < 1e-13, text(old));
}

// Arms on one body: enough to make it a hub, and fewer.
void TestIndex3::hubs() {
    for (const int arms : {3, 9}) {
        const auto model = build(star(arms));
        const Sample expected = after(model, reference("naudet"), 0.3);
        const double coarse = distance(after(model, index3(4e-3), 0.3), expected);
        const double fine = distance(after(model, index3(1e-3), 0.3), expected);
        QVERIFY2(fine < 1e-4 && coarse / fine > 12.0, text(coarse / fine));
    }
}

// Many hubs, with bodies between them and to ground. If a joint between two hubs that have not
// yielded yet had 1 / kappa as its pivot, rounding would keep changes at 1e-8 m.
void TestIndex3::hubsThatHangTogether() {
    const auto model = randomModel(
        {.bodies = 130, .joints = everyType, .branched = true, .drivenShare = 0.3, .loads = true},
        2);
    for (const auto& rule : {index3, newmark})
        for (const double step : {1e-3, 1e-4}) {
            const Course c = course(model, rule(step), 0.01);
            QVERIFY2(c.status == StepStatus::Reached && c.mostIterations <= 3, text(c));
        }
}

// A spring of period 0.4 ms and a step of 10 ms: the two bodies move as if connected by a rod.
void TestIndex3::stiffSpring() {
    ModelDescription d = describe(Recipe{.bodies = 2, .joints = {"prismatic"}}, 40);
    d.jointStarts.clear();
    const Result<InitialState> initial = assemble(*build(d));
    SpringDamperDescription spring;
    spring.a = {d.bodies[0].name, ""};
    spring.b = {d.bodies[1].name, ""};
    spring.stiffness = 1e8;
    const auto origin = [&](std::size_t i) -> Vector3d {
        const BodyState& b = initial->bodies[i];
        return b.r + rotationOf<double>(b.e) * build(d)->bodies[i].origin;
    };
    const double length = (origin(0) - origin(1)).norm();
    spring.length = length;
    d.forces.push_back({.name = "stiff", .law = spring});
    const auto model = build(d);
    const Course c = course(model, index3(0.01), 1.0);
    QVERIFY2(c.status == StepStatus::Reached && c.iterations < 6 * c.steps, text(c));
    QVERIFY2(c.energyError < 1e-3 * c.mostKinetic, text(c));
}

// The result before a step that does not converge is kept.
void TestIndex3::stopsWhereNewtonFails() {
    RunSpec spec = index3(0.2);
    spec.newtonIterations = 2;
    const auto model = caseModel("spatial_double_pendulum");
    const auto stepper = started(model, spec);
    const Progress progress = stepper->advance(2.0, {});
    QVERIFY(progress.status == StepStatus::NotConverged);
    QVERIFY(progress.time < 2.0);
    Sample sample;
    sample.resize(*model);
    stepper->observe(sample);
    QCOMPARE(sample.time, progress.time);
    QVERIFY(std::isfinite(sample.kinetic));
}

// The message in that case.
void TestIndex3::saysWhatToDoWhereNewtonFails() {
    RunSpec spec = index3(0.2);
    spec.newtonIterations = 2;
    spec.duration = 2.0;
    spec.sample = 0.2;
    const auto run = Run::create(Catalogue(), caseModel("spatial_double_pendulum"), spec);
    QVERIFY(run.has_value());
    Progress progress;
    while (progress.status == StepStatus::Reached) progress = (*run)->advance({});
    const Message message = (*run)->failure(progress);
    QVERIFY2(message.id == "run-not-converged", message.str().c_str());
    QCOMPARE(message.arguments[0].text, std::string("trapezoidal"));
    const Message remedy = message.arguments[2].message.at(0);
    QVERIFY2(remedy.id == "try-smaller-step-or-formulation", message.str().c_str());
    QCOMPARE(remedy.arguments[0].text, std::string("0.2"));
}

// Modified Newton finds the same motion with more iterations; a last change of 1e-10 m leaves 2e-8
// m/s per step.
void TestIndex3::modifiedNewton() {
    const auto model = caseModel("spatial_double_pendulum");
    RunSpec spec = index3(0.01);
    const Sample full = after(model, spec, 1.0);
    spec.modifiedNewton = true;
    const double difference = distance(after(model, spec, 1.0), full);
    QVERIFY2(difference < 1e-6, text(difference));
}

MOMENTREE_TEST(TestIndex3, Appless)

}  // namespace momentree::test_index3
#include "test_index3.moc"
