// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/grade_step.hpp"

#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/process.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* stepFile = "step.json";
constexpr int stepVersion = 1, mostStepSeconds = 600;
constexpr std::size_t longestOutput = 1'000'000;

using PythonRun = tl::expected<platform::ProgramResult, std::string>;

PythonRun runPython(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "python3");
    return platform::runProgram(std::move(arguments), platform::Errors::InOutput);
}

std::string lastLine(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n");
    if (end == std::string::npos) return {};
    const std::size_t before = text.find_last_of('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return text.substr(begin, end + 1 - begin);
}

std::string whyNot(const PythonRun& run) {
    if (!run) return "python3 cannot be run: " + run.error();
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

Graded gradeStep(const Exercise& exercise, const std::string& submission) {
    const std::string student = fs::path(submission).stem().string();
    const PythonRun run = runPython({"-m", "momentree.steps", fs::absolute(submission).string(),
                                     "--exercise", exercise.folder, "--json"});
    const auto document = run && run->status == 0 ? JsonDocument::parse(lastLine(run->output))
                                                  : Result<JsonDocument>(fail({}));
    if (!document) return ungraded(exercise, student, whyNot(run));
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
