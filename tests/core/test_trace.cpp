// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <QTest>
#include <algorithm>

#include "core/kinematics/assemble.hpp"
#include "core/session/built_in.hpp"
#include "core/session/catalogue.hpp"
#include "core/session/trace_instant.hpp"
#include "core/trace/tracer.hpp"
#include "support/integrate.hpp"
#include "support/mechanisms.hpp"
#include "support/test_main.hpp"

namespace momentree::test_trace {

using namespace momentree::test;

namespace {

struct Case {
    const char* name;
    Recipe recipe;
    int threads = 1;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"planar chain of 16", {.bodies = 16, .planar = true}},
        {"planar tree of 30", {.bodies = 30, .branched = true, .planar = true}},
        {"planar loop", {.bodies = 4, .planar = true, .closure = "revolute"}},
        {"chain of every joint", {.bodies = 12, .joints = everyType, .drivenShare = 0.3}},
        {"tree with loads", {.bodies = 20, .joints = everyType, .branched = true, .loads = true}},
        {"spatial loop",
         {.bodies = 6, .joints = {"spherical", "universal"}, .closure = "spherical"}},
        {"three loops",
         {.bodies = 14, .joints = everyType, .branched = true, .closure = "spherical", .loops = 3}},
        {"tree of 200 on two threads", {.bodies = 200, .joints = everyType, .branched = true}, 2},
    };
    return all;
}

void addCases() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << static_cast<int>(i);
}

/// A formulation at its start, with the trace of one evaluation.
struct Traced {
    std::shared_ptr<const Model> model;
    Eigen::VectorXd before, during, after;  ///< rates without, with, and again without a tracer
    EvaluationTrace trace;
};

Traced trace(const Case& c, const std::string& formulation) {
    Traced out;
    const Mechanism mechanism{c.name, c.recipe, 7};
    out.model = modelOf(mechanism);
    const Catalogue catalogue;
    RunSpec spec;
    spec.formulation = formulation;
    spec.backend = c.threads > 1 ? "parallel:" + std::to_string(c.threads) : "sequential";
    auto system = catalogue.find(formulation)->make(out.model, spec);
    double time = 0.0;
    Result<InitialState> start = assemble(*out.model);
    if (c.recipe.loops == 1) {
        const JointState state = startStateOf(mechanism, *out.model);
        start = bodyStates(*out.model, state);
        time = state.t;
    }
    Eigen::VectorXd y(system->size());
    if (!start || !system->start(*start, y)) qFatal("no start");
    const auto rates = [&] {
        Eigen::VectorXd ydot(system->size());
        PhaseClock clock;
        clock.start();
        if (system->derivative(time, y, ydot, clock) != StepStatus::Reached)
            qFatal("no derivative");
        return ydot;
    };
    auto& traceable = dynamic_cast<Traceable&>(*system);
    out.before = rates();
    Tracer tracer(true);
    traceable.trace(&tracer);
    out.during = rates();
    traceable.trace(nullptr);
    out.after = rates();
    out.trace = tracer.take();
    return out;
}

const TracedSweep& sweepOf(const EvaluationTrace& trace, std::string_view title) {
    for (const TracedSweep& sweep : trace.sweeps)
        if (sweep.pass->title == title) return sweep;
    qFatal("no such pass");
}

/// The last reported value of that symbol for a node in a pass.
Eigen::MatrixXd valueOf(const EvaluationTrace& trace, std::string_view title, int node,
                        std::string_view symbol) {
    for (const TracedWork& work : sweepOf(trace, title).work)
        if (work.node == node)
            for (const TracedResult& result : work.results)
                if (result.symbol == symbol) return result.value;
    return {};
}

/// Largest difference over the largest entry.
/// Relative; bodies that cannot move have exact zeros.
double apart(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const double difference = (a - b).cwiseAbs().maxCoeff();
    return difference == 0.0 ? 0.0 : difference / b.cwiseAbs().maxCoeff();
}

}  // namespace

