// SPDX-License-Identifier: Apache-2.0
#include "core/io/hdf5.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <span>
#include <system_error>

#include "core/diagnostics/column_units.hpp"
#include "core/io/hdf5_handle.hpp"
#include "core/io/provenance.hpp"
#include "core/io/sealed_file.hpp"
#include "core/platform/process.hpp"

namespace momentree {
namespace {

constexpr int format = 1;

bool write(hid_t object, const char* name, hid_t space, hid_t type, const void* value) {
    const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    return attribute.valid() && H5Awrite(attribute.id(), type, value) >= 0;
}

bool write(hid_t object, const char* name, double value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    return write(object, name, space.id(), H5T_NATIVE_DOUBLE, &value);
}

bool write(hid_t object, const char* name, long long value) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    return write(object, name, space.id(), H5T_NATIVE_LLONG, &value);
}

/// UTF-8 text of any length.
hid_t textType() {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

bool write(hid_t object, const char* name, const std::string& text) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose), type(textType(), H5Tclose);
    const char* const value = text.c_str();
    return write(object, name, space.id(), type.id(), &value);
}

/// Stored as a dataset: for many bodies the list of names exceeds the size limit of an attribute.
bool writeList(hid_t object, const char* name, const std::vector<std::string>& texts) {
    const hsize_t size = texts.size();
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose), type(textType(), H5Tclose);
    std::vector<const char*> values;
    for (const std::string& text : texts) values.push_back(text.c_str());
    const Handle set(
        H5Dcreate2(object, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    return set.valid() &&
           H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
}

bool writeFacts(hid_t file, const ReportFacts& facts) {
    const RunSpec& spec = facts.spec;
    return write(file, "momentree", std::string(MOMENTREE_VERSION)) &&
           write(file, "format", static_cast<long long>(format)) &&
           write(file, "model", facts.modelName) && write(file, "formulation", spec.formulation) &&
           write(file, "backend", spec.backend) && write(file, "integrator", spec.integrator) &&
           write(file, "step_s", spec.step) && write(file, "sample_s", spec.sample) &&
           write(file, "duration_s", facts.simulated) &&
           write(file, "steps", static_cast<long long>(facts.steps)) &&
           write(file, "wall_s", facts.wall) && write(file, "status", facts.status);
}

bool writeProvenance(hid_t file, const Recording& recording, const RowLayout& layout,
                     std::size_t rows) {
    if (!recording.origin()) return true;
    const ResultMarks marks = marksOf(recording, layout, rows);
    return write(file, "provenance", provenanceText(*recording.origin(), &marks));
}

/// The time is a dimension scale, and that of all other columns.
bool scaleBy(hid_t file, hid_t set, const std::string& name, const std::string& timeName) {
    if (name == timeName) return H5DSset_scale(set, timeName.c_str()) >= 0;
    const Handle time(H5Dopen2(file, timeName.c_str(), H5P_DEFAULT), H5Dclose);
    return time.valid() && H5DSattach_scale(set, time.id(), 0) >= 0;
}

bool writeColumn(hid_t file, const std::string& name, const std::string& unit,
                 const std::vector<double>& values, const std::string& timeName) {
    constexpr hsize_t largestChunk = 8192;  // rows
    const hsize_t size = values.size(), chunk = std::min(size, largestChunk);
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose),
        links(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
        storage(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.id(), 1);
    H5Pset_chunk(storage.id(), 1, &chunk);
    H5Pset_shuffle(storage.id());
    H5Pset_deflate(storage.id(), 4);
    const Handle set(H5Dcreate2(file, name.c_str(), H5T_IEEE_F64LE, space.id(), links.id(),
                                storage.id(), H5P_DEFAULT),
                     H5Dclose);
    return set.valid() &&
           H5Dwrite(set.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >=
               0 &&
           (unit.empty() || write(set.id(), "units", unit)) &&
           scaleBy(file, set.id(), name, timeName);
}

/// Probes of a reference case may have the name of the column that they repeat.
bool isWritten(const Recording& recording, const std::vector<std::string>& names,
               std::span<const int> written, int column) {
    const auto same = [&](int other) {
        if (names[static_cast<std::size_t>(other)] != names[static_cast<std::size_t>(column)])
            return false;
        for (std::size_t row = 0; row < recording.size(); ++row) {
            const double a = recording.at(row, other), b = recording.at(row, column);
            if (a != b && !(std::isnan(a) && std::isnan(b))) return false;
        }
        return true;
    };
    return std::ranges::any_of(written, same);
}

/// Other probes may also have the name of a column.
std::string freeName(hid_t file, const std::string& name) {
    std::string unused = name;
    for (int k = 2; H5Lexists(file, unused.c_str(), H5P_DEFAULT) > 0; ++k)
        unused = name + " (" + std::to_string(k) + ")";
    return unused;
}

std::vector<int> hdf5Columns(const RowLayout& layout, CsvColumns columns) {
    std::vector<int> chosen{0};
    const bool all = columns == CsvColumns::All;
    const int end = all ? layout.width() : layout.csvWidth();
    for (int column = all ? 1 : layout.probe(0); column < end; ++column) chosen.push_back(column);
    return chosen;
}

/// Why the library failed.
std::string causeOf(const Hdf5Lock& lock) {
    return lock.cause().empty() ? "the HDF5 library cannot write it" : lock.cause();
}

/// Returns the error, empty on success.
std::string writeFile(const Hdf5Lock& lock, const Recording& recording, const Model& model,
                      const ReportFacts& facts, CsvColumns columns, const std::string& path) {
    // A scale refers to all its columns, which needs attributes of any size (HDF5 1.8).
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    Handle file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access.id()), H5Fclose);
    if (!file.valid() || !writeFacts(file.id(), facts)) return causeOf(lock);
    const RowLayout layout(model);
    const std::size_t rows = recording.size();  // more may be recorded meanwhile
    if (!writeProvenance(file.id(), recording, layout, rows)) return causeOf(lock);
    const std::vector<std::string> units = columnUnits(model, layout);
    std::vector<std::string> names;
    std::vector<int> written;
    std::vector<double> values(rows);
    for (const int column : hdf5Columns(layout, columns)) {
        if (isWritten(recording, layout.names(), written, column)) continue;
        written.push_back(column);
        const auto at = static_cast<std::size_t>(column);
        for (std::size_t row = 0; row < values.size(); ++row)
            values[row] = recording.at(row, column);
        names.push_back(freeName(file.id(), layout.names()[at]));
        if (!writeColumn(file.id(), names.back(), units[at], values, names.front()))
            return "the column '" + names.back() + "' cannot be written: " + causeOf(lock) +
                   (names.back().find('/') == std::string::npos
                        ? ""
                        : "; the part of its name before a \"/\" may be another column");
    }
    const bool good = writeList(file.id(), "columns", names) && file.close();
    return good ? "" : causeOf(lock);
}

}  // namespace

Result<void> writeHdf5(const Recording& recording, const Model& model, const ReportFacts& facts,
                       CsvColumns columns, const std::string& path) {
    if (auto writable = checkWritable(path); !writable) return writable;
    const Hdf5Lock lock;
    namespace fs = std::filesystem;
    const fs::path final(path);
    const std::string draft =
        (final.parent_path() /
         ("." + final.filename().string() + "." + std::to_string(platform::processId()) + ".tmp"))
            .string();
    std::error_code code;
    fs::remove(draft, code);
    std::string problem = writeFile(lock, recording, model, facts, columns, draft);
    if (problem.empty() && !seal(draft)) problem = std::generic_category().message(errno);
    if (problem.empty()) {
        fs::rename(draft, final, code);
        if (code) problem = code.message();
    }
    if (problem.empty()) return {};
    fs::remove(draft, code);
    return fail(
        error({}, MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(path, problem)));
}

}  // namespace momentree
