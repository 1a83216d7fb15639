// SPDX-License-Identifier: Apache-2.0
#include "core/io/zip.hpp"

#include <minizip/unzip.h>
#include <minizip/zip.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace momentree {
namespace {

constexpr std::size_t mostEntries = 10000, mostBytes = std::size_t{512} << 20;

/// The record at the end says which files there are.
Diagnostics withoutRecord(const std::string& path) {
    std::error_code ignored;
    return {error({}, MOMENTREE_TEXT("zip-damaged",
                                     "it is no zip archive, or a damaged one: the list of its "
                                     "files does not end at byte %1, the last one")(
                          std::filesystem::file_size(path, ignored)))};
}

/// @param at the file in the archive, from 1
Diagnostics damagedIn(std::size_t at, std::size_t count) {
    return {error({}, MOMENTREE_TEXT("zip-entry-damaged",
                                     "the zip archive is damaged in file %1 of the %2 that it "
                                     "holds")(at, count))};
}

/// Whether every part of a name stays below the folder of the archive.
bool staysBelow(const std::string& name) {
    const std::filesystem::path path(name);
    if (name.empty() || path.is_absolute() || name.find('\\') != std::string::npos) return false;
    return std::find(path.begin(), path.end(), "..") == path.end();
}

bool addEntry(zipFile zip, const ZipEntry& entry) {
    zip_fileinfo info{};
    info.tmz_date = {0, 0, 0, 1, 0, 1980};  // the first date that zip knows
    const bool opened = zipOpenNewFileInZip(zip, entry.name.c_str(), &info, nullptr, 0, nullptr, 0,
                                            nullptr, Z_DEFLATED, Z_DEFAULT_COMPRESSION) == ZIP_OK;
    return opened &&
           zipWriteInFileInZip(zip, entry.bytes.data(),
                               static_cast<unsigned>(entry.bytes.size())) == ZIP_OK &&
           zipCloseFileInZip(zip) == ZIP_OK;
}

/// The present file of an archive; false if it is damaged or larger than `room`.
bool readEntry(unzFile zip, std::size_t room, ZipEntry& entry) {
    unz_file_info info{};
    std::array<char, 1024> name{};
    if (unzGetCurrentFileInfo(zip, &info, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) !=
            UNZ_OK ||
        info.uncompressed_size > room || unzOpenCurrentFile(zip) != UNZ_OK)
        return false;
    entry.name = name.data();
    entry.bytes.resize(info.uncompressed_size);
    const int size =
        unzReadCurrentFile(zip, entry.bytes.data(), static_cast<unsigned>(entry.bytes.size()));
    // Closing checks the CRC.
    return unzCloseCurrentFile(zip) == UNZ_OK && size >= 0 &&
           static_cast<std::size_t>(size) == entry.bytes.size();
}

/// Whether the file ends with a complete record of the end of an archive, which takes 22 bytes and
/// a comment. The library also reads archives in which its last bytes are missing.
bool endsWithRecord(const std::string& path, unsigned long comment) {
    std::array<char, 4> start{};
    std::ifstream file(path, std::ios::binary);
    file.seekg(-22 - static_cast<std::streamoff>(comment), std::ios::end);
    file.read(start.data(), start.size());
    return file && std::string_view(start.data(), start.size()) == "PK\x05\x06";
}

}  // namespace

bool isZip(const std::string& path) {
    std::array<char, 4> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    return file && std::string_view(start.data(), start.size()) == "PK\x03\x04";
}

Result<void> writeZip(const std::vector<ZipEntry>& entries, const std::string& path) {
    std::size_t bytes = 0;
    for (const ZipEntry& entry : entries) bytes += entry.bytes.size();
    if (entries.size() > mostEntries || bytes > mostBytes)
        return fail(error({}, MOMENTREE_TEXT("zip-too-large",
                                             "%1 files of %2 MB are too much for one archive: the "
                                             "most are %3 files of %4 MB")(
                                  entries.size(), bytes >> 20, mostEntries, mostBytes >> 20)));
    const std::string part = path + ".part";
    zipFile zip = zipOpen(part.c_str(), APPEND_STATUS_CREATE);
    bool written = zip != nullptr;
    for (const ZipEntry& entry : entries) written = written && addEntry(zip, entry);
    if (zip != nullptr) written = zipClose(zip, nullptr) == ZIP_OK && written;
    std::error_code failed;
    if (written) std::filesystem::rename(part, path, failed);
    if (written && !failed) return {};
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    return fail(error({}, MOMENTREE_TEXT("zip-not-written",
                                         "the archive cannot be written; check "
                                         "the folder and the space on the disk")));
}

Result<std::vector<ZipEntry>> readZip(const std::string& path) {
    const std::unique_ptr<void, int (*)(unzFile)> zip(unzOpen(path.c_str()), unzClose);
    unz_global_info info{};
    if (!zip || unzGetGlobalInfo(zip.get(), &info) != UNZ_OK || info.number_entry > mostEntries ||
        !endsWithRecord(path, info.size_comment))
        return tl::unexpected(withoutRecord(path));
    std::vector<ZipEntry> entries;
    std::size_t room = mostBytes, number = 1;
    for (int at = unzGoToFirstFile(zip.get()); at != UNZ_END_OF_LIST_OF_FILE;
         at = unzGoToNextFile(zip.get()), ++number) {
        ZipEntry entry;
        if (at != UNZ_OK || entries.size() >= mostEntries || !readEntry(zip.get(), room, entry) ||
            !staysBelow(entry.name))
            return tl::unexpected(damagedIn(number, info.number_entry));
        room -= entry.bytes.size();
        if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace momentree
