// SPDX-License-Identifier: Apache-2.0
#include "core/io/xacro.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "core/io/text_file.hpp"

extern char** environ;

namespace momentree {
namespace {

Result<std::string> refuseXacro(Message text) { return fail(error({}, std::move(text), 1)); }

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

}  // namespace

bool usesXacro(const XmlElement& root) {
    for (const XmlElement* child : childrenOf(root))
        if (std::string_view(child->Name()).starts_with("xacro:") || usesXacro(*child)) return true;
    return false;
}

Result<std::string> runXacro(const std::string& file) {
    int ends[2];
    if (::pipe(ends) != 0)
        return refuseXacro(MOMENTREE_TEXT("xacro-pipe", "the program xacro cannot be started"));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string program = "xacro", path = file == "-" ? "/dev/stdin" : file;
    // A name that begins with a minus is not an option.
    if (path.starts_with('-')) path.insert(0, "./");
    char* const arguments[] = {program.data(), path.data(), nullptr};
    pid_t child = 0;
    const int problem = ::posix_spawnp(&child, "xacro", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::string text;
    if (problem == 0) text = readAllOf(ends[0]);
    ::close(ends[0]);
    if (problem != 0)
        return refuseXacro(MOMENTREE_TEXT(
            "xacro-missing",
            "the file has macros of xacro, and the program xacro is not installed; install it, or "
            "run it elsewhere and open its output"));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return refuseXacro(MOMENTREE_TEXT(
            "xacro-failed", "the program xacro could not replace the macros of the file"));
    return text;
}

}  // namespace momentree
