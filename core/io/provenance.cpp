// SPDX-License-Identifier: Apache-2.0
#include "core/io/provenance.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "core/build_info.hpp"
#include "core/execution/backend.hpp"
#include "core/io/model_writer.hpp"
#include "core/io/sha256.hpp"
#include "core/libraries.hpp"
#include "core/math/index.hpp"
#include "core/platform/machine.hpp"
#include "core/stepping/spec_fields.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostMarks = 1024;

/// One row as bytes.
void addRow(Sha256& hash, std::span<const double> row, const std::vector<int>& columns,
            std::string& bytes) {
    static_assert(std::endian::native == std::endian::little);
    bytes.clear();
    for (const int column : columns) {
        const double value = row[toIndex(column)];
        // The sign and payload of a NaN mean nothing.
        const auto bits = std::bit_cast<std::array<char, sizeof(double)>>(
            std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value);
        bytes.append(bits.data(), bits.size());
    }
    hash.add(bytes);
}

JsonItem numbersItem(const std::vector<double>& values) {
    JsonItem list = JsonItem::list();
    for (const double value : values) list.add(JsonItem::number(value));
    return list;
}

/// Adds any setting.
struct SettingWriter {
    JsonItem object = JsonItem::object();
    void operator()(std::string_view key, const std::string& value) {
        object.add(key, JsonItem::text(value));
    }
    void operator()(std::string_view key, double value) {
        object.add(key, JsonItem::number(value));  // null for an endless duration
    }
    void operator()(std::string_view key, int value) { object.add(key, JsonItem::integer(value)); }
    void operator()(std::string_view key, bool value) { object.add(key, JsonItem::boolean(value)); }
};

JsonItem settingsItem(const RunSpec& spec) {
    SettingWriter writer;
    visitSpec(spec, writer);
    return writer.object.add("threads", JsonItem::integer(threadsOf(spec.backend)));
}

JsonItem startItem(const LaterStart& start) {
    JsonItem bodies = JsonItem::list(), joints = JsonItem::list();
    for (const BodyState& body : start.state.bodies) {
        std::vector<double> values;
        const auto append = [&](const auto& vector) {
            values.insert(values.end(), vector.begin(), vector.end());
        };
        append(body.r);
        append(body.e);
        append(body.v);
        append(body.w);
        bodies.add(numbersItem(values));
    }
    for (const auto& q : start.jointQ) joints.add(numbersItem({q.begin(), q.end()}));
    return JsonItem::object()
        .add("time_s", JsonItem::number(start.time))
        .add("bodies", std::move(bodies))
        .add("joints", std::move(joints))
        .add("angles", numbersItem(start.state.angles));
}

/// The same value, written by this program.
JsonItem canonical(const JsonNode& node) {
    if (node.isObject()) {
        JsonItem object = JsonItem::object();
        for (const auto& [key, value] : node.members()) object.add(key, canonical(value));
        return object;
    }
    if (node.isArray()) {
        JsonItem list = JsonItem::list();
        for (const JsonNode& value : node.items()) list.add(canonical(value));
        return list;
    }
    if (node.isString()) return JsonItem::text(node.string());
    if (node.isNumber()) return JsonItem::number(node.number().value_or(std::nan("")));
    return node.isBool() ? JsonItem::boolean(node.boolean()) : JsonItem::null();
}

}  // namespace

std::string processorName() { return platform::processorName().value_or("this computer"); }

MachineFacts thisMachine() {
    const BuildInfo& build = buildInfo();
    MachineFacts facts{{"processor", processorName()},
                       {"architecture", build.architecture},
                       {"instructions", build.instructions},
                       {"compiler", build.compiler},
                       {"build", build.type},
                       platform::systemLibrary()};
    for (const LibraryVersion& library : libraryVersions())
        facts.emplace_back(library.name, library.version);
    return facts;
}

std::vector<int> resultColumns(const RowLayout& layout) {
    std::vector<int> columns;
    const int phases = layout.phase(Phase(0)), after = phases + static_cast<int>(phaseCount);
    for (int column = 0; column < layout.works(); ++column)
        if (column < phases || column >= after) columns.push_back(column);
    return columns;
}

