// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_file.hpp"

#include "core/io/urdf.hpp"
#include "core/io/xacro.hpp"
#include "core/io/xml_reader.hpp"

namespace momentree {

Result<ModelDescription> readRobot(std::string_view text, const std::string& name,
                                   Diagnostics& notes, const ImportOptions& options) {
    tinyxml2::XMLDocument document;
    if (const auto parsed = parseXml(text, document); !parsed)
        return tl::unexpected(parsed.error());
    if (usesXacro(*document.RootElement())) {
        const auto expanded = runXacro(name);
        if (!expanded) return tl::unexpected(expanded.error());
        if (const auto parsed = parseXml(*expanded, document); !parsed)
            return tl::unexpected(parsed.error());
    }
    const XmlElement& root = *document.RootElement();
    if (root.Name() != std::string_view("robot"))
        return fail(
            error({},
                  MOMENTREE_TEXT("urdf-not-robot",
                                 "not a robot description: the first element must be <robot>"),
                  root.GetLineNum()));
    Result<ModelDescription> model = readUrdf(root, notes, options.freeBase);
    if (model) model->file = name;
    return model;
}

}  // namespace momentree
