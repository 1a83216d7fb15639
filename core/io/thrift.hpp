// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace momentree {

/// Writes structures in the compact protocol of Apache Thrift, in which Parquet describes its
/// files. Fields of a structure are given by their ids, in ascending order.
class ThriftWriter {
public:
    void integer(int field, std::int32_t value);
    void longInteger(int field, std::int64_t value);
    void text(int field, std::string_view value);
    /// A list of `count` structures; each is written between `beginItem` and `end`.
    void list(int field, std::size_t count);
    void integers(int field, const std::vector<std::int32_t>& values);
    void texts(int field, const std::vector<std::string>& values);
    void begin(int field);  ///< of a structure in a structure
    void beginItem();       ///< of a structure in a list
    void end();             ///< of the newest structure, last of the outermost one
    const std::string& bytes() const { return bytes_; }

private:
    void head(int field, int type);
    void listHead(std::size_t count, int type);
    void number(std::uint64_t value);
    void signedNumber(std::int64_t value);
    void plainText(std::string_view value);

    std::string bytes_;
    std::vector<int> fields_{0};  ///< the newest field of each open structure
};

}  // namespace momentree
