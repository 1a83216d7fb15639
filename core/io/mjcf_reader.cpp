// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>
#include <map>

#include "core/io/mjcf.hpp"
#include "core/io/mjcf_reading.hpp"
#include "core/io/robot_elements.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostCopied = 20'000;  ///< elements in copies
constexpr double lastShown = 2.0;  ///< group of geoms that MuJoCo shows unless told otherwise

/// The attributes of elements that move or have mass.
const std::map<std::string_view, std::string_view>& knownAttributes() {
    static const std::map<std::string_view, std::string_view> known{
        {"compiler",
         " autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate "
         "angle "
         "fitaabb eulerseq meshdir texturedir assetdir discardvisual usethread fusestatic "
         "convexhull inertiafromgeom inertiagrouprange saveinertial exactmeshinertia alignfree "},
        {"body",
         " name pos quat axisangle xyaxes zaxis euler mocap childclass gravcomp user sleep "},
        {"inertial", " pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia "},
        {"freejoint", " name group align "},
        {"joint",
         " name class type group pos axis springdamper limited actuatorfrclimited solreflimit "
         "solimplimit solreffriction solimpfriction stiffness range actuatorfrcrange "
         "actuatorgravcomp margin ref springref armature damping frictionloss user "},
        {"geom",
         " name class type contype conaffinity condim group priority size material friction mass "
         "density shellinertia solmix solref solimp margin gap fromto pos quat axisangle xyaxes "
         "zaxis euler hfield mesh fitscale rgba fluidshape fluidcoef user "},
    };
    return known;
}

/// Lists attributes that the format does not have; MuJoCo refuses them.
void tellUnknown(const XmlElement& element, const MjcfFiles& files,
                 const std::function<void(const XmlElement&, Message)>& tell) {
    if (const auto known = knownAttributes().find(element.Name()); known != knownAttributes().end())
        for (const auto* one = element.FirstAttribute(); one; one = one->Next())
            if (known->second.find(" " + std::string(one->Name()) + " ") == std::string_view::npos)
                tell(element, MOMENTREE_TEXT("mjcf-attribute-unknown",
                                             "has no attribute '%1'; it is left out; correct its "
                                             "name")(one->Name()));
    for (const XmlElement* child : files.childrenOf(element)) tellUnknown(*child, files, tell);
}

}  // namespace

MjcfElement MjcfReading::with(const XmlElement& element, const std::string& childClass) {
    const std::string given = textOf(element, "class");
    if (!given.empty() && !defaults.has(given))
        problems.add(element,
                     MOMENTREE_TEXT("mjcf-class-unknown", "there is no default class '%1'")(given));
    return {element, defaults, compiler, childClass, problems};
}

void MjcfReading::readCompiler(const XmlElement& element) {
    const MjcfElement c = with(element);
    const std::string angle = c.word("angle", "");
    if (!angle.empty() && angle != "degree" && angle != "radian")
        problems.add(element, MOMENTREE_TEXT("mjcf-angle", "'angle' must be degree or radian"));
    if (!angle.empty()) compiler.angle = angle == "radian" ? 1.0 : degree;
    if (c.word("coordinate", "local") != "local")
        problems.add(element,
                     MOMENTREE_TEXT("mjcf-coordinate",
                                    "global coordinates are not supported, nor by MuJoCo since "
                                    "version 2.3.4; use local ones"));
    const std::string sequence = c.word("eulerseq", compiler.eulerSequence);
    if (sequence.size() == 3 && sequence.find_first_not_of("xyzXYZ") == std::string::npos) {
        compiler.eulerSequence = sequence;
    } else {
        problems.add(element, MOMENTREE_TEXT("mjcf-eulerseq",
                                             "'eulerseq' must be three of the letters xyzXYZ"));
    }
    compiler.autoLimits = c.flag("autolimits", compiler.autoLimits);
    compiler.inertiaFromGeom = c.word("inertiafromgeom", compiler.inertiaFromGeom);
    if (const auto groups = c.numbers("inertiagrouprange", 2, 2); !groups.empty()) {
        compiler.firstGroup = groups[0];
        compiler.lastGroup = groups[1];
    }
    compiler.meshFolder = c.word("meshdir", c.word("assetdir", compiler.meshFolder));
    compiler.boundMass = c.number("boundmass", compiler.boundMass);
    compiler.boundInertia = c.number("boundinertia", compiler.boundInertia);
    compiler.totalMass = c.number("settotalmass", compiler.totalMass);
    compiler.balanceInertia = c.flag("balanceinertia", compiler.balanceInertia);
}