/// Traces of formulations.
class TestTrace : public QObject {
    Q_OBJECT

private slots:
    void changesNoBit_data() { addCases(); }
    void changesNoBit() {
        QFETCH(int, index);
        for (const std::string& formulation : odeFormulations()) {
            const Traced w = trace(cases()[static_cast<std::size_t>(index)], formulation);
            QVERIFY(w.before.cwiseAbs().maxCoeff() > 0.1);
            QVERIFY2(w.before == w.during, formulation.c_str());
            QVERIFY2(w.before == w.after, formulation.c_str());
        }
    }

    /// Velocity of each body by its articulated inertia: P* of the recursion is the sum of the
    /// contributions to its parent; for outermost bodies it is M V.
    void recursionHoldsItsEquations_data() { addCases(); }
    void recursionHoldsItsEquations() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        if (c.threads > 1) QSKIP("pieces report nothing of single bodies");
        const Traced w = trace(c, "naudet");
        QCOMPARE(w.trace.nodes.size(), w.model->bodies.size());
        const char* inward = "Inertia and momentum, inward";
        for (std::size_t k = 0; k < w.trace.nodes.size(); ++k) {
            const int node = static_cast<int>(k);
            const Eigen::MatrixXd M = valueOf(w.trace, inward, node, "M*"),
                                  reduced = valueOf(w.trace, inward, node, "M′");
            QVERIFY(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues()[0] > 0.0);
            // Semidefinite, and smaller than the matrix it was reduced from.
            const Eigen::MatrixXd lost = M - reduced;
            QVERIFY(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(lost).eigenvalues()[0] >
                    -1e-10 * M.norm());
            const Eigen::MatrixXd momentum =
                M * valueOf(w.trace, "Velocities, outward", node, "V") +
                valueOf(w.trace, inward, node, "D");
            const double error =
                apart(momentum, valueOf(w.trace, "Rates of coordinates and momenta", node, "P*"));
            QVERIFY2(error < 1e-11, qPrintable(QString::number(error)));
        }
    }

    /// The wrench in each joint, I_A A + p_A, equals the requirements of its body and of the
    /// outboard joints.
    void articulatedBodiesHoldTheirEquations_data() { addCases(); }
    void articulatedBodiesHoldTheirEquations() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        if (!c.recipe.closure.empty()) QSKIP("wrenches of closures are no part of single bodies");
        const Traced w = trace(c, "aba");
        const auto value = [&](const char* pass, int node, const char* symbol) {
            return valueOf(w.trace, pass, node, symbol);
        };
        const auto wrench = [&](int node) {
            return Eigen::VectorXd(value("Articulated inertia, inward", node, "I_A") *
                                       value("Accelerations, outward", node, "A") +
                                   value("Bias wrenches, inward", node, "p_A"));
        };
        for (std::size_t k = 0; k < w.trace.nodes.size(); ++k) {
            const int node = static_cast<int>(k);
            Eigen::VectorXd needed =
                value("Single bodies", node, "I_A") * value("Accelerations, outward", node, "A") +
                value("Single bodies", node, "p_A");
            double size = needed.norm();
            for (std::size_t child = 0; child < w.trace.nodes.size(); ++child) {
                if (w.trace.nodes[child].parent != node) continue;
                const Eigen::VectorXd held = wrench(static_cast<int>(child));
                const Eigen::Vector3d r = value("Kinematics", static_cast<int>(child), "r");
                const Eigen::Vector3d force = held.head<3>();
                needed += held;
                needed.tail<3>() += r.cross(force);
                size += held.norm() + r.cross(force).norm();
            }
            QVERIFY2((wrench(node) - needed).norm() < 1e-9 * (1.0 + size),
                     qPrintable(QString::number((wrench(node) - needed).norm())));
        }
    }

    void accelerationsSolveTheirSystem_data() { addCases(); }
    void accelerationsSolveTheirSystem() {
        QFETCH(int, index);
        const Traced w = trace(cases()[static_cast<std::size_t>(index)], "lagrange-index1");
        const auto both = [&](const char* pass, const char* bodies, const char* rows) {
            const Eigen::MatrixXd first = valueOf(w.trace, pass, -1, bodies),
                                  second = valueOf(w.trace, pass, -1, rows);
            Eigen::VectorXd all(first.size() + second.size());
            all << first, second;
            return all;
        };
        const Eigen::MatrixXd A = valueOf(w.trace, "Factorisation", -1, "[M, Jᵀ; J, 0]");
        const Eigen::VectorXd found = both("Solution", "a", "λ"),
                              given = both("Wrenches", "b", "c");
        QVERIFY(found.norm() > 0.1);
        QVERIFY2(
            (A * found - given).norm() < 1e-8 * (1.0 + (A.cwiseAbs() * found.cwiseAbs()).norm()),
            qPrintable(QString::number((A * found - given).norm())));
    }

    /// Dense forms against the sparse one: free motions, and constraint forces without multipliers.
    void denseFormsHoldTheirEquations_data() { addCases(); }
    void denseFormsHoldTheirEquations() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        if (c.recipe.bodies > 100) QSKIP("dense");
        const Traced w = trace(c, "lagrange-index1");
        const Eigen::MatrixXd A = valueOf(w.trace, "Factorisation", -1, "[M, Jᵀ; J, 0]"),
                              J = valueOf(w.trace, "Constraints", -1, "J"),
                              M = A.topLeftCorner(J.cols(), J.cols()),
                              lambda = valueOf(w.trace, "Solution", -1, "λ");
        const Eigen::MatrixXd N = valueOf(trace(c, "null-space").trace, "Factorisation", -1, "N");
        const Eigen::Index rank = Eigen::FullPivLU<Eigen::MatrixXd>(J).setThreshold(1e-9).rank();
        QCOMPARE(N.cols(), J.cols() - rank);
        QVERIFY((J * N).norm() < 1e-10 * J.norm() * N.norm());
        QVERIFY((N.transpose() * M * N - Eigen::MatrixXd::Identity(N.cols(), N.cols())).norm() <
                1e-10);
        const Eigen::MatrixXd forces =
            valueOf(trace(c, "udwadia-kalaba").trace, "Solution", -1, "Qᶜ");
        QVERIFY2(apart(forces, -J.transpose() * lambda) < 1e-8,
                 qPrintable(QString::number(apart(forces, -J.transpose() * lambda))));
    }

    void globalSystemIsSolved() {
        const Traced w = trace(cases()[4], "hamilton-index2");
        const Eigen::MatrixXd A = valueOf(w.trace, "Factorisation", -1, "[M, Jᵀ; J, 0]");
        const Eigen::MatrixXd J = valueOf(w.trace, "Constraints", -1, "J");
        QCOMPARE(A.rows(), J.rows() + J.cols());
        // Velocities satisfy the constraints.
        const Eigen::MatrixXd V = valueOf(w.trace, "Solution", -1, "V");
        QVERIFY((J * V).norm() < 1e-9 * V.norm());
    }

    /// Every pass visits every node once, in the order of the tree.
    void coversTheTree_data() { addCases(); }
    void coversTheTree() {
        QFETCH(int, index);
        const Traced w = trace(cases()[static_cast<std::size_t>(index)], "hdca");
        const std::vector<TracedNode>& nodes = w.trace.nodes;
        std::vector<int> singles(w.model->bodies.size(), 0);
        for (const TracedNode& node : nodes)
            if (node.kind == TracedNode::Kind::Single) {
                QCOMPARE(node.bodies.size(), std::size_t(1));
                ++singles[static_cast<std::size_t>(node.bodies[0])];
            }
        QVERIFY(std::ranges::all_of(singles, [](int count) { return count == 1; }));
        for (const TracedSweep& sweep : w.trace.sweeps) {
            if (sweep.pass->way == TracedPass::Way::Once) continue;
            std::vector<const TracedWork*> of(nodes.size(), nullptr);
            for (const TracedWork& work : sweep.work) {
                QVERIFY(!of[static_cast<std::size_t>(work.node)]);
                of[static_cast<std::size_t>(work.node)] = &work;
                QVERIFY(work.end >= work.begin);
                QVERIFY(work.thread < w.trace.threads);
            }
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                const bool each = sweep.pass->way == TracedPass::Way::Each;
                QCOMPARE(of[k] != nullptr, !each || nodes[k].kind == TracedNode::Kind::Single);
                if (each || nodes[k].parent < 0) continue;
                const TracedWork &own = *of[k],
                                 &above = *of[static_cast<std::size_t>(nodes[k].parent)];
                if (sweep.pass->way == TracedPass::Way::Inward)
                    QVERIFY(own.end <= above.begin);
                else
                    QVERIFY(above.end <= own.begin);
            }
        }
    }

    /// The values satisfy the equations named.
    void holdsItsEquations_data() { addCases(); }
    void holdsItsEquations() {
        QFETCH(int, index);
        const Traced w = trace(cases()[static_cast<std::size_t>(index)], "hdca");
        const auto value = [&](int node, const char* symbol) {
            return valueOf(w.trace, "Assembly", node, symbol);
        };
        const bool planar = w.trace.sweeps.front().pass->title != "Kinematics";
        const auto matrix = [&](int node, const char* symbol) {
            Eigen::MatrixXd m = value(node, symbol);
            return m.size() > 0 ? m : valueOf(w.trace, "Single bodies", node, symbol);
        };
        std::vector<std::vector<int>> parts(w.trace.nodes.size());
        for (std::size_t k = 0; k < w.trace.nodes.size(); ++k)
            if (const TracedNode& node = w.trace.nodes[k]; node.parent >= 0 && !node.absorbed)
                parts[static_cast<std::size_t>(node.parent)].push_back(static_cast<int>(k));
        for (std::size_t k = 0; k < w.trace.nodes.size(); ++k) {
            const int node = static_cast<int>(k);
            const Eigen::MatrixXd xi11 = matrix(node, "ξ₁₁");
            QVERIFY(apart(xi11, Eigen::MatrixXd(xi11.transpose())) < 1e-12);
            if (w.trace.nodes[k].kind == TracedNode::Kind::Single) continue;
            QCOMPARE(parts[k].size(), std::size_t(2));  // inboard first: children have this order
            const Eigen::MatrixXd A11 = matrix(parts[k][0], "ξ₁₁"),
                                  A12 = matrix(parts[k][0], "ξ₁₂"),
                                  A22 = matrix(parts[k][0], "ξ₂₂"),
                                  B11 = matrix(parts[k][1], "ξ₁₁");
            const Eigen::MatrixXd X = value(node, planar ? "−C⁻¹" : "X");
            const Eigen::MatrixXd sum = B11 + A22;
            QVERIFY(apart(X, planar ? Eigen::MatrixXd(sum.topLeftCorner(2, 2)) : sum) < 1e-14);
            QVERIFY(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(X).eigenvalues()[0] > 0.0);
            const Eigen::MatrixXd joined =
                planar ? Eigen::MatrixXd(A11 + A12.leftCols(2) * value(node, "W_A"))
                       : Eigen::MatrixXd(A11 + A12 * value(node, "W") * A12.transpose());
            QVERIFY(apart(xi11, joined) < 1e-12);
        }
    }

    /// V = xi11 T_1 + xi12 T_2 + xi10 of each whole path: the results of disassembly for its first
    /// body satisfy the equation assembled at its root.
    void disassemblesWhatItAssembled_data() { addCases(); }
    void disassemblesWhatItAssembled() {
        QFETCH(int, index);
        const Traced w = trace(cases()[static_cast<std::size_t>(index)], "hdca");
        const bool planar = w.trace.sweeps.front().pass->title != "Kinematics";
        const bool loops = std::ranges::any_of(w.trace.sweeps, [](const TracedSweep& s) {
            return s.pass->title == "Assembly of the biases";
        });
        int roots = 0;
        for (const TracedSweep& sweep : w.trace.sweeps) {
            if (sweep.pass->title != "Base connection") continue;
            for (const TracedWork& work : sweep.work) {
                ++roots;
                const char* where =
                    planar &&
                            w.trace.nodes[static_cast<std::size_t>(work.node)].kind ==
                                TracedNode::Kind::Single &&
                            valueOf(w.trace, "Assembly", work.node, "ξ₁₁").size() == 0
                        ? "Single bodies"
                        : "Assembly";
                const char* biases = loops ? "Assembly of the biases" : where;
                const Eigen::MatrixXd T_1 = work.results[0].value, T_2 = work.results[1].value;
                const Eigen::MatrixXd xi11 = valueOf(w.trace, where, work.node, "ξ₁₁"),
                                      xi12 = valueOf(w.trace, where, work.node, "ξ₁₂");
                const Eigen::MatrixXd V = xi11.leftCols(T_1.rows()) * T_1 +
                                          xi12.leftCols(T_2.rows()) * T_2 +
                                          valueOf(w.trace, biases, work.node, "ξ₁₀");
                int leaf = -1;
                const int first = w.trace.nodes[static_cast<std::size_t>(work.node)].bodies[0];
                for (std::size_t k = 0; k < w.trace.nodes.size(); ++k)
                    if (w.trace.nodes[k].kind == TracedNode::Kind::Single &&
                        w.trace.nodes[k].bodies[0] == first)
                        leaf = static_cast<int>(k);
                const Eigen::MatrixXd found = valueOf(w.trace, "Disassembly", leaf, "V");
                QVERIFY2((V - found).norm() < 1e-9 * (1.0 + found.norm()),
                         qPrintable(QString::number((V - found).norm())));
            }
        }
        QVERIFY(roots > 0);
    }

    /// The same instant with times, traced with the stepper of a run.
    void tracesAnInstant() {
        Recipe recipe{.bodies = 120, .joints = {"spherical"}};
        const auto model = randomModel(recipe, 3);
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(*model, "hdca", "parallel:2");
        spec.integrator = "rk4";
        const auto trace = traceInstant(catalogue, model, spec, nullptr, 3);
        QVERIFY(trace);
        QVERIFY(!trace->wholeStep);
        QCOMPARE(trace->stepEnds.size(), std::size_t(4));
        QCOMPARE(trace->evaluation.nodes.size(), std::size_t(239));
        // Four evaluations per step, and none for observation.
        QCOMPARE(std::ranges::count(trace->steps.sweeps, std::string_view("Assembly"),
                                    [](const TracedSweep& s) { return s.pass->title; }),
                 12);
        for (const TracedSweep& sweep : trace->steps.sweeps)
            for (const TracedWork& work : sweep.work) {
                QVERIFY(work.begin >= trace->stepEnds.front());
                QVERIFY(work.end <= trace->stepEnds.back());
                QVERIFY(work.results.empty());
            }
        for (std::size_t k = 1; k < trace->steps.laps.size(); ++k)
            QCOMPARE(trace->steps.laps[k].begin, trace->steps.laps[k - 1].end);
    }

    /// Threads of the recursion share pieces of the tree: their times are reported, and the
    /// equations are those of one thread.
    void tracesPiecesOfTheRecursion() {
        const auto model = randomModel({.bodies = 200, .joints = {"spherical"}}, 3);
        const Catalogue catalogue;
        RunSpec spec = catalogue.defaults(*model, "naudet", "parallel:2");
        spec.integrator = "rk4";
        const auto trace = traceInstant(catalogue, model, spec, nullptr, 3);
        QVERIFY(trace);
        QCOMPARE(trace->evaluation.nodes.size(), std::size_t(200));
        for (const char* title : {"Pieces of the tree, inward", "Pieces of the tree, outward"}) {
            int sweeps = 0;
            for (const TracedSweep& sweep : trace->steps.sweeps) {
                if (sweep.pass->title != title) continue;
                ++sweeps;
                QVERIFY(sweep.work.size() >= 2);
                for (const TracedWork& work : sweep.work) {
                    QVERIFY(work.node >= 0 && work.node < 200);
                    QVERIFY(work.end > work.begin);
                    QVERIFY(work.thread < trace->steps.threads);
                }
            }
            QCOMPARE(sweeps, 12);
        }
    }

    /// A step of index 3: every iteration assembles every joint, and y = C beta at the last joined
    /// one.
    void tracesAStepOfIndex3() {
        for (const char* integrator :
             {"trapezoidal", "newmark", "alpha-index3", "rattle", "energy-momentum"})
            for (const int threads : {1, 2}) {
                const auto model = randomModel(
                    {.bodies = 60, .joints = {"spherical", "revolute"}, .branched = true}, 3);
                const Catalogue catalogue;
                RunSpec spec = catalogue.defaults(*model, ownerOf(integrator),
                                                  "parallel:" + std::to_string(threads));
                spec.integrator = integrator;
                const auto trace = traceInstant(catalogue, model, spec, nullptr, 2);
                QVERIFY(trace);
                QVERIFY(trace->wholeStep);
                const EvaluationTrace& step = trace->evaluation;
                std::vector<int> singles(model->bodies.size(), 0);
                for (const TracedNode& node : step.nodes)
                    if (node.kind == TracedNode::Kind::Single)
                        ++singles[static_cast<std::size_t>(node.bodies[0])];
                QVERIFY(std::ranges::all_of(singles, [](int count) { return count == 1; }));
                const TracedSweep& last = step.sweeps.back();
                QCOMPARE(last.pass->title, std::string_view("Changes of the bodies"));
                QVERIFY(last.round > 0);
                for (const TracedSweep& sweep : step.sweeps)
                    if (sweep.pass->way == TracedPass::Way::Inward)
                        QCOMPARE(sweep.work.size(), step.nodes.size() - model->bodies.size());
                int roots = 0;
                for (std::size_t k = 0; k < step.nodes.size(); ++k) {
                    if (step.nodes[k].parent >= 0) continue;
                    ++roots;
                    const int node = static_cast<int>(k);
                    const Eigen::MatrixXd C = valueOf(step, "Assembly", node, "C");
                    const Eigen::MatrixXd y =
                        C * valueOf(step, "Right-hand sides, inward", node, "β");
                    QVERIFY(apart(y, valueOf(step, "Disassembly", node, "y")) < 1e-9);
                }
                QVERIFY(roots > 0);
            }
    }

    void everyFormulationTells() {
        const auto model = randomModel({.bodies = 3}, 3);
        const Catalogue catalogue;
        for (const auto& formulation : catalogue.formulations()) {
            const auto trace = traceInstant(catalogue, model,
                                            catalogue.defaults(*model, formulation.id), nullptr, 2);
            QVERIFY2(trace, formulation.id.c_str());
            for (const Phase phase : {Phase::Assembly, Phase::Disassembly})
                QVERIFY2(std::ranges::any_of(trace->evaluation.sweeps,
                                             [phase](const TracedSweep& sweep) {
                                                 return sweep.pass->phase == phase &&
                                                        !sweep.work.front().results.empty();
                                             }),
                         formulation.id.c_str());
            QVERIFY(!trace->steps.laps.empty());
        }
    }
};

MOMENTREE_TEST(TestTrace, Appless)

}  // namespace momentree::test_trace
#include "test_trace.moc"
