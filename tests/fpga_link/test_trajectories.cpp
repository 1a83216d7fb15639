// SPDX-License-Identifier: Apache-2.0
// Several trajectories in one batch: over TCP, by links of the core's runs, and in studies. Each
// gives the bits that it gives alone.
#include <QTest>
#include <cmath>

#include "board_process.hpp"
#include "check_program.hpp"
#include "core/io/model_file.hpp"
#include "core/kinematics/assemble.hpp"
#include "core/math/index.hpp"
#include "core/study/run_store.hpp"
#include "core/study/run_study.hpp"
#include "fpga_link/compiler/merge_systems.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/shared_batch.hpp"
#include "fpga_link/offload/together.hpp"
#include "local_server.hpp"
#include "support/test_main.hpp"
#include "wire_models.hpp"

namespace momentree::fpga::test_trajectories {

using momentree::test::boardCommand;
using momentree::test::chain;
using momentree::test::connectTo;
using momentree::test::LocalServer;
using momentree::test::patient;
using momentree::test::wireModel;
using wire::Word;

namespace {

using Words = std::vector<Word>;
constexpr wire::RunBatch batch{300, 3};

wire::LoadModels modelsOf(int count, int bodies, bool closed,
                          wire::Method method = wire::Method::Euler) {
    wire::LoadModels models;
    for (int k = 0; k < count; ++k) {
        models.models.push_back(wireModel(chain(bodies, closed, k)));
        models.models.back().method = method;
    }
    return models;
}

/// The words of all rows, without the number of their trajectory.
Words rowsOf(BoardClient& client, const wire::LoadModel& model) {
    Words rows;
    const auto take = [&](std::span<const Word> more, std::size_t) {
        rows.insert(rows.end(), more.begin(), more.end());
    };
    if (!client.load(model) || !client.run(batch, take)) qFatal("no batch");
    return rows;
}

/// The rows of each trajectory, without its number.
std::vector<Words> rowsOf(BoardClient& client, const wire::LoadModels& models) {
    std::vector<Words> rows(models.models.size());
    const auto take = [&](std::span<const Word> more, std::size_t stride) {
        for (; !more.empty(); more = more.subspan(stride)) {
            Words& own = rows.at(more[1]);
            own.push_back(more[0]);
            own.insert(own.end(), more.begin() + 2, more.begin() + static_cast<long>(stride));
        }
    };
    if (!client.load(models) || !client.run(batch, take)) qFatal("no batch");
    return rows;
}

ModelDescription exampleOf(const std::string& name) {
    const auto model = readModelFile(std::string(MOMENTREE_SOURCE_DIR "/resources/examples/") +
                                     name + ".momentree.json");
    if (!model) qFatal("%s", toString(model.error().front()).c_str());
    return *model;
}

std::vector<PlannedRun> sweepOf(const std::string& backend, const std::string& axis) {
    const auto study = readStudyText(
        R"({"version": 1, "name": "s", "model": "m", "run": {"formulation": "hdca", "backend": ")" +
            backend +
            R"(", "integrator": "rk4", "step": 0.001, "duration": 0.1, "sample": 0.01}, "sweep": [)" +
            axis + R"(], "reference": {"run": {"backend": "sequential"}}})",
        "s");
    if (!study) qFatal("%s", toString(study.error().front()).c_str());
    return *expand(*study);
}

const std::string lengths =
    R"({"parameter": "L", "from": 0.3, "to": 0.5, "count": 20, "spacing": "linear"})";

Catalogue boards() {
    Catalogue catalogue;
    catalogue.add(remoteBoardBackend(patient()));
    catalogue.add(virtualBoardBackend(boardCommand(), patient()));
    return catalogue;
}

/// The summary of a run without its times.
std::string resultsOf(RunSummary run) {
    run.wall = run.realTimeFactor = 0.0;
    run.sideBySide = 0;
    return summaryText(run);
}

BatchOrder orderOf(const Trajectory& trajectory) {
    return {trajectory.mechanism, trajectory.start, PlanarMethod::Euler, 1e-4, 300, 3};
}

