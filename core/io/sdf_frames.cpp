// SPDX-License-Identifier: Apache-2.0
// The models of a file, one inside another, and the frames of their links, joints and frames.
#include "core/io/sdf_reading.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

constexpr int deepestFrames = 100;  ///< frames that are given in other frames
constexpr int deepestModels = 50;   ///< models in models

bool isInclude(const XmlElement& element) { return element.Name() == std::string_view("include"); }

/// Whether what places a model, an <include> or the model itself, makes it immovable.
bool isStatic(const XmlElement& model, const XmlElement& placing) {
    return saysYes(placing.FirstChildElement("static") ? placing : model, "static");
}

}  // namespace

std::string SdfScope::named(const std::string& name) const {
    if (name == "world") return name;
    return name == "__model__" ? frame : prefix + name;
}

/// The first model that can move, in a world or alone.
const XmlElement* SdfReading::findModel() {
    world_ = root.FirstChildElement("world");
    const XmlElement& owner = world_ ? *world_ : root;
    if (world_)
        for (const XmlElement* joint : childrenOf(*world_, "joint"))
            problems.add(*joint, MOMENTREE_TEXT("sdf-world-joint",
                                                "joints of a world are not read; put it into the "
                                                "<model>, with 'world' for what is at rest"));
    const XmlElement* found = nullptr;
    std::vector<const XmlElement*> others;
    for (const XmlElement* model : childrenOf(owner, "model")) {
        if (found || isStatic(*model, *model))
            others.push_back(model);
        else
            placing_ = found = model;
    }
    Diagnostics missing;
    for (const XmlElement* include : childrenOf(owner, "include")) {
        others.push_back(include);
        if (found) continue;
        const auto model = includedModel(*include);
        if (!model) {
            missing.insert(missing.end(), model.error().begin(), model.error().end());
        } else if (isStatic(**model, *include)) {
            includes_.close();
        } else {
            placing_ = include;
            found = *model;
            others.pop_back();
        }
    }
    if (!found) {
        problems.add(missing);
        if (missing.empty())
            problems.add(
                root, MOMENTREE_TEXT("sdf-without-model", "needs a <model> that is not <static>"));
        return nullptr;
    }
    for (const XmlElement* other : others)
        note(*other, MOMENTREE_TEXT("sdf-model-ignored",
                                    "is left out; the first model that can move is read"));
    return found;
}

/// @param attached what it is attached to and, unless its pose says otherwise, given in; as named
/// in its model
void SdfReading::addFrame(const XmlElement& element, const SdfScope& scope,
                          const std::string& attached) {
    const std::string name = textOf(element, "name");
    if (name.empty())
        return problems.add(
            element,
            MOMENTREE_TEXT("sdf-without-name", "needs a name: <%1 name=\"...\">")(element.Name()));
    const std::string relative = givenIn(element);
    addFrame(element, scope.named(name),
             {&element, scope.named(relative.empty() ? attached : relative), poseOf(element),
              scope.named(attached)});
}

void SdfReading::addFrame(const XmlElement& element, const std::string& name, SdfFrame frame) {
    if (!frames_.emplace(name, std::move(frame)).second)
        problems.add(element, MOMENTREE_TEXT("sdf-name-twice",
                                             "another link, joint or frame has this name; rename "
                                             "one"));
}

void SdfReading::collectWorld() {
    if (!world_) return;
    for (const XmlElement* frame : childrenOf(*world_, "frame"))
        addFrame(*frame, worldScope, textOf(*frame, "attached_to"));
}

/// Adds a model with all that is inside. @param placing has its pose: itself or an <include>
void SdfReading::addScope(const XmlElement& model, const XmlElement& placing, const SdfScope& scope,
                          const SdfScope& outer, int depth) {
    if (depth > deepestModels)
        return problems.add(
            placing,
            MOMENTREE_TEXT("sdf-models-deep", "is nested in more than %1 models")(deepestModels));
    scopes_.push_back(scope);
    const int number = static_cast<int>(scopes_.size()) - 1;
    const std::size_t firstLink = links_.size();
    for (const XmlElement* link : childrenOf(model, "link")) {
        const std::string name = scope.named(textOf(*link, "name"));
        linkNamed_.emplace(name, static_cast<int>(links_.size()));
        links_.push_back({link, name, number});
        addFrame(*link, scope, "__model__");
    }
    for (const XmlElement* joint : childrenOf(model, "joint"))
        addFrame(*joint, scope, textIn(*joint, "child"));
    for (const XmlElement* frame : childrenOf(model, "frame")) {
        const std::string attached = textOf(*frame, "attached_to");
        addFrame(*frame, scope, attached.empty() ? "__model__" : attached);
    }
    for (const XmlElement* inner : childrenOf(model)) {
        if (inner->Name() == std::string_view("model")) addInside(*inner, *inner, scope, depth);
        if (!isInclude(*inner)) continue;
        const auto included = includedModel(*inner);
        if (!included) {
            problems.add(included.error());
            continue;
        }
        addInside(**included, *inner, scope, depth);
        includes_.close();
    }
    std::string canonical = textOf(model, "canonical_link");
    if (!canonical.empty())
        canonical = scope.named(canonical);
    else if (firstLink < links_.size())
        canonical = links_[firstLink].name;
    placeScope(model, placing, scope, outer, canonical);
}

