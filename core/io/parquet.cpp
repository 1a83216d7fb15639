// SPDX-License-Identifier: Apache-2.0
#include "core/io/parquet.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>

#include "core/io/column_facts.hpp"
#include "core/io/provenance.hpp"
#include "core/io/thrift.hpp"

namespace momentree {
namespace {

// Numbers of parquet.thrift.
constexpr int doubleType = 5, requiredField = 0, plainValues = 0, levelRuns = 3, gzipCodec = 2,
              dataPage = 0;
constexpr std::string_view parquetMagic = "PAR1";
constexpr std::size_t rowsPerGroup = 131072;  ///< 1 MB for each column

/// A column of a group of rows, of which it is one page.
struct ColumnChunk {
    std::size_t offset = 0, unpacked = 0, packed = 0;  ///< [bytes], with the page's head
};
struct RowGroup {
    std::size_t rows = 0;
    std::vector<ColumnChunk> chunks;
};

std::string gzipped(std::string_view bytes) {
    constexpr int gzipWindow = 15 + 16, memory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string pageHead(std::size_t unpacked, std::size_t packed, std::size_t rows) {
    ThriftWriter head;
    head.integer(1, dataPage);
    head.integer(2, static_cast<std::int32_t>(unpacked));
    head.integer(3, static_cast<std::int32_t>(packed));
    head.begin(5);  // of a data page
    head.integer(1, static_cast<std::int32_t>(rows));
    head.integer(2, plainValues);
    head.integer(3, levelRuns);
    head.integer(4, levelRuns);
    head.end();
    head.end();
    return head.bytes();
}

ColumnChunk writeChunk(OutputFile& file, const Recording& recording, int column, std::size_t first,
                       std::size_t rows) {
    static_assert(std::endian::native == std::endian::little);
    std::vector<double> values(rows);
    for (std::size_t k = 0; k < rows; ++k) values[k] = recording.at(first + k, column);
    std::string plainBytes(rows * sizeof(double), '\0');
    std::memcpy(plainBytes.data(), values.data(), plainBytes.size());
    const std::string packed = gzipped(plainBytes);
    const std::string head = pageHead(plainBytes.size(), packed.size(), rows);
    const ColumnChunk chunk{file.written(), head.size() + plainBytes.size(),
                            head.size() + packed.size()};
    file.write(head);
    file.write(packed);
    return chunk;
}

void addSchema(ThriftWriter& footer, const std::vector<std::string>& names) {
    footer.list(2, names.size() + 1);
    footer.beginItem();
    footer.text(4, "run");
    footer.integer(5, static_cast<std::int32_t>(names.size()));
    footer.end();
    for (const std::string& name : names) {
        footer.beginItem();
        footer.integer(1, doubleType);
        footer.integer(3, requiredField);
        footer.text(4, name);
        footer.end();
    }
}

void addGroup(ThriftWriter& footer, const RowGroup& group, const std::vector<std::string>& names) {
    std::size_t bytes = 0;
    footer.beginItem();
    footer.list(1, names.size());
    for (std::size_t k = 0; k < names.size(); ++k) {
        const ColumnChunk& chunk = group.chunks[k];
        bytes += chunk.unpacked;
        footer.beginItem();
        footer.longInteger(2, static_cast<std::int64_t>(chunk.offset));
        footer.begin(3);
        footer.integer(1, doubleType);
        footer.integers(2, {plainValues, levelRuns});
        footer.texts(3, {names[k]});
        footer.integer(4, gzipCodec);
        footer.longInteger(5, static_cast<std::int64_t>(group.rows));
        footer.longInteger(6, static_cast<std::int64_t>(chunk.unpacked));
        footer.longInteger(7, static_cast<std::int64_t>(chunk.packed));
        footer.longInteger(9, static_cast<std::int64_t>(chunk.offset));
        footer.end();
        footer.end();
    }
    footer.longInteger(2, static_cast<std::int64_t>(bytes));
    footer.longInteger(3, static_cast<std::int64_t>(group.rows));
    footer.end();
}

using Metadata = std::vector<std::pair<std::string, std::string>>;

std::string footerOf(const std::vector<RowGroup>& groups, const std::vector<std::string>& names,
                     const Metadata& metadata) {
    std::size_t rows = 0;
    for (const RowGroup& group : groups) rows += group.rows;
    ThriftWriter footer;
    footer.integer(1, 1);  // version of the format
    addSchema(footer, names);
    footer.longInteger(3, static_cast<std::int64_t>(rows));
    footer.list(4, groups.size());
    for (const RowGroup& group : groups) addGroup(footer, group, names);
    footer.list(5, metadata.size());
    for (const auto& [key, value] : metadata) {
        footer.beginItem();
        footer.text(1, key);
        footer.text(2, value);
        footer.end();
    }
    footer.text(6, "Momentree version " MOMENTREE_VERSION);
    footer.end();
    return footer.bytes();
}

Metadata metadataOf(const Recording& recording, const Model& model, const RowLayout& layout,
                    const ReportFacts& facts, CsvColumns columns, std::size_t rows) {
    Metadata metadata{{"momentree", MOMENTREE_VERSION},
                      {"model", facts.modelName},
                      {"status", facts.status},
                      {"columns", columnsItem(model, layout, columns).print()}};
    if (!recording.origin()) return metadata;
    const ResultMarks marks = marksOf(recording, layout, rows);
    metadata.emplace_back("provenance", provenanceText(*recording.origin(), &marks));
    return metadata;
}

/// Four bytes, the lowest first.
std::string lengthOf(std::string_view bytes) {
    std::string length;
    for (int k = 0; k < 4; ++k) length += static_cast<char>(bytes.size() >> 8 * k);
    return length;
}

void writeParts(OutputFile& file, const Recording& recording, const Model& model,
                const ReportFacts& facts, CsvColumns chosen) {
    const RowLayout layout(model);
    const std::size_t rows = recording.size();  // more may be recorded meanwhile
    const std::vector<TableColumn> columns = tableColumns(layout, chosen);
    std::vector<std::string> names{layout.names().front()};
    for (const TableColumn& column : columns) names.push_back(column.name);
    file.write(parquetMagic);
    std::vector<RowGroup> groups;
    for (std::size_t first = 0; first < rows; first += rowsPerGroup) {
        RowGroup& group = groups.emplace_back(RowGroup{std::min(rowsPerGroup, rows - first), {}});
        group.chunks.push_back(writeChunk(file, recording, 0, first, group.rows));
        for (const TableColumn& column : columns)
            group.chunks.push_back(writeChunk(file, recording, column.column, first, group.rows));
    }
    const std::string footer =
        footerOf(groups, names, metadataOf(recording, model, layout, facts, chosen, rows));
    file.write(footer);
    file.write(lengthOf(footer));
    file.write(parquetMagic);
}

}  // namespace

Result<void> writeParquet(const Recording& recording, const Model& model, const ReportFacts& facts,
                          CsvColumns columns, const std::string& path) {
    if (auto writable = checkWritable(path); !writable) return writable;
    const std::string part = path + ".part";
    OutputFile file(part);
    writeParts(file, recording, model, facts, columns);
    std::error_code failed, ignored;
    if (file.close()) std::filesystem::rename(part, path, failed);
    if (!file.problem() && !failed) return {};
    std::filesystem::remove(part, ignored);
    return fail(error({}, MOMENTREE_TEXT("parquet-not-written", "cannot write '%1': %2")(
                              path, file.problem() ? file.problem()->str() : failed.message())));
}

}  // namespace momentree
