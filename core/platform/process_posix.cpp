// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/platform/file.hpp"
#include "core/platform/process.hpp"

extern char** environ;

namespace momentree::platform {
namespace {

constexpr std::size_t longestOutput = std::size_t{64} << 20;

/// Everything that can be read until the end, at most `longestOutput` bytes.
std::string readAllOf(int descriptor) {
    std::string text;
    char part[4096];
    for (;;) {
        const std::ptrdiff_t count = readSome(descriptor, part);
        if (count <= 0 || text.size() > longestOutput) return text;
        text.append(part, static_cast<std::size_t>(count));
    }
}

/// A file without a name with this text, to be read from its start; -1 if there is none.
int fileWith(const std::string& text) {
    std::string path = std::filesystem::temp_directory_path() / "momentree-XXXXXX";
    const int file = ::mkostemp(path.data(), O_CLOEXEC);
    if (file >= 0) ::unlink(path.c_str());
    if (file >= 0 && (::write(file, text.data(), text.size()) != std::ssize(text) ||
                      ::lseek(file, 0, SEEK_SET) != 0)) {
        ::close(file);
        return -1;
    }
    return file;
}

int statusOf(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

long processId() { return ::getpid(); }

tl::expected<ProgramResult, std::string> runProgram(std::vector<std::string> arguments,
                                                    Errors errors,
                                                    const std::optional<std::string>& input) {
    int ends[2];
    const int file = input ? fileWith(*input) : STDIN_FILENO;
    if (file < 0 || ::pipe(ends) != 0) {
        const int problem = errno;
        if (input && file >= 0) ::close(file);
        return tl::unexpected(std::string(std::strerror(problem)));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input) posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (errors == Errors::InOutput)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (errors == Errors::Hidden)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int problem = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (input) ::close(file);
    std::string output = problem == 0 ? readAllOf(ends[0]) : std::string();
    ::close(ends[0]);  // a program that goes on writing ends
    if (problem != 0) return tl::unexpected(std::string(std::strerror(problem)));
    return ProgramResult{statusOf(child), std::move(output)};
}

const char* const pythonProgram = "python3";

void setEnvironment(const char* name, const std::string& value) {
    ::setenv(name, value.c_str(), 1);
}

void keepBytesOfStandardStreams() {}

bool errorsGoToTerminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace momentree::platform
