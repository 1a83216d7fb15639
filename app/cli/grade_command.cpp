// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/base/resources_dir.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/grade_step.hpp"
#include "app/cli/messages.hpp"
#include "app/cli/text_table.hpp"
#include "core/exercises/course_folder.hpp"
#include "core/exercises/grade.hpp"
#include "core/io/csv.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "core/platform/child_work.hpp"
#include "core/visible_text.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

bool isSubmission(const std::string& name, bool python) {
    return python ? name.ends_with(".py")
                  : name.ends_with(".json") && !name.ends_with(".momentree.json");
}

/// The file itself, or all submissions in a folder, in the order of their names.
Result<std::vector<std::string>> submissionsIn(const std::string& path, bool python) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        if (const auto text = readTextFile(path); !text) return tl::unexpected(text.error());
        return std::vector<std::string>{path};
    }
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, failed)) {
        if (isSubmission(entry.path().filename().string(), python))
            files.push_back(entry.path().string());
    }
    if (failed || files.empty())
        return fail(error(
            {}, MOMENTREE_TEXT("no-submissions", "there is no submission (%1) in this folder")(
                    python ? "NAME.py" : "NAME.json")));
    std::ranges::sort(files);
    return files;
}

std::string gradedText(const Catalogue& catalogue, const Exercise& exercise,
                       const std::string& file) {
    const auto submission = readSubmission(file, exercise);
    const Graded graded =
        submission
            ? grade(catalogue, exercise, *submission)
            : ungraded(exercise, fs::path(file).stem().string(),
                       toString(submission.error().front(), fs::path(file).filename().string()));
    return gradedItem(graded).print();
}

std::vector<Graded> gradeAll(const Catalogue& catalogue, const Exercise& exercise,
                             const std::vector<std::string>& files, int jobs) {
    // The Python package starts processes with limits of its own for what students wrote.
    if (asksForStep(exercise.folder)) return gradeSteps(exercise, files, jobs);
    const platform::ChildLimits limits{.seconds = exercise.mostSeconds};
    const auto outcomes = platform::inChildren(files.size(), jobs, limits, [&](std::size_t k) {
        return gradedText(catalogue, exercise, files[k]);
    });
    std::vector<Graded> all;
    for (std::size_t k = 0; k < files.size(); ++k) {
        const std::string name = fs::path(files[k]).stem().string();
        if (!outcomes[k].problem.empty()) {
            all.push_back(ungraded(exercise, name, outcomes[k].problem));
            continue;
        }
        auto graded = readGraded(outcomes[k].text);
        all.push_back(graded ? *std::move(graded)
                             : ungraded(exercise, name, toString(graded.error().front())));
    }
    return all;
}

/// Students write parts of this: each line must stay one, and a terminal must not obey it.
void printLine(const std::string& text) { std::cout << visibleText(text) << '\n'; }

void printText(const Graded& graded) {
    printLine(graded.student + ": " + numberText(graded.points(), 4) + " of " +
              numberText(graded.of(), 4) + " points");
    std::size_t width = 0;
    for (const Mark& mark : graded.marks) width = std::max(width, mark.label.size());
    for (const Mark& mark : graded.marks)
        printLine("  " + mark.label + std::string(width - mark.label.size() + 2, ' ') +
                  numberText(mark.points, 4) + " of " + numberText(mark.of, 4) + "  " +
                  mark.feedback);
    for (const std::string& problem : graded.problems) printLine("  " + problem);
}

/// The name of a student who handed in a file that cannot be graded is that of the file. One that
/// a spreadsheet would take for a formula begins with an apostrophe.
std::string nameField(const std::string& student) {
    const bool formula =
        !student.empty() && std::string_view("=+-@").find(student.front()) != std::string::npos;
    return csvField((formula ? "'" : "") + visibleText(student));
}

std::string csvOf(const Exercise& exercise, const std::vector<Graded>& all) {
    std::string text = "student,points,of";
    for (const Criterion& criterion : exercise.criteria) text += "," + csvField(criterion.label);
    text += '\n';
    for (const Graded& graded : all) {
        text += nameField(graded.student) + "," + numberText(graded.points()) + "," +
                numberText(graded.of());
        for (const Mark& mark : graded.marks) text += "," + numberText(mark.points);
        text += '\n';
    }
    return text;
}

JsonItem itemOf(const Exercise& exercise, const std::vector<Graded>& all) {
    JsonItem list = JsonItem::list();
    for (const Graded& graded : all) list.add(gradedItem(graded));
    return JsonItem::object()
        .add("exercise", JsonItem::text(exercise.title))
        .add("submissions", std::move(list));
}

}  // namespace

int gradeCommand(const GradeOptions& options) {
    // Without boards: a model that is handed in must not make this machine connect to another.
    const Catalogue catalogue;
    const bool python = asksForStep(options.exercise);
    const std::string file =
        (fs::path(options.exercise) / (python ? "step.json" : exerciseFile)).string();
    const auto exercise =
        python ? readStepExercise(options.exercise)
               : readExercise(options.exercise, (resourcesDirectory() / "examples").string());
    if (!exercise) {
        print(exercise.error(), file);
        return exitBadUse;
    }
    if (const auto good = checkExercise(catalogue, *exercise); !good) {
        print(good.error(), file);
        return exitBadUse;
    }
    if (options.task) {
        std::cout << taskFor(*exercise, *options.task) << std::flush;
        return exitDone;
    }
    if (options.make && python) {
        print({error(Place::option("--make"),
                     MOMENTREE_TEXT("make-step",
                                    "course folders are made from exercises with "
                                    "exercise.json, not from steps in Python")())});
        return exitBadUse;
    }
    if (options.make) {
        const fs::path templates = resourcesDirectory() / "exercises" / "templates";
        const auto made =
            writeCourseFolder(*exercise, (templates / *options.make).string(), options.to);
        if (!made) print(made.error());
        return made ? exitDone : exitFailed;
    }
    const auto files = submissionsIn(options.submissions, python);
    if (!files) {
        print(files.error(), options.submissions);
        return exitBadUse;
    }
    if (!python && !platform::hasChildren) {
        print(
            "submissions are not graded on Windows, where a process has no copies whose time and "
            "memory could be limited; grade them on Linux or macOS");
        return exitFailed;
    }
    const int processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto all =
        gradeAll(catalogue, *exercise, *files, options.jobs > 0 ? options.jobs : processors);
    if (options.json)
        std::cout << itemOf(*exercise, all).print();
    else if (options.csv != "-")
        for (const Graded& graded : all) printText(graded);
    std::cout.flush();
    if (options.csv)
        if (const auto written = writeTextAtomically(csvOf(*exercise, all), *options.csv);
            !written) {
            print(written.error());
            return exitFailed;
        }
    return exitDone;
}

}  // namespace momentree::cli
