// SPDX-License-Identifier: Apache-2.0
// Models of the core on the accelerator: supported models, rejected ones, and equality of samples
// with the core's hdca.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/session/run.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/offload/planar_chain.hpp"
#include "fpga_link/offload/soft_link.hpp"
#include "support/test_main.hpp"

namespace momentree::fpga::test_offload {
namespace {

ModelDescription exampleOf(const std::string& name) {
    const auto description = readModelFile(
        std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") + name + ".momentree.json");
    if (!description) qFatal("%s", toString(description.error().front()).c_str());
    return *description;
}

std::shared_ptr<const Model> built(const ModelDescription& description) {
    const auto model = buildModel(description);
    if (!model) qFatal("no model: %s", toString(model.error().front()).c_str());
    return *model;
}

MarkerDescription marker(const std::string& name, const Vector3d& at, const Vector3d& z) {
    MarkerDescription m;
    m.name = name;
    m.position = {at.x(), at.y(), at.z()};
    m.z = Scalar3{z.x(), z.y(), z.z()};
    return m;
}

/// An oblique chain: joints along a direction that is not a world axis, every other one reversed,
/// bodies side by side, joints written from either side, some damped.
ModelDescription askew(int n) {
    const Vector3d z = Vector3d(0.4, -0.3, 0.8).normalized();
    ModelDescription d;
    d.gravity = {1.0, -9.0, 2.0};
    d.groundMarkers.push_back(marker("O", {0.3, -0.2, 0.5}, z));
    MarkerReference before{"ground", "O"};
    for (int i = 0; i < n; ++i) {
        BodyDescription body;
        body.name = "link" + std::to_string(i);
        body.mass = 1.0 + 0.3 * i;
        body.com = {0.02, 0.01 * i, 0.05};
        body.inertia = {{{0.02, 0.001, 0.0}, {0.001, 0.03, 0.002}, {0.0, 0.002, 0.025}}};
        body.markers.push_back(marker("in", {-0.2, 0.03, 0.1}, i % 2 == 0 ? z : -z));
        body.markers.push_back(marker("out", {0.25, -0.02, 0.02}, i % 2 == 0 ? -z : z));
        d.bodies.push_back(body);
        JointDescription joint;
        joint.name = "J" + std::to_string(i);
        joint.type = "revolute";
        joint.a = before;
        joint.b = {body.name, "in"};
        if (i % 3 == 1) std::swap(joint.a, joint.b);
        d.joints.push_back(joint);
        d.jointStarts.push_back({joint.name, {Scalar(0.3 * (i + 1))}, {Scalar(0.5 - 0.4 * i)}});
        if (i != 1) {
            AxialTorqueDescription damper;
            damper.a = joint.b;
            damper.b = joint.a;
            damper.damping = 0.02 + 0.01 * i;
            d.forces.push_back({"damper" + std::to_string(i), damper});
        }
        before = {body.name, "out"};
    }
    return d;
}

Catalogue withSoftBoard() {
    Catalogue catalogue;
    catalogue.add(boardBackend(
        "board", "Board", "The accelerator.", [](const std::string&) { return makeSoftLink(); },
        [](const std::string&) { return makeSoftFunctions(); }));
    catalogue.add(
        boardBackend("batches", "", "", [](const std::string&) { return makeSoftLink(); }));
    return catalogue;
}

RunSpec specOf(const std::string& backend, const std::string& integrator = "rk4") {
    RunSpec spec;
    spec.formulation = "hdca";
    spec.backend = backend;
    spec.integrator = integrator;
    spec.step = 2e-4;
    spec.duration = 0.5;
    spec.sample = 0.01;
    return spec;
}

std::unique_ptr<Run> runOf(const Catalogue& catalogue, const ModelDescription& description,
                           const RunSpec& spec) {
    auto run = Run::create(catalogue, built(description), spec);
    if (!run) qFatal("no run: %s", toString(run.error().front()).c_str());
    return std::move(*run);
}

Progress finish(Run& run) {
    Progress progress;
    while (!run.finished() && progress.status == StepStatus::Reached) progress = run.advance({});
    return progress;
}

/// Place and message of everything that the accelerator cannot run, "joint 'J2' accelerator-joint".
QStringList refusalOf(const ModelDescription& description) {
    QStringList refusal;
    if (const auto chain = planarChain(*built(description)); !chain)
        for (const Diagnostic& problem : chain.error())
            refusal << QString::fromStdString(problem.place.str() + ' ' +
                                              std::string(problem.message.id));
    return refusal;
}

/// Returns some rows of zeros, then the given status.
class FailingLink final : public BatchLink {
public:
    FailingLink(int rows, BatchStatus end) : rows_(rows), end_(end) {}
    tl::expected<void, Message> load(const BatchOrder& order, const std::stop_token&) override {
        n_ = order.start.angle.size();
        return {};
    }
    tl::expected<void, Message> start() override { return {}; }
    BatchStatus next(std::span<double> row, const std::stop_token&) override {
        if (rows_-- <= 0) return end_;
        std::fill(row.begin(), row.end(), 0.1);
        return row.size() == 2 * n_ ? BatchStatus::Row : BatchStatus::Lost;
    }
    std::optional<Message> problem() const override {
        if (end_ == BatchStatus::NotFinite) return {};
        return MOMENTREE_TEXT("test-plug", "the plug was pulled");
    }

private:
    int rows_;
    BatchStatus end_;
    std::size_t n_ = 0;
};

}  // namespace

class TestOffload : public QObject {
    Q_OBJECT

private slots:
    /// Every column except the drift, which exists in binary32 but not with sixteen digits.
    void samplesAreThoseOfTheCore_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("integrator");
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<QString>("mode");
        for (const char* mode : {"batch", "per-phase"}) {
            const auto row = [mode](const char* name, const char* model, const char* integrator,
                                    double tolerance) {
                QTest::addRow("%s, %s", name, mode) << model << integrator << tolerance << mode;
            };
            row("double pendulum", "double_pendulum", "rk4", 2e-4);
            row("double pendulum, euler", "double_pendulum", "explicit-euler", 2e-4);
            row("askew, one", "askew 1", "rk4", 2e-4);
            row("four-bar", "four_bar", "rk4", 2e-3);
            row("askew, four", "askew 4", "rk4", 2e-4);
            row("askew, five", "askew 5", "rk4", 2e-4);
        }
        // Chains in space; those of other joints in the plane are computed as such, too.
        for (const char* model :
             {"spatial_double_pendulum", "asymmetric_body", "heavy_top", "cart_pendulum"})
            for (const char* integrator : {"rk4", "explicit-euler"})
                QTest::addRow("%s, %s, per phase", model, integrator)
                    << model << integrator << 2e-4 << "per-phase";
    }
    void samplesAreThoseOfTheCore() {
        QFETCH(QString, model);
        QFETCH(QString, integrator);
        QFETCH(double, tolerance);
        QFETCH(QString, mode);
        const ModelDescription description = model.startsWith("askew")
                                                 ? askew(model.last(1).toInt())
                                                 : exampleOf(model.toStdString());
        const Catalogue catalogue = withSoftBoard();
        const auto core =
            runOf(catalogue, description, specOf("sequential", integrator.toStdString()));
        const std::string backend = mode == "batch" ? "board:there:1" : "board:there:1:per-phase";
        const RunSpec spec = specOf(backend, integrator.toStdString());
        const auto board = runOf(catalogue, description, spec);
        QCOMPARE(finish(*core).status, StepStatus::Reached);
        QCOMPARE(finish(*board).status, StepStatus::Reached);
        const Recording &wanted = *core->recording(), &got = *board->recording();
        QCOMPARE(got.size(), wanted.size());
        QCOMPARE(board->steps(), core->steps());
        const int columns = core->layout().driftPosition();
        for (int column = 0; column < columns; ++column) {
            double size = 1.0, error = 0.0;
            for (std::size_t row = 0; row < got.size(); ++row) {
                size = std::max(size, std::abs(wanted.at(row, column)));
                error = std::max(error, std::abs(got.at(row, column) - wanted.at(row, column)));
            }
            const std::string& name = core->layout().names()[static_cast<std::size_t>(column)];
            QVERIFY2(error <= tolerance * size,
                     qPrintable(QString("%1: %2 of %3").arg(name.c_str()).arg(error).arg(size)));
        }
        const int drift = board->layout().driftPosition();
        for (std::size_t row = 0; row < got.size(); ++row) QVERIFY(got.at(row, drift) < 1e-4);
    }

