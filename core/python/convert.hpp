// SPDX-License-Identifier: Apache-2.0
// Values of the solver as objects of Python.
#pragma once

#include <pybind11/complex.h>
#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/catalogue.hpp"

namespace momentree::python {

namespace py = pybind11;

/// Names with values as text, as in files and on the command line.
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// A model with what was noticed while it was read and built.
struct LoadedModel {
    std::shared_ptr<const Model> model;
    std::string file;  ///< its name, for messages
};

/// How often long computations look for Ctrl+C.
inline constexpr std::chrono::milliseconds betweenSignals{50};

/// The formulations, integrators and backends of this machine.
const Catalogue& catalogue();

/// Raises momentree.Error with these diagnostics.
[[noreturn]] void raise(const Diagnostics& problems, const std::string& file = {});
/// The names of recorded columns, each only once but for probes that repeat a column: as in CSV
/// files.
/// @param count of the first ones, -1 for all
std::vector<std::string> columnNames(const RowLayout& layout, int count = -1);
/// Shows warnings of momentree.Warning, one of each kind.
void warn(const Diagnostics& warnings, const std::string& file = {});
/// A momentree.Diagnostic.
py::object toPython(const Diagnostic& diagnostic, const std::string& file = {});

template <typename T>
T valueOf(Result<T> result, const std::string& file = {}) {
    if (!result) raise(result.error(), file);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// Every setting of a run by its name in model files.
py::dict toPython(const RunSpec& spec);
/// Settings by name and text. An unknown name or a wrong value is an error.
RunSettings settingsOf(const Pairs& pairs);

/// Rows of numbers that belong to `owner`, without a copy; cannot be written.
template <typename Owner>
py::array viewOf(const double* values, std::size_t rows, std::size_t columns, Owner owner) {
    py::capsule keeper(new Owner(std::move(owner)),
                       [](void* kept) { delete static_cast<Owner*>(kept); });
    py::array_t<double> view({rows, columns}, values, keeper);
    view.attr("setflags")(py::arg("write") = false);
    return view;
}

void bindModel(py::module_& module);
void bindRun(py::module_& module);
void bindSystem(py::module_& module);
void bindAnalysis(py::module_& module);
void bindStudy(py::module_& module);

}  // namespace momentree::python
