// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/client/own_agent.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <optional>

extern char** environ;

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::string_view announcement = "LISTENING ";

struct Pipe {
    Descriptor read, write;
};
std::optional<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

int millisecondsUntil(steady_clock::time_point deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
}

}  // namespace

Expected<OwnAgent> OwnAgent::start(std::vector<std::string> command, std::uint16_t port,
                                   milliseconds deadline) {
    const std::string program = command.front();
    command.insert(command.end(),
                   {"--listen", "127.0.0.1:" + std::to_string(port), "--exit-with-stdin"});
    std::vector<char*> arguments;
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    auto input = makePipe(), output = makePipe();
    if (!input || !output) return trouble(Trouble::NoAgent, {program, textOfError(errno)});

    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input->read.number(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output->write.number(), STDOUT_FILENO);
    OwnAgent agent;
    const int failure = ::posix_spawnp(&agent.process_, program.c_str(), &actions, nullptr,
                                       arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
        agent.process_ = -1;
        return trouble(Trouble::NoAgent, {program, textOfError(failure)});
    }
    agent.input_ = std::move(input->write);
    agent.output_ = std::move(output->read);
    output->write.reset();
    const auto listening = agent.readPort(program, deadline);
    if (!listening) return tl::unexpected(listening.error());
    return agent;
}

Expected<void> OwnAgent::readPort(const std::string& program, milliseconds deadline) {
    const auto end = steady_clock::now() + deadline;
    std::string text;
    while (text.find('\n') == std::string::npos) {
        pollfd ready{output_.number(), POLLIN, 0};
        if (::poll(&ready, 1, millisecondsUntil(end)) <= 0)
            return trouble(Trouble::AgentSilent, {program});
        std::array<char, 128> bytes;
        const ssize_t size = ::read(output_.number(), bytes.data(), bytes.size());
        if (size <= 0) return trouble(Trouble::AgentEnded, {program});
        text.append(bytes.data(), static_cast<std::size_t>(size));
    }
    const std::size_t at = text.find(announcement);
    const char* const first = text.data() + at + announcement.size();
    if (at != 0 || std::from_chars(first, text.data() + text.size(), port_).ec != std::errc{})
        return trouble(Trouble::AgentUnclear, {program, text.substr(0, text.find('\n'))});
    return {};
}

OwnAgent::OwnAgent(OwnAgent&& other) noexcept { *this = std::move(other); }

OwnAgent& OwnAgent::operator=(OwnAgent&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(port_, other.port_);
    std::swap(input_, other.input_);
    std::swap(output_, other.output_);
    return *this;
}

OwnAgent::~OwnAgent() { stop(); }

/// Its output closes when the agent ends.
bool OwnAgent::hasEnded(steady_clock::time_point deadline) const {
    std::array<char, 128> ignored;
    while (true) {
        pollfd ready{output_.number(), POLLIN, 0};
        if (::poll(&ready, 1, millisecondsUntil(deadline)) <= 0) return false;
        if (::read(output_.number(), ignored.data(), ignored.size()) <= 0) return true;
    }
}

int OwnAgent::stop(milliseconds deadline) {
    if (process_ < 0) return -1;
    const auto end = steady_clock::now() + deadline;
    ::kill(process_, SIGTERM);
    if (!hasEnded(end)) ::kill(process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace momentree::fpga