    /// Every phase that is computed here or there has a time and is charged once for each call.
    void perPhaseTimesAddUp() {
        const RunSpec spec = specOf("board:there:1:per-phase");
        const auto run = runOf(withSoftBoard(), exampleOf("four_bar"), spec);
        QCOMPARE(finish(*run).status, StepStatus::Reached);
        const PhaseClock& clock = run->stepper().phases();
        for (const auto phase :
             {momentree::Phase::Kinematics, momentree::Phase::Initialise,
              momentree::Phase::Assembly, momentree::Phase::Base, momentree::Phase::Disassembly,
              momentree::Phase::Derivatives, momentree::Phase::Integrate})
            QVERIFY(clock[phase].ns > 0);
        // Four evaluations per step: two updates of two bodies, two nodes, one inverse.
        const std::int64_t evaluations = 4 * run->steps();
        QCOMPARE(clock[momentree::Phase::Initialise].calls, 2 * evaluations);
        QCOMPARE(clock[momentree::Phase::Assembly].calls, 2 * evaluations);
        QCOMPARE(clock[momentree::Phase::Base].calls, evaluations);
        QCOMPARE(clock[momentree::Phase::Kinematics].calls, evaluations);
        QCOMPARE(clock[momentree::Phase::Disassembly].calls, evaluations);
        QCOMPARE(clock[momentree::Phase::Derivatives].calls, evaluations);
        // Before each of them, and at the end of each row.
        const auto rows = static_cast<std::int64_t>(run->recording()->size()) - 1;
        QCOMPARE(clock[momentree::Phase::Integrate].calls, evaluations + rows);
    }

