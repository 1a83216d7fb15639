// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/measure_board.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/kinematics/assemble.hpp"
#include "core/session/run.hpp"
#include "core/stepping/step_plan.hpp"
#include "fpga_link/offload/board_flags.hpp"
#include "fpga_link/offload/board_link.hpp"
#include "fpga_link/offload/board_message.hpp"
#include "fpga_link/offload/board_stepper.hpp"
#include "fpga_link/offload/on_board.hpp"
#include "fpga_link/offload/phase_calls.hpp"
#include "fpga_link/software/planar_software.hpp"

namespace momentree::fpga {

namespace {

constexpr int softwareSamples = 100;
constexpr double softwareSample_ns = 2e5;  // long compared with reading a clock
constexpr int batches = 15, softwareRounds = 15;
constexpr int softwareCalls = 500;                   // calls per round
constexpr std::uint32_t mostMeasuredSteps = 10'000;  // steps per batch
constexpr int trips = 50;
const char* const wholeStep = "whole step";
const char* const fabric = "fabric";
const char* const software = "this PC's software";
const char* const ownSoftware = "board's software";

double sumOf(const Exchange& e) {
    return static_cast<double>((e.pack + e.send + e.wait + e.receive + e.unpack).count());
}

const TimingRow* find(const std::vector<TimingRow>& rows, const std::string& part) {
    const auto at = std::ranges::find(rows, part, &TimingRow::part);
    return at == rows.end() ? nullptr : &*at;
}

PlanarMethod methodOf(const RunSpec& spec) {
    return spec.integrator == "rk4" ? PlanarMethod::RungeKutta4 : PlanarMethod::Euler;
}

/// Means of several rounds, by part.
class Rounds {
public:
    explicit Rounds(std::vector<std::string> parts)
        : parts_(std::move(parts)), times_(parts_.size()) {}
    void add(std::span<const double> times) {
        for (std::size_t i = 0; i < std::min(times.size(), times_.size()); ++i)
            times_[i].push_back(times[i]);
    }
    /// Parts that take no time are omitted.
    std::vector<TimingRow> rows(const std::string& machine, TimeSource source) const {
        std::vector<TimingRow> rows;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (std::ranges::any_of(times_[i], [](double ns) { return ns > 0.0; }))
                rows.push_back(repeatedRow(parts_[i], machine, source, 1, times_[i]));
        return rows;
    }

private:
    std::vector<std::string> parts_;
    std::vector<std::vector<double>> times_;
};

Rounds roundsOfFunctions() { return Rounds({"update", "assembly", "inverse"}); }

Rounds roundsOfPhases() {
    std::vector<std::string> names;
    for (int phase = 0; phase < fpga::fabricPhaseCount; ++phase)
        names.push_back(fpga::phaseName(static_cast<fpga::FabricPhase>(phase)));
    return Rounds(std::move(names));
}

bool isSimulated(const wire::HelloAck& board) {
    return board.timing == wire::TimingSource::Modelled;
}

std::string worthOf(const wire::HelloAck& board) {
    const std::string clock = timeText(1e9 / board.clock_Hz);
    if (isSimulated(board))
        return "The board is simulated: its times are modelled, from counted clocks of an "
               "assumed " +
               clock + " each; none was measured on hardware.";
    return "Times of the fabric that are measured on the board are counted clocks of " + clock +
           " each, as the board states; this frequency was not checked.";
}

/// A batch of the model, of at most `mostMeasuredSteps`.
Result<BatchOrder> orderOf(const BoardQuestion& question) {
    const RunSpec& spec = question.spec;
    BatchOrder order;
    order.method = methodOf(spec);
    order.step = spec.step;
    const auto start = assemble(*question.model);
    if (!start) return tl::unexpected(start.error());
    const auto carried = onBoard(*question.model, *start);
    if (!carried) return tl::unexpected(carried.error());
    if (auto filled = (*carried)->fill(order, start->time); !filled)
        return tl::unexpected(std::move(filled.error()));
    order.decimation = static_cast<std::uint32_t>(
        std::min<std::int64_t>(stepCount(spec.sample, spec.step), mostMeasuredSteps));
    const auto wanted = std::min<double>(mostMeasuredSteps, std::ceil(spec.duration / spec.step));
    const auto rows = std::max(1u, static_cast<std::uint32_t>(wanted) / order.decimation);
    order.steps = rows * order.decimation;
    return order;
}

class Measurer {
public:
    Measurer(BoardClient& client, const BoardQuestion& question, BatchOrder order,
             const std::stop_token& stop)
        : client_(client), question_(question), order_(std::move(order)), stop_(stop) {}

