// SPDX-License-Identifier: Apache-2.0
#include "core/io/thrift.hpp"

namespace momentree {
namespace {

// Types of the compact protocol.
constexpr int thriftInteger = 5, thriftLong = 6, thriftText = 8, thriftList = 9,
              thriftStructure = 12;
constexpr std::size_t shortList = 15;
constexpr int shortStep = 15;

}  // namespace

/// Seven bits a byte, the lowest first.
void ThriftWriter::number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
}

/// Small numbers of either sign become small numbers.
void ThriftWriter::signedNumber(std::int64_t value) {
    number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ThriftWriter::plainText(std::string_view value) {
    number(value.size());
    bytes_ += value;
}

void ThriftWriter::head(int field, int type) {
    const int step = field - fields_.back();
    fields_.back() = field;
    if (step > 0 && step <= shortStep) {
        bytes_ += static_cast<char>(step << 4 | type);
        return;
    }
    bytes_ += static_cast<char>(type);
    signedNumber(field);
}

void ThriftWriter::listHead(std::size_t count, int type) {
    if (count < shortList) {
        bytes_ += static_cast<char>(count << 4 | static_cast<unsigned>(type));
        return;
    }
    bytes_ += static_cast<char>(0xf0 | type);
    number(count);
}

void ThriftWriter::integer(int field, std::int32_t value) {
    head(field, thriftInteger);
    signedNumber(value);
}

void ThriftWriter::longInteger(int field, std::int64_t value) {
    head(field, thriftLong);
    signedNumber(value);
}

void ThriftWriter::text(int field, std::string_view value) {
    head(field, thriftText);
    plainText(value);
}

void ThriftWriter::list(int field, std::size_t count) {
    head(field, thriftList);
    listHead(count, thriftStructure);
}

void ThriftWriter::integers(int field, const std::vector<std::int32_t>& values) {
    head(field, thriftList);
    listHead(values.size(), thriftInteger);
    for (const std::int32_t value : values) signedNumber(value);
}

void ThriftWriter::texts(int field, const std::vector<std::string>& values) {
    head(field, thriftList);
    listHead(values.size(), thriftText);
    for (const std::string& value : values) plainText(value);
}

void ThriftWriter::begin(int field) {
    head(field, thriftStructure);
    beginItem();
}

void ThriftWriter::beginItem() { fields_.push_back(0); }

void ThriftWriter::end() {
    bytes_ += '\0';
    fields_.pop_back();
}

}  // namespace momentree