void MjcfReading::readOption(const XmlElement& element) {
    const MjcfElement option = with(element);
    robot.gravity = option.vector("gravity", robot.gravity);
    for (const char* fluid : {"density", "viscosity"})
        if (option.number(fluid, 0.0) != 0.0)
            note(element, MOMENTREE_TEXT("mjcf-fluid-ignored",
                                         "forces of a fluid around the bodies are left out"));
    for (const XmlElement* flags : files.childrenOf(element, "flag")) {
        if (textOf(*flags, "gravity") == "disable") robot.gravity.setZero();
        for (const char* name : {"passive", "spring", "damper"})
            if (textOf(*flags, name) == "disable") passive = false;
        if (textOf(*flags, "frictionloss") == "disable") friction = false;
    }
}

void MjcfReading::readAssets() {
    for (const XmlElement* section : sections("asset"))
        for (const XmlElement* element : files.childrenOf(*section)) {
            if (element->Name() == std::string_view("mesh"))
                assets.addMesh(with(*element), file, options.packages);
            if (element->Name() == std::string_view("material")) assets.addMaterial(with(*element));
            if (element->Name() == std::string_view("model")) addModel(*element);
        }
}

/// Bodies, joints, geoms and sites inside a body, the world or a <frame>; `link` is -1 for the
/// world, `offset` the frame in the axes of the link.
void MjcfReading::readContents(const XmlElement& parent, int link, const Frame& offset,
                               const std::string& childClass, std::vector<MassProperties>* geoms) {
    for (const XmlElement* child : files.childrenOf(parent)) {
        if (!copy.empty() && ++copied > mostCopied)
            return problems.add(
                *child,
                MOMENTREE_TEXT("mjcf-copies",
                               "more than %1 elements are in copies of <replicate>")(mostCopied));
        const std::string tag = child->Name();
        const MjcfElement element = with(*child, childClass);
        // Reading a body adds links, hence no reference is kept.
        const auto self = [&]() -> RobotLink& {
            return robot.links[static_cast<std::size_t>(link)];
        };
        if (tag == "body") {
            readBody(*child, link, offset, childClass);
        } else if (tag == "frame") {
            readContents(*child, link, offset * element.frame(),
                         element.word("childclass", childClass), geoms);
        } else if (tag == "site") {
            sites[named('s', textOf(*child, "name"))] = {link, offset * element.frame()};
        } else if (tag == "replicate") {
            readReplicate(element, link, offset, childClass, geoms);
        } else if (tag == "attach") {
            readAttach(element, link, offset);
        } else if (tag == "composite") {
            problems.add(*child, MOMENTREE_TEXT("mjcf-composite",
                                                "is a cable, cloth or grid whose bodies MuJoCo "
                                                "makes; write out its bodies"));
        } else if (tag == "flexcomp") {
            problems.add(*child, softBody());
        } else if (link < 0) {
            continue;
        } else if (tag == "joint" || tag == "freejoint") {
            readJoint(element, offset, self());
        } else if (tag == "geom") {
            readGeom(element, offset, self(), geoms);
        } else if (tag == "inertial") {
            readInertial(element, self());
        }
    }
}

