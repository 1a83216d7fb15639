// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/grade_step.hpp"

#include <filesystem>
#include <sstream>

#include "core/io/json.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/process.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* stepFile = "step.json";
constexpr int stepVersion = 1, mostStepSeconds = 600;
constexpr std::size_t longestLine = 10'000;

using PythonRun = tl::expected<platform::ProgramResult, std::string>;

/// Runs it with these lines as standard input.
PythonRun runPython(std::vector<std::string> arguments, const std::vector<std::string>& lines) {
    std::string input;
    for (const std::string& line : lines) input += line + '\n';
    arguments.insert(arguments.begin(), platform::pythonProgram);
    return platform::runProgram(std::move(arguments), platform::Errors::InOutput, input);
}

std::string lastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n");
    if (end == std::string::npos) return {};
    const std::size_t before = text.find_last_of('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return text.substr(begin, end + 1 - begin);
}

std::string whyNot(const PythonRun& run) {
    if (!run) return platform::pythonProgram + (" cannot be run: " + run.error());
    if (run->output.find("No module named") != std::string::npos)
        return "steps are graded by the Python package momentree (python3-momentree) with NumPy: " +
               lastLine(run->output);
    return lastLine(run->output);
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
                  const PythonRun& run) {
    const auto document = JsonDocument::parse(line);
    if (!document) return ungraded(exercise, student, whyNot(run));
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
    const PythonRun run = runPython({"-m", "momentree.steps", "-", "--exercise", exercise.folder,
                                     "--jobs", std::to_string(jobs)},
                                    names);
    std::istringstream lines(run ? run->output : std::string());
    std::vector<Graded> all;
    for (const std::string& file : files) {
        std::string line;
        do std::getline(lines, line);  // warnings of Python are among them
        while (lines && !line.starts_with('{'));
        all.push_back(gradedFrom(exercise, fs::path(file).stem().string(), line, run));
    }
    return all;
}

}  // namespace momentree::cli
