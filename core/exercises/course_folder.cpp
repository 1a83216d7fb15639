// SPDX-License-Identifier: Apache-2.0
#include "core/exercises/course_folder.hpp"

#include <array>
#include <cstdio>
#include <filesystem>

#include "core/io/json_text.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

namespace fs = std::filesystem;

/// A UUID (RFC 9562, version 8) that belongs to the title.
std::string uuidOf(const std::string& title) {
    const std::size_t a = std::hash<std::string>()(title),
                      b = std::hash<std::string>()(title + '/');
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%08zx-%04zx-8%03zx-8%03zx-%012zx", a & 0xffffffffU,
                  (a >> 32) & 0xffffU, (a >> 48) & 0xfffU, b & 0xfffU, (b >> 12) & 0xffffffffffffU);
    return text.data();
}

std::string filledIn(std::string text, const Exercise& exercise) {
    const std::string files =
        exercise.asksForModel() ? "submission.json, mine.momentree.json" : "submission.json";
    const std::array<std::pair<std::string, std::string>, 5> values{
        {{"@UUID@", uuidOf(exercise.title)},
         {"@TITLE@", jsonQuoted(exercise.title)},
         {"@TASK@", jsonQuoted(taskFor(exercise, "class"))},
         {"@POINTS@", numberText(exercise.points())},
         {"@FILES@", files}}};
    for (const auto& [mark, value] : values)
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;
             at += value.size())
            text.replace(at, mark.size(), value);
    return text;
}

}  // namespace

Result<void> writeCourseFolder(const Exercise& exercise, const std::string& templates,
                               const std::string& to) {
    if (std::error_code failed; fs::exists(to, failed))
        return fail(error(
            {}, MOMENTREE_TEXT("folder-exists", "the folder %1 exists; choose another name")(to)));
    try {
        fs::create_directories(fs::path(to) / "exercise");
        for (const fs::directory_entry& entry : fs::directory_iterator(exercise.folder)) {
            const std::string name = entry.path().filename().string();
            if (entry.is_regular_file() && !name.starts_with("solution"))
                fs::copy_file(entry.path(), fs::path(to) / "exercise" / name);
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(templates)) {
            const auto text = readTextFile(entry.path().string());
            if (!text) return tl::unexpected(text.error());
            const std::string path = (fs::path(to) / entry.path().filename()).string();
            if (auto written = writeTextAtomically(filledIn(*text, exercise), path); !written)
                return written;
        }
    } catch (const fs::filesystem_error& problem) {
        return fail(error({}, MOMENTREE_TEXT("folder-unwritable", "cannot write the folder %1: %2")(
                                  to, problem.code().message())));
    }
    return {};
}

}  // namespace momentree
