// SPDX-License-Identifier: Apache-2.0
#include "core/python/convert.hpp"

#include "core/generate/backend.hpp"
#include "core/io/csv.hpp"
#include "core/io/diagnostic_text.hpp"
#include "core/io/model_file.hpp"
#include "core/stepping/spec_fields.hpp"

namespace momentree::python {

const Catalogue& catalogue() {
    static const Catalogue all = [] {
        Catalogue made;
        made.add(generatedBackend());
        return made;
    }();
    return all;
}

py::object toPython(const Diagnostic& diagnostic, const std::string& file) {
    // A dictionary has no lines, and settings are not in the model's file.
    const bool inFile = !file.empty() && diagnostic.place.kind != Place::Kind::Setting;
    const auto line =
        inFile && diagnostic.line > 0 ? py::object(py::int_(diagnostic.line)) : py::none();
    return py::module_::import("momentree._errors")
        .attr("Diagnostic")(
            diagnostic.severity == Diagnostic::Severity::Error ? "error" : "warning",
            std::string(diagnostic.message.id), diagnostic.place.str(), line, inFile ? file : "",
            diagnostic.message.str());
}

void raise(const Diagnostics& problems, const std::string& file) {
    py::list list;
    for (const Diagnostic& problem : problems) list.append(toPython(problem, file));
    const py::object type = py::module_::import("momentree._errors").attr("Error");
    PyErr_SetObject(type.ptr(), type(list).ptr());
    throw py::error_already_set();
}

std::vector<std::string> columnNames(const RowLayout& layout, int count) {
    std::vector<std::string> names = layout.names();
    for (const TableColumn& column : tableColumns(layout, CsvColumns::All))
        names[static_cast<std::size_t>(column.column)] = column.name;
    if (count >= 0) names.resize(static_cast<std::size_t>(count));
    return names;
}

void warn(const Diagnostics& warnings, const std::string& file) {
    const py::object show = py::module_::import("momentree._errors").attr("show");
    for (const Diagnostic& warning : onePerKind(warnings)) show(toPython(warning, file));
}

py::dict toPython(const RunSpec& spec) {
    py::dict settings;
    visitSpec(spec, [&](const char* name, const auto& value) { settings[name] = value; });
    return settings;
}

RunSettings settingsOf(const Pairs& pairs) {
    RunSettings settings;
    for (const auto& [name, text] : pairs) valueOf(setRunSetting(settings, name, text));
    return settings;
}

}  // namespace momentree::python