    Expected<BoardMeasurement> measure(const std::function<void(const char*)>& news) {
        result_.board = client_.board();
        news("software of this machine");
        const SoftwareTimes here = measureSoftware({1, 2, 4, 8, 16, 32, 64}, stop_);
        news("answers of the board");
        if (auto done = askParameters(); !done) return tl::unexpected(done.error());
        news("functions of the board");
        if (auto done = load(true); !done) return tl::unexpected(done.error());
        if (auto done = timeThere(); !done) return tl::unexpected(done.error());
        if (auto done = callFunctions(here); !done) return tl::unexpected(done.error());
        news("steps on this machine");
        runHere(here.machine);
        stepHere(here.machine);
        news("steps on the board");
        if (auto done = stepThere(here.machine); !done) return tl::unexpected(done.error());
        if (auto done = fall(here.machine); !done) return tl::unexpected(done.error());
        if (stop_.stop_requested()) return trouble(Trouble::Stopped);
        news("clocks of the fabric");
        result_.report = makeReport(here, 10'000, result_.parameters);
        result_.report.more = {result_.functions, result_.step, run_};
        if (!inSpace_.groups.empty())
            result_.report.more.insert(result_.report.more.begin() + 1, inSpace_);
        if (!simulation_.groups.empty()) result_.report.more.push_back(simulation_);
        result_.report.board = result_.board.machine + ", " + result_.board.device;
        result_.report.remark = worthOf(result_.board);
        return std::move(result_);
    }

private:
    Expected<void> askParameters() {
        TimingParameters& parameters = result_.parameters;
        parameters.clockHz = result_.board.clock_Hz;
        parameters.write_ns = result_.board.write_ns;
        parameters.read_ns = result_.board.read_ns;
        double least = INFINITY;
        for (int i = 0; i < trips; ++i) {
            if (const auto status = client_.status(); !status)
                return tl::unexpected(status.error());
            least = std::min(least, sumOf(client_.lastExchange()));
        }
        parameters.latency_ns = 0.5 * least;
        return {};
    }

    /// Loads the model, a chain with its phases in sequence if wanted.
    Expected<wire::ModelAck> load(bool phased) {
        if (order_.system) return client_.load(programMessageOf(*order_.system));
        wire::LoadModel message = messageOf(order_);
        message.phased = phased ? wire::yes : std::uint8_t{0};
        return client_.load(message);
    }

    /// Times functions and phases of a chain on the board's processor.
    Expected<void> timeThere() {
        if (order_.system) return {};
        if (result_.board.minor < wire::softwareSince) {
            result_.remark = boardMessage({Trouble::TooOld, {"time its software"}});
            return {};
        }
        Rounds functions = roundsOfFunctions(), phases = roundsOfPhases();
        auto source = TimeSource::MeasuredHost;
        for (int round = 0; round < softwareRounds; ++round) {
            if (stop_.stop_requested()) return trouble(Trouble::Stopped);
            const auto times = client_.timeSoftware(softwareCalls);
            if (!times) return tl::unexpected(times.error());
            functions.add(times->functions);
            phases.add(times->phases);
            source = static_cast<TimeSource>(times->source);
        }
        functionsThere_ = functions.rows(result_.board.machine, source);
        phasesThere_ = phases.rows(result_.board.machine, source);
        return {};
    }

    Expected<void> callFunctions(const SoftwareTimes& times) {
        const auto calls = callPhases(client_, times, question_.calls, stop_);
        if (!calls) return tl::unexpected(calls.error());
        result_.exact = std::ranges::all_of(*calls, &PhaseCall::exact);
        result_.functions = tableOf("Functions called one by one: update, assembly, inverse",
                                    *calls, false, wayFrom(times.machine));
        if (!functionsThere_.empty())
            result_.functions.groups.insert(result_.functions.groups.begin() + 1,
                                            {ownSoftware, functionsThere_});
        if (std::ranges::any_of(*calls, &PhaseCall::inSpace))
            inSpace_ = tableOf("Functions in space called one by one: update, assembly", *calls,
                               true, wayFrom(times.machine));
        std::vector<TimingRow> simulated;
        for (const PhaseCall& call : *calls)
            if (const TimingRow* whole = find(call.board, "simulation"))
                simulated.push_back(named(*whole, call.function));
        if (!simulated.empty())
            simulation_ = {"Wall time of the simulated accelerator, which says nothing of hardware",
                           1,
                           {{"functions", std::move(simulated)}}};
        return {};
    }

    /// The functions in the plane or in space; those in one command are left out.
    ReportTable tableOf(const char* title, const std::vector<PhaseCall>& calls, bool inSpace,
                        const std::string& way) const {
        ReportGroup here{software, {}}, logic{fabric, {}};
        TimingRow transfer{"register transfer", result_.board.machine, TimeSource::Modelled, 0,
                           0.0};
        TimingRow network{"network", way, TimeSource::MeasuredHost, 0, 0.0};
        for (const PhaseCall& call : calls) {
            if (call.inSpace != inSpace || call.function == "update and assembly") continue;
            here.rows.push_back(call.software);
            if (const TimingRow* compute = find(call.board, "compute"))
                logic.rows.push_back(named(*compute, call.function));
            for (const char* part : {"register writes", "register reads"})
                if (const TimingRow* access = find(call.board, part)) add(transfer, *access);
            add(network, call.network);
        }
        logic.rows.insert(logic.rows.end(), {transfer, network});
        return {title, 1, {here, logic}};
    }

    /// Where the time of the network is spent.
    std::string wayFrom(const std::string& machine) const {
        const std::string& host = client_.address().host;
        const bool loopback = host.starts_with("127.") || host == "localhost" || host == "::1";
        return loopback ? "loopback of " + machine : machine;
    }
    static TimingRow named(TimingRow row, const std::string& part) {
        row.part = part;
        return row;
    }
    /// A sum of medians has no spread, since percentiles do not add up.
    static void add(TimingRow& sum, const TimingRow& row) {
        sum.source = row.source;
        sum.count += row.count;
        sum.ns += row.ns;
    }

    /// Times on this processor the work that `timeThere` times on the board's; what is no chain has
    /// no such software, but the core's hdca.
    void stepHere(const std::string& machine) {
        result_.step = {"One step of the model, " + question_.spec.integrator, 1, {}};
        if (order_.system) {
            const double whole = totalOf(run_.groups.front().rows).ns;
            result_.step.groups.push_back(
                {software, {{wholeStep, machine, TimeSource::MeasuredHost, 1, whole}}});
            return;
        }
        const Trajectory trajectory{order_.mechanism, order_.start};
        Rounds phases = roundsOfPhases();
        for (int round = 0; round < softwareRounds && !stop_.stop_requested(); ++round)
            phases.add(timeSteps(trajectory, order_.method, order_.step, softwareCalls));
        result_.step.groups.push_back({software, phases.rows(machine, TimeSource::MeasuredHost)});
        if (!phasesThere_.empty()) result_.step.groups.push_back({ownSoftware, phasesThere_});
    }

    /// Times the phases of a run with the core's hdca in double precision.
    void runHere(const std::string& machine) {
        RunSpec spec = question_.spec;
        spec.formulation = "hdca";
        spec.backend = "sequential";
        run_ = {"One step of a run on this PC, " + spec.integrator, 1, {}};
        const std::size_t n = question_.model->bodies.size();
        const int steps = std::max(
            5, static_cast<int>(softwareSample_ns / (1e3 * (1.0 + static_cast<double>(n)))));
        spec.sample = steps * spec.step;
        spec.duration = softwareSamples * spec.sample;
        ReportGroup group{"hdca", {}};
        const auto run = Run::create(Catalogue(), question_.model, spec);
        while (run && !(*run)->finished() && !stop_.stop_requested())
            if ((*run)->advance({}).status != StepStatus::Reached) break;
        for (std::size_t p = 0; run && p < momentree::phaseCount; ++p) {
            const auto phase = static_cast<momentree::Phase>(p);
            const Recording& rows = *(*run)->recording();
            std::vector<double> times;
            for (std::size_t row = 1; row < rows.size(); ++row)
                times.push_back(rows.at(row, (*run)->layout().phase(phase)));
            const bool any = std::ranges::any_of(times, [](double ns) { return ns > 0.0; });
            if (any)
                group.rows.push_back(repeatedRow(std::string(momentree::phaseName(phase)), machine,
                                                 TimeSource::MeasuredHost, 1, std::move(times)));
        }
        run_.groups.push_back(group);
    }

    /// Times batches of the loaded program.
    Expected<void> stepThere(const std::string& machine) {
        BatchOrder order = order_;
        order.steps =
            std::max(order.decimation, order.steps / 10 / order.decimation * order.decimation);
        std::vector<double> own, network;
        std::vector<TimingRow> last;
        for (int i = 0; i < batches; ++i) {
            const auto done = client_.run(
                {order.steps, order.decimation}, [](auto, auto) {}, {}, stop_);
            if (!done) return tl::unexpected(done.error());
            if (const auto flagged = flagTrouble(*done, result_.board.minor))
                return tl::unexpected(*flagged);
            if (done->stepsDone == 0) return trouble(Trouble::Stopped);
            last = timingRows(done->timings, result_.board.machine);
            const TimingRow* simulation = find(last, "simulation");
            const TimingRow* whole = simulation ? simulation : find(last, "agent");
            const double rest = sumOf(client_.lastExchange()) - (whole ? whole->ns : 0.0);
            const auto steps = static_cast<double>(done->stepsDone);
            network.push_back(std::max(0.0, rest / steps));
            if (simulation) own.push_back(simulation->ns / steps);
        }
        if (!own.empty() && !simulation_.groups.empty())
            simulation_.groups.push_back(
                {"batches",
                 {repeatedRow(wholeStep, result_.board.machine, TimeSource::Simulated, 1, own)}});
        keepStep(last, order.steps,
                 repeatedRow("network", wayFrom(machine), TimeSource::MeasuredHost, 1,
                             std::move(network)));
        return {};
    }

    void keepStep(const std::vector<TimingRow>& rows, double steps, const TimingRow& network) {
        ReportGroup group{fabric, {}};
        const auto perStep = [&](TimingRow row, const std::string& part) {
            row.part = part;
            row.ns /= steps;
            row.count =
                static_cast<std::int64_t>(std::llround(static_cast<double>(row.count) / steps));
            group.rows.push_back(std::move(row));
        };
        for (const char* phase : {"kinematics", "initialise", "assembly", "base", "disassembly",
                                  "derivatives", "integrate"})
            if (const TimingRow* row = find(rows, phase); row && row->ns > 0.0)
                perStep(*row, phase);
        if (const TimingRow* row = find(rows, "compute"); row && group.rows.empty())
            perStep(*row, wholeStep);
        if (const TimingRow* row = find(rows, "register reads")) perStep(*row, "register transfer");
        group.rows.push_back(network);
        result_.step.groups.push_back(group);
    }

    /// Times one batch as in normal use, with its rows.
    Expected<void> fall(const std::string& machine) {
        const BatchOrder& order = order_;
        const auto loaded = load(false);
        if (!loaded) return tl::unexpected(loaded.error());
        std::vector<double> rows;
        const auto take = [&](std::span<const wire::Word> words, std::size_t) {
            for (const wire::Word word : words)
                rows.push_back(static_cast<double>(std::bit_cast<float>(word)));
        };
        const auto done = client_.run({order.steps, order.decimation}, take, {}, stop_);
        if (!done) return tl::unexpected(done.error());
        if (const auto flagged = flagTrouble(*done, result_.board.minor))
            return tl::unexpected(*flagged);
        const Exchange& e = client_.lastExchange();
        const auto row = [&](const char* part, std::chrono::nanoseconds time, std::size_t bytes) {
            return TimingRow{part, machine, TimeSource::MeasuredHost,
                             static_cast<std::int64_t>(bytes), static_cast<double>(time.count())};
        };
        const std::vector<TimingRow> board = timingRows(done->timings, result_.board.machine);
        const TimingRow* simulation = find(board, "simulation");
        const TimingRow* compute = simulation ? simulation : find(board, "compute");
        result_.waterfall = {row("pack", e.pack, 0), row("send", e.send, e.bytesSent),
                             row("wait", e.wait, 0), row("receive", e.receive, e.bytesReceived),
                             row("unpack", e.unpack, 0)};
        // Meanwhile this machine waits for the simulation.
        if (simulation) result_.waterfall[2].source = TimeSource::Simulated;
        if (simulation) result_.waterfall[3].source = TimeSource::Simulated;
        if (compute)
            result_.waterfall.insert(result_.waterfall.begin() + 3, named(*compute, "compute"));
        OffloadWork& work = result_.work;
        work.bodies = static_cast<int>(question_.model->bodies.size());
        work.cyclesPerStep = static_cast<int>(loaded->programWords * loaded->passes);
        work.steps = order.steps;
        work.decimation = order.decimation;
        work.pack_ns = static_cast<double>(e.pack.count());
        work.unpack_ns = static_cast<double>(e.unpack.count()) * order.decimation / order.steps;
        result_.software_ns = totalOf(run_.groups.front().rows).ns * order.steps;
        return {};
    }

    BoardClient& client_;
    const BoardQuestion& question_;
    BatchOrder order_;
    std::stop_token stop_;
    std::vector<TimingRow> functionsThere_, phasesThere_;
    ReportTable inSpace_, run_, simulation_;
    BoardMeasurement result_;
};

}  // namespace

Diagnostics measureRefusal(const Model& model, const RunSpec& spec) {
    RunSpec batch = spec;
    batch.backend = boardOf(spec.backend);
    return boardRefusal(model, batch);
}

Result<BoardMeasurement> measureBoard(BoardClient& client, const BoardQuestion& question,
                                      const std::function<void(const char*)>& news,
                                      const std::stop_token& stop) {
    if (auto problems = measureRefusal(*question.model, question.spec); !problems.empty())
        return tl::unexpected(std::move(problems));
    auto order = orderOf(question);
    if (!order) return tl::unexpected(std::move(order.error()));
    auto measured = Measurer(client, question, std::move(*order), stop).measure(news);
    if (!measured) return fail(error(Place::board(), boardMessage(measured.error())));
    return std::move(*measured);
}

}  // namespace momentree::fpga