ResultMarks marksOf(const Recording& recording, const RowLayout& layout, std::size_t rows,
                    std::size_t rowsPerMark) {
    assert(rows > 0 && rows <= recording.size());
    const std::vector<int> columns = resultColumns(layout);
    ResultMarks marks;
    marks.rows = rows;
    marks.capacity = recording.capacity();
    marks.time = recording.at(rows - 1, 0);
    marks.rowsPerMark = rowsPerMark > 0 ? rowsPerMark : (rows - 1) / mostMarks + 1;
    Sha256 hash;
    std::string bytes;
    for (std::size_t row = 0; row < rows; ++row) {
        addRow(hash, recording.row(row), columns, bytes);
        if ((row + 1) % marks.rowsPerMark == 0 || row + 1 == rows)
            marks.marks += hash.digest().substr(0, markDigits);
    }
    marks.hash = hash.digest();
    for (const int column : columns) marks.lastRow.push_back(recording.at(rows - 1, column));
    return marks;
}

namespace {

/// Adds `record`, then version, commit and hash of them all, then the machine.
void addSealed(JsonItem& object, const std::vector<std::pair<std::string_view, JsonItem>>& record) {
    const BuildInfo& build = buildInfo();
    JsonItem hashed = JsonItem::object();
    const auto add = [&](std::string_view key, const JsonItem& item) {
        hashed.add(key, item);
        object.add(key, item);
    };
    for (const auto& [key, item] : record) add(key, item);
    add("version", JsonItem::text(build.version));
    add("commit", JsonItem::text(build.commit));
    const auto written = JsonDocument::parse(hashed.print());
    object.add("hash", JsonItem::text(written ? hashOf(written->root()) : std::string()));
    JsonItem machine = JsonItem::object();
    for (const auto& [name, value] : thisMachine()) machine.add(name, JsonItem::text(value));
    object.add("machine", std::move(machine));
}

}  // namespace

void addProvenance(JsonItem& object, const RunOrigin& origin) {
    std::vector<std::pair<std::string_view, JsonItem>> record{
        {"settings", settingsItem(origin.spec)},
        {"model_as_run", modelItem(origin.model->description)}};
    if (origin.start) record.emplace_back("start", startItem(*origin.start));
    if (!origin.controller.empty())
        record.emplace_back("controller", JsonItem::text(origin.controller));
    addSealed(object, record);
}

void addProvenance(JsonItem& object, const ModelDescription& model) {
    addSealed(object, {{"model_as_run", modelItem(model)}});
}

std::string provenanceText(const ModelDescription& model) {
    JsonItem record = JsonItem::object();
    addProvenance(record, model);
    return record.print();
}

void addMarks(JsonItem& object, const ResultMarks& marks) {
    object.add(
        "results",
        JsonItem::object()
            .add("hash", JsonItem::text(marks.hash))
            .add("rows", JsonItem::integer(static_cast<long long>(marks.rows)))
            .add("capacity", JsonItem::integer(static_cast<long long>(marks.capacity)))
            .add("time_s", JsonItem::number(marks.time))
            .add("rows_per_mark", JsonItem::integer(static_cast<long long>(marks.rowsPerMark)))
            .add("marks", JsonItem::text(marks.marks))
            .add("last_row", numbersItem(marks.lastRow)));
}

std::string provenanceText(const RunOrigin& origin, const ResultMarks* marks) {
    JsonItem record = JsonItem::object();
    addProvenance(record, origin);
    if (marks != nullptr) addMarks(record, *marks);
    return record.print();
}

std::string hashOf(const JsonNode& record) {
    JsonItem object = JsonItem::object();
    const auto members = record.members();
    for (const std::string_view key :
         {"settings", "model_as_run", "start", "controller", "version", "commit"}) {
        const auto found = std::ranges::find(members, key, [](const auto& m) { return m.first; });
        if (found != members.end()) object.add(key, canonical(found->second));
    }
    return sha256(object.print());
}

}  // namespace momentree