/// A model inside another, under its name, or merged with the other one.
void SdfReading::addInside(const XmlElement& model, const XmlElement& placing,
                           const SdfScope& outer, int depth) {
    std::string name = isInclude(placing) ? textIn(placing, "name") : std::string();
    if (name.empty()) name = textOf(model, "name");
    if (name.empty())
        return problems.add(
            placing, MOMENTREE_TEXT("sdf-model-unnamed", "a model inside another needs a name"));
    if (isStatic(model, placing))
        return problems.add(placing,
                            MOMENTREE_TEXT("sdf-nested-static",
                                           "a <static> model in one that moves is not read; hold "
                                           "it by a fixed joint with 'world' instead"));
    const std::string merge = textOf(placing, "merge");
    if (isInclude(placing) && (merge == "true" || merge == "1"))
        return addScope(model, placing,
                        {&model, outer.prefix, outer.prefix + "_merged__" + name + "__model__"},
                        outer, depth + 1);
    const std::string prefix = outer.prefix + name + "::";
    const SdfScope scope{&model, prefix, prefix + "__model__"};
    addScope(model, placing, scope, outer, depth + 1);
    addFrame(placing, outer.named(name), {&placing, scope.frame, {}, scope.frame});
}

/// The frame of a model in the one around it: the pose is that of one of its frames, if it says so.
void SdfReading::placeScope(const XmlElement& model, const XmlElement& placing,
                            const SdfScope& scope, const SdfScope& outer,
                            const std::string& canonical) {
    const XmlElement& posed = placing.FirstChildElement("pose") ? placing : model;
    std::string placed = isInclude(placing) ? textIn(placing, "placement_frame") : std::string();
    if (placed.empty()) placed = textOf(model, "placement_frame");
    Frame inModel;
    if (!placed.empty()) {
        std::string name = scope.named(placed);
        for (int depth = 0; name != scope.frame; ++depth) {
            const auto found = frames_.find(name);
            if (found == frames_.end() || depth > deepestFrames)
                return problems.add(placing,
                                    MOMENTREE_TEXT("sdf-placement",
                                                   "the model's placement_frame '%1' is no frame "
                                                   "in the model")(placed));
            inModel = found->second.at * inModel;
            name = found->second.in;
        }
    }
    const std::string relative = givenIn(posed);
    addFrame(placing, scope.frame,
             {&placing, relative.empty() ? outer.frame : outer.named(relative),
              poseOf(posed) * inverse(inModel), canonical});
}

/// A frame in the world; an error, reported at `asks`, if it or one that it is given in is unknown.
std::optional<Frame> SdfReading::placeOfFrame(const std::string& name, const XmlElement& asks,
                                              int depth) {
    if (name == "world") return Frame{};
    const auto found = frames_.find(name);
    if (found == frames_.end() || depth > deepestFrames) {
        problems.add(asks, found == frames_.end()
                               ? MOMENTREE_TEXT("sdf-frame-unknown",
                                                "there is no link, joint or frame '%1'")(name)
                               : MOMENTREE_TEXT("sdf-frame-circle",
                                                "frame '%1' is given in frames that are given in "
                                                "itself")(name));
        return std::nullopt;
    }
    const auto outer = placeOfFrame(found->second.in, *found->second.element, depth + 1);
    if (!outer) return std::nullopt;
    return *outer * found->second.at;
}

/// The link that a frame is attached to, -1 for the world; nothing if it is unknown.
std::optional<int> SdfReading::attachedLink(std::string name) const {
    for (int depth = 0; depth < deepestFrames; ++depth) {
        if (name == "world") return -1;
        if (const auto link = linkNamed_.find(name); link != linkNamed_.end()) return link->second;
        const auto frame = frames_.find(name);
        if (frame == frames_.end()) return std::nullopt;
        name = frame->second.attached;
    }
    return std::nullopt;
}

int SdfReading::linkOf(const XmlElement& joint, const SdfScope& scope, const char* tag) {
    const std::string name = textIn(joint, tag);
    if (const auto link = attachedLink(scope.named(name))) return *link;
    problems.add(joint,
                 name.empty()
                     ? MOMENTREE_TEXT("sdf-joint-end", "needs <%1>LINK</%1>")(tag)
                     : MOMENTREE_TEXT("sdf-link-unknown",
                                      "its %1 '%2' is no link or frame of the model")(tag, name));
    return -2;
}

}  // namespace momentree
