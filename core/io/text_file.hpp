// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/platform/file.hpp"
#include "core/result.hpp"

namespace momentree {

inline constexpr std::size_t largestFile = std::size_t{64} << 20;  ///< [bytes]

/// Reads a whole text file; "-" is standard input. Directories, unreadable files and files of more
/// than `largestFile` bytes are errors; the size of regular files is checked before reading.
Result<std::string> readTextFile(const std::string& path);

/// A file being written. The first error is stored in `problem`; later calls then do nothing.
class OutputFile {
public:
    /// Opens and truncates `path`; "-" is standard output.
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    bool write(std::string_view text);
    /// Flushes to disk and closes. Returns true if everything was written.
    bool close();
    /// Truncates a regular file to `size` bytes after an error.
    void truncate(std::size_t size);
    const std::optional<Message>& problem() const { return problem_; }
    std::size_t written() const { return written_; }  ///< bytes written so far

private:
    friend Result<void> writeTextAtomically(const std::string& text, const std::string& path);
    OutputFile() = default;
    static std::optional<Message> replace(std::string_view text, const std::string& path,
                                          const std::optional<platform::FileFacts>& old);
    void failed(int code);
    int descriptor_ = -1;
    bool owned_ = true;
    std::size_t written_ = 0;
    std::optional<Message> problem_;
};

/// Replaces a file in one step: the old file stays until the new one is on the disk. Keeps the
/// permissions of an existing file and follows symbolic links. Devices and pipes are written
/// directly; "-" is standard output.
Result<void> writeTextAtomically(const std::string& text, const std::string& path);

/// Like `writeTextAtomically`, but only if reading `text` back gives no `problems`, so that a
/// readable file is never replaced by an unreadable one. Otherwise returns these problems without
/// lines, since they belong to no file.
Result<void> writeIfReadable(const std::string& text, const std::string& path,
                             Diagnostics problems);

/// Checks whether `path` can be written, without changing anything; an error gives the reason.
Result<void> checkWritable(const std::string& path);

}  // namespace momentree
