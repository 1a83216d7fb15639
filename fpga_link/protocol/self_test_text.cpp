// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/self_test_text.hpp"

#include <algorithm>
#include <cstdio>

namespace momentree::fpga::wire {

namespace {

const char* textOf(TimingSource source) {
    switch (source) {
        case TimingSource::MeasuredBoard:
            return "measured on the board";
        case TimingSource::MeasuredHost:
            return "of a simulated accelerator";
        case TimingSource::Modelled:
            return "modelled";
    }
    return "";
}

auto failures(const SelfTestResult& result) {
    return std::ranges::count_if(result.checks,
                                 [](const Check& check) { return check.passed == 0; });
}

}  // namespace

std::string textOf(const SelfTestResult& result) {
    std::string text;
    for (const Check& check : result.checks)
        text += (check.passed != 0 ? "ok      " : "failed  ") + check.name +
                (check.detail.empty() ? "" : ": " + check.detail) + '\n';
    char times[64];
    std::snprintf(times, sizeof times, "register write %.0f ns, read %.0f ns", result.write_ns,
                  result.read_ns);
    text += std::string(times) + " (" + textOf(result.source) + ")\n";
    const std::string all = std::to_string(result.checks.size());
    if (passed(result)) return text + "all " + all + " checks passed\n";
    return text + std::to_string(failures(result)) + " of " + all + " checks failed\n";
}

bool passed(const SelfTestResult& result) {
    return !result.checks.empty() && failures(result) == 0;
}

}  // namespace momentree::fpga::wire
