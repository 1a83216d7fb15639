// SPDX-License-Identifier: Apache-2.0
// Compares all formulations with each other: the accelerations of the bodies along the flow of the
// state, for five hundred random mechanisms.
#include <Eigen/Eigenvalues>
#include <QTest>
#include <map>
#include <set>

#include "core/dynamics/observer.hpp"
#include "core/formulations/aba/aba.hpp"
#include "core/formulations/hdca/hdca.hpp"
#include "core/formulations/multipliers/hamilton_index2.hpp"
#include "core/formulations/multipliers/lagrange_index1.hpp"
#include "core/formulations/naudet/naudet.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/catalogue.hpp"
#include "support/compare.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_agreement {

using namespace momentree::test;

namespace {

constexpr int seeds = 500, seedsInRow = 50;

Recipe recipeOf(std::uint64_t seed) {
    Random random(seed);
    Recipe recipe;
    recipe.bodies = 1 + random.below(8);
    recipe.joints.clear();
    for (int k = 0; k < 4; ++k)
        recipe.joints.push_back(
            everyType[static_cast<std::size_t>(random.below(static_cast<int>(everyType.size())))]);
    recipe.branched = random.below(2) == 0;
    recipe.drivenShare = random.below(2) == 0 ? 0.5 : 0.0;
    recipe.loads = random.below(2) == 0;
    if (random.below(2) == 0) {
        recipe.scrambled = true;  // reverses joints, which would open closures
        return recipe;
    }
    static const std::vector<std::string> closures{
        "spherical", "revolute", "universal", "prismatic", "cylindrical", "fixed", "distance"};
    recipe.closure = closures[static_cast<std::size_t>(random.below(7))];
    recipe.loops = 1 + random.below(3);
    recipe.drivenCoordinates = random.below(3) == 0;
    return recipe;
}

/// [v; w] of all bodies, h [s] along the flow.
VectorXd velocitiesAlong(System& system, const Model& model, double h, const VectorXd& y,
                         const VectorXd& ydot) {
    const Sample sample = sampleOf(system, model, h, y + h * ydot);
    VectorXd V(6 * static_cast<Eigen::Index>(sample.bodies.size()));
    for (std::size_t i = 0; i < sample.bodies.size(); ++i)
        V.segment<6>(6 * static_cast<Eigen::Index>(i)) << sample.bodies[i].v, sample.bodies[i].w;
    return V;
}

/// Extrapolated central differences of the velocities along ydot, over shorter times if these are
/// large or a singular pose is near.
VectorXd accelerationsOf(const std::string& id, std::shared_ptr<const Model> model,
                         const InitialState& initial, double regularity = 1.0) {
    const auto system = makeSystem(id, model);
    const VectorXd y = startOf(*system, initial);
    const VectorXd ydot = derivativeOf(*system, 0.0, y);
    const auto slope = [&](double h) -> VectorXd {
        return (velocitiesAlong(*system, *model, h, y, ydot) -
                velocitiesAlong(*system, *model, -h, y, ydot)) /
               (2 * h);
    };
    const double speed = velocitiesAlong(*system, *model, 0.0, y, ydot).lpNorm<Eigen::Infinity>();
    const double h =
        2e-4 * std::min(1.0, 20.0 / speed) * std::min(1.0, 30.0 * std::sqrt(regularity));
    return (4.0 * slope(h) - slope(2 * h)) / 3.0;
}

/// dy/dt at the start in single precision.
VectorXd singleRates(const std::string& id, std::shared_ptr<const Model> model,
                     const InitialState& initial) {
    RunSpec spec;
    spec.formulation = id;
    spec.baumgarte = 0.0;
    const auto make = [&]() -> std::unique_ptr<OdeSystem<float>> {
        if (id == "naudet") return makeNaudet<float>(model, spec);
        if (id == "hdca") return makeHdca<float>(model, spec);
        if (id == "aba") return makeAba<float>(model, spec);
        if (id == "hamilton-index2") return makeHamiltonIndex2<float>(model, spec);
        return makeLagrangeIndex1<float>(model, spec);
    };
    const auto system = make();
    Eigen::VectorXf y(system->size()), ydot(system->size());
    PhaseClock clock;
    if (!system->start(initial, y)) return {};
    if (system->derivative(0.0, y, ydot, clock) != StepStatus::Reached) return {};
    return ydot.cast<double>();
}

/// The initial accelerations of index3-dca.
VectorXd startAccelerations(std::shared_ptr<const Model> model, const InitialState& initial) {
    RunSpec spec = Catalogue().defaults(*model);
    spec.formulation = "index3-dca";
    spec.integrator = "trapezoidal";
    auto stepper = Catalogue().make(model, spec);
    if (!stepper || !(*stepper)->initialise(initial)) return {};
    Sample sample;
    sample.resize(*model);
    (*stepper)->observe(sample);
    return stacked(sample.accelerations);
}

/// Smallest nonzero over largest eigenvalue of the closures' J M^-1 J^T, 1 without closures; small
/// near a singular pose.
double regularity(const Model& model, const InitialState& initial) {
    if (model.tree.closureRows == 0) return 1.0;
    const auto system = makeSystem("aba", std::make_shared<Model>(model));
    const VectorXd y = startOf(*system, initial);
    const JointState s{y.head(model.tree.nq), y.tail(model.tree.nu), 0.0};
    const MatrixXd J = closureJacobian(model, s);
    if (model.tree.nu == 0) return 1.0;
    const VectorXd eigenvalues = (J * massMatrix(model, s).ldlt().solve(J.transpose()))
                                     .eval()
                                     .selfadjointView<Eigen::Lower>()
                                     .eigenvalues();
    const double largest = eigenvalues.maxCoeff();
    if (largest < 1e-12) return 1.0;  // every closure is redundant
    double smallest = largest;
    for (const double e : eigenvalues)
        if (e > 1e-11 * largest) smallest = std::min(smallest, e);
    // The same relative to other poses of the mechanism.
    NewtonEuler<double> solution(model);
    solution.hold(closureStructure(model, initial.bodies));
    std::vector<BodyKinematics<double>> bodies = kinematicsOf(initial.bodies);
    solution.evaluate(0.0, bodies, std::vector<double>(model.axialLoads.size(), 0.0), 0.0);
    return std::min(smallest / largest, solution.regularity());
}

/// Whether closures hold every joint.
bool isRigid(const Model& model, const InitialState& initial) {
    return model.tree.closureRows > 0 &&
           closureRanks(model, 0.0, initial.bodies).rank() == model.tree.nu;
}

/// The types of elements in a mechanism.
std::set<std::string> kindsOf(const Model& model) {
    std::set<std::string> kinds;
    const auto meet = [&](const std::string& kind, bool has) {
        if (has) kinds.insert(kind);
    };
    const std::vector<int>& cut = model.tree.cutJoints;
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
        const JointElement& joint = model.joints[k];
        const bool closes = std::ranges::find(cut, static_cast<int>(k)) != cut.end();
        kinds.insert((closes ? "closing " : "tree ") + joint.type);
        const bool moving = joint.A.body != ground && joint.B.body != ground;
        meet("loop between moving bodies", closes && moving);
    }
    meet("several loops", cut.size() > 1);
    meet("no loop", cut.empty());
    meet("spring", !model.springs.empty());
    meet("drag", !model.drags.empty());
    const auto turns = [](const auto& load) { return load.torque; };
    meet("torque about a joint", std::ranges::any_of(model.axialLoads, turns));
    meet("force along a joint", !std::ranges::all_of(model.axialLoads, turns));
    meet("applied torque", std::ranges::any_of(model.appliedLoads, turns));
    meet("applied force", !std::ranges::all_of(model.appliedLoads, turns));
    const auto isDriven = [](const TreeBody& body) { return body.motion >= 0; };
    meet("driven joint", std::ranges::any_of(model.tree.bodies, isDriven));
    const auto drives = [&](int k) {
        return model.constraints[static_cast<std::size_t>(k)].motion >= 0;
    };
    meet("one driven coordinate of two", std::ranges::any_of(model.tree.closures, drives));
    return kinds;
}

}  // namespace

