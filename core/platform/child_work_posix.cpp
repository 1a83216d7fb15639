// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "core/platform/child_work.hpp"

namespace momentree::platform {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int waitsPerSecond = 10;  ///< wall time allowed, over processor time
constexpr int outOfMemory = 3;      ///< exit code of a child
constexpr std::size_t longestText = 1'000'000;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;  ///< more memory is reserved than any limit allows
#else
constexpr bool sanitized = false;
#endif

/// Data of this process: heap, stacks and other private memory [bytes].
std::size_t dataInUse() {
    std::ifstream statm("/proc/self/statm");
    std::size_t total = 0, ignored = 0, data = 0;
    statm >> total >> ignored >> ignored >> ignored >> ignored >> data;
    return data * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void setLimit(int what, std::size_t value) {
    const rlimit limit{value, value};
    // A lower limit of the system stays in force.
    (void)::setrlimit(static_cast<decltype(RLIMIT_CPU)>(what), &limit);
}

void writeAll(int to, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(to, text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        done += static_cast<std::size_t>(n);
    }
}

[[noreturn]] void runChild(int out, std::size_t index, const ChildLimits& limits,
                           const std::function<std::string(std::size_t)>& work) {
    setLimit(RLIMIT_CPU, static_cast<std::size_t>(limits.seconds));
    setLimit(RLIMIT_CORE, 0);
    if (!sanitized) setLimit(RLIMIT_DATA, dataInUse() + limits.memory);
    try {
        writeAll(out, work(index));
    } catch (const std::bad_alloc&) {
        ::_exit(outOfMemory);
    } catch (...) {
        ::_exit(EXIT_FAILURE);
    }
    // Not exit(): objects of the parent must not be destroyed here.
    ::_exit(EXIT_SUCCESS);
}

struct Child {
    pid_t id = 0;
    int from = -1;  ///< descriptor of its text
    std::size_t index = 0;
    Clock::time_point latest;
    std::string text;
    bool late = false;
};

std::string problemOf(const Child& child, int status, const ChildLimits& limits) {
    const std::string seconds = std::to_string(limits.seconds) + " s of processor time";
    if (child.late) return "did not end in time";
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return child.text.size() < longestText ? "" : "the result is too long";
    if (WIFEXITED(status) && WEXITSTATUS(status) == outOfMemory)
        return "takes more than " + std::to_string(limits.memory >> 20) + " MB of memory";
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return "takes more than " + seconds;
    return "ended the program that computes it";
}

Child begin(std::size_t index, const ChildLimits& limits,
            const std::function<std::string(std::size_t)>& work) {
    Child child;
    child.index = index;
    child.latest = Clock::now() + std::chrono::seconds(limits.seconds * waitsPerSecond);
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return child;
    child.id = ::fork();
    if (child.id == 0) {
        ::close(ends[0]);
        runChild(ends[1], index, limits, work);
    }
    ::close(ends[1]);
    child.from = ends[0];
    return child;
}

/// Reads what there is; false at the end.
bool readFrom(Child& child) {
    std::array<char, 4096> buffer{};
    const ssize_t n = ::read(child.from, buffer.data(), buffer.size());
    if (n < 0) return errno == EINTR;
    if (n > 0 && child.text.size() < longestText)
        child.text.append(buffer.data(), static_cast<std::size_t>(n));
    return n > 0;
}

ChildOutcome end(Child& child, const ChildLimits& limits) {
    if (child.from >= 0) ::close(child.from);
    if (child.id <= 0) return {{}, std::string("cannot be computed: ") + std::strerror(errno)};
    int status = 0;
    while (::waitpid(child.id, &status, 0) < 0 && errno == EINTR) {
    }
    std::string problem = problemOf(child, status, limits);
    if (!problem.empty()) return {{}, std::move(problem)};
    return {std::move(child.text), {}};
}

}  // namespace

const bool hasChildren = true;

std::vector<ChildOutcome> inChildren(std::size_t count, int jobs, const ChildLimits& limits,
                                     const std::function<std::string(std::size_t)>& work,
                                     const std::function<void(std::size_t)>& told) {
    std::vector<ChildOutcome> outcomes(count);
    std::vector<Child> running;
    std::size_t next = 0, finished = 0;
    const auto finish = [&](std::size_t k) {
        outcomes[running[k].index] = end(running[k], limits);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
        ++finished;
        if (told) told(finished);
    };
    while (next < count || !running.empty()) {
        while (next < count && running.size() < static_cast<std::size_t>(jobs)) {
            running.push_back(begin(next++, limits, work));
            if (running.back().id <= 0) finish(running.size() - 1);
        }
        if (running.empty()) continue;
        std::vector<pollfd> watched;
        for (const Child& child : running) watched.push_back({child.from, POLLIN, 0});
        ::poll(watched.data(), watched.size(), 100);
        for (std::size_t k = running.size(); k-- > 0;) {
            Child& child = running[k];
            if (Clock::now() > child.latest && !child.late) {
                child.late = true;
                ::kill(child.id, SIGKILL);
            }
            if (watched[k].revents != 0 && !readFrom(child)) finish(k);
        }
    }
    return outcomes;
}

}  // namespace momentree::platform
