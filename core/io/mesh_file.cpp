// SPDX-License-Identifier: Apache-2.0
#include "core/io/mesh_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "core/io/collada.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/machine.hpp"

namespace momentree {
namespace {

std::string lowerCase(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The words of a line, one after the other.
struct Words {
    std::string_view rest;

    std::string_view next() {
        constexpr std::string_view blank = " \t\r";
        const std::size_t first = std::min(rest.find_first_not_of(blank), rest.size());
        const std::size_t end = std::min(rest.find_first_of(blank, first), rest.size());
        const std::string_view word = rest.substr(first, end - first);
        rest.remove_prefix(end);
        return word;
    }
};

bool readVertex(Words& words, std::array<double, 3>& point) {
    for (double& value : point) {
        std::string_view word = words.next();
        if (word.starts_with('+')) word.remove_prefix(1);
        const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size() ||
            !std::isfinite(static_cast<float>(value)))
            return false;
    }
    return true;
}

/// Reads a mesh line by line.
struct MeshText {
    std::string_view text;
    TriangleMesh mesh = {};
    int line = 0;
    std::optional<Message> problem = {};

    template <typename Read>
    Result<TriangleMesh> each(const Read& read) {
        for (std::size_t at = 0; at < text.size() && !problem; ++line) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            Words words{text.substr(at, end - at)};
            at = end + 1;
            read(words);
            if (mesh.triangles.size() > mostTriangles)
                problem = MOMENTREE_TEXT("mesh-too-large",
                                         "more than %1 triangles are not drawn")(mostTriangles);
        }
        if (problem) return fail(error({}, *problem, line));
        return std::move(mesh);
    }
};

Result<TriangleMesh> readTextStl(std::string_view text) {
    MeshText reading{text};
    std::vector<std::uint32_t> corners;
    return reading.each([&](Words& words) {
        const std::string_view word = words.next();
        if (word == "vertex") {
            corners.push_back(static_cast<std::uint32_t>(reading.mesh.points.size()));
            if (!readVertex(words, reading.mesh.points.emplace_back()))
                reading.problem =
                    MOMENTREE_TEXT("mesh-vertex", "a vertex needs three finite numbers");
        } else if (word == "endloop") {
            if (corners.size() == 3)
                reading.mesh.triangles.push_back({corners[0], corners[1], corners[2]});
            else
                reading.problem =
                    MOMENTREE_TEXT("mesh-corners", "a facet has %1 corners, not 3")(corners.size());
            corners.clear();
        }
    });
}

Result<TriangleMesh> readObj(std::string_view text) {
    MeshText reading{text};
    TriangleMesh& mesh = reading.mesh;
    std::vector<std::uint32_t> corners;
    return reading.each([&](Words& words) {
        const std::string_view word = words.next();
        if (word == "v") {
            if (!readVertex(words, mesh.points.emplace_back()))
                reading.problem =
                    MOMENTREE_TEXT("mesh-vertex", "a vertex needs three finite numbers");
        } else if (word == "f") {
            corners.clear();
            // "point/texture/normal"; negative numbers count from the last point.
            for (std::string_view corner = words.next(); !corner.empty(); corner = words.next()) {
                long long number = 0;
                std::from_chars(corner.data(), corner.data() + corner.size(), number);
                const auto count = static_cast<long long>(mesh.points.size());
                const long long index = number < 0 ? count + number : number - 1;
                if ((index < 0 || index >= count) && !reading.problem)
                    reading.problem = MOMENTREE_TEXT(
                        "mesh-no-vertex",
                        "there is no vertex '%1' before this face")(std::string(corner));
                corners.push_back(static_cast<std::uint32_t>(index));
            }
            for (std::size_t k = 2; k < corners.size(); ++k)
                mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
        }
    });
}

/// After a header of 80 bytes the number of triangles, each of a normal, three points and two
/// unused bytes, all little-endian.
constexpr std::size_t stlHeader = 84, stlTriangle = 50;

std::size_t countOf(std::string_view text) {
    std::uint32_t count = 0;
    std::memcpy(&count, text.data() + stlHeader - sizeof count, sizeof count);
    return count;
}

Result<TriangleMesh> readBinaryStl(std::string_view text) {
    static_assert(std::endian::native == std::endian::little);
    const std::size_t count = countOf(text);
    if (count > mostTriangles || text.size() < stlHeader + stlTriangle * count)
        return fail(error(
            {}, MOMENTREE_TEXT("mesh-cut-short", "it is cut short: %1 triangles need %2 bytes")(
                    count, stlHeader + stlTriangle * count)));
    TriangleMesh mesh;
    mesh.points.resize(3 * count);
    for (std::size_t k = 0; k < count; ++k) {
        std::array<std::array<float, 3>, 4> normalAndCorners;
        std::memcpy(normalAndCorners.data(), text.data() + stlHeader + stlTriangle * k,
                    sizeof normalAndCorners);
        const auto first = static_cast<std::uint32_t>(3 * k);
        mesh.triangles.push_back({first, first + 1, first + 2});
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::array<float, 3>& p = normalAndCorners[corner + 1];
            if (!std::ranges::all_of(p, [](float x) { return std::isfinite(x); }))
                return fail(error(
                    {}, MOMENTREE_TEXT("mesh-not-finite", "triangle %1 is not finite")(k + 1)));
            std::ranges::copy(p, mesh.points[3 * k + corner].begin());
        }
    }
    return mesh;
}