void MjcfReading::readBody(const XmlElement& element, int parent, const Frame& offset,
                           const std::string& childClass) {
    const MjcfElement body = with(element, childClass);
    const std::string inside = body.word("childclass", childClass);
    if (!defaults.has(inside))
        problems.add(element, MOMENTREE_TEXT("mjcf-class-unknown",
                                             "there is no default class '%1'")(inside));
    const int index = static_cast<int>(robot.links.size());
    RobotLink link;
    link.name = named('b', textOf(element, "name"));
    link.line = problems.lineOf(element);
    if (link.name.empty()) link.name = "body" + std::to_string(index + 1);
    link.parent = parent;
    link.at = offset * body.frame();
    if (!bodies.emplace(link.name, index).second)
        problems.add(element,
                     MOMENTREE_TEXT("mjcf-body-twice", "another body has this name; rename one"));
    if (textOf(element, "mocap") == "true")
        note(element, MOMENTREE_TEXT("mjcf-mocap", "does not follow motion capture; it rests"));
    if (body.number("gravcomp", 0.0) != 0.0)
        note(element, MOMENTREE_TEXT("mjcf-gravcomp-ignored",
                                     "its gravity is not compensated; models do not support it"));
    robot.links.push_back(link);
    const bool given = !files.childrenOf(element, "inertial").empty();
    const bool fromGeoms =
        compiler.inertiaFromGeom == "true" || (compiler.inertiaFromGeom == "auto" && !given);
    std::vector<MassProperties> geoms;
    readContents(element, index, {}, inside, fromGeoms ? &geoms : nullptr);
    RobotLink& made = robot.links[static_cast<std::size_t>(index)];
    if (fromGeoms) made.mass = combined(geoms);
    if (!made.unknown) bound(made.mass);
}

/// Applies <compiler boundmass boundinertia balanceinertia>.
void MjcfReading::bound(MassProperties& mass) const {
    mass.mass = std::max(mass.mass, compiler.boundMass);
    if (compiler.boundInertia == 0.0 && !compiler.balanceInertia) return;
    const Eigen::SelfAdjointEigenSolver<Matrix3d> axes(mass.J_C);
    Vector3d moments = axes.eigenvalues().cwiseMax(compiler.boundInertia);
    if (compiler.balanceInertia && moments[2] > moments[0] + moments[1])
        moments.setConstant(moments.mean());
    mass.J_C = axes.eigenvectors() * moments.asDiagonal() * axes.eigenvectors().transpose();
}

void MjcfReading::readJoint(const MjcfElement& joint, const Frame& offset, RobotLink& link) {
    using Kind = RobotJoint::Kind;
    const std::string type = joint.element.Name() == std::string_view("freejoint")
                                 ? "free"
                                 : joint.word("type", "hinge");
    const std::map<std::string, Kind> kinds{{"hinge", Kind::Revolute},
                                            {"slide", Kind::Prismatic},
                                            {"ball", Kind::Spherical},
                                            {"free", Kind::Free}};
    const auto kind = kinds.find(type);
    if (kind == kinds.end()) {
        problems.add(
            joint.element,
            MOMENTREE_TEXT("mjcf-joint-type",
                           "unknown type '%1'; known are hinge, slide, ball and free")(type));
        return;
    }
    RobotJoint made;
    made.kind = kind->second;
    made.line = problems.lineOf(joint.element);
    made.name = named('j', textOf(joint.element, "name"));
    if (made.name.empty())
        made.name = link.name + "_joint" +
                    (link.joints.empty() ? "" : std::to_string(link.joints.size() + 1));
    if (!joints.insert(made.name).second)
        problems.add(joint.element,
                     MOMENTREE_TEXT("mjcf-joint-twice", "another joint has this name; rename one"));
    if (made.kind == Kind::Free && link.parent >= 0)
        problems.add(
            joint.element,
            MOMENTREE_TEXT("mjcf-free-inside", "only bodies directly in <worldbody> can be free"));
    const bool along = made.kind == Kind::Revolute || made.kind == Kind::Prismatic;
    const Vector3d axis = joint.vector("axis", Vector3d::UnitZ());
    if (along && !(axis.norm() > 0.0)) {
        problems.add(joint.element,
                     MOMENTREE_TEXT("mjcf-axis", "its axis has no direction; give axis=\"0 0 1\""));
        return;
    }
    if (along) made.axis = offset.R * axis.stableNormalized();
    if (made.kind != Kind::Free)
        made.at = offset.r + offset.R * joint.vector("pos", Vector3d::Zero());
    if (passive) {
        const auto first = [&](const char* name) {
            const auto values = joint.numbers(name, 1, 3);
            return values.empty() ? 0.0 : values[0];
        };
        made.damping = first("damping");
        made.stiffness = first("stiffness");
    }
    if (friction) made.friction = joint.number("frictionloss", 0.0);
    const double unit = made.kind == Kind::Revolute ? compiler.angle : 1.0;
    made.rest = unit * (joint.number("springref", 0.0) - joint.number("ref", 0.0));
    const auto range = joint.numbers("range", 2, 2);
    if (along && options.limits &&
        joint.flag("limited", compiler.autoLimits && !range.empty(), "auto")) {
        if (range.empty() || !(range[0] < range[1])) {
            problems.add(joint.element, MOMENTREE_TEXT("mjcf-range",
                                                       "'range' needs two numbers, the lower "
                                                       "limit first"));
            return;
        }
        made.least = unit * (range[0] - joint.number("ref", 0.0));
        made.most = unit * (range[1] - joint.number("ref", 0.0));
    }
    noteJoint(joint);
    link.joints.push_back(std::move(made));
}