class TestAgreement : public QObject {
    Q_OBJECT
private slots:
    void accelerations_data();
    void accelerations();
    void singlePrecision_data() { accelerations_data(); }
    void singlePrecision();
    void everythingOccurs();
    void fullyDrivenMechanismsStartMoving();
    void contradictingMotionsAreRefused();
};

void TestAgreement::accelerations_data() {
    QTest::addColumn<int>("first");
    for (int first = 0; first < seeds; first += seedsInRow)
        QTest::addRow("seeds %d to %d", first, first + seedsInRow - 1) << first;
}

// lagrange-index1 returns its accelerations directly; those of the others follow from the
// velocities along their flow. Differences reach 5e-11 of the largest acceleration; badly
// conditioned closures increase them by the inverse of their regularity.
void TestAgreement::accelerations() {
    QFETCH(int, first);
    int closed = 0, compared = 0;
    for (int seed = first; seed < first + seedsInRow; ++seed) {
        const auto number = static_cast<std::uint64_t>(9000 + seed);
        const Recipe recipe = recipeOf(number);
        const auto model = randomModel(recipe, number);
        const Result<InitialState> initial = assemble(*model);
        if (!initial) {  // prescribed motions that closures do not permit
            const bool driven = recipe.drivenShare > 0.0 || recipe.drivenCoordinates;
            QVERIFY(driven && !recipe.closure.empty());
            continue;
        }
        ++compared;
        const auto direct = makeSystem("lagrange-index1", model);
        const Eigen::Index n = 6 * static_cast<Eigen::Index>(model->bodies.size());
        const VectorXd expected = derivativeOf(*direct, 0.0, startOf(*direct, *initial)).tail(n);
        const double regular = regularity(*model, *initial);
        // Where nothing can move, only rounding errors of loads and reactions of about 10 N remain;
        // verifyClose measures them by 1e-3.
        const double tolerance = (isRigid(*model, *initial) ? 1e-5 : 1e-9) / regular;
        closed += model->tree.closureRows > 0;
        for (const std::string& id : odeFormulations())
            if (id != "lagrange-index1")
                verifyClose(accelerationsOf(id, model, *initial, regular), expected, tolerance,
                            id.c_str(), number);
        verifyClose(startAccelerations(model, *initial), expected, tolerance, "index3-dca", number);
    }
    QVERIFY2(compared > seedsInRow * 4 / 5 && closed > seedsInRow / 4,
             qPrintable(QStringLiteral("%1 compared, %2 closed").arg(compared).arg(closed)));
}

