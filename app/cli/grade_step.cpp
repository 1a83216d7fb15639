// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/grade_step.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "core/io/json.hpp"
#include "core/io/text_file.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* stepFile = "step.json";
constexpr int stepVersion = 1, mostStepSeconds = 600;
constexpr std::size_t longestLine = 10'000;

struct Ended {
    int code = -1;     ///< -1 if the program could not be started
    std::string text;  ///< of both outputs
};

/// A file without a name with these lines, to be read from the start; -1 if there is none.
int linesFile(const std::vector<std::string>& lines) {
    const int file =
        ::open(fs::temp_directory_path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    if (file >= 0 && (::write(file, text.data(), text.size()) != std::ssize(text) ||
                      ::lseek(file, 0, SEEK_SET) != 0)) {
        ::close(file);
        return -1;
    }
    return file;
}

/// Runs it with these lines as standard input.
Ended runPython(std::vector<std::string> arguments, const std::vector<std::string>& lines) {
    std::array<int, 2> ends{};
    const int input = linesFile(lines);
    if (input < 0 || ::pipe(ends.data()) != 0) return {-1, std::strerror(errno)};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
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
    ::close(input);
    const std::size_t longest = longestLine * (lines.size() + 1);
    Ended ended{-1, problem == 0 ? "" : std::strerror(problem)};
    std::array<char, 4096> buffer{};
    ssize_t n = 0;
    while (problem == 0 &&
           ((n = ::read(ends[0], buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0 && ended.text.size() < longest)
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

namespace {

Graded gradedFrom(const Exercise& exercise, const std::string& student, const std::string& line,
                  const Ended& ended) {
    const auto document = JsonDocument::parse(line);
    if (!document) return ungraded(exercise, student, whyNot(ended));
    Problems problems;
    ObjectReader reader(document->root(), Place{}, problems);
    int right = 0, nodes = 0;
    std::string problem;
    reader.integer("right", right, 0, 1'000'000, required);
    reader.integer("nodes", nodes, 1, 1'000'000, required);
    reader.string("problem", problem, optional, longestLine);
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

}  // namespace

std::vector<Graded> gradeSteps(const Exercise& exercise, const std::vector<std::string>& files,
                               int jobs) {
    std::vector<std::string> names;
    for (const std::string& file : files) names.push_back(fs::absolute(file).string());
    const Ended ended = runPython({"-m", "momentree.steps", "-", "--exercise", exercise.folder,
                                   "--jobs", std::to_string(jobs)},
                                  names);
    std::istringstream lines(ended.text);
    std::vector<Graded> all;
    for (const std::string& file : files) {
        std::string line;
        do std::getline(lines, line);  // warnings of Python are among them
        while (lines && !line.starts_with('{'));
        all.push_back(gradedFrom(exercise, fs::path(file).stem().string(), line, ended));
    }
    return all;
}

}  // namespace momentree::cli
