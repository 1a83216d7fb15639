// SPDX-License-Identifier: Apache-2.0
#include "core/io/collada.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/io/xml_reader.hpp"

namespace momentree {
namespace {

using Matrix4d = Eigen::Matrix4d;

/// An index of a face with several attributes for each corner.
struct ColladaCorners {
    std::size_t stride = 1;    ///< numbers for each corner
    std::size_t position = 0;  ///< which of them is the point
    const XmlElement* points = nullptr;
};

struct ColladaReading {
    const XmlElement& root;
    TriangleMesh mesh = {};
    XmlProblems problems = {};
    std::map<std::string, const XmlElement*> ids = {};

    void readAll();

private:
    static constexpr int deepest = 100;  ///< nodes inside nodes
    void collect(const XmlElement& element);
    const XmlElement* found(const XmlElement& from, const char* attribute);
    template <typename Number>
    std::vector<Number> numbersIn(const XmlElement& element);
    Matrix4d placeOf(const XmlElement& node);
    void readNode(const XmlElement& node, const Matrix4d& outer, int depth);
    void readGeometry(const XmlElement& geometry, const Matrix4d& place);
    ColladaCorners cornersOf(const XmlElement& faces);
    void readFaces(const XmlElement& faces, const Matrix4d& place);
    std::uint32_t addPoints(const XmlElement& source, const Matrix4d& place);
    bool full(const XmlElement& element);
};

void ColladaReading::collect(const XmlElement& element) {
    if (const char* id = element.Attribute("id")) ids.emplace(id, &element);
    for (const XmlElement* child : childrenOf(element)) collect(*child);
}

/// The element that "#id" names.
const XmlElement* ColladaReading::found(const XmlElement& from, const char* attribute) {
    const std::string url = textOf(from, attribute);
    const auto known = ids.find(url.empty() ? url : url.substr(1));
    if (known != ids.end()) return known->second;
    problems.add(from, MOMENTREE_TEXT("collada-unknown", "there is no element '%1'")(url));
    return nullptr;
}

template <typename Number>
std::vector<Number> ColladaReading::numbersIn(const XmlElement& element) {
    const char* text = element.GetText();
    std::vector<Number> numbers;
    std::string_view left = text ? text : "";
    for (;;) {
        left.remove_prefix(std::min(left.find_first_not_of(" \t\r\n"), left.size()));
        if (left.empty()) return numbers;
        const auto read =
            std::from_chars(left.data(), left.data() + left.size(), numbers.emplace_back());
        const bool finite = std::isfinite(static_cast<double>(numbers.back()));
        if (read.ec != std::errc() || !finite) {
            problems.add(element,
                         MOMENTREE_TEXT("collada-number", "its text must be finite numbers"));
            return {};
        }
        left.remove_prefix(static_cast<std::size_t>(read.ptr - left.data()));
    }
}

bool ColladaReading::full(const XmlElement& element) {
    if (mesh.triangles.size() <= mostTriangles && mesh.points.size() <= 3 * mostTriangles)
        return !problems.empty();
    problems.add(element, MOMENTREE_TEXT("mesh-too-large",
                                         "more than %1 triangles are not drawn")(mostTriangles));
    return true;
}

Matrix4d ColladaReading::placeOf(const XmlElement& node) {
    Matrix4d place = Matrix4d::Identity();
    for (const XmlElement* child : childrenOf(node)) {
        const std::string tag = child->Name();
        const std::size_t needed = tag == "matrix"                        ? 16
                                   : tag == "rotate"                      ? 4
                                   : tag == "translate" || tag == "scale" ? 3
                                                                          : 0;
        if (needed == 0) continue;
        const auto n = numbersIn<double>(*child);
        if (n.size() != needed) {
            problems.add(*child, MOMENTREE_TEXT("collada-count", "needs %1 numbers")(needed));
            return place;
        }
        Matrix4d step = Matrix4d::Identity();
        if (tag == "matrix") step = Eigen::Map<const Matrix4d>(n.data()).transpose();
        const Vector3d v(n[0], n[1], n[2]);
        if (tag == "translate") step.topRightCorner<3, 1>() = v;
        if (tag == "scale") step.diagonal().head<3>() = v;
        if (tag == "rotate" && v.norm() > 0.0)
            step.topLeftCorner<3, 3>() =
                Eigen::AngleAxisd(n[3] * std::numbers::pi / 180.0, v.normalized())
                    .toRotationMatrix();
        place *= step;
    }
    return place;
}

void ColladaReading::readNode(const XmlElement& node, const Matrix4d& outer, int depth) {
    if (full(node)) return;
    if (depth > deepest) {
        problems.add(node, MOMENTREE_TEXT("collada-deep", "is inside too many nodes, or itself"));
        return;
    }
    const Matrix4d place = outer * placeOf(node);
    for (const XmlElement* child : childrenOf(node)) {
        const std::string tag = child->Name();
        if (tag == "node") readNode(*child, place, depth + 1);
        const bool used = tag == "instance_geometry" || tag == "instance_node";
        const XmlElement* other = used ? found(*child, "url") : nullptr;
        if (other && tag == "instance_node") readNode(*other, place, depth + 1);
        if (other && tag == "instance_geometry") readGeometry(*other, place);
    }
}

void ColladaReading::readGeometry(const XmlElement& geometry, const Matrix4d& place) {
    const XmlElement* inside = geometry.FirstChildElement("mesh");
    if (!inside) return;
    for (const XmlElement* faces : childrenOf(*inside)) {
        const std::string tag = faces->Name();
        if (tag == "triangles" || tag == "polylist" || tag == "polygons") readFaces(*faces, place);
    }
}

ColladaCorners ColladaReading::cornersOf(const XmlElement& faces) {
    ColladaCorners corners;
    for (const XmlElement* input : childrenOf(faces, "input")) {
        const double given = problems.number(*input, "offset", 0.0);
        constexpr double mostInputs = 64.0;
        const auto offset = static_cast<std::size_t>(std::clamp(given, 0.0, mostInputs));
        corners.stride = std::max(corners.stride, offset + 1);
        if (textOf(*input, "semantic") != "VERTEX") continue;
        corners.position = offset;
        const XmlElement* vertices = found(*input, "source");
        if (!vertices) continue;
        for (const XmlElement* one : childrenOf(*vertices, "input"))
            if (textOf(*one, "semantic") == "POSITION") corners.points = found(*one, "source");
    }
    return corners;
}

/// Returns how many points were added.
std::uint32_t ColladaReading::addPoints(const XmlElement& source, const Matrix4d& place) {
    const XmlElement* array = source.FirstChildElement("float_array");
    if (!array) return 0;
    const auto numbers = numbersIn<double>(*array);
    for (std::size_t k = 0; k + 2 < numbers.size(); k += 3) {
        const Vector3d p =
            (place * Eigen::Vector4d(numbers[k], numbers[k + 1], numbers[k + 2], 1.0)).head<3>();
        if (!p.cast<float>().allFinite()) {
            problems.add(*array,
                         MOMENTREE_TEXT("collada-number", "its text must be finite numbers"));
            return 0;
        }
        mesh.points.push_back({p.x(), p.y(), p.z()});
    }
    return static_cast<std::uint32_t>(numbers.size() / 3);
}

void ColladaReading::readFaces(const XmlElement& faces, const Matrix4d& place) {
    const ColladaCorners corners = cornersOf(faces);
    if (!corners.points || full(faces)) return;
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    const std::uint32_t count = addPoints(*corners.points, place);
    const XmlElement* sizes = faces.FirstChildElement("vcount");
    const auto ofFaces = sizes ? numbersIn<std::uint32_t>(*sizes) : std::vector<std::uint32_t>();
    const bool whole = faces.Name() == std::string_view("polygons");  // one face for each <p>
    const bool turned = place.topLeftCorner<3, 3>().determinant() < 0.0;
    for (const XmlElement* list : childrenOf(faces, "p")) {
        const auto numbers = numbersIn<std::uint32_t>(*list);
        const std::size_t all = numbers.size() / corners.stride;
        std::size_t at = 0, face = 0;
        while (at < all && !full(*list)) {
            const std::size_t size = whole                   ? all
                                     : !sizes                ? 3
                                     : face < ofFaces.size() ? ofFaces[face]
                                                             : 0;
            ++face;
            if (size == 0 || size > all - at) {
                problems.add(*list,
                             MOMENTREE_TEXT("collada-faces",
                                            "the numbers of corners do not add up to its text"));
                return;
            }
            const auto corner = [&](std::size_t k) {
                return numbers[(at + k) * corners.stride + corners.position];
            };
            for (std::size_t k = 0; k < size; ++k)
                if (corner(k) >= count) {
                    problems.add(
                        *list, MOMENTREE_TEXT("collada-vertex", "there is no point %1")(corner(k)));
                    return;
                }
            for (std::size_t k = 2; k < size; ++k)
                mesh.triangles.push_back({first + corner(0), first + corner(turned ? k : k - 1),
                                          first + corner(turned ? k - 1 : k)});
            at += size;
        }
    }
}

void ColladaReading::readAll() {
    collect(root);
    const XmlElement* asset = root.FirstChildElement("asset");
    const XmlElement* unit = asset ? asset->FirstChildElement("unit") : nullptr;
    const double metre = unit ? problems.number(*unit, "meter", 1.0) : 1.0;
    Matrix4d place = Matrix4d::Identity();
    place.diagonal().head<3>().setConstant(metre);
    const XmlElement* scene = root.FirstChildElement("scene");
    const XmlElement* used = scene ? scene->FirstChildElement("instance_visual_scene") : nullptr;
    const XmlElement* nodes = used ? found(*used, "url") : nullptr;
    if (!nodes && problems.empty())
        problems.add(root, MOMENTREE_TEXT("collada-scene", "has no <scene> to draw"));
    if (nodes) readNode(*nodes, place, 0);
}

}  // namespace

Result<TriangleMesh> readCollada(std::string_view text) {
    tinyxml2::XMLDocument document;
    if (const auto parsed = parseXml(text, document); !parsed)
        return tl::unexpected(parsed.error());
    ColladaReading reading{*document.RootElement()};
    reading.readAll();
    if (!reading.problems.empty()) return tl::unexpected(reading.problems.take());
    return std::move(reading.mesh);
}

}  // namespace momentree
