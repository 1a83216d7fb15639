// SPDX-License-Identifier: Apache-2.0
#include "core/io/frame_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "core/io/hdf5_handle.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/process.hpp"

namespace momentree {
namespace {

constexpr hsize_t chunkBytes = 1 << 16;  ///< compressed together
constexpr unsigned level = 1;            ///< 4 takes twice as long for 3 % less

hid_t compressedStorage(std::span<const hsize_t> chunk) {
    const hid_t storage = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(storage, static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(storage);
    H5Pset_deflate(storage, level);
    return storage;
}

hid_t newTable(hid_t file, const char* name, hid_t type, std::span<const hsize_t> size,
               std::span<const hsize_t> chunk) {
    const Handle space(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                       H5Sclose),
        links(H5Pcreate(H5P_LINK_CREATE), H5Pclose), storage(compressedStorage(chunk), H5Pclose);
    H5Pset_create_intermediate_group(links.id(), 1);
    return H5Dcreate2(file, name, type, space.id(), links.id(), storage.id(), H5P_DEFAULT);
}

/// Empty tables are left out: a chunk has at least one value.
bool writeTable(hid_t file, const char* name, hid_t type, const void* values, std::size_t count,
                std::size_t width) {
    if (count == 0) return true;
    const std::array<hsize_t, 2> size{count / width, width};
    const Handle set(newTable(file, name, type, size, size), H5Dclose);
    return set.valid() && H5Dwrite(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

}  // namespace

struct FrameFile::Parts {
    std::optional<Handle> file;
    struct Series {
        Handle set;
        hsize_t rows;
    };
    std::vector<std::unique_ptr<Series>> series;
    bool good = true;
    std::string cause;  ///< of the first failure

    void keep(bool done, const Hdf5Lock& lock) {
        if (good && !done) cause = lock.cause();
        good = good && done;
    }
};

FrameFile::FrameFile(std::string path, std::size_t frames)
    : path_(std::move(path)), frames_(frames), parts_(std::make_unique<Parts>()) {
    const std::filesystem::path final(path_);
    draft_ = (final.parent_path() / ("." + final.filename().string() + "." +
                                     std::to_string(platform::processId()) + ".tmp"))
                 .string();
}

FrameFile::~FrameFile() {
    const Hdf5Lock lock;
    parts_.reset();
    std::error_code none;
    std::filesystem::remove(draft_, none);
}

Result<void> FrameFile::open() {
    if (auto writable = checkWritable(path_); !writable) return writable;
    const Hdf5Lock lock;
    parts_->file.emplace(H5Fcreate(draft_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                         H5Fclose);
    parts_->keep(parts_->file->valid(), lock);
    return {};
}

void FrameFile::add(const char* name, std::span<const std::uint32_t> values, std::size_t width) {
    const Hdf5Lock lock;
    if (!parts_->good) return;
    parts_->keep(writeTable(parts_->file->id(), name, H5T_NATIVE_UINT32, values.data(),
                            values.size(), width),
                 lock);
}

void FrameFile::add(const char* name, std::span<const std::uint8_t> values, std::size_t width) {
    const Hdf5Lock lock;
    if (!parts_->good) return;
    parts_->keep(
        writeTable(parts_->file->id(), name, H5T_NATIVE_UINT8, values.data(), values.size(), width),
        lock);
}

int FrameFile::addSeries(const char* name, std::size_t rows) {
    const Hdf5Lock lock;
    if (frames_ == 0) rows = 0;
    hid_t set = H5I_INVALID_HID;
    if (rows > 0 && parts_->good) {
        const std::array<hsize_t, 3> size{frames_, rows, 3};
        const hsize_t frames = chunkBytes / (rows * 3 * sizeof(float));
        const std::array<hsize_t, 3> chunk{std::clamp<hsize_t>(frames, 1, frames_), rows, 3};
        set = newTable(parts_->file->id(), name, H5T_IEEE_F32LE, size, chunk);
        parts_->keep(set >= 0, lock);
    }
    parts_->series.emplace_back(new Parts::Series{{set, H5Dclose}, rows});
    return static_cast<int>(parts_->series.size()) - 1;
}

void FrameFile::write(int series, std::size_t frame, std::span<const float> values) {
    const Parts::Series& table = *parts_->series[static_cast<std::size_t>(series)];
    if (!parts_->good || table.rows == 0) return;
    const Hdf5Lock lock;
    const std::array<hsize_t, 3> start{frame, 0, 0}, count{1, table.rows, 3};
    const Handle memory(H5Screate_simple(3, count.data(), nullptr), H5Sclose),
        place(H5Dget_space(table.set.id()), H5Sclose);
    H5Sselect_hyperslab(place.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    parts_->keep(H5Dwrite(table.set.id(), H5T_NATIVE_FLOAT, memory.id(), place.id(), H5P_DEFAULT,
                          values.data()) >= 0,
                 lock);
}

Result<void> FrameFile::close() {
    const Hdf5Lock lock;
    for (const auto& table : parts_->series)
        parts_->keep(table->rows == 0 || table->set.close(), lock);
    parts_->keep(parts_->file->close(), lock);
    if (parts_->good) return {};
    const std::string cause =
        parts_->cause.empty() ? "the HDF5 library cannot write it" : parts_->cause;
    return fail(
        error({}, MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(path_, cause)));
}

Result<void> FrameFile::finish(const std::function<Result<void>()>& writeRest) {
    namespace fs = std::filesystem;
    if (auto closed = close(); !closed) return closed;
    const std::string before = draft_ + ".old";
    std::error_code code, none;
    const bool replaces = fs::exists(path_, none);
    if (replaces) fs::rename(path_, before, code);
    if (!code) fs::rename(draft_, path_, code);
    auto rest = !code ? writeRest()
                      : fail(error({}, MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(
                                           path_, code.message())));
    if (!rest && !code) fs::remove(path_, none);
    if (!rest && replaces) fs::rename(before, path_, none);
    fs::remove(before, none);
    return rest;
}

}  // namespace momentree
