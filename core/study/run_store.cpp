// SPDX-License-Identifier: Apache-2.0
#include "core/study/run_store.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/io/model_writer.hpp"
#include "core/io/sha256.hpp"
#include "core/platform/process.hpp"

namespace momentree {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t keyDigits = 20;  // 80 bits suffice to distinguish runs

Diagnostic cannotKeep(const std::string& path, const std::string& why) {
    return error({}, MOMENTREE_TEXT("run-not-kept", "cannot store a run in '%1': %2")(path, why));
}

/// A folder next to the final one that no other thread or process uses.
std::string draftFolder(const std::string& final) {
    const auto thread = std::hash<std::thread::id>()(std::this_thread::get_id());
    return final + "." + std::to_string(platform::processId()) + "-" + std::to_string(thread) +
           ".tmp";
}

/// Reads the numbers of one line; false unless there are exactly as many as `row` has.
bool readRow(const std::string& line, std::span<double> row) {
    const char* at = line.data();
    const char* const end = at + line.size();
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (k > 0 && (at == end || *at++ != ',')) return false;
        const auto [next, problem] = std::from_chars(at, end, row[k]);
        if (problem != std::errc()) return false;
        at = next;
    }
    return at == end || *at == '\r';
}

}  // namespace

std::string runKey(const std::string& modelText, const RunSettings& settings,
                   const std::string& referenceKey) {
    return sha256(std::string("momentree ") + MOMENTREE_VERSION + "\n" + runItem(settings).print() +
                  "\n" + referenceKey + "\n" + modelText)
        .substr(0, keyDigits);
}

std::string runFolder(const std::string& folder, const std::string& key) {
    return (fs::path(folder) / "runs" / key).string();
}

std::string tablePath(const std::string& folder, const std::string& key) {
    return runFolder(folder, key) + "/table.csv";
}

std::optional<RunSummary> readStored(const std::string& folder, const std::string& key) {
    const std::string path = runFolder(folder, key) + "/summary.json";
    std::error_code none;
    if (!fs::exists(path, none)) return std::nullopt;
    auto text = readTextFile(path);
    if (!text) return std::nullopt;
    auto summary = readSummary(std::move(*text));
    return summary ? std::optional(std::move(*summary)) : std::nullopt;
}

Result<void> store(const std::string& folder, const std::string& key, const RunSummary& summary,
                   const Recording* recording, const RowLayout* layout) {
    const std::string final = runFolder(folder, key), draft = draftFolder(final);
    std::error_code code;
    fs::remove_all(draft, code);
    fs::create_directories(draft, code);
    if (code) return fail(cannotKeep(draft, code.message()));
    Diagnostics problems;
    if (recording != nullptr)
        if (auto written =
                writeCsv(*recording, *layout, CsvColumns::Recorded, draft + "/table.csv");
            !written)
            problems = std::move(written.error());
    std::ofstream file(draft + "/summary.json", std::ios::binary);
    file << summaryText(summary);
    file.close();
    if (!file) problems.push_back(cannotKeep(draft, "the disk is full or not writable"));
    if (problems.empty()) {
        fs::rename(draft, final, code);
        if (!code) return {};
        const bool kept =
            readStored(folder, key) && (recording == nullptr || fs::exists(tablePath(folder, key)));
        if (!kept) {
            fs::remove_all(final, code);
            fs::rename(draft, final, code);
            if (!code) return {};
        } else {
            fs::remove_all(draft, code);
            return {};
        }
        problems.push_back(cannotKeep(final, code.message()));
    }
    fs::remove_all(draft, code);
    return tl::unexpected(std::move(problems));
}

Result<std::shared_ptr<const Recording>> readTable(const std::string& path,
                                                   const RowLayout& layout) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::size_t rows = 0;
    std::getline(file, line);
    while (std::getline(file, line)) ++rows;
    file.clear();
    file.seekg(0);
    auto recording = std::make_shared<Recording>(layout.width(), rows);
    std::vector<double> values(static_cast<std::size_t>(layout.csvWidth()) + 1);
    std::getline(file, line);
    while (std::getline(file, line)) {
        const std::span<double> row = recording->nextRow();
        if (row.empty() || !readRow(line, values))
            return fail(error({}, MOMENTREE_TEXT("table-of-other-model",
                                                 "'%1' is not the table of this model")(path)));
        std::copy(values.begin(), values.end() - 1, row.begin());
        row[static_cast<std::size_t>(layout.balance())] = values.back();
        recording->commit();
    }
    if (rows == 0)
        return fail(
            error({}, MOMENTREE_TEXT("table-unreadable", "cannot read the table '%1'")(path)));
    return recording;
}

}  // namespace momentree