    void refusesPhasesWhereThereAreBatchesOnly() {
        const auto problemOf = [](const std::string& backend) {
            const auto run =
                Run::create(withSoftBoard(), built(exampleOf("four_bar")), specOf(backend));
            return run ? std::string_view() : run.error().front().message.id;
        };
        QCOMPARE(problemOf("batches"), std::string_view());
        QCOMPARE(problemOf("batches:per-phase"), std::string_view("board-batches-only"));
    }

    void findsTheChain() {
        const auto model = built(askew(5));
        const auto chain = planarChain(*model);
        QVERIFY(chain);
        QVERIFY(!chain->mechanism.closed);
        QCOMPARE(chain->bodies.size(), std::size_t{5});
        for (std::size_t i = 0; i < 5; ++i) {
            const auto& body = chain->mechanism.bodies[i];
            QCOMPARE(body.damping, i == 1 ? 0.0 : 0.02 + 0.01 * static_cast<double>(i));
            QCOMPARE(body.mass, 1.0 + 0.3 * static_cast<double>(i));
        }
        // Converting a start to the chain and back does not change it.
        const auto start = assemble(*model);
        QVERIFY(start);
        const PlanarState state = planarState(*chain, *start);
        const std::vector<double> speed = speedsOf(chain->mechanism, state);
        std::vector<BodyState> bodies(5);
        placeBodies(*chain, state.angle, speed, bodies);
        for (std::size_t i = 0; i < 5; ++i) {
            const BodyState &a = bodies[i], &b = start->bodies[i];
            QVERIFY((a.r - b.r).norm() < 1e-12);
            QVERIFY(std::abs(std::abs(a.e.dot(b.e)) - 1.0) < 1e-12);
            QVERIFY((a.v - b.v).norm() < 1e-11);
            QVERIFY((a.w - b.w).norm() < 1e-11);
        }
        QVERIFY(planarChain(*built(exampleOf("four_bar")))->mechanism.closed);
    }

