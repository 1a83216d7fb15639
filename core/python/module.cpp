// SPDX-License-Identifier: Apache-2.0
// The part of the package that the modules in core/python/momentree are written with.
#include "core/build_info.hpp"
#include "core/libraries.hpp"
#include "core/python/convert.hpp"

namespace momentree::python {
namespace {

py::dict buildFacts() {
    const BuildInfo& build = buildInfo();
    py::dict facts;
    facts["version"] = build.version;
    facts["commit"] = build.commit;
    facts["architecture"] = build.architecture;
    facts["instructions"] = build.instructions;
    facts["compiler"] = build.compiler;
    facts["type"] = build.type;
    for (const LibraryVersion& library : libraryVersions())
        facts[py::str(library.name)] = library.version;
    return facts;
}

/// id, title, summary and the reason against each choice, or None.
py::list choices(const std::vector<Choice>& all) {
    py::list list;
    for (const Choice& choice : all)
        list.append(py::make_tuple(
            choice.id, choice.title, choice.summary,
            choice.refusal ? py::object(py::str(choice.refusal->str())) : py::none()));
    return list;
}

}  // namespace
}  // namespace momentree::python

PYBIND11_MODULE(_core, module) {
    using namespace momentree::python;
    module.def("build", buildFacts);
    bindModel(module);
    module.def(
        "formulations",
        [](const LoadedModel* model) {
            return choices(catalogue().formulations(model ? model->model.get() : nullptr));
        },
        py::arg("model").none(true));
    module.def("integrators", [](const std::string& formulation) {
        return choices(catalogue().integrators(formulation));
    });
    module.def("backends", [](const std::string& formulation) {
        return choices(catalogue().backends(formulation));
    });
    bindRun(module);
    bindSystem(module);
    bindAnalysis(module);
    bindStudy(module);
}
