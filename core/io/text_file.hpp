// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

struct stat;

namespace momentree {

inline constexpr std::size_t largestFile = std::size_t{64} << 20;  ///< [bytes]

/// The whole text of a file; "-" is standard input. Refuses directories, unreadable files and more
/// than `largestFile` bytes, regular files without reading them.
Result<std::string> readTextFile(const std::string& path);

/// A file being written. The first thing that goes wrong is kept in `problem`; later calls then do
/// nothing.
class OutputFile {
public:
    /// Opens `path` for writing and empties it; "-" is standard output.
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    bool write(std::string_view text);
    /// Flushes to the disk and closes. True if everything is written.
    bool close();
    /// Cuts a regular file back to `size` bytes, after a failure.
    void truncate(std::size_t size);
    const std::optional<Message>& problem() const { return problem_; }
    std::size_t written() const { return written_; }  ///< bytes so far

private:
    friend Result<void> writeTextAtomically(const std::string& text, const std::string& path);
    OutputFile() = default;
    static std::optional<Message> replace(std::string_view text, const std::string& path,
                                          const struct stat* old);
    void failed(int code);
    int descriptor_ = -1;
    bool owned_ = true;
    std::size_t written_ = 0;
    std::optional<Message> problem_;
};

/// Replaces the file in one step: the old one is whole until the new one is on the disk.
/// Permissions of an existing file are kept, a symbolic link stays one. Devices and pipes are
/// written directly; "-" is standard output.
Result<void> writeTextAtomically(const std::string& text, const std::string& path);

/// The same where reading `text` again found no `problems`: what could not be opened again must not
/// replace a file that can. Else these problems, without lines, which are of no file.
Result<void> writeIfReadable(const std::string& text, const std::string& path,
                             Diagnostics problems);

/// Whether `path` can be written, without changing anything there; the reason if not.
Result<void> checkWritable(const std::string& path);

}  // namespace momentree