    void refusesByName_data() {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("words");
        QTest::newRow("motion") << "four_bar_driven"
                                << "motion 'drive' accelerator-motion";
        QTest::newRow("coupling") << "planetary_gear"
                                  << "coupling 'sun1' accelerator-coupling";
        QTest::newRow("rod") << "single_pendulum"
                             << "joint 'rod' accelerator-joint";
        QTest::newRow("slider") << "slider_crank"
                                << " accelerator-joint";
        QTest::newRow("many") << "chain_128"
                              << "model accelerator-bodies";
        QTest::newRow("spherical") << "rssr"
                                   << " accelerator-joint";
        QTest::newRow("loops") << "peaucellier"
                               << " accelerator-loop";
    }
    void refusesByName() {
        QFETCH(QString, example);
        QFETCH(QString, words);
        const QString refusal = refusalOf(exampleOf(example.toStdString())).join('\n');
        QVERIFY2(refusal.contains(words), qPrintable(refusal));
    }

    void refusesOtherTopologies() {
        ModelDescription d = askew(3);
        d.bodies[1].markers[1] = marker("out", {0.25, 0.0, 0.0}, {1.0, 0.0, 0.0});
        QVERIFY(refusalOf(d).contains("joint 'J2' accelerator-not-planar"));
        d = askew(3);
        d.joints[2].a = {"link0", "out"};
        QVERIFY(refusalOf(d).contains("body 'link2' accelerator-branch"));
        d = askew(3);
        d.bodies[1].markers[1].position = d.bodies[1].markers[0].position;
        QVERIFY(refusalOf(d).contains("body 'link1' accelerator-no-length"));
    }

    void refusesLoads() {
        ModelDescription d = askew(3);
        d.forces.push_back({"wind", DragDescription{"link1", 0.1, 0.0}});
        AppliedForceDescription push;
        push.at = {"link2", ""};
        push.direction = {1.0, 0.0, 0.0};
        d.forces.push_back({"push", push});
        SpringDamperDescription spring;
        spring.a = {"ground", "O"};
        spring.b = {"link2", "out"};
        spring.stiffness = 10.0;
        d.forces.push_back({"rope", spring});
        QStringList refusal = refusalOf(d);
        refusal.sort();
        QCOMPARE(refusal,
                 QStringList({"force 'push' accelerator-force", "force 'rope' accelerator-force",
                              "force 'wind' accelerator-force"}));
    }

    void refusesWhatIsNoDamperOfAJoint() {
        AxialTorqueDescription torque;
        torque.a = {"link0", "in"};
        torque.b = {"link2", "in"};
        torque.damping = 0.1;
        ModelDescription d = askew(3);
        d.forces.push_back({"across", torque});
        QVERIFY(refusalOf(d).contains("force 'across' accelerator-damper-across"));
        torque.a = {"link1", "out"};
        torque.stiffness = 2.0;
        d = askew(3);
        d.forces.push_back({"stiff", torque});
        QVERIFY(refusalOf(d).contains("force 'stiff' accelerator-force"));
        torque.stiffness = 0.0;
        torque.law.offset = 1.0;
        d.forces.back() = {"motor", torque};
        QVERIFY(refusalOf(d).contains("force 'motor' accelerator-force"));
        torque.law.offset = 0.0;
        torque.a = {"link1", ""};
        d.forces.back() = {"crooked", torque};
        QVERIFY(refusalOf(d).contains("force 'crooked' accelerator-damper-axis"));
    }

    void tellsEveryReason() { QVERIFY(refusalOf(exampleOf("robot_arm")).size() > 3); }

