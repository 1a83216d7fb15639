// SPDX-License-Identifier: Apache-2.0
// momentree-board-figures AGENT: prints the cost of accessing a board over TCP on this machine, as
// a page in Markdown. Compared measurements alternate in many short blocks; figures are those of
// the least disturbed block.
#include <sys/resource.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>

#include "bare_echo.hpp"
#include "board_trouble.hpp"
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
constexpr int batches = 61, blocks = 500, callsOfBlock = 20;

/// [us]
double timeOf(const std::function<void()>& work) {
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// The smallest time of each [us], measured one after the other `times` times: other programs can
/// only make a block longer.
template <std::size_t n>
std::array<double, n> leastByTurns(int times, const std::array<std::function<void()>, n>& works) {
    std::array<double, n> least;
    least.fill(std::numeric_limits<double>::infinity());
    for (int i = 0; i < times; ++i)
        for (std::size_t k = 0; k < n; ++k) least[k] = std::min(least[k], timeOf(works[k]));
    return least;
}

template <class T>
T orFail(Expected<T> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "momentree-board-figures: %s\n",
                 momentree::test::textOf(result.error()).c_str());
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

void heading() {
    // The load average before: it still includes programs that have ended.
    std::string average;
    int running = 0;
    std::ifstream("/proc/loadavg") >> average >> average >> average >> running;
    std::printf(
        "# What a board over TCP costs\n\n"
        "Written by `cmake --build build/release --target board-figures`; all of it measured on "
        "one "
        "machine by loopback, with the software model as\nthe board. So these are the costs of "
        "protocol and sockets, not of any hardware.\n\n"
        "%s, %u processors, %d running besides this program (at nice %d) at the start. The least "
        "of %d batches, "
        "and of %d blocks of %d calls, by turns with what they are compared with.\n\n",
        machine().c_str(), std::thread::hardware_concurrency(), running - 1,
        ::getpriority(PRIO_PROCESS, 0), batches, blocks, callsOfBlock);
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
    const auto [engine, every, one] = leastByTurns<3>(batches, {inProcess, run(1), run(steps)});
    std::printf(
        "## A batch of %u steps of the double pendulum, Euler\n\n"
        "| | ms | ratio | goal |\n|---|---|---|---|\n"
        "| soft engine in this process, every step sampled | %.2f | 1 | |\n"
        "| over TCP, every step streamed | %.2f | %.3f | 1.2 |\n"
        "| over TCP, one sample at the end | %.2f | %.3f | |\n\n"
        "Per streamed sample, the difference of the last two: %.3f us (goal 1 us).\n\n",
        steps, engine / 1e3, every / 1e3, every / engine, one / 1e3, one / engine,
        (every - one) / steps);
}

std::function<void()> blockOf(std::function<void()> once) {
    return [once = std::move(once)] {
        for (int i = 0; i < callsOfBlock; ++i) once();
    };
}

/// @param work the same on the software model in this process
void callRow(const char* name, BoardClient& client, const std::function<void()>& call,
             const std::function<void()>& work) {
    call();
    const Exchange exchange = client.lastExchange();
    BareEcho echo(exchange.bytesSent, exchange.bytesReceived);
    const auto [bare, whole, model] =
        leastByTurns<3>(blocks, {blockOf([&] { echo.call(); }), blockOf(call), blockOf(work)});
    std::printf("| %s | %zu / %zu | %.1f | %.1f | %.2f | %.1f |\n", name, exchange.bytesSent,
                exchange.bytesReceived, bare / callsOfBlock, whole / callsOfBlock, whole / bare,
                model / callsOfBlock);
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
        "The bare echo is a process as the agent is one: it sleeps in the same system call, reads "
        "and sends as often and with the same options,\nand does not look at the bytes. The "
        "scheduler "
        "places both as it likes. The call holds what the software model works on the function, "
        "which is also timed alone, in this process.\n\n"
        "| call | bytes there / back | bare echo of the same sizes, us | call, us | ratio (goal "
        "1.3) | of the call the model, us |\n|---|---|---|---|---|---|\n");
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
    callFigures(client);
}
