// SPDX-License-Identifier: Apache-2.0
#include "core/io/robot_elements.hpp"

#include <algorithm>
#include <set>

namespace momentree {
namespace {

using ElementTags = std::set<std::string_view>;
/// What may be in the elements of each name; those of other names are not looked into.
using ElementContents = std::map<std::string_view, ElementTags>;

/// Of simulators, controllers and loops; they say nothing else about the motion of a tree.
const ElementTags urdfExtensions{"gazebo",       "transmission", "sensor",  "plugin", "mujoco",
                                 "ros2_control", "controller",   "contact", "rotor",  "coupling"};

const ElementContents urdfContents{
    {"link", {"inertial", "visual", "collision", "contact", "sensor", "gazebo", "self_collide"}},
    {"inertial", {"origin", "mass", "inertia"}},
    {"visual", {"origin", "geometry", "material", "verbose", "gazebo"}},
    {"collision",
     {"origin", "geometry", "material", "verbose", "gazebo", "surface", "contact_coefficients"}},
    {"joint",
     {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic", "calibration",
      "safety_controller", "gazebo", "sensor"}},
    {"loop", {"predecessor", "successor", "origin", "axis", "limit", "dynamics"}},
    {"predecessor", {"origin"}},
    {"successor", {"origin"}}};

const ElementContents sdfContents{
    {"sdf", {"world", "model", "actor", "light"}},
    {"world",
     {"audio", "wind", "include", "gravity", "magnetic_field", "atmosphere", "gui", "physics",
      "scene", "light", "model", "frame", "joint", "actor", "plugin", "road", "state", "population",
      "spherical_coordinates"}},
    {"include", {"uri", "name", "pose", "static", "placement_frame", "plugin"}},
    {"model",
     {"static", "self_collide", "allow_auto_disable", "include", "model", "enable_wind", "frame",
      "pose", "link", "joint", "plugin", "gripper"}},
    {"link",
     {"gravity", "enable_wind", "self_collide", "kinematic", "must_be_base_link", "velocity_decay",
      "frame", "pose", "inertial", "collision", "visual", "sensor", "projector", "audio_sink",
      "audio_source", "battery", "light", "particle_emitter", "plugin"}},
    {"inertial",
     {"mass", "frame", "pose", "inertia", "density", "auto_inertia_params", "fluid_added_mass"}},
    {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
    {"visual",
     {"cast_shadows", "laser_retro", "transparency", "visibility_flags", "meta", "frame", "pose",
      "material", "geometry", "plugin"}},
    {"collision",
     {"laser_retro", "max_contacts", "frame", "pose", "geometry", "surface", "density",
      "auto_inertia_params"}},
    {"joint",
     {"parent", "child", "gearbox_ratio", "gearbox_reference_body", "thread_pitch",
      "screw_thread_pitch", "axis", "axis2", "physics", "frame", "pose", "sensor"}},
    {"axis", {"xyz", "initial_position", "use_parent_model_frame", "dynamics", "limit", "mimic"}},
    {"axis2", {"xyz", "initial_position", "use_parent_model_frame", "dynamics", "limit", "mimic"}},
    {"dynamics", {"damping", "friction", "spring_reference", "spring_stiffness"}},
    {"limit", {"lower", "upper", "effort", "velocity", "stiffness", "dissipation"}},
    {"mimic", {"multiplier", "offset", "reference"}},
    {"frame", {"pose"}}};

const ElementTags mjcfBodyContents{"body",      "frame",     "replicate", "attach", "joint",
                                   "freejoint", "geom",      "site",      "camera", "light",
                                   "inertial",  "composite", "flexcomp",  "plugin"};

const ElementContents mjcfContents{
    {"mujoco",
     {"compiler", "size", "statistic", "option", "visual", "default", "custom", "asset",
      "worldbody", "contact", "deformable", "equality", "tendon", "actuator", "sensor", "keyframe",
      "extension"}},
    {"compiler", {"lengthrange"}},
    {"option", {"flag"}},
    {"asset", {"mesh", "hfield", "skin", "texture", "material", "model"}},
    {"worldbody", mjcfBodyContents},
    {"body", mjcfBodyContents},
    {"frame", mjcfBodyContents},
    {"replicate", mjcfBodyContents},
    {"keyframe", {"key"}}};

struct UnknownElements {
    struct Kind {
        std::string tag, owner;
        int count = 0;
    };
    std::vector<Kind> kinds = {};
    const XmlElement* first = nullptr;

    void add(const XmlElement& element, const XmlElement& owner) {
        if (!first) first = &element;
        const auto same = std::ranges::find_if(kinds, [&](const Kind& kind) {
            return kind.tag == element.Name() && kind.owner == owner.Name();
        });
        if (same != kinds.end()) {
            ++same->count;
            return;
        }
        kinds.push_back({element.Name(), owner.Name(), 1});
    }
};

std::vector<const XmlElement*> childrenInFile(const XmlElement& owner) { return childrenOf(owner); }

void collectUnknown(const XmlElement& owner, const ElementContents& contents,
                    UnknownElements& found, const ElementChildren& inside = childrenInFile) {
    const auto known = contents.find(owner.Name());
    if (known == contents.end()) return;
    for (const XmlElement* element : inside(owner)) {
        const std::string_view tag = element->Name();
        if (known->second.contains(tag))
            collectUnknown(*element, contents, found, inside);
        else if (tag.find(':') == tag.npos)
            found.add(*element, owner);
    }
}

void noteUnknown(const UnknownElements& found, const char* format, const XmlProblems& files,
                 Diagnostics& notes) {
    if (!found.first) return;
    constexpr std::size_t most = 10;
    std::string list;
    for (std::size_t k = 0; k < std::min(most, found.kinds.size()); ++k) {
        const UnknownElements::Kind& kind = found.kinds[k];
        list += (k > 0 ? ", <" : "<") + kind.tag + "> in <" + kind.owner + ">";
        if (kind.count > 1) list += " (" + std::to_string(kind.count) + ")";
    }
    if (found.kinds.size() > most) list += ", ...";
    notes.push_back(warning(
        {},
        files.within(*found.first,
                     MOMENTREE_TEXT("robot-elements-unknown",
                                    "%1 does not have these elements, which are ignored; are their "
                                    "names right? %2")(format, list)),
        files.lineOf(*found.first)));
}

}  // namespace

void noteUnknownInUrdf(const XmlElement& root, const XmlProblems& files, Diagnostics& notes) {
    ElementContents contents = urdfContents;
    contents["robot"] = urdfExtensions;
    contents["robot"].insert({"link", "joint", "material", "loop"});
    UnknownElements found;
    collectUnknown(root, contents, found);
    noteUnknown(found, "URDF", files, notes);
}

void noteUnknownInSdf(const XmlElement& root, const XmlProblems& files, Diagnostics& notes) {
    UnknownElements found;
    collectUnknown(root, sdfContents, found);
    noteUnknown(found, "SDF", files, notes);
}

void noteUnknownInMjcf(const XmlElement& root, const ElementChildren& inside,
                       const XmlProblems& files, Diagnostics& notes) {
    UnknownElements found;
    collectUnknown(root, mjcfContents, found, inside);
    noteUnknown(found, "MJCF", files, notes);
}

bool isUrdfExtension(std::string_view tag) {
    return urdfExtensions.contains(tag) || tag.find(':') != tag.npos;
}

}  // namespace momentree