// The same rates as in double precision, for mechanisms away from singular poses.
void TestAgreement::singlePrecision() {
    QFETCH(int, first);
    int compared = 0;
    for (int seed = first; seed < first + seedsInRow; ++seed) {
        const auto number = static_cast<std::uint64_t>(9000 + seed);
        const auto model = randomModel(recipeOf(number), number);
        const Result<InitialState> initial = assemble(*model);
        if (!initial) continue;
        const double regular = regularity(*model, *initial);
        if (regular < 1e-2 || isRigid(*model, *initial)) continue;
        ++compared;
        for (const char* id : {"hdca", "naudet", "aba", "hamilton-index2", "lagrange-index1"}) {
            const auto system = makeSystem(id, model);
            const VectorXd expected = derivativeOf(*system, 0.0, startOf(*system, *initial));
            // At rest, only rounding errors of loads and reactions of about 10 N remain.
            const double error = relativeError(singleRates(id, model, *initial), expected, 10.0);
            QVERIFY2(error < 4e-5 / regular,
                     qPrintable(QStringLiteral("%1, seed %2: %3 at regularity %4")
                                    .arg(QLatin1String(id))
                                    .arg(number)
                                    .arg(error)
                                    .arg(regular)));
        }
    }
    QVERIFY2(compared > seedsInRow / 2, qPrintable(QString::number(compared)));
}