/// An order of a mechanism that is no chain.
/// @param parameter value of its first parameter, NaN for that of the file
BatchOrder orderOf(const std::string& name, PlanarMethod method, double parameter = NAN) {
    ModelDescription description = exampleOf(name);
    if (!std::isnan(parameter)) description.parameters.front().value = parameter;
    const auto model = buildModel(description);
    const auto start = assemble(**model);
    if (!start) qFatal("no start");
    const auto carried = onBoard(**model, *start);
    if (!carried) qFatal("not on a board");
    BatchOrder order;
    order.method = method;
    order.step = 1e-4;
    order.steps = 300;
    order.decimation = 3;
    if (!(*carried)->fill(order, start->time)) qFatal("not compiled");
    return order;
}

/// All rows that a link gives, and how they end.
std::pair<std::vector<double>, BatchStatus> readAll(BatchLink& link, std::size_t bodies) {
    std::vector<double> all, row(2 * bodies);
    for (int k = 0; k < 100; ++k) {
        const BatchStatus status = link.next(row, {});
        if (status != BatchStatus::Row) return {all, status};
        all.insert(all.end(), row.begin(), row.end());
    }
    return {all, BatchStatus::Row};
}

Connect connectBy(const LocalServer& server) {
    return [&server](const std::stop_token& stop, int) {
        return BoardClient::connect(server.address(), patient(), stop);
    };
}

}  // namespace

