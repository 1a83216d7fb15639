// SPDX-License-Identifier: Apache-2.0
#include "core/io/sealed_file.hpp"

#include <zlib.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>

namespace momentree {
namespace {

constexpr std::string_view sealMark = "momentree crc32 ";
constexpr std::size_t sealDigits = 8, sealSize = sealMark.size() + sealDigits;

/// Of the first bytes of a file.
std::string checksumOf(std::ifstream& file, std::size_t bytes) {
    std::array<char, 1 << 16> block{};
    uLong sum = crc32(0, nullptr, 0);
    while (bytes > 0 && file) {
        file.read(block.data(), static_cast<std::streamsize>(std::min(block.size(), bytes)));
        const auto count = static_cast<std::size_t>(file.gcount());
        sum = crc32(sum, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(count));
        bytes -= count;
    }
    std::array<char, sealDigits> digits{};
    const char* const end =
        std::to_chars(digits.data(), digits.data() + digits.size(), sum, 16).ptr;
    const std::string text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    return std::string(sealDigits - text.size(), '0') + text;
}

}  // namespace

bool seal(const std::string& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    std::ifstream in(path, std::ios::binary);
    if (failed || !in) return false;
    const std::string sum = checksumOf(in, size);
    std::ofstream out(path, std::ios::binary | std::ios::app);
    out << sealMark << sum;
    out.close();
    return out.good();
}

bool isUnchanged(const std::string& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    if (failed || size < sealSize) return true;
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(size - sealSize));
    std::string end(sealSize, '\0');
    file.read(end.data(), static_cast<std::streamsize>(end.size()));
    if (!file || !end.starts_with(sealMark)) return true;
    file.seekg(0);
    return checksumOf(file, size - sealSize) == end.substr(sealMark.size());
}

}  // namespace momentree
