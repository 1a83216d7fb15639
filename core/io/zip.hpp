// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree {

/// A file in an archive; folders are part of its name.
struct ZipEntry {
    std::string name, bytes;
};

/// Whether a file begins like an archive.
bool isZip(const std::string& path);

/// Writes a compressed archive, complete or not at all. The same entries give the same bytes. An
/// error for more than `readZip` accepts.
Result<void> writeZip(const std::vector<ZipEntry>& entries, const std::string& path);

/// The files of an archive, at most 10000 with at most 512 MB together; others are an error, and so
/// are names that would leave the folder of the archive.
Result<std::vector<ZipEntry>> readZip(const std::string& path);

}  // namespace momentree
