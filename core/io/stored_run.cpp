// SPDX-License-Identifier: Apache-2.0
#include "core/io/stored_run.hpp"

#include <cmath>
#include <limits>

#include "core/execution/backend.hpp"
#include "core/io/capsule.hpp"
#include "core/io/freecad.hpp"
#include "core/io/hdf5.hpp"
#include "core/io/native_reader.hpp"
#include "core/io/zip.hpp"
#include "core/stepping/spec_fields.hpp"

namespace momentree {
namespace {

constexpr std::size_t longestText = 1'000'000;
constexpr int mostRows = std::numeric_limits<int>::max();

struct SettingReader {
    ObjectReader& object;
    void operator()(std::string_view key, std::string& value) { object.string(key, value); }
    void operator()(std::string_view key, double& value) {
        const auto node = object.find(key);
        if (node && node->isNumber())
            object.number(key, value);
        else if (node && key == "duration")
            value = std::numeric_limits<double>::infinity();
    }
    void operator()(std::string_view key, int& value) {
        object.integer(key, value, 0, std::numeric_limits<int>::max());
    }
    void operator()(std::string_view key, bool& value) { object.boolean(key, value); }
};

void readSettings(const JsonNode& node, Problems& problems, StoredRun& out) {
    ObjectReader object(node, Place::run(), problems);
    visitSpec(out.spec, SettingReader{object});
    object.integer("threads", out.threads, 1, 1 << 16);
    object.finish();
    if (isParallel(out.spec.backend)) out.spec.backend = "parallel:" + std::to_string(out.threads);
}

/// Null stands for NaN.
std::vector<double> numbersOf(const JsonNode& list) {
    std::vector<double> values;
    for (const JsonNode& node : list.items())
        values.push_back(node.isNumber() ? node.number().value_or(std::nan("")) : std::nan(""));
    return values;
}

template <typename Range>
void take(const std::vector<double>& values, std::size_t& from, Range& to) {
    for (auto& value : to) value = from < values.size() ? values[from++] : std::nan("");
}

LaterStart readStart(const JsonNode& node, Problems& problems) {
    LaterStart start;
    ObjectReader object(node, Place::run("start"), problems);
    object.number("time_s", start.time, required);
    if (const auto bodies = object.find("bodies", required))
        for (const JsonNode& one : bodies->items()) {
            const std::vector<double> values = numbersOf(one);
            std::size_t at = 0;
            BodyState body;
            take(values, at, body.r);
            take(values, at, body.e);
            take(values, at, body.v);
            take(values, at, body.w);
            start.state.bodies.push_back(body);
        }
    if (const auto joints = object.find("joints", required))
        for (const JsonNode& one : joints->items()) {
            std::size_t at = 0;
            take(numbersOf(one), at, start.jointQ.emplace_back());
        }
    if (const auto angles = object.find("angles", required))
        start.state.angles = numbersOf(*angles);
    return start;
}

void readResults(const JsonNode& node, Problems& problems, ResultMarks& out) {
    ObjectReader object(node, Place::run("results"), problems);
    const auto count = [&](std::string_view key) {
        int value = 1;
        object.integer(key, value, 1, mostRows, required);
        return static_cast<std::size_t>(value);
    };
    object.string("hash", out.hash, required);
    out.rows = count("rows");
    out.capacity = count("capacity");
    object.number("time_s", out.time, required);
    out.rowsPerMark = count("rows_per_mark");
    object.string("marks", out.marks, required, longestText);
    if (const auto row = object.find("last_row", required)) out.lastRow = numbersOf(*row);
    const std::size_t marks = (out.rows - 1) / out.rowsPerMark + 1;
    if (problems.empty() && (out.marks.size() != marks * markDigits ||
                             !out.hash.starts_with(out.marks.substr((marks - 1) * markDigits))))
        object.problem(MOMENTREE_TEXT("marks-edited",
                                      "have been edited: their hash does not fit their marks"));
}

tl::unexpected<Diagnostics> noRecord() {
    return fail(error(
        {}, MOMENTREE_TEXT("record-missing",
                           "holds no record of its run: it is not a report, or an older version "
                           "wrote it; run the model again with --report")));
}

}  // namespace

Result<StoredRun> readStoredText(std::string text, const std::string& path) {
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) return tl::unexpected(document.error());
    const JsonNode root = document->root();
    Problems problems;
    ObjectReader record(root, {}, problems);
    if (!record.valid() || !root.has("hash") || !root.has("results")) return noRecord();
    StoredRun run;
    std::string hash;
    record.string("hash", hash);
    if (const std::string own = hashOf(root); own != hash)
        return fail(
            error({}, MOMENTREE_TEXT("record-edited",
                                     "its record has been edited: the hash of its model and "
                                     "settings is %1, not %2")(own, hash)));
    if (const auto node = record.find("settings", required)) readSettings(*node, problems, run);
    if (const auto node = record.find("model_as_run", required))
        run.model = readNativeModel(*node, problems);
    run.model.file = path;
    if (const auto node = record.find("start")) run.start = readStart(*node, problems);
    record.string("controller", run.controller);
    record.string("version", run.version, required);
    record.string("commit", run.commit, required);
    if (const auto node = record.find("machine"))
        for (const auto& [name, value] : node->members())
            run.machine.emplace_back(name, value.isString() ? value.string() : std::string());
    if (const auto node = record.find("results", required))
        readResults(*node, problems, run.results);
    if (!problems.empty()) return tl::unexpected(problems.take());
    return run;
}

bool holdsRows(const std::string& path) {
    return path != "-" && !isFreecadFile(path) && (isHdf5(path) || isZip(path));
}

Result<StoredRun> readStoredRun(const std::string& path) {
    if (path != "-" && isZip(path)) return readCapsule(path);
    if (isHdf5(path)) {
        auto content = readHdf5(path);
        if (!content) return tl::unexpected(std::move(content.error()));
        if (content->provenance.empty()) return noRecord();
        auto run = readStoredText(std::move(content->provenance), path);
        if (run) run->columns = std::move(content->columns);
        return run;
    }
    auto text = readTextFile(path);
    if (!text) return tl::unexpected(text.error());
    return readStoredText(std::move(*text), path);
}

}  // namespace momentree
