// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/grade_step.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/text_file.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* stepFile = "step.json";
constexpr int stepVersion = 1, mostStepSeconds = 600;
constexpr std::size_t longestOutput = 1'000'000;

struct Ended {
    int code = -1;     ///< -1 if the program could not be started
    std::string text;  ///< of both outputs
};

Ended runPython(std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return {-1, std::strerror(errno)};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    arguments.insert(arguments.begin(), "python3");
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int problem = ::posix_spawnp(&child, "python3", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    Ended ended{-1, problem == 0 ? "" : std::strerror(problem)};
    std::array<char, 4096> buffer{};
    ssize_t n = 0;
    while (problem == 0 &&
           ((n = ::read(ends[0], buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0 && ended.text.size() < longestOutput)
            ended.text.append(buffer.data(), static_cast<std::size_t>(n));
    ::close(ends[0]);
    int status = 0;
    if (problem == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status))
        ended.code = WEXITSTATUS(status);
    return ended;
}

std::string lastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n");
    if (end == std::string::npos) return {};
    const std::size_t before = text.find_last_of('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return text.substr(begin, end + 1 - begin);
}

std::string whyNot(const Ended& ended) {
    if (ended.code == -1) return "python3 cannot be run: " + ended.text;
    if (ended.text.find("No module named") != std::string::npos)
        return "steps are graded by the Python package momentree (python3-momentree) with NumPy: " +
               lastLine(ended.text);
    return lastLine(ended.text);
}

}  // namespace

bool asksForStep(const std::string& folder) {
    std::error_code ignored;
    return fs::is_regular_file(fs::path(folder) / stepFile, ignored);
}

Result<Exercise> readStepExercise(const std::string& folder) {
    const auto text = readTextFile((fs::path(folder) / stepFile).string());
    if (!text) return tl::unexpected(text.error());
    const auto document = JsonDocument::parse(*text);
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    ObjectReader reader(document->root(), Place{}, problems);
    Exercise exercise;
    exercise.folder = folder;
    int version = 0;
    std::string task;
    reader.integer("version", version, stepVersion, stepVersion, required);
    reader.string("title", exercise.title, required);
    reader.string("task", task, required);
    reader.integer("seconds", exercise.mostSeconds, 1, mostStepSeconds);
    reader.ignore("step");
    reader.ignore("template");
    reader.finish();
    if (!problems.empty()) return tl::unexpected(problems.take());
    const auto page = readTextFile((fs::path(folder) / task).string());
    if (!page) return tl::unexpected(page.error());
    exercise.task = *page;
    Criterion& criterion = exercise.criteria.emplace_back();
    criterion.label = "nodes that are right";
    return exercise;
}

Graded gradeStep(const Exercise& exercise, const std::string& submission) {
    const std::string student = fs::path(submission).stem().string();
    const Ended ended = runPython({"-m", "momentree.steps", fs::absolute(submission).string(),
                                   "--exercise", exercise.folder, "--json"});
    const auto document = ended.code == 0 ? JsonDocument::parse(lastLine(ended.text))
                                          : Result<JsonDocument>(fail({}));
    if (!document) return ungraded(exercise, student, whyNot(ended));
    Problems problems;
    ObjectReader reader(document->root(), Place{}, problems);
    int right = 0, nodes = 0;
    std::string problem;
    reader.integer("right", right, 0, 1'000'000, required);
    reader.integer("nodes", nodes, 1, 1'000'000, required);
    reader.string("problem", problem, optional, longestOutput);
    if (!problems.empty()) return ungraded(exercise, student, toString(problems.take().front()));
    const Criterion& criterion = exercise.criteria.front();
    Mark mark{criterion.label, criterion.points * right / nodes, criterion.points,
              std::to_string(right) + " of " + std::to_string(nodes)};
    if (!problem.empty()) mark.feedback += "; first wrong: " + problem;
    Graded graded;
    graded.student = student;
    graded.marks.push_back(std::move(mark));
    return graded;
}

}  // namespace momentree::cli
