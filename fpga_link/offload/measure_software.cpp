// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>

#include "core/session/run.hpp"
#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/offload/bar_chain.hpp"
#include "fpga_link/offload/offload_report.hpp"

namespace momentree::fpga {

namespace {

// Short and many, so that the best ones had the processor for themselves.
constexpr int repetitions = 60;
constexpr double repetition_ns = 1e6;

double now_ns() {
    return std::chrono::duration<double, std::nano>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Keeps the compiler from leaving out what a result needs.
template <class T>
void use(const T& value) {
    asm volatile("" : : "g"(&value) : "memory");
}

/// Times of a call [ns], over repetitions that double until they are long enough.
template <class F>
std::vector<double> timesOf(const F& call) {
    const auto timeOf = [&](std::int64_t calls) {
        const double start = now_ns();
        for (std::int64_t i = 0; i < calls; ++i) call();
        return now_ns() - start;
    };
    std::int64_t calls = 1;
    while (timeOf(calls) < repetition_ns) calls *= 2;
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i)
        times.push_back(timeOf(calls) / static_cast<double>(calls));
    return times;
}

std::string processorName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "this machine's processor";
}

functions::PlanarBody<double> bodyAt(double angle) {
    const double x = 0.2 * angle, y = 0.2 - 0.1 * angle;
    return {2.0, 150.0, {x, y}, {-x, -y}, 0.01, 0.02};
}

double stepTime(int bodies) {
    const auto model = buildModel(barModel(bodies));
    RunSpec spec;
    spec.formulation = "hdca";
    spec.integrator = "explicit-euler";
    spec.step = 1e-5;
    // Many steps a sample: sampling is not to be measured.
    const int steps = std::max(100, 2'000 / bodies);
    spec.sample = steps * spec.step;
    spec.duration = (repetitions + 1) * spec.sample;
    const auto run = Run::create(Catalogue(), *model, spec);
    double best = std::numeric_limits<double>::infinity();
    while (!(*run)->finished()) {
        const double start = now_ns();
        (*run)->advance({});
        best = std::min(best, now_ns() - start);
    }
    return best / steps;
}

}  // namespace

SoftwareTimes measureSoftware(const std::vector<int>& bodies, const std::stop_token& stop) {
    SoftwareTimes times;
    times.machine = processorName();
    const auto measure = [&](const char* part, const auto& call) {
        std::vector<double> taken = timesOf(call);
        const double best = *std::ranges::min_element(taken);
        times.functions.push_back(
            repeatedRow(part, times.machine, TimeSource::MeasuredHost, 1, std::move(taken)));
        return best;
    };
    functions::PlanarBody<double> a = bodyAt(0.3), b = bodyAt(0.9);
    times.update = measure("update", [&] {
        use(a);
        use(b);
        use(functions::bodyUpdate(a));
        use(functions::bodyUpdate(b));
    });
    const functions::PlanarNode<double> A = functions::bodyUpdate(a), B = functions::bodyUpdate(b);
    times.assembly = measure("assembly", [&] {
        use(A);
        use(B);
        use(functions::assembled(A, B, functions::jointBetween(A, B)));
    });
    const std::array<double, 16> matrix{4, 1, 0, 2, 1, 5, 1, 0, 0, 1, 6, 1, 2, 0, 1, 7};
    times.inverse = measure("inverse", [&] {
        use(matrix);
        functions::PivotedRows<double> rows(matrix);
        functions::ldupInverse(rows);
        use(rows);
    });
    for (const int n : bodies)
        if (!stop.stop_requested()) times.steps.push_back({n, stepTime(n)});
    return times;
}

}  // namespace momentree::fpga