// The compared mechanisms include, several times each, every joint in trees and closing loops,
// loops between moving bodies, loads and motions of every kind.
void TestAgreement::everythingOccurs() {
    std::map<std::string, int> found;
    for (int seed = 0; seed < seeds; ++seed) {
        const auto number = static_cast<std::uint64_t>(9000 + seed);
        const auto model = randomModel(recipeOf(number), number);
        if (!assemble(*model)) continue;
        for (const std::string& kind : kindsOf(*model)) ++found[kind];
    }
    for (const std::string& type : everyType) QVERIFY2(found["tree " + type] > 50, type.c_str());
    for (const char* kind :
         {"closing spherical", "closing revolute", "closing universal", "closing prismatic",
          "closing cylindrical", "closing fixed", "closing distance", "loop between moving bodies",
          "several loops", "no loop", "spring", "drag", "torque about a joint",
          "force along a joint", "applied torque", "applied force", "driven joint",
          "one driven coordinate of two"})
        QVERIFY2(found[kind] > 10, kind);
}

// A mechanism without degrees of freedom has no joint speeds, but it moves.
void TestAgreement::fullyDrivenMechanismsStartMoving() {
    for (const bool branched : {false, true}) {
        const auto model = randomModel(
            {.bodies = 6, .joints = {"revolute"}, .branched = branched, .drivenShare = 1.0}, 9700);
        QCOMPARE(model->tree.nu, 0);
        const Result<InitialState> initial = assemble(*model);
        QVERIFY(initial);
        QVERIFY(initial->bodies.back().w.norm() > 0.1);
        VectorXd velocities(36);
        for (int k = 0; k < 6; ++k) {
            const BodyState& body = initial->bodies[static_cast<std::size_t>(k)];
            velocities.segment<6>(6 * k) << body.v, body.w;
        }
        const auto direct = makeSystem("lagrange-index1", model);
        const VectorXd expected = derivativeOf(*direct, 0.0, startOf(*direct, *initial)).tail(36);
        for (const std::string& id : odeFormulations()) {
            const auto system = makeSystem(id, model);
            verifyClose(velocitiesAlong(*system, *model, 0.0, startOf(*system, *initial),
                                        VectorXd::Zero(system->size())),
                        velocities, 1e-12, id.c_str());
            verifyClose(accelerationsOf(id, model, *initial), expected, 1e-9, id.c_str());
        }
        verifyClose(startAccelerations(model, *initial), expected, 1e-9, "index3-dca");
    }
}

// A driven slide with a perpendicular hinge.
void TestAgreement::contradictingMotionsAreRefused() {
    const auto model = randomModel(
        {.bodies = 1, .joints = {"prismatic"}, .drivenShare = 1.0, .closure = "revolute"}, 9701);
    const Result<InitialState> initial = assemble(*model);
    QVERIFY(!initial);
    QVERIFY(initial.error().front().message.id == "joint-velocity-open");
    // Two hinges about different lines hold a body that a motion turns.
    const auto read = readModelText(R"({"version": 1, "name": "held",
        "ground": {"markers": {"x": {"z": [1, 0, 0]}}},
        "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1],
                    "markers": {"x": {"z": [1, 0, 0]}}}],
        "joints": [{"name": "j", "type": "revolute", "a": "ground", "b": "b"},
                   {"name": "k", "type": "revolute", "a": "ground.x", "b": "b.x"}],
        "motions": [{"name": "m", "joint": "j",
                     "law": {"kind": "polynomial", "coefficients": [0, 3]}}]})",
                                    "held");
    const auto turned = assemble(**buildModel(*read));
    QVERIFY(!turned);
    QVERIFY(toString(turned.error().front()).find("by 3 rad/s") != std::string::npos);
}

MOMENTREE_TEST(TestAgreement, Appless)

}  // namespace momentree::test_agreement
#include "test_agreement.moc"
