// SPDX-License-Identifier: Apache-2.0
// momentree-board-figures AGENT: what it costs to go to a board over TCP, on this machine, as a
// page in Markdown on standard output. What is compared is measured by turns; figures are medians.
#include <sched.h>
#include <sys/utsname.h>

#include <cstdio>
#include <fstream>
#include <functional>

#include "bare_echo.hpp"
#include "fpga_link/agent/accelerator.hpp"
#include "fpga_link/agent/loaded_model.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/client/board_client.hpp"
#include "fpga_link/client/own_agent.hpp"
#include "fpga_link/compiler/soft_engine.hpp"
#include "wire_models.hpp"

using namespace momentree::fpga;
using momentree::test::BareEcho;

namespace {

constexpr std::uint32_t steps = 10'000;
constexpr int batches = 21, calls = 5'000;

/// [us]
double timeOf(const std::function<void()>& work) {
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Medians of both, one after the other `times` times.
std::pair<double, double> byTurns(int times, const std::function<void()>& a,
                                  const std::function<void()>& b) {
    std::vector<double> first, second;
    for (int i = 0; i < times; ++i) {
        first.push_back(timeOf(a));
        second.push_back(timeOf(b));
    }
    return {median(first), median(second)};
}

template <class T>
T orFail(Expected<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "momentree-board-figures: %s\n", result.error().text.c_str());
    std::exit(1);
}

std::string machine() {
    std::ifstream info("/proc/cpuinfo");
    std::string line;
    while (std::getline(info, line))
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    utsname name{};
    return ::uname(&name) == 0 ? name.machine : "unknown";
}

/// Both ends of a call work by turns. On two processors the one that waits falls asleep, and waking
/// it up takes longer than everything that is measured here.
void shareProcessor(pid_t agent) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    for (const pid_t process : {pid_t{0}, agent})
        if (::sched_setaffinity(process, sizeof one, &one) != 0) {
            std::perror("momentree-board-figures: sched_setaffinity");
            std::exit(1);
        }
}

void heading() {
    // The averages before it still tell of what has ended meanwhile.
    std::string average;
    int running = 0;
    std::ifstream("/proc/loadavg") >> average >> average >> average >> running;
    std::printf(
        "# What a board over TCP costs\n\n"
        "Written by `cmake --build build/release --target board-figures`; all of it measured on "
        "one "
        "machine by loopback, with the software model as\nthe board. So these are the costs of "
        "protocol and sockets, not of any hardware.\n\n"
        "%s, %u processors, %d running besides this program at the start. Medians of %d batches "
        "and of %d calls, by "
        "turns with what they are compared with.\n\n",
        machine().c_str(), std::thread::hardware_concurrency(), running - 1, batches, calls);
}

void batchFigures(BoardClient& client) {
    const wire::LoadModel message = momentree::test::wireModel(2, false);
    const auto model = buildModel(message);
    orFail(client.load(message));
    std::size_t words = 0;
    const TakeSamples take = [&](std::span<const wire::Word> rows, std::size_t) {
        words += rows.size();
    };
    const auto inProcess = [&] {
        SoftEngine engine(model->program);
        engine.run(steps, 1);
        words += engine.samples.size();
    };
    const auto run = [&](std::uint32_t decimation) {
        return [&client, &take, decimation] { orFail(client.run({steps, decimation}, take)); };
    };
    const auto [engine, all] = byTurns(batches, inProcess, run(1));
    const auto [one, every] = byTurns(batches, run(steps), run(1));
    std::printf(
        "## A batch of %u steps of the double pendulum, Euler\n\n"
        "| | ms | ratio | goal |\n|---|---|---|---|\n"
        "| soft engine in this process, every step sampled | %.2f | 1 | |\n"
        "| over TCP, every step streamed | %.2f | %.3f | 1.2 |\n"
        "| over TCP, one sample at the end | %.2f | %.3f | |\n\n"
        "Per streamed sample, the difference of the last two: %.3f us (goal 1 us).\n\n",
        steps, engine / 1e3, all / 1e3, all / engine, one / 1e3, one / engine,
        (every - one) / steps);
}

/// @param work the same on the software model in this process
void callRow(const char* name, BoardClient& client, const std::function<void()>& call,
             const std::function<void()>& work) {
    call();
    const Exchange exchange = client.lastExchange();
    BareEcho echo(exchange.bytesSent, exchange.bytesReceived);
    const auto [bare, whole] = byTurns(
        calls, [&] { echo.call(); }, call);
    std::vector<double> model;
    for (int i = 0; i < calls; ++i) model.push_back(timeOf(work));
    const double computing = median(std::move(model));
    std::printf("| %s | %zu / %zu | %.1f | %.1f | %.1f | %.2f | %.2f |\n", name, exchange.bytesSent,
                exchange.bytesReceived, bare, whole, computing, whole / bare,
                (whole - computing) / bare);
}

void callFigures(BoardClient& client) {
    const auto fabric = makeSoftFabric();
    Accelerator model(*fabric, {});
    if (!model.identify()) std::exit(1);
    wire::Update bodies;
    bodies.A.fill(0x3F00'0000);
    bodies.B.fill(0x3E80'0000);
    const wire::UpdateResult nodes = orFail(client.update(bodies));
    const wire::Assemble pair{nodes.A, nodes.B};
    const wire::UpdateAssemble both{bodies.A, bodies.B};
    wire::Inverse matrix;
    for (std::size_t i = 0; i < 16; i += 5) matrix.matrix[i] = 0x3F80'0000;
    std::printf(
        "## One function a call\n\n"
        "Both ends on one processor, in the calls as in the echo: they work by turns, and waking "
        "up "
        "a second processor would be most of either.\nThe echo computes nothing; so the last ratio "
        "leaves out what the software model works on the function, timed in this process.\n\n"
        "| call | bytes there / back | bare echo of the same sizes, us | call, us | of it the "
        "model, "
        "us | ratio | ratio without the model (goal 1.3) |\n|---|---|---|---|---|---|---|\n");
    callRow(
        "update of two bodies", client, [&] { orFail(client.update(bodies)); },
        [&] { std::ignore = model.update(bodies); });
    callRow(
        "assembly", client, [&] { orFail(client.assemble(pair)); },
        [&] { std::ignore = model.assemble(pair); });
    callRow(
        "update and assembly", client, [&] { orFail(client.updateAssemble(both)); },
        [&] { std::ignore = model.updateAssemble(both); });
    callRow(
        "inverse of a 4x4 matrix", client, [&] { orFail(client.inverse(matrix)); },
        [&] { std::ignore = model.inverse(matrix); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "momentree-board-figures AGENT\n");
        return 2;
    }
    OwnAgent agent = orFail(OwnAgent::start({argv[1], "--quiet"}));
    ClientOptions options;
    options.answer = options.silence = std::chrono::seconds(60);
    BoardClient client = orFail(BoardClient::connect(agent.address(), options));
    heading();
    batchFigures(client);
    shareProcessor(agent.process());
    callFigures(client);
}
