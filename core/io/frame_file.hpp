// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree {

/// A compressed HDF5 file under construction with tables that change from frame to frame and tables
/// that do not. It appears under its name when it is finished, so that an older file stays complete
/// until then; an unfinished one is removed.
class FrameFile {
public:
    /// @param frames of every changing table
    FrameFile(std::string path, std::size_t frames);
    FrameFile(const FrameFile&) = delete;
    FrameFile& operator=(const FrameFile&) = delete;
    ~FrameFile();

    Result<void> open();
    /// Writes a table [n, width], row by row.
    void add(const char* name, std::span<const std::uint32_t> values, std::size_t width);
    void add(const char* name, std::span<const std::uint8_t> values, std::size_t width);
    /// Adds a table [frames, rows, 3] in single precision.
    /// @return its number for `write`
    int addSeries(const char* name, std::size_t rows);
    void write(int series, std::size_t frame, std::span<const float> values);
    /// Reports any error of the calls before. Then `writeRest` writes what belongs to the file; if
    /// it fails, the older file is put back, so that both are new or none.
    Result<void> finish(const std::function<Result<void>()>& writeRest);

private:
    Result<void> close();
    struct Parts;
    std::string path_, draft_;
    std::size_t frames_;
    std::unique_ptr<Parts> parts_;
};

}  // namespace momentree
