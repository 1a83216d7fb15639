// SPDX-License-Identifier: Apache-2.0
// momentree-board: gives one client at a time access over TCP to the accelerator of this machine,
// real or simulated.
#include <sys/utsname.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "fpga_link/agent/server.hpp"
#include "fpga_link/agent/soft_fabric.hpp"
#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/protocol/proof.hpp"
#include "fpga_link/protocol/self_test_text.hpp"

namespace momentree::fpga {
namespace {

constexpr int exitDone = 0, exitFailed = 1, exitBadUse = 2;

struct Options {
    std::string fabric = "soft";
    std::string listen = "127.0.0.1:7420";
    std::string tokenFile;
    std::string uio = "/dev/uio0";
    std::uint64_t base = defaultBase;
    std::uint32_t clock_Hz = designClock_Hz;
    std::uint32_t lanes = 1;
    int fraction = fp32Fraction;
    AcceleratorSettings accelerator;
    bool selfTest = false;
    bool quiet = false;
    bool exitWithInput = false;
    ServerOptions server;
};

using Milliseconds = std::chrono::milliseconds;

void addTimes(CLI::App& app, SessionTimes& times) {
    const auto add = [&](const char* name, Milliseconds& time, const char* text) {
        app.add_option_function<long>(
               name, [&time](const long& value) { time = Milliseconds(value); }, text)
            ->check(CLI::Range(1L, 3'600'000L))
            ->type_name("MS")
            ->group("Deadlines")
            ->default_str(std::to_string(time.count()));
    };
    add("--hello-ms", times.hello, "Time for a client to greet and to prove the secret");
    add("--frame-ms", times.frame, "Time to complete a frame");
    add("--ping-ms", times.ping, "Silence before a client is sent a ping");
    add("--idle-ms", times.idle, "Silence before a client is disconnected");
    add("--status-ms", times.status, "Time between reports of a running batch");
}

void describe(CLI::App& app, Options& options) {
    app.add_option("--fabric", options.fabric, "Accelerator to use")
        ->check(CLI::IsMember({"soft", "rtl", "uio", "devmem"}))
        ->capture_default_str();
    app.add_option(
           "--listen", options.listen,
           "Address and port; with port 0 a free one is chosen and printed as LISTENING PORT")
        ->type_name("ADDRESS:PORT")
        ->capture_default_str();
    app.add_flag("--self-test", options.selfTest,
                 "Test the accelerator, say what to do about each failure, and exit");
    app.add_option("--token", options.tokenFile, "File with the shared secret")->type_name("FILE");
    app.add_flag("--allow-raw", options.server.session.allowRegisters,
                 "Let clients read and write registers");
    app.add_option("--uio", options.uio, "UIO device of the accelerator")
        ->type_name("DEVICE")
        ->capture_default_str();
    app.add_option("--base", options.base, "Physical address of the accelerator, for devmem")
        ->type_name("ADDRESS")
        ->default_str("0x43C00000");
    app.add_option("--clock-hz", options.clock_Hz, "Clock of the software model")
        ->check(CLI::Range(1u, 1'000'000'000u))
        ->capture_default_str();
    app.add_option("--lanes", options.lanes, "Lanes of the software model's engine")
        ->check(CLI::IsMember({1u, 2u, 4u}))
        ->capture_default_str();
    app.add_option("--fraction", options.fraction,
                   "Bits of the fraction of every number; simulated hardware (rtl) has 23 or 16")
        ->check(CLI::Range(fp32LeastFraction, fp32Fraction))
        ->capture_default_str();
    app.add_option("--t-wr-ns", options.accelerator.write_ns, "Modelled time of a register write")
        ->check(CLI::Range(0u, 1'000'000u))
        ->capture_default_str();
    app.add_option("--t-rd-ns", options.accelerator.read_ns, "Modelled time of a register read")
        ->check(CLI::Range(0u, 1'000'000u))
        ->capture_default_str();
    app.add_flag("--once", options.server.once, "Exit after the first session");
    app.add_flag("--quiet", options.quiet, "Do not write a log");
    app.add_flag("--exit-with-stdin", options.exitWithInput, "Exit when standard input ends");
    addTimes(app, options.server.session.times);
}

void complain(const std::string& text) { std::cerr << "momentree-board: " << text << std::endl; }

OpenedFabric openFabric(const Options& options) {
    if (options.fabric == "rtl") return openRtlFabric(options.fraction);
    if (options.fabric == "uio") return openUioFabric(options.uio);
    if (options.fabric == "devmem") return openDevMemFabric(options.base);
    return makeSoftFabric(options.clock_Hz, options.lanes, options.fraction);
}

std::string machineName() {
    utsname name{};
    if (::uname(&name) != 0) return "unknown";
    return std::string(name.nodename) + " (" + name.machine + ")";
}

bool isLoopback(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

Server* runningServer = nullptr;

void stopOnSignal(int) { runningServer->stop(); }

void catchSignals() {
    struct sigaction action {};
    action.sa_handler = stopOnSignal;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

int serve(Options& options, Fabric& fabric, Descriptor listener) {
    Accelerator accelerator(fabric, options.accelerator);
    const auto identity = accelerator.identify();
    if (!identity) {
        complain(identity.error().text);
        return exitFailed;
    }
    if (const std::string fault = accelerator.clockFault(); !fault.empty()) complain(fault);
    const std::uint16_t port = portOf(listener.number());
    Server server(accelerator, *identity, std::move(listener), std::move(options.server));
    runningServer = &server;
    catchSignals();
    std::cout << "LISTENING " << port << std::endl;
    server.run();
    return exitDone;
}

int testItself(const Options& options) {
    constexpr std::uint32_t timedAccesses = 10'000;
    const OpenedFabric fabric = openFabric(options);
    if (!fabric) {
        std::cout << "failed  access: " << fabric.error() << std::endl;
        return exitFailed;
    }
    Accelerator accelerator(**fabric, options.accelerator);
    if (const auto identity = accelerator.identify(); !identity) complain(identity.error().text);
    const wire::SelfTestResult result = accelerator.selfTest(timedAccesses);
    std::cout << wire::textOf(result) << std::flush;
    return wire::passed(result) ? exitDone : exitFailed;
}

int start(Options& options) {
    if (options.selfTest) return testItself(options);
    const auto address = parseAddress(options.listen);
    const auto secret =
        options.tokenFile.empty() ? std::string() : wire::readSecret(options.tokenFile);
    for (const auto& error : {address ? "" : address.error(), secret ? "" : secret.error()})
        if (!error.empty()) {
            complain(error);
            return exitBadUse;
        }
    const OpenedFabric fabric = openFabric(options);
    // Soon after a boot the kernel has no random numbers yet, and would stop the agent at the first
    // client, whose time to prove the secret would be over then.
    static_cast<void>(wire::freshNonce());
    auto listener = listenOn(*address);
    if (!fabric || !listener) {
        complain(!fabric ? fabric.error() : listener.error());
        return exitFailed;
    }
    options.server.session.secret = *secret;
    options.server.session.agent = std::string("momentree-board ") + MOMENTREE_VERSION;
    options.server.session.machine = machineName();
    options.server.lifeline = options.exitWithInput ? STDIN_FILENO : -1;
    const bool quiet = options.quiet;
    options.server.log = [quiet](const std::string& text) {
        if (!quiet) complain(text);
    };
    if (!isLoopback(address->host))
        complain(
            "listening on the network: the connection is not encrypted" +
            std::string(secret->empty() ? ", and anyone can control the board; see --token" : ""));
    return serve(options, **fabric, std::move(*listener));
}

}  // namespace
}  // namespace momentree::fpga

int main(int argc, char** argv) {
    namespace fpga = momentree::fpga;
    fpga::Options options;
    CLI::App app{"Serves the accelerator of this machine to Momentree over TCP"};
    app.set_version_flag("--version", std::string("momentree-board ") + MOMENTREE_VERSION);
    fpga::describe(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? fpga::exitDone : fpga::exitBadUse;
    }
    try {
        return fpga::start(options);
    } catch (const std::exception& error) {
        fpga::complain(error.what());
        return fpga::exitFailed;
    }
}
