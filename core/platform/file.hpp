// SPDX-License-Identifier: Apache-2.0
// Files by their descriptors, as far as systems differ. What fails leaves its reason in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace momentree::platform {

inline constexpr int standardInput = 0, standardOutput = 1, standardError = 2;

enum class FileKind { Regular, Folder, Other };

struct FileFacts {
    FileKind kind = FileKind::Other;
    std::uint64_t size = 0;                          ///< [bytes]
    unsigned owner = 0, group = 0, permissions = 0;  ///< all 0 where a system has other rights
};

/// Descriptors that other programs do not inherit, or -1.
int openToRead(const std::string& path);
int openToWrite(const std::string& path);  ///< creates the file or empties it
int createFile(const std::string& path);   ///< fails with EEXIST if there is one

/// Of a path, of what symbolic links lead to.
std::optional<FileFacts> factsOf(int file);
std::optional<FileFacts> factsOf(const std::string& path);

/// The number of bytes, 0 at the end, or -1.
std::ptrdiff_t readSome(int file, std::span<char> bytes);
std::ptrdiff_t writeSome(int file, std::string_view bytes);

bool truncateFile(int file, std::size_t size);
/// Waits until the file is on the disk; true for pipes and devices, which cannot wait.
bool synchronise(int file);
bool closeFile(int file);
/// Gives the file the owner, as far as the user may, and the permissions of another one.
bool takeRights(int file, const FileFacts& other);
/// Makes renamed files survive a power cut where the file system supports it.
void synchroniseFolder(const std::string& path);

/// Whether it is of this kind and no symbolic link, belongs to this user, and only this user may
/// write to it, as far as a system has such rights.
bool isOwnAlone(const std::string& path, FileKind kind);
bool isWritable(const std::string& path);
bool allowsNewFiles(const std::string& folder);

/// A new folder for temporary files, which only this user may enter. Its name begins with `name`.
std::optional<std::string> makeTemporaryFolder(const std::string& name);

}  // namespace momentree::platform
