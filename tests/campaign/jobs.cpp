// SPDX-License-Identifier: Apache-2.0
#include "campaign/jobs.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <stdexcept>

namespace momentree::campaign {
namespace {

constexpr unsigned longest = 300;  ///< for one seed [s]

using Examine = std::function<Outcome(std::uint64_t)>;

struct Child {
    pid_t process = -1;
    int input = -1;
};

/// A child announces each seed, so that its parent knows which one it did not survive.
[[noreturn]] void work(std::uint64_t first, std::uint64_t end, unsigned stride, int output,
                       const Examine& examine) {
    std::signal(SIGINT, SIG_DFL);
    const auto print = [&](const std::string& text) {
        if (write(output, text.data(), text.size()) < 0) _exit(1);
    };
    for (std::uint64_t seed = first; seed < end; seed += stride) {
        print(std::to_string(seed) + '\n');
        alarm(longest);
        const Outcome o = examine(seed);
        print(std::to_string(seed) + '\t' + o.kind + '\t' + o.reason + '\t' + o.detail + '\n');
    }
    _exit(0);
}

Child start(std::uint64_t first, std::uint64_t end, unsigned stride, const Examine& examine) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("cannot make a pipe");
    const pid_t process = fork();
    if (process < 0) throw std::runtime_error("cannot start a process");
    if (process == 0) work(first, end, stride, ends[1], examine);
    close(ends[1]);
    return {process, ends[0]};
}

std::string allFrom(int input) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t n = read(input, buffer.data(), buffer.size());
        if (n > 0) text.append(buffer.data(), static_cast<std::size_t>(n));
        if (n == 0 || (n < 0 && errno != EINTR)) return text;
    }
}

/// The signal that ended a child, 0 if it came to its end.
int endOf(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/// The outcomes that a child printed; of the seed that ended it, the signal. Nothing if it was
/// interrupted.
std::vector<Outcome> outcomesOf(const Child& child) {
    std::istringstream lines(allFrom(child.input));
    close(child.input);
    const int signal = endOf(child.process);
    if (signal == SIGINT) return {};
    std::vector<Outcome> outcomes;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        Outcome outcome;
        fields >> outcome.seed;
        if (fields.get() != '\t') {
            const std::string reason = signal == SIGALRM ? "takes too long" : "crash";
            outcomes.push_back(
                {outcome.seed, "failed", reason, "signal " + std::to_string(signal)});
            continue;
        }
        std::getline(fields, outcome.kind, '\t');
        std::getline(fields, outcome.reason, '\t');
        std::getline(fields, outcome.detail);
        outcomes.back() = outcome;
    }
    return outcomes;
}

}  // namespace

std::vector<Outcome> inProcesses(std::uint64_t first, std::uint64_t end, unsigned jobs,
                                 const Examine& examine) {
    std::vector<std::uint64_t> next;
    for (unsigned k = 0; k < jobs; ++k) next.push_back(first + k);
    std::vector<Outcome> all;
    while (std::ranges::any_of(next, [&](std::uint64_t seed) { return seed < end; })) {
        std::vector<Child> children;
        for (const std::uint64_t seed : next) children.push_back(start(seed, end, jobs, examine));
        for (unsigned k = 0; k < jobs; ++k) {
            const std::vector<Outcome> outcomes = outcomesOf(children[k]);
            if (outcomes.empty()) next[k] = end;
            next[k] += jobs * outcomes.size();
            all.insert(all.end(), outcomes.begin(), outcomes.end());
        }
    }
    std::ranges::sort(all, {}, &Outcome::seed);
    return all;
}

}  // namespace momentree::campaign
