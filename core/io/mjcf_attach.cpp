// SPDX-License-Identifier: Apache-2.0
// <attach> in MJCF: a body, a frame or all of another model, or of the same one, with a prefix.
#include <filesystem>
#include <utility>

#include "core/io/mjcf_reading.hpp"

namespace momentree {
namespace {

constexpr int deepestAttached = 10;           ///< models attached to attached models
constexpr std::size_t mostAttached = 20'000;  ///< bodies

/// The body or frame of this name, and the default class of elements in it.
const XmlElement* findPart(const MjcfFiles& files, const XmlElement& parent, const char* tag,
                           const std::string& name, std::string& childClass) {
    for (const XmlElement* child : files.childrenOf(parent)) {
        if (child->Name() == std::string_view(tag) && textOf(*child, "name") == name) return child;
        if (child->Name() != std::string_view("body") && child->Name() != std::string_view("frame"))
            continue;
        std::string inside = textOf(*child, "childclass");
        if (inside.empty()) inside = childClass;
        if (const XmlElement* found = findPart(files, *child, tag, name, inside)) {
            childClass = inside;
            return found;
        }
    }
    return nullptr;
}

}  // namespace

/// <model name="..." file="..."/> in <asset>.
void MjcfReading::addModel(const XmlElement& element) {
    const std::string name = textOf(element, "file");
    const std::string path = (std::filesystem::path(file).parent_path() / name).string();
    models[textOf(element, "name")] = {};  // without a root, if there is a problem
    const auto opened = modelFiles->open(path, name, element, problems);
    if (!opened) return problems.add(opened.error());
    modelFiles->close();
    if ((*opened)->Name() != std::string_view("mujoco"))
        return problems.add(element, MOMENTREE_TEXT("mjcf-model-kind",
                                                    "'%1' is no model of MuJoCo: its first element "
                                                    "must be <mujoco>")(name));
    std::string called = textOf(element, "name");
    if (called.empty()) called = textOf(**opened, "model");
    models[called] = {path, *opened};
}

void MjcfReading::readAttach(const MjcfElement& attach, int link, const Frame& offset) {
    const std::string model = attach.word("model", ""), body = attach.word("body", ""),
                      frame = attach.word("frame", "");
    const auto asset = models.find(model);
    if (!model.empty() && asset == models.end())
        return problems.add(attach.element, MOMENTREE_TEXT("mjcf-attach-model",
                                                           "there is no <model name=\"%1\"> in "
                                                           "<asset>")(model));
    if (!model.empty() && !asset->second.root) return;  // its file is a problem already
    if (model.empty() && body.empty() && frame.empty())
        return problems.add(attach.element,
                            MOMENTREE_TEXT("mjcf-attach-what", "needs 'model', 'body' or 'frame'"));
    if (depth >= deepestAttached)
        return problems.add(attach.element,
                            MOMENTREE_TEXT("mjcf-attach-deep",
                                           "is in more than %1 attached models")(deepestAttached));
    const Asset source = model.empty() ? Asset{file, &root} : asset->second;
    MjcfReading part(*source.root, notes, options);
    part.depth = depth + 1;
    part.modelFiles = modelFiles;
    part.problems.included = problems.included;
    part.contacts = contacts;
    if (auto loaded = part.files.load(*source.root, source.path, part.problems); !loaded)
        return problems.add(loaded.error());
    const char* const tag = !body.empty() ? "body" : !frame.empty() ? "frame" : "worldbody";
    const std::string& name = !body.empty() ? body : frame;
    const bool found = part.readPart(source, tag, name, link >= 0);
    if (found && !model.empty() && !std::exchange(asset->second.noted, true)) part.noteLost();
    contacts = part.contacts;
    problems.included.merge(part.problems.included);
    if (!part.problems.empty()) return problems.add(part.problems.take());
    if (!found)
        return problems.add(
            attach.element,
            name.empty()
                ? MOMENTREE_TEXT("mjcf-attach-empty", "model '%1' has no <worldbody>")(model)
                : MOMENTREE_TEXT("mjcf-attach-unknown", "there is no <%1> '%2' to attach")(tag,
                                                                                           name));
    if (robot.links.size() + part.robot.links.size() > mostAttached)
        return problems.add(
            attach.element,
            MOMENTREE_TEXT("mjcf-attach-many", "more than %1 bodies are attached")(mostAttached));
    graft(part, link, offset, attach.word("prefix", ""));
}

/// @param onBody whether it is attached to a body, so that its geoms count
/// @return false if there is no such part
bool MjcfReading::readPart(const Asset& source, const char* tag, const std::string& name,
                           bool onBody) {
    file = source.path;
    partial = true;
    readSettings();
    const bool whole = tag == std::string_view("worldbody");
    std::string childClass = "main";
    const XmlElement* found = nullptr;
    for (const XmlElement* world : sections("worldbody")) {
        if (whole) found = world;
        if (!found) found = findPart(files, *world, tag, name, childClass);
    }
    if (!found) return false;
    if (tag == std::string_view("body")) {
        readBody(*found, -1, {}, childClass);
    } else {
        const MjcfElement element = with(*found, childClass);
        const std::string inside = element.word("childclass", childClass);
        const Frame at = whole ? Frame() : element.frame();
        std::vector<MassProperties> geoms;
        if (onBody) {  // rigidly attached geoms
            RobotLink& held = robot.links.emplace_back();
            held.name = whole ? "world" : name;
            held.line = problems.lineOf(*found);
        }
        readContents(*found, onBody ? 0 : -1, at, inside, onBody ? &geoms : nullptr);
        if (onBody) {
            robot.links.front().mass = combined(geoms);
            if (!robot.links.front().joints.empty())
                problems.add(*found, MOMENTREE_TEXT("mjcf-attach-joint",
                                                    "has joints of the body that it is attached "
                                                    "to, which are not read"));
        }
    }
    readRelations();
    return true;
}

/// Adds the links of a part to a link. Where the part refers to its world, it means that link.
void MjcfReading::graft(MjcfReading& part, int link, const Frame& offset,
                        const std::string& prefix) {
    const int first = static_cast<int>(robot.links.size());
    const auto moved = [&](int& k, Frame& at) {
        if (k < 0) at = offset * at;
        k = k < 0 ? link : first + k;
    };
    for (RobotLink& one : part.robot.links) {
        const int number = static_cast<int>(robot.links.size());
        const Place place = Place::body(one.name);
        one.name = named('b', prefix + one.name);
        moved(one.parent, one.at);
        if (!bodies.emplace(one.name, number).second)
            problems.add(
                place, MOMENTREE_TEXT("mjcf-body-twice", "another body has this name; rename one"),
                one.line);
        for (RobotJoint& joint : one.joints) {
            joint.name = named('j', prefix + joint.name);
            if (!joints.insert(joint.name).second)
                problems.add(
                    place,
                    MOMENTREE_TEXT("mjcf-joint-twice", "another joint has this name; rename one"),
                    joint.line);
            if (joint.kind == RobotJoint::Kind::Free && one.parent >= 0)
                problems.add(Place::joint(joint.name),
                             MOMENTREE_TEXT("mjcf-free-inside",
                                            "only bodies directly in <worldbody> can be free"),
                             joint.line);
        }
        robot.links.push_back(std::move(one));
    }
    for (auto& [name, site] : part.sites) {
        moved(site.first, site.second);
        sites[named('s', prefix + name)] = site;
    }
    for (RobotLoop& loop : part.robot.loops) {
        moved(loop.a, loop.onA);
        moved(loop.b, loop.onB);
        loop.name = prefix + loop.name + suffix;
        robot.loops.push_back(std::move(loop));
    }
    for (RobotSpring& spring : part.robot.springs) {
        Frame onA{Matrix3d::Identity(), spring.onA}, onB{Matrix3d::Identity(), spring.onB};
        moved(spring.a, onA);
        moved(spring.b, onB);
        spring.onA = onA.r;
        spring.onB = onB.r;
        spring.name = prefix + spring.name + suffix;
        robot.springs.push_back(std::move(spring));
    }
    for (RobotMimic& mimic : part.robot.mimics) {
        for (std::string* name : {&mimic.joint, &mimic.master, &mimic.name})
            if (!name->empty()) *name = prefix + *name + suffix;
        robot.mimics.push_back(std::move(mimic));
    }
}

}  // namespace momentree