    void catalogueRefusesCombinations() {
        const Catalogue catalogue = withSoftBoard();
        const auto model = built(exampleOf("double_pendulum"));
        const auto reason = [&](const RunSpec& spec) {
            const auto checked = catalogue.check(*model, spec);
            return checked ? std::string_view() : checked.error().front().message.id;
        };
        QCOMPARE(reason(specOf("board:a:1")), std::string_view());
        RunSpec spec = specOf("board:a:1");
        spec.formulation = "naudet";
        QCOMPARE(reason(spec), std::string_view("backend-formulation"));
        QCOMPARE(reason(specOf("board", "dopri5")), std::string_view("backend-integrator"));
        spec = specOf("board");
        spec.duration = 0.505;
        QCOMPARE(reason(spec), std::string_view("board-duration"));
        spec = specOf("board");
        spec.step = spec.sample = 0.25;
        QCOMPARE(reason(spec), std::string_view("board-step"));
        QCOMPARE(reason(specOf("bord")), std::string_view("id-misspelt"));
        bool listed = false;
        for (const Choice& choice : catalogue.backends("naudet"))
            if (choice.id == "board") {
                listed = true;
                QVERIFY(choice.refusal);
            }
        QVERIFY(listed);
        const auto driven = built(exampleOf("four_bar_driven"));
        QVERIFY(catalogue.check(*driven, specOf("board")));
        QVERIFY(!catalogue.check(*driven, specOf("board:a:1:per-phase")));
        const auto loop = catalogue.check(*built(exampleOf("rssr")), specOf("board:a:1:per-phase"));
        QVERIFY(!loop);
        QCOMPARE(loop.error().front().message.id, std::string_view("accelerator-phases-chain"));
        QVERIFY(
            !catalogue.check(*built(exampleOf("branched_tree")), specOf("board:a:1:per-phase")));
        const auto fan = built(exampleOf("fan"));
        QVERIFY(!catalogue.check(*fan, specOf("board")));
        QVERIFY(catalogue.check(*fan, specOf("sequential")));
    }

    void tellsHowALinkEnds_data() {
        QTest::addColumn<BatchStatus>("end");
        QTest::addColumn<StepStatus>("status");
        QTest::addColumn<QString>("words");
        QTest::newRow("lost") << BatchStatus::Lost << StepStatus::LinkLost
                              << "at t = 0.03 s: the plug was pulled; ";
        QTest::newRow("not finite")
            << BatchStatus::NotFinite << StepStatus::NotFinite << "diverged at t = 0.03 s";
        QTest::newRow("singular") << BatchStatus::Singular << StepStatus::BoardFlag
                                  << "the board stopped at t = 0.03 s: the plug was pulled; ";
        QTest::newRow("stopped") << BatchStatus::Stopped << StepStatus::Stopped
                                 << "stopped at t = 0.03 s";
    }
    void tellsHowALinkEnds() {
        QFETCH(BatchStatus, end);
        QFETCH(StepStatus, status);
        QFETCH(QString, words);
        Catalogue catalogue;
        catalogue.add(boardBackend("board", "", "", [end](const std::string&) {
            return std::make_unique<FailingLink>(3, end);
        }));
        RunSpec spec = specOf("board");
        spec.integrator = "explicit-euler";  // no judgement of the energy of these rows
        const auto run = runOf(catalogue, exampleOf("double_pendulum"), spec);
        const Progress progress = finish(*run);
        QCOMPARE(progress.status, status);
        QCOMPARE(run->recording()->size(), std::size_t{4});
        const QString text = QString::fromStdString(run->failure(progress).str());
        QVERIFY2(text.contains(words), qPrintable(text));
    }

    /// A stop occurs between rows and changes none.
    void goesOnAfterAStop() {
        const Catalogue catalogue = withSoftBoard();
        const auto whole = runOf(catalogue, exampleOf("double_pendulum"), specOf("board"));
        finish(*whole);
        const auto halted = runOf(catalogue, exampleOf("double_pendulum"), specOf("board"));
        std::stop_source stop;
        stop.request_stop();
        while (!halted->finished()) {
            QCOMPARE(halted->advance(stop.get_token()).status, StepStatus::Stopped);
            QCOMPARE(halted->advance({}).status, StepStatus::Reached);
        }
        const std::size_t last = whole->recording()->size() - 1;
        for (int column = 0; column < whole->layout().csvWidth(); ++column)
            QCOMPARE(halted->recording()->at(last, column), whole->recording()->at(last, column));
    }
};

MOMENTREE_TEST(TestOffload, Appless)

}  // namespace momentree::fpga::test_offload
#include "test_offload.moc"