void MjcfReading::noteJoint(const MjcfElement& joint) {
    if (joint.element.Name() == std::string_view("freejoint")) return;
    const auto range = joint.numbers("range", 2, 2);
    const bool limited = joint.flag("limited", compiler.autoLimits && !range.empty(), "auto");
    if (limited && joint.word("type", "hinge") == "ball")
        note(joint.element, MOMENTREE_TEXT("mjcf-cone-ignored",
                                           "its range is left out; balls have no limits here"));
    else if (limited && !options.limits && joint.word("type", "hinge") != "free")
        note(joint.element,
             MOMENTREE_TEXT(
                 "mjcf-limits-ignored",
                 "its range is left out, the joint moves beyond it; %1 keeps it")(limitsOption()));
    if (joint.number("armature", 0.0) != 0.0)
        note(joint.element, MOMENTREE_TEXT("mjcf-armature-ignored",
                                           "its armature (inertia of a rotor) is left out"));
    for (const char* name : {"damping", "stiffness"})
        if (joint.numbers(name, 1, 3).size() > 1)
            note(joint.element,
                 MOMENTREE_TEXT("mjcf-polynomial-ignored",
                                "its %1 is constant here; higher coefficients are left out")(name));
    if (joint.text("springdamper"))
        note(joint.element, MOMENTREE_TEXT("mjcf-springdamper-ignored",
                                           "'springdamper' is left out; give stiffness and "
                                           "damping instead"));
}

void MjcfReading::addMeshMass(const MjcfElement& geom, const Frame& offset, RobotLink& link,
                              std::vector<MassProperties>& geoms) {
    auto mass = massOfMesh(geom, assets);
    if (mass) {
        geoms.push_back(moved(*mass, offset));
        note(geom.element, MOMENTREE_TEXT("mjcf-mesh-exact",
                                          "its mass is that of what its mesh encloses; MuJoCo may "
                                          "take the convex hull"));
    } else {
        link.unknown = std::move(mass.error());
    }
}

void MjcfReading::readGeom(const MjcfElement& geom, const Frame& offset, RobotLink& link,
                           std::vector<MassProperties>* geoms) {
    const bool touches =
        geom.number("contype", 1.0) != 0.0 || geom.number("conaffinity", 1.0) != 0.0;
    if (touches && !contacts) note(geom.element, collisionsKept());
    contacts = contacts || touches;
    const double group = geom.number("group", 0.0);
    if (group >= compiler.firstGroup && group <= compiler.lastGroup) {
        const auto mass = massOfGeom(geom);  // and what is wrong with its size
        if (geoms && mass) {
            if (mass->mass != 0.0) geoms->push_back(moved(*mass, offset));
        } else if (geoms) {
            addMeshMass(geom, offset, link, *geoms);
        }
    }
    const bool drawn = group <= lastShown && !isInvisible(geom);
    if (!drawn && !touches) return;
    const std::string mesh = geom.word("mesh", "");
    if (!drawn && !mesh.empty() && !assets.meshes.contains(mesh))
        return note(geom.element, MOMENTREE_TEXT("mjcf-collision-mesh",
                                                 "its mesh has no file of its own; its collision "
                                                 "shape is left out"));
    for (RobotVisual& solid : solidsOf(geom, assets)) {
        solid.at = offset * solid.at;
        if (solid.line == 0) solid.line = problems.lineOf(geom.element);
        if (drawn) link.visuals.push_back(solid);
        solid.color.clear();
        if (touches) link.collisions.push_back(std::move(solid));
    }
}

