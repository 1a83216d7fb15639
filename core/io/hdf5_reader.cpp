// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <fstream>

#include "core/io/hdf5.hpp"
#include "core/io/hdf5_handle.hpp"
#include "core/io/sealed_file.hpp"

namespace momentree {
namespace {

/// UTF-8 texts of any length, from an attribute or a dataset.
template <typename Read>
std::vector<std::string> textsOf(hid_t space, const Read& read) {
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count <= 0) return {};
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    std::vector<char*> values(static_cast<std::size_t>(count), nullptr);
    std::vector<std::string> texts;
    if (read(type.id(), values.data()) < 0) return texts;
    for (const char* value : values) texts.emplace_back(value == nullptr ? "" : value);
    H5Dvlen_reclaim(type.id(), space, H5P_DEFAULT, values.data());
    return texts;
}

/// A damaged file can claim any number [rows].
constexpr hssize_t mostHdf5Rows = 50'000'000;

std::string attributeOf(hid_t file, const char* name) {
    if (H5Aexists(file, name) <= 0) return {};
    const Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose);
    const Handle space(H5Aget_space(attribute.id()), H5Sclose);
    const auto texts = textsOf(
        space.id(), [&](hid_t type, void* to) { return H5Aread(attribute.id(), type, to); });
    return texts.empty() ? std::string() : texts.front();
}

std::vector<std::string> columnNames(hid_t file) {
    const Handle set(H5Dopen2(file, "columns", H5P_DEFAULT), H5Dclose);
    if (!set.valid()) return {};
    const Handle space(H5Dget_space(set.id()), H5Sclose);
    return textsOf(space.id(), [&](hid_t type, void* to) {
        return H5Dread(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
    });
}

std::optional<StoredColumn> columnOf(hid_t file, const std::string& name) {
    const Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (!set.valid()) return {};
    const Handle space(H5Dget_space(set.id()), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.id());
    if (count < 0 || count > mostHdf5Rows) return {};
    StoredColumn column{name, std::vector<double>(static_cast<std::size_t>(count))};
    if (H5Dread(set.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column.values.data()) <
        0)
        return {};
    return column;
}

}  // namespace

bool isHdf5(const std::string& path) {
    std::array<char, 8> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    return file && std::string_view(start.data(), start.size()) == "\x89HDF\r\n\x1a\n";
}

Result<Hdf5Content> readHdf5(const std::string& path) {
    const auto damaged = fail(error(
        {}, MOMENTREE_TEXT("hdf5-damaged",
                           "it is damaged, or not completely there; write or copy it again")));
    if (!isUnchanged(path)) return damaged;
    const Hdf5Lock lock;
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.valid()) return damaged;
    Hdf5Content content{attributeOf(file.id(), "provenance"), {}};
    for (const std::string& name : columnNames(file.id()))
        if (auto column = columnOf(file.id(), name)) content.columns.push_back(std::move(*column));
    return content;
}

}  // namespace momentree
