// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_file.hpp"

#include <algorithm>

#include "core/io/mesh_file.hpp"
#include "core/io/mjcf.hpp"
#include "core/io/sdf.hpp"
#include "core/io/urdf.hpp"
#include "core/io/xacro.hpp"
#include "core/io/xml_reader.hpp"

namespace momentree {
namespace {

Result<ModelDescription> readRoot(const XmlElement& root, const std::string& name,
                                  Diagnostics& notes, const ImportOptions& options) {
    const std::string_view tag = root.Name();
    if (options.freeBase && !options.root.empty())
        return fail(error(Place::link(options.root),
                          MOMENTREE_TEXT("robot-root-free",
                                         "is asked to be fixed to ground, and the root to be free; "
                                         "give %1 or %2, not both")(rootOption(), freeBaseOption()),
                          root.GetLineNum()));
    if (tag == "robot") return readUrdf(root, name, notes, options);
    if (tag == "sdf" && !options.freeBase) return readSdf(root, name, notes, options);
    if (tag != "mujoco" && tag != "sdf")
        return fail(error(
            {},
            MOMENTREE_TEXT("urdf-not-robot",
                           "not a robot description: the first element must be <robot> (URDF), "
                           "<mujoco> (MJCF) or <sdf>"),
            root.GetLineNum()));
    if (options.freeBase)
        return fail(error({},
                          MOMENTREE_TEXT("mjcf-free-base",
                                         "only robots in URDF have a base to free; in MJCF, add "
                                         "<freejoint/> to the body; in SDF, links that no joint "
                                         "holds are free"),
                          root.GetLineNum()));
    return readMjcf(root, name, notes, options);
}

}  // namespace

Message limitsOption() { return MOMENTREE_TEXT("option-limits", "--limits"); }
Message freeBaseOption() { return MOMENTREE_TEXT("option-free-base", "--free-base"); }
Message rootOption() { return MOMENTREE_TEXT("option-root", "--root"); }

Result<ModelDescription> readRobot(std::string_view text, const std::string& name,
                                   Diagnostics& notes, const ImportOptions& options) {
    tinyxml2::XMLDocument document;
    if (const auto parsed = parseXml(text, document); !parsed)
        return tl::unexpected(parsed.error());
    if (usesXacro(*document.RootElement())) {
        auto expanded = runXacro(name);
        if (!expanded) return tl::unexpected(expanded.error());
        // Its lines are not those of the file: messages name the elements, all in line 1.
        std::ranges::replace(*expanded, '\n', ' ');
        if (const auto parsed = parseXml(*expanded, document); !parsed)
            return tl::unexpected(parsed.error());
    }
    Result<ModelDescription> model = readRoot(*document.RootElement(), name, notes, options);
    if (!model) return model;
    model->file = name;
    noteMeshes(*model, notes);
    return model;
}

}  // namespace momentree
