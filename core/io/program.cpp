// SPDX-License-Identifier: Apache-2.0
#include "core/io/program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "core/io/text_file.hpp"

extern char** environ;

namespace momentree {
namespace {

/// Everything that can be read until the end, at most `largestFile` bytes.
std::string readAllOf(int descriptor) {
    std::string text;
    char part[4096];
    for (;;) {
        const ssize_t count = ::read(descriptor, part, sizeof part);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0 || text.size() > largestFile) return text;
        text.append(part, static_cast<std::size_t>(count));
    }
}

int statusOf(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::optional<ProgramResult> runProgram(std::vector<std::string> arguments, bool quiet) {
    int ends[2];
    if (::pipe(ends) != 0) return std::nullopt;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (quiet) posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int problem = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::optional<ProgramResult> result;
    if (problem == 0) {
        std::string output = readAllOf(ends[0]);
        ::close(ends[0]);  // a program that goes on writing ends
        result = {statusOf(child), std::move(output)};
    } else {
        ::close(ends[0]);
    }
    return result;
}

}  // namespace momentree