class TestTrajectories : public QObject {
    Q_OBJECT

private slots:
    void eachGivesItsOwnBits_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bodies");
        QTest::addColumn<bool>("closed");
        QTest::addColumn<bool>("fine");
        QTest::newRow("16 double pendulums") << 16 << 2 << false << false;
        QTest::newRow("16 double pendulums, Runge-Kutta") << 16 << 2 << false << true;
        QTest::newRow("64 single pendulums") << 64 << 1 << false << false;
        QTest::newRow("5 four-bars") << 5 << 3 << true << true;
        QTest::newRow("6 chains of 8") << 6 << 8 << false << false;
        QTest::newRow("one") << 1 << 2 << false << false;
    }
    void eachGivesItsOwnBits() {
        QFETCH(int, count);
        QFETCH(int, bodies);
        QFETCH(bool, closed);
        QFETCH(bool, fine);
        const wire::LoadModels models =
            modelsOf(count, bodies, closed, fine ? wire::Method::RungeKutta4 : wire::Method::Euler);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        const std::vector<Words> together = rowsOf(client, models);
        for (std::size_t k = 0; k < together.size(); ++k)
            QVERIFY(together[k] == rowsOf(client, models.models[k]));
    }

    void statesAreThoseOfAll() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        const wire::LoadModels models = modelsOf(3, 2, false);
        QVERIFY(client.load(models));
        const auto start = client.state();
        QCOMPARE(start->angle.size(), std::size_t{6});
        QCOMPARE(start->angle[4],
                 std::bit_cast<Word>(static_cast<float>(models.models[2].bodies[0].angle)));
        const auto once = client.run(batch, [](auto, auto) {});
        QVERIFY(once && once->angle.size() == 6);
        QVERIFY(client.setState({start->angle, start->momentum}));
        const auto again = client.run(batch, [](auto, auto) {});
        QVERIFY(again->angle == once->angle && again->momentum == once->momentum);
        QVERIFY(!client.setState({{0}, {0}}));
    }

    void refusesWhatCannotRunTogether() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        BoardClient client = connectTo(server.address());
        const auto refusal = [&](const wire::LoadModels& models) {
            const auto loaded = client.load(models);
            return loaded ? QString() : QString::fromStdString(loaded.error().details.at(0));
        };
        wire::LoadModels mixed = modelsOf(2, 2, false);
        mixed.models.push_back(wireModel(3, false));
        QVERIFY(refusal(mixed).contains("trajectory 3: method, step"));
        mixed.models.pop_back();
        mixed.models[1].step *= 2.0;
        QVERIFY(refusal(mixed).contains("trajectory 2: method, step"));
        mixed = modelsOf(2, 2, false);
        mixed.models[1].bodies[1].mass = -1.0;
        QVERIFY(refusal(mixed).contains("trajectory 2: body 2"));
        QVERIFY(refusal({}).contains("1 to 64"));
        QVERIFY(refusal(modelsOf(64, 16, false)).contains("fewer trajectories"));
    }

    void olderAgentIsRefusedByName() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric, {}, {}, "127.0.0.1", wire::trajectoriesSince - 1);
        BoardClient client = connectTo(server.address());
        const auto refused = client.load(modelsOf(2, 2, false));
        QVERIFY(!refused && refused.error().trouble == Trouble::TooOld);
        QVERIFY(client.load(wireModel(2, false)));
    }

    /// The flags of the accelerator are those of all trajectories, but only one run fails.
    void oneThatFailsDoesNotDisturbTheOthers_data() {
        QTest::addColumn<int>("minor");
        QTest::newRow("together") << int{wire::minorVersion};
        QTest::newRow("older agent") << wire::trajectoriesSince - 1;
        QTest::newRow("agent with the lowest limit") << wire::highestLimitSince - 1;
    }
    void oneThatFailsDoesNotDisturbTheOthers() {
        QFETCH(int, minor);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric, {}, {}, "127.0.0.1", static_cast<std::uint8_t>(minor));
        auto links = shareBatch(connectBy(server), 3);
        std::vector<Trajectory> starts{chain(2, false, 0), chain(2, false, 1), chain(2, false, 2)};
        starts[1].start.momentum[0] = 1e6;
        for (std::size_t k = 0; k < 3; ++k) QVERIFY(links[k]->load(orderOf(starts[k]), {}));
        for (auto& link : links) QVERIFY(link->start());
        std::vector<std::pair<std::vector<double>, BatchStatus>> together;
        for (auto& link : links) together.push_back(readAll(*link, 2));
        links.clear();  // leaves the board
        for (std::size_t k = 0; k < 3; ++k) {
            const auto alone = shareBatch(connectBy(server), 1);
            QVERIFY(alone[0]->load(orderOf(starts[k]), {}) && alone[0]->start());
            QVERIFY(together[k] == readAll(*alone[0], 2));
            QCOMPARE(together[k].second, k == 1 ? BatchStatus::NotFinite : BatchStatus::Row);
        }
    }

    void studiesComputeSweepsOfSystemsAtOnce() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        const std::string backend = "board:127.0.0.1:" + std::to_string(server.address().port);
        const std::string cranks =
            R"({"parameter": "r", "from": 0.1, "to": 0.15, "count": 6, "spacing": "linear"})";
        const auto plan = sweepOf(backend, cranks);
        const StudyOutcome outcome = runStudy(boards(), exampleOf("slider_crank"), plan, {});
        QCOMPARE(plan.size(), std::size_t{12});
        int most = 0;
        for (std::size_t k = 0; k < plan.size(); ++k) {
            if (plan[k].reference < 0) continue;
            QVERIFY(outcome.runs[k]);
            QCOMPARE(outcome.runs[k]->status, std::string("done"));
            QVERIFY(outcome.runs[k]->extremes.positionDifference < 1e-4);
            most = std::max(most, outcome.runs[k]->sideBySide);
        }
        QVERIFY2(most >= 2, qPrintable(QString::number(most)));
    }

    void studiesComputeSweepsAtOnce_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("others");
        QTest::newRow("one board") << "board:" << 19;
        QTest::newRow("a virtual board for each job") << "virtual-board" << 9;
    }
    void studiesComputeSweepsAtOnce() {
        QFETCH(QString, backend);
        QFETCH(int, others);
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        if (backend == "board:") backend += QString("127.0.0.1:%1").arg(server.address().port);
        const ModelDescription model = exampleOf("double_pendulum");
        const auto plan = sweepOf(backend.toStdString(), lengths);
        StudyOptions options;
        options.jobs = 2;
        const StudyOutcome outcome = runStudy(boards(), model, plan, options);
        QCOMPARE(plan.size(), std::size_t{40});  // with their references
        for (std::size_t k = 0; k < plan.size(); ++k) {
            if (plan[k].reference < 0) continue;
            QVERIFY(outcome.runs[k]);
            QCOMPARE(outcome.runs[k]->status, std::string("done"));
            QCOMPARE(outcome.runs[k]->sideBySide, others);
            QVERIFY(outcome.runs[k]->extremes.positionDifference < 1e-4);
        }
        // Each alone.
        StudyOptions fewer;
        fewer.jobs = 2;
        fewer.tasks = 20;
        const StudyOutcome single = runStudy(boards(), model, plan, fewer);
        int compared = 0;
        for (std::size_t k = 0; k < plan.size(); ++k) {
            if (!single.runs[k] || plan[k].reference < 0) continue;
            QVERIFY(single.runs[k]->sideBySide <= 1);
            QCOMPARE(resultsOf(*single.runs[k]), resultsOf(*outcome.runs[k]));
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    /// Lengths from a tenth to one metre, whose limits of pivots differ by 2^13: the program for
    /// all has the highest, and no run is alone.
    void sweepsOfAllSizesShareBatches() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        const auto plan = sweepOf(
            "board:127.0.0.1:" + std::to_string(server.address().port),
            R"({"parameter": "L", "from": 0.1, "to": 1, "count": 64, "spacing": "logarithmic"})");
        const StudyOutcome outcome = runStudy(boards(), exampleOf("double_pendulum"), plan, {});
        int runs = 0;
        double last = 0.0;
        for (std::size_t k = 0; k < plan.size(); ++k) {
            if (plan[k].reference < 0) continue;
            ++runs;
            QVERIFY(outcome.runs[k]);
            QCOMPARE(outcome.runs[k]->status, std::string("done"));
            QCOMPARE(outcome.runs[k]->sideBySide, 31);
            QVERIFY(outcome.runs[k]->extremes.positionDifference < 1e-4);
            // In the order of the plan.
            const double length = std::stod(outcome.runs[k]->parameters.at(0).second);
            QVERIFY(length > last);
            last = length;
        }
        QCOMPARE(runs, 64);
    }

    /// A board that computes every second run at once with the first one.
    void othersWaitForTheirTurn() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        Catalogue catalogue;
        Backend backend = remoteBoardBackend(patient());
        std::vector<std::size_t> groups;
        backend.makeTogether = [whole = backend.makeTogether, &groups](
                                   const Backend::Models& models, const RunSpec& spec) {
            Backend::Models odd;
            for (std::size_t k = 0; k < models.size(); k += 2) odd.push_back(models[k]);
            auto chosen = whole(odd, spec);
            groups.push_back(chosen.size());
            std::vector<std::unique_ptr<Stepper>> steppers(chosen.empty() ? 0 : models.size());
            for (std::size_t k = 0; k < chosen.size(); ++k) steppers[2 * k] = std::move(chosen[k]);
            return steppers;
        };
        catalogue.add(std::move(backend));
        const ModelDescription model = exampleOf("double_pendulum");
        const auto plan =
            sweepOf("board:127.0.0.1:" + std::to_string(server.address().port), lengths);
        const StudyOutcome outcome = runStudy(catalogue, model, plan, {});
        QCOMPARE(groups, (std::vector<std::size_t>{10, 5, 3, 0}));
        const StudyOutcome usual = runStudy(boards(), model, plan, {});
        for (std::size_t k = 0; k < plan.size(); ++k)
            QCOMPARE(resultsOf(*outcome.runs[k]), resultsOf(*usual.runs[k]));
    }

    /// Programs of systems side by side: in the plane with a loop and a motor, and in space with
    /// quaternions.
    void systemsGiveTheirOwnBits_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<bool>("rtl");
        for (const bool rtl : {false, true}) {
            const char* on = rtl ? "rtl" : "soft";
            QTest::addRow("4 alike, %s", on)
                << QStringList{"slider_crank", "slider_crank", "slider_crank", "slider_crank"}
                << rtl;
            QTest::addRow("mixed, %s", on)
                << QStringList{"robot_arm", "spatial_double_pendulum", "planetary_gear"} << rtl;
        }
    }
    void systemsGiveTheirOwnBits() {
        QFETCH(QStringList, names);
        QFETCH(bool, rtl);
#ifndef MOMENTREE_WITH_RTL
        if (rtl) QSKIP("built without Verilator");
#endif
        auto fabric = makeSoftFabric();
        if (rtl) fabric = std::move(*openRtlFabric());
        const LocalServer server(*fabric);
        for (const PlanarMethod method : {PlanarMethod::Euler, PlanarMethod::RungeKutta4}) {
            Systems systems;
            std::vector<BatchOrder> orders;
            for (const QString& name : names) {
                const double crank = 0.1 + 0.01 * static_cast<double>(orders.size());
                orders.push_back(
                    orderOf(name.toStdString(), method, name == "slider_crank" ? crank : NAN));
                systems.push_back(orders.back().system);
            }
            const CompiledSystem merged = mergedSystem(systems);
            QVERIFY2(merged.program, merged.refusal.c_str());
            QCOMPARE(checkProgram(merged.graph, *merged.program), std::string());
            const auto rowsOf = [&](const std::vector<BatchOrder>& some) {
                auto links = shareBatch(connectBy(server), some.size());
                for (std::size_t k = 0; k < some.size(); ++k)
                    if (!links[k]->load(some[k], {})) qFatal("not loaded");
                std::vector<std::vector<double>> all;
                for (auto& link : links)
                    if (!link->start()) qFatal("not started");
                for (std::size_t k = 0; k < some.size(); ++k) {
                    const auto [rows, end] = readAll(*links[k], some[k].system->row.size() / 2);
                    if (end != BatchStatus::Row) qFatal("not ended");
                    all.push_back(rows);
                }
                return all;
            };
            const auto together = rowsOf(orders);
            for (std::size_t k = 0; k < orders.size(); ++k)
                QVERIFY(rowsOf({orders[k]})[0] == together[k]);
        }
    }

    /// What one system of a batch raises ends its run only.
    void aSystemThatFailsDoesNotDisturbTheOthers() {
        const auto fabric = makeSoftFabric();
        const LocalServer server(*fabric);
        auto links = shareBatch(connectBy(server), 2);
        BatchOrder wrong = orderOf("slider_crank", PlanarMethod::Euler);
        const BatchOrder right = wrong;
        CompiledSystem infinite = *wrong.system;
        const Register place = infinite.program->states[infinite.row.back()];
        const StateWord& state = infinite.graph.states[infinite.row.back()];
        infinite.graph.nodes[toIndex(state.node)].value = HUGE_VAL;
        for (InitialWord& word : infinite.program->image)
            if (word.place.bank == place.bank && word.place.address == place.address)
                word.bits = 0x7F80'0000;
        wrong.system = std::make_shared<const CompiledSystem>(std::move(infinite));
        QVERIFY(links[0]->load(wrong, {}) && links[1]->load(right, {}));
        for (auto& link : links) QVERIFY(link->start());
        const std::size_t half = right.system->row.size() / 2;
        QCOMPARE(readAll(*links[0], half).second, BatchStatus::NotFinite);
        const auto kept = readAll(*links[1], half);
        QCOMPARE(kept.second, BatchStatus::Row);
        links.clear();
        const auto alone = shareBatch(connectBy(server), 1);
        QVERIFY(alone[0]->load(right, {}) && alone[0]->start());
        QVERIFY(readAll(*alone[0], half) == kept);
    }

    void largestGroupThatFits() {
        const auto modelOf = [](const std::string& name) {
            auto model = buildModel(exampleOf(name));
            if (!model) qFatal("no model");
            return *model;
        };
        const auto pendulum = modelOf("double_pendulum"), fourBar = modelOf("four_bar");
        RunSpec spec;
        spec.integrator = "rk4";
        using Places = std::vector<std::size_t>;
        QCOMPARE(runsTogether({pendulum, pendulum, pendulum}, spec), (Places{0, 1, 2}));
        QCOMPARE(runsTogether({pendulum, fourBar, pendulum}, spec), (Places{0, 2}));
        const auto slider = modelOf("slider_crank"), arm = modelOf("robot_arm");
        QCOMPARE(runsTogether({slider, pendulum}, spec), Places{0});
        QCOMPARE(runsTogether({pendulum, slider}, spec), Places{0});
        QCOMPARE(runsTogether({slider, slider, pendulum, arm}, spec), (Places{0, 1, 3}));
        QCOMPARE(runsTogether({modelOf("bouncing_ball"), slider}, spec), Places{});
        const std::size_t arms = runsTogether(Backend::Models(64, arm), spec).size();
        QVERIFY(arms >= 8 && arms < 64);
        const Backend::Models many(64, fourBar);
        const std::size_t most = runsTogether(many, spec).size();
        QVERIFY(most >= 8 && most < 64);
    }
};

MOMENTREE_TEST(TestTrajectories, Guiless)

}  // namespace momentree::fpga::test_trajectories
#include "test_trajectories.moc"
