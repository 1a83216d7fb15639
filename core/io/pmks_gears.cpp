// SPDX-License-Identifier: Apache-2.0
// The gears of a drawing: a mark "G1~" with JSON in base 64, whose digits end in '-' and '_'.
#include <algorithm>
#include <optional>

#include "core/io/json.hpp"
#include "core/io/pmks.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostGears = 500;  ///< of a drawing, and places where they mesh

std::optional<std::string> fromBase64(std::string_view text) {
    constexpr std::string_view digits64 =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string bytes;
    unsigned held = 0, bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits64.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        held = (held << 6 | static_cast<unsigned>(digit)) & 0xffffu;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(held >> bits & 0xffu);
    }
    return bytes;
}

std::optional<JsonNode> memberOf(const JsonNode& object, const std::string& key) {
    if (object.isObject())
        for (const auto& [name, value] : object.members())
            if (name == key) return value;
    return std::nullopt;
}

/// A text of an object; empty if there is none.
std::string textOf(const JsonNode& object, const std::string& key) {
    const auto member = memberOf(object, key);
    return member && member->isString() ? member->string() : std::string();
}

/// A number of an object; 0 if there is none.
double numberOf(const JsonNode& object, const std::string& key) {
    const auto member = memberOf(object, key);
    return member && member->isNumber() ? member->number().value_or(0.0) : 0.0;
}

bool holds(const PmksDrawing& drawing, const std::string& link, const std::string& joint) {
    const auto found = std::ranges::find(drawing.links, link, &PmksLink::id);
    return found != drawing.links.end() && found->root &&
           std::ranges::find(found->joints, joint) != found->joints.end();
}

/// The items of an array of the document, or none.
std::vector<JsonNode> listIn(const JsonNode& document, const std::string& key) {
    const auto member = memberOf(document, key);
    return member && member->isArray() ? member->items() : std::vector<JsonNode>();
}

bool readGear(const JsonNode& node, PmksDrawing& drawing) {
    const PmksGear gear{textOf(node, "id"), textOf(node, "hostLinkId"),
                        textOf(node, "centerJointId"), numberOf(node, "teeth")};
    const bool known = !gear.id.empty() && std::ranges::find(drawing.gears, gear.id,
                                                             &PmksGear::id) == drawing.gears.end();
    if (!known || !(gear.teeth > 0.0) || !holds(drawing, gear.link, gear.centre)) return false;
    drawing.gears.push_back(gear);
    return true;
}

bool readMesh(const JsonNode& node, PmksDrawing& drawing) {
    PmksMesh mesh{textOf(node, "id"), -1, -1};
    for (const auto& [key, place] :
         {std::pair("gearAId", &mesh.first), std::pair("gearBId", &mesh.second)}) {
        const auto found = std::ranges::find(drawing.gears, textOf(node, key), &PmksGear::id);
        if (found != drawing.gears.end()) *place = static_cast<int>(found - drawing.gears.begin());
    }
    if (mesh.first < 0 || mesh.second < 0 || mesh.first == mesh.second ||
        textOf(node, "kind") != "external")
        return false;
    drawing.meshes.push_back(mesh);
    return true;
}

/// The places of joints to all digits, which the text has in thousandths.
bool readPlace(const JsonNode& node, PmksDrawing& drawing) {
    const auto values = node.isArray() ? node.items() : std::vector<JsonNode>();
    if (values.size() != 3 || !values[0].isString()) return false;
    const auto joint = std::ranges::find(drawing.joints, values[0].string(), &PmksJoint::id);
    const auto x = values[1].isNumber() ? values[1].number() : std::nullopt,
               y = values[2].isNumber() ? values[2].number() : std::nullopt;
    if (joint == drawing.joints.end() || !x || !y) return false;
    joint->x = *x;
    joint->y = *y;
    return true;
}

}  // namespace

bool readPmksGears(std::string_view mark, PmksDrawing& drawing) {
    if (!mark.starts_with("G1~") || !drawing.gears.empty()) return false;
    auto text = fromBase64(mark.substr(3));
    if (!text) return false;
    const auto document = JsonDocument::parse(std::move(*text));
    if (!document) return false;
    const auto read = [&](const char* key, bool (*one)(const JsonNode&, PmksDrawing&)) {
        const auto nodes = listIn(document->root(), key);
        return nodes.size() <= (one == readPlace ? drawing.joints.size() : mostGears) &&
               std::ranges::all_of(nodes, [&](const JsonNode& node) { return one(node, drawing); });
    };
    return read("gears", readGear) && read("meshes", readMesh) && read("points", readPlace) &&
           !drawing.gears.empty();
}

}  // namespace momentree