/// Binary files may begin with "solid" as well; their size tells them.
bool isTextStl(std::string_view text) {
    return text.starts_with("solid") &&
           (text.size() < stlHeader || text.size() != stlHeader + stlTriangle * countOf(text));
}

std::string kindOfMesh(const std::string& name) {
    return lowerCase(std::filesystem::path(name).extension().string());
}
bool isReadable(const std::string& name) {
    const std::string kind = kindOfMesh(name);
    return kind == ".stl" || kind == ".obj" || kind == ".dae";
}

std::filesystem::path meshFolderOf(const std::string& file) {
    std::error_code none;
    const auto whole = std::filesystem::absolute(file == "-" ? std::string("x") : file, none);
    return whole.lexically_normal().parent_path();
}

bool isThere(const std::filesystem::path& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
}

template <typename Parts, typename Visit>
void visitMeshesOf(Parts& parts, const Visit& visit) {
    for (auto& part : parts)
        if (part.kind == PartDescription::Kind::Mesh) visit(part);
}

/// Calls `visit(part)` for every mesh of a model.
template <typename Visit>
void visitMeshes(ModelDescription& model, const Visit& visit) {
    for (BodyDescription& body : model.bodies) {
        visitMeshesOf(body.shape.parts, visit);
        visitMeshesOf(body.shape.collisions, visit);
    }
}

std::string inPackage(const std::string& name, const std::string& rest,
                      const MeshFolders& folders) {
    if (const auto given = folders.packages.find(name); given != folders.packages.end())
        return (meshFolderOf(given->second + "/x") / rest).lexically_normal().generic_string();
    std::vector<std::filesystem::path> roots;
    for (const char* variable : {"ROS_PACKAGE_PATH", "GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}) {
        const char* paths = std::getenv(variable);
        std::string_view left = paths ? paths : "";
        while (!left.empty()) {
            const std::size_t end = std::min(left.find(platform::folderSeparator), left.size());
            if (end > 0) roots.emplace_back(left.substr(0, end));
            left.remove_prefix(std::min(end + 1, left.size()));
        }
    }
    const std::filesystem::path beside = meshFolderOf(folders.file);
    for (auto above = beside; above.has_relative_path(); above = above.parent_path())
        roots.push_back(above);
    for (const auto& root : roots) {
        if (isThere(root / name / rest))
            return (root / name / rest).lexically_normal().generic_string();
        if (root.filename() == name && isThere(root / rest))
            return (root / rest).lexically_normal().generic_string();
    }
    return (beside / name / rest).lexically_normal().generic_string();
}

}  // namespace

