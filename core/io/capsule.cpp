// SPDX-License-Identifier: Apache-2.0
#include "core/io/capsule.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "core/io/csv.hpp"
#include "core/io/mesh_file.hpp"
#include "core/io/model_file.hpp"
#include "core/io/sha256.hpp"
#include "core/io/zip.hpp"
#include "core/platform/machine.hpp"
#include "core/session/settings_of.hpp"

namespace momentree {
namespace {

namespace fs = std::filesystem;

constexpr const char *reportName = "report.json", *tableName = "table.csv",
                     *modelName = "model.momentree.json", *meshFolder = "meshes/",
                     *sumsName = "SHA256SUMS";
constexpr std::size_t digitsOfMesh = 16;

/// Moves meshes into the archive; different files of one name remain apart.
void packMeshes(ModelDescription& model, std::vector<ZipEntry>& entries) {
    std::map<std::string, std::string> packed;
    eachMesh(model, [&](PartDescription& part) {
        const auto [known, added] = packed.try_emplace(part.mesh);
        std::string& name = known->second;
        if (added) {
            const auto bytes = readTextFile(part.mesh);
            name = meshFolder;
            if (bytes) name += sha256(*bytes).substr(0, digitsOfMesh) + '-';
            name += fs::path(part.mesh).filename().string();
            const bool there = std::ranges::find(entries, name, &ZipEntry::name) != entries.end();
            if (bytes && !there) entries.push_back({name, *bytes});
        }
        part.mesh = name;
    });
}

std::string readmeOf(const ReportFacts& facts) {
    return "A run of " + facts.modelName + ", computed by Momentree " MOMENTREE_VERSION " with " +
           facts.spec.formulation + " and " + facts.spec.integrator +
           ".\n\n"
           "report.json            figures, all settings, version, machine, hashes; \"columns\"\n"
           "                       has the unit and the meaning of every column of the table\n"
           "table.csv              the results, one row per sample\n"
           "model.momentree.json   the model, for Momentree\n"
           "meshes                 drawings of its bodies, if it has any\n"
           "SHA256SUMS             checksums: sha256sum -c SHA256SUMS\n\n"
           "Momentree opens the archive itself, shows the run, and computes it again:\n"
           "    momentree replay FILE\n"
           "says whether every bit of the results is the same.\n";
}

std::string sumOf(const ZipEntry& entry) { return sha256(entry.bytes) + "  " + entry.name + '\n'; }

std::string sumsOf(const std::vector<ZipEntry>& entries) {
    std::string text;
    for (const ZipEntry& entry : entries)
        if (entry.name != sumsName) text += sumOf(entry);
    return text;
}

/// The first file whose checksum is not in the list, or else the list.
std::string editedFile(const std::vector<ZipEntry>& entries, const std::string& sums) {
    for (const ZipEntry& entry : entries)
        if (entry.name != sumsName && sums.find(sumOf(entry)) == std::string::npos)
            return entry.name;
    return sumsName;
}

/// Where a mesh of an archive is on this machine; beside the archive, where nothing is, if it is
/// not in it or cannot be written.
std::string unpackedMesh(const std::string& mesh, const std::vector<ZipEntry>& entries,
                         const std::string& archive) {
    const auto entry = std::ranges::find(entries, mesh, &ZipEntry::name);
    const std::string beside = (fs::absolute(archive).parent_path() / mesh).string();
    if (entry == entries.end()) return beside;
    std::error_code code;
    const fs::path cache = platform::cacheFolder().value_or(fs::temp_directory_path(code));
    const fs::path folder = cache / "momentree" / "meshes" / sha256(entry->bytes);
    const fs::path file = folder / fs::path(mesh).filename();
    if (fs::file_size(file, code) == entry->bytes.size() && !code) return file.string();
    fs::create_directories(folder, code);
    const auto written = writeTextAtomically(entry->bytes, file.string());
    return written ? file.string() : beside;
}

/// The names in the first line, which ends at `at` afterwards.
std::vector<std::string> headOf(std::string_view text, std::size_t& at) {
    std::vector<std::string> names(1);
    bool quoted = false;
    for (; at < text.size() && (quoted || text[at] != '\n'); ++at) {
        const char c = text[at];
        const bool twice = c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"';
        if (c == '"' && !twice)
            quoted = !quoted;
        else if (c == ',' && !quoted)
            names.emplace_back();
        else if (c != '\r' || quoted)
            names.back() += c;
        if (twice) ++at;
    }
    ++at;
    return names;
}

/// The columns of a table that `tableText` wrote.
Result<std::vector<StoredColumn>> columnsOf(const std::string& text) {
    std::vector<StoredColumn> columns;
    std::size_t start = 0;
    for (std::string& name : headOf(text, start)) columns.push_back({std::move(name), {}});
    const char *at = text.data() + std::min(start, text.size()), *end = text.data() + text.size();
    for (std::size_t row = 1; at < end; ++row) {
        for (std::size_t k = 0; k < columns.size(); ++k) {
            double value = 0.0;
            const auto [next, problem] = std::from_chars(at, end, value);
            const std::string_view after(next, static_cast<std::size_t>(end - next));
            const std::string_view wanted = k + 1 < columns.size() ? "," : "\r\n";
            if (problem != std::errc() || !after.starts_with(wanted))
                return fail(error(
                    {}, MOMENTREE_TEXT("capsule-table", "its %1 is damaged in row %2, column '%3'")(
                            tableName, row, columns[k].name)));
            columns[k].values.push_back(value);
            at = next + wanted.size();
        }
    }
    return columns;
}

}  // namespace

Result<void> writeCapsule(const Recording& recording, const ReportFacts& facts,
                          const std::string& path) {
    if (!recording.origin())
        return fail(error({}, MOMENTREE_TEXT("capsule-no-origin",
                                             "these rows were not computed here; only a run can "
                                             "be written as a capsule")));
    if (auto writable = checkWritable(path); !writable) return writable;
    RunOrigin origin = *recording.origin();
    const RowLayout layout(*origin.model);
    std::vector<ZipEntry> entries{{"README.txt", readmeOf(facts)}};
    const auto model = std::make_shared<Model>(*origin.model);
    packMeshes(model->description, entries);
    origin.model = model;
    entries.push_back({reportName, reportText(facts, recording, layout, &origin)});
    entries.push_back({tableName, tableText(recording, layout, CsvColumns::All)});
    ModelDescription written = model->description;
    written.run = settingsOf(origin.spec, written.run);
    entries.push_back({modelName, writeModelText(written)});
    entries.push_back({sumsName, sumsOf(entries)});
    return writeZip(entries, path);
}

Result<StoredRun> readCapsule(const std::string& path) {
    auto entries = readZip(path);
    if (!entries) return tl::unexpected(entries.error());
    const auto report = std::ranges::find(*entries, reportName, &ZipEntry::name);
    const auto table = std::ranges::find(*entries, tableName, &ZipEntry::name);
    if (report == entries->end() || table == entries->end())
        return fail(
            error({}, MOMENTREE_TEXT("capsule-incomplete",
                                     "it has no %1; a capsule of a run (run --capsule) has "
                                     "%2 and %3")(report == entries->end() ? reportName : tableName,
                                                  reportName, tableName)));
    const auto sums = std::ranges::find(*entries, sumsName, &ZipEntry::name);
    if (sums == entries->end() || sums->bytes != sumsOf(*entries))
        return fail(error(
            {},
            MOMENTREE_TEXT("capsule-edited",
                           "'%1' in it has been edited: the checksums in %2 are others")(
                sums == entries->end() ? sumsName : editedFile(*entries, sums->bytes), sumsName)));
    auto run = readStoredText(std::move(report->bytes), path);
    if (!run) return run;
    auto columns = columnsOf(table->bytes);
    if (!columns) return tl::unexpected(columns.error());
    run->columns = std::move(*columns);
    eachMesh(run->model,
             [&](PartDescription& part) { part.mesh = unpackedMesh(part.mesh, *entries, path); });
    return run;
}

}  // namespace momentree