void MjcfReading::readInertial(const MjcfElement& inertial, RobotLink& link) {
    const auto mass = inertial.numbers("mass", 1, 1);
    const Frame at = inertial.frame();
    const auto full = inertial.numbers("fullinertia", 6, 6);
    const auto diagonal = inertial.numbers("diaginertia", 3, 3);
    if (mass.empty() || mass[0] < 0.0 || (full.empty() && diagonal.empty() && mass[0] > 0.0)) {
        problems.add(inertial.element,
                     MOMENTREE_TEXT("mjcf-inertial",
                                    "<inertial> needs a mass of 0 or more and 'diaginertia' or "
                                    "'fullinertia'"));
        return;
    }
    link.mass.mass = mass[0];
    link.mass.com = at.r;
    Matrix3d J = Matrix3d::Zero();
    if (!full.empty())
        J << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
    else if (!diagonal.empty())
        J.diagonal() << diagonal[0], diagonal[1], diagonal[2];
    link.mass.J_C = at.R.isIdentity(0.0) ? J : Matrix3d(at.R * J * at.R.transpose());
}

void MjcfReading::readSettings() {
    for (const XmlElement* element : sections("compiler")) readCompiler(*element);
    for (const XmlElement* element : sections("default"))
        defaults.read(*element, "", files, problems);
    for (const XmlElement* element : sections("option")) readOption(*element);
    readAssets();
}

void MjcfReading::readRelations() {
    const auto names = [](const XmlElement& element) {
        std::vector<std::pair<char, std::string>> found;
        for (const auto& [kind, attribute] :
             {std::pair('b', "body1"), std::pair('b', "body2"), std::pair('j', "joint1"),
              std::pair('j', "joint2"), std::pair('s', "site1"), std::pair('s', "site2")})
            if (const auto name = textOf(element, attribute); !name.empty())
                found.emplace_back(kind, name);
        for (const XmlElement* child : momentree::childrenOf(element, "site"))
            found.emplace_back('s', textOf(*child, "site"));
        return found;
    };
    for (const XmlElement* section : sections("equality"))
        for (const XmlElement* element : files.childrenOf(*section))
            eachCopy(names(*element), [&] { readEquality(*element); });
    mergeHinges(robot.loops);
    for (const XmlElement* section : sections("tendon"))
        for (const XmlElement* element : files.childrenOf(*section))
            eachCopy(names(*element), [&] { readTendon(*element); });
}

/// Notes what the file has besides the motion, and what the format does not have.
void MjcfReading::noteLost() {
    noteForeign();
    noteUnknownInMjcf(
        root, [this](const XmlElement& owner) { return files.childrenOf(owner); }, problems, notes);
    for (const char* tag : {"compiler", "default", "worldbody"})
        for (const XmlElement* section : sections(tag))
            tellUnknown(*section, files,
                        [&](const XmlElement& of, Message text) { note(of, std::move(text)); });
}

void MjcfReading::readAll(const std::string& path) {
    file = path;
    modelFiles = std::make_shared<XmlIncludes>(path);
    robot.name = textOf(root, "model");
    robot.line = root.GetLineNum();
    robot.linkKind = Place::Kind::Body;
    robot.gravity = {0.0, 0.0, -9.81};
    readSettings();
    for (const XmlElement* element : sections("worldbody"))
        readContents(*element, -1, {},
                     element->Attribute("childclass") ? textOf(*element, "childclass") : "main",
                     nullptr);
    readRelations();
    readStart();
    noteLost();
    double total = 0.0;
    for (const RobotLink& link : robot.links) total += link.mass.mass;
    if (!(compiler.totalMass > 0.0) || !(total > 0.0)) return;
    for (RobotLink& link : robot.links) {
        link.mass.mass *= compiler.totalMass / total;
        link.mass.J_C *= compiler.totalMass / total;
    }
}

Result<ModelDescription> readMjcf(const XmlElement& root, const std::string& file,
                                  Diagnostics& notes, const ImportOptions& options) {
    MjcfReading reading(root, notes, options);
    if (const auto loaded = reading.files.load(root, file, reading.problems); !loaded)
        return tl::unexpected(loaded.error());
    reading.readAll(file);
    if (!reading.problems.empty()) return tl::unexpected(reading.problems.take());
    return modelOf(std::move(reading.robot), options.root, notes);
}

}  // namespace momentree