Result<TriangleMesh> readMeshText(std::string_view text, const std::string& name) {
    if (!isReadable(name))
        return fail(error({}, MOMENTREE_TEXT("mesh-kind", "only .stl, .obj and .dae are read")));
    const std::string kind = kindOfMesh(name);
    auto mesh = kind == ".obj"             ? readObj(text)
                : kind == ".dae"           ? readCollada(text)
                : isTextStl(text)          ? readTextStl(text)
                : text.size() >= stlHeader ? readBinaryStl(text)
                                           : Result<TriangleMesh>(TriangleMesh());
    if (mesh && mesh->triangles.empty())
        return fail(error({}, MOMENTREE_TEXT("mesh-empty", "it has no triangles")));
    return mesh;
}

Result<TriangleMesh> readMeshFile(const std::string& path) {
    const auto text = readTextFile(path);
    if (!text) return tl::unexpected(text.error());
    return readMeshText(*text, path);
}

std::string meshPath(const std::string& reference, const MeshFolders& folders) {
    for (const std::string_view scheme : {"package://", "model://"}) {
        if (!reference.starts_with(scheme)) continue;
        const std::string inside = reference.substr(scheme.size());
        const std::size_t slash = std::min(inside.find('/'), inside.size());
        return inPackage(inside.substr(0, slash), inside.substr(std::min(slash + 1, inside.size())),
                         folders);
    }
    constexpr std::string_view local = "file://";
    std::string plain = reference.starts_with(local) ? reference.substr(local.size()) : reference;
    // "file:///C:/a.stl" of Windows.
    if (plain.starts_with('/') && std::filesystem::path(plain.substr(1)).has_root_name())
        plain.erase(0, 1);
    return (meshFolderOf(folders.file) / plain).lexically_normal().generic_string();
}

void eachMesh(ModelDescription& model, const std::function<void(PartDescription&)>& visit) {
    visitMeshes(model, visit);
}

void placeMeshes(ModelDescription& model, const std::string& file) {
    visitMeshes(model, [&](PartDescription& part) {
        part.mesh = (meshFolderOf(file) / part.mesh).lexically_normal().generic_string();
    });
}

std::string meshPathFrom(const std::string& file, const std::string& mesh) {
    if (file.empty()) return mesh;
    const std::filesystem::path whole(mesh), near = whole.lexically_relative(meshFolderOf(file));
    return (near.empty() ? whole : near).generic_string();  // none on another drive
}

void noteMeshes(const ModelDescription& model, Diagnostics& notes) {
    std::map<std::string, std::pair<const PartDescription*, std::optional<Diagnostic>>> missing,
        unread, broken;
    const auto look = [&](const PartDescription& part) {
        if (missing.contains(part.mesh) || unread.contains(part.mesh)) return;
        if (!isThere(part.mesh)) {
            missing.emplace(part.mesh, std::pair(&part, std::nullopt));
        } else if (!isReadable(part.mesh)) {
            unread.emplace(part.mesh, std::pair(&part, std::nullopt));
        } else if (const auto mesh = readMeshFile(part.mesh); !mesh) {
            broken.emplace(part.mesh, std::pair(&part, mesh.error().front()));
        }
    };
    for (const BodyDescription& body : model.bodies) visitMeshesOf(body.shape.parts, look);
    const auto note = [&](const auto& found, Message text) {
        if (!found.empty())
            notes.push_back(warning({Place::Kind::Tag, "mesh"}, std::move(text),
                                    found.begin()->second.first->line));
    };
    const auto first = [](const auto& found) {
        return found.empty() ? std::string() : found.begin()->first;
    };
    note(missing,
         MOMENTREE_TEXT("meshes-missing",
                        "missing meshes are not drawn (%1, the first is '%2'); %3")(
             missing.size(), first(missing),
             MOMENTREE_TEXT("option-package", "--package NAME=FOLDER says where a package is")()));
    note(unread, MOMENTREE_TEXT("meshes-unread",
                                "only .stl, .obj and .dae are drawn, other meshes are not (%1, the "
                                "first is '%2')")(unread.size(), first(unread)));
    if (broken.empty()) return;
    const Diagnostic& why = *broken.begin()->second.second;
    note(broken, MOMENTREE_TEXT("meshes-broken",
                                "meshes with mistakes are not drawn (%1, the first is '%2', line "
                                "%3: %4)")(broken.size(), first(broken), why.line, why.message));
}

}  // namespace momentree
