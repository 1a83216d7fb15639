// SPDX-License-Identifier: Apache-2.0
#include "render/gltf.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/io/json_text.hpp"
#include "core/io/text_file.hpp"
#include "core/math/index.hpp"
#include "render/poses.hpp"
#include "render/shapes.hpp"

namespace momentree::render {
namespace {

// Numbers of the format.
constexpr int floatType = 5126, uintType = 5125, byteType = 5121;
constexpr int vertexBuffer = 34962, indexBuffer = 34963;

/// A file under construction: one buffer, seen through views and accessors.
struct GltfFile {
    std::string bytes = {};
    JsonItem views = JsonItem::list(), accessors = JsonItem::list();

    /// @param target 0 for data that are not of a mesh
    /// @return the number of the accessor
    template <typename T>
    int add(std::span<const T> values, int type, const char* shape, std::size_t width, int target,
            bool bounded = false, bool normalized = false);
};

template <typename T>
JsonItem boundsOf(std::span<const T> values, std::size_t width, bool upper) {
    JsonItem list = JsonItem::list();
    for (std::size_t k = 0; k < width; ++k) {
        T bound = values[k];
        for (std::size_t at = k; at < values.size(); at += width)
            bound = upper ? std::max(bound, values[at]) : std::min(bound, values[at]);
        list.add(JsonItem::number(static_cast<double>(bound)));
    }
    return list;
}

template <typename T>
int GltfFile::add(std::span<const T> values, int type, const char* shape, std::size_t width,
                  int target, bool bounded, bool normalized) {
    JsonItem view = JsonItem::object();
    view.add("buffer", JsonItem::integer(0))
        .add("byteOffset", JsonItem::integer(std::ssize(bytes)))
        .add("byteLength", JsonItem::integer(static_cast<long long>(values.size_bytes())));
    if (target != 0) view.add("target", JsonItem::integer(target));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    JsonItem accessor = JsonItem::object();
    accessor.add("bufferView", JsonItem::integer(static_cast<long long>(views.size())))
        .add("componentType", JsonItem::integer(type))
        .add("count", JsonItem::integer(static_cast<long long>(values.size() / width)))
        .add("type", JsonItem::text(shape));
    if (normalized) accessor.add("normalized", JsonItem::boolean(true));
    if (bounded)
        accessor.add("min", boundsOf(values, width, false))
            .add("max", boundsOf(values, width, true));
    views.add(std::move(view));
    accessors.add(std::move(accessor));
    return static_cast<int>(accessors.size()) - 1;
}

JsonItem meshItem(const Mesh& mesh, const std::string& name, GltfFile& file) {
    std::vector<std::uint8_t> colors;  // with an opacity, so that each begins at four bytes
    for (std::size_t k = 0; k + 2 < mesh.colors.size(); k += 3)
        for (const int part : {0, 1, 2, 3})
            colors.push_back(part < 3 ? mesh.colors[k + toIndex(part)] : std::uint8_t{255});
    JsonItem attributes = JsonItem::object();
    attributes
        .add("POSITION", JsonItem::integer(file.add<float>(mesh.points, floatType, "VEC3", 3,
                                                           vertexBuffer, true)))
        .add("NORMAL",
             JsonItem::integer(file.add<float>(mesh.normals, floatType, "VEC3", 3, vertexBuffer)))
        .add("COLOR_0", JsonItem::integer(file.add<std::uint8_t>(colors, byteType, "VEC4", 4,
                                                                 vertexBuffer, false, true)));
    const int indices = file.add<std::uint32_t>(mesh.triangles, uintType, "SCALAR", 1, indexBuffer);
    return JsonItem::object()
        .add("name", JsonItem::text(name))
        .add("primitives", JsonItem::list().add(JsonItem::object()
                                                    .add("attributes", std::move(attributes))
                                                    .add("indices", JsonItem::integer(indices))
                                                    .add("material", JsonItem::integer(0))));
}

/// Poses of one body, frame by frame.
struct Track {
    std::vector<float> translations, rotations;  ///< [3 n], [4 n] with the scalar last

    void add(const Frame& pose) {
        const Eigen::Quaterniond q(pose.R);
        std::array<double, 4> next{q.x(), q.y(), q.z(), q.w()};
        double dot = 0.0;
        for (std::size_t k = 0; k < 4 && rotations.size() >= 4; ++k)
            dot += next[k] * static_cast<double>(rotations[rotations.size() - 4 + k]);
        for (const double part : next)  // the shorter way between two frames
            rotations.push_back(static_cast<float>(dot < 0.0 ? -part : part));
        for (const double part : {pose.r.x(), pose.r.y(), pose.r.z()})
            translations.push_back(static_cast<float>(part));
    }
};

JsonItem firstOf(const std::vector<float>& values, std::size_t width) {
    JsonItem list = JsonItem::list();
    for (std::size_t k = 0; k < width; ++k)
        list.add(JsonItem::number(static_cast<double>(values[k])));
    return list;
}

/// The two channels of a body.
void addChannels(const Track& track, int times, int node, GltfFile& file, JsonItem& channels,
                 JsonItem& samplers) {
    const auto add = [&](const char* path, int output) {
        channels.add(JsonItem::object()
                         .add("sampler", JsonItem::integer(static_cast<long long>(samplers.size())))
                         .add("target", JsonItem::object()
                                            .add("node", JsonItem::integer(node))
                                            .add("path", JsonItem::text(path))));
        samplers.add(JsonItem::object()
                         .add("input", JsonItem::integer(times))
                         .add("interpolation", JsonItem::text("LINEAR"))
                         .add("output", JsonItem::integer(output)));
    };
    add("translation", file.add<float>(track.translations, floatType, "VEC3", 3, 0));
    add("rotation", file.add<float>(track.rotations, floatType, "VEC4", 4, 0));
}

void appendWord(std::string& out, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);  // little-endian, as all our machines are
    out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

/// Header, then the parts JSON and BIN, each a multiple of four bytes.
std::string glbOf(std::string json, const std::string& bytes) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string out = "glTF";
    appendWord(out, 2);
    appendWord(out, 12 + 8 + json.size() + 8 + bytes.size());
    appendWord(out, json.size());
    out += "JSON" + json;
    appendWord(out, bytes.size());
    out.append("BIN\0", 4);
    return out + bytes;
}

}  // namespace

Result<bool> writeGltf(const Model& model, const Recording& recording, const SeriesPlan& plan,
                       const SeriesProgress& progress) {
    const RowLayout layout(model);
    std::vector<Frame> poses(model.bodies.size());
    readPoses(layout, recording.row(0), poses);
    const Stage stage = makeStage(model, poses);
    const std::vector<Frame> start = poses;
    std::vector<float> times;
    std::vector<Track> tracks(poses.size());
    const std::vector<std::size_t> rows = seriesRows(recording, plan);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (progress && !progress(k, rows.size())) return false;
        const auto row = recording.row(rows[k]);
        readPoses(layout, row, poses);
        times.push_back(static_cast<float>(row[0]));
        for (std::size_t i = 0; i < poses.size(); ++i) tracks[i].add(poses[i]);
    }

    GltfFile file;
    JsonItem nodes = JsonItem::list(), meshes = JsonItem::list(), roots = JsonItem::list();
    JsonItem channels = JsonItem::list(), samplers = JsonItem::list();
    const bool moves = times.size() > 1;
    const int input = moves ? file.add<float>(times, floatType, "SCALAR", 1, 0, true) : -1;
    const int count = static_cast<int>(poses.size());
    for (int body = 0; body < count; ++body) {
        const Body& given = model.bodies[toIndex(body)];
        JsonItem node = JsonItem::object();
        node.add("name", JsonItem::text(given.name));
        const Track& track = tracks[toIndex(body)];
        if (!times.empty())
            node.add("translation", firstOf(track.translations, 3))
                .add("rotation", firstOf(track.rotations, 4));
        Mesh mesh;
        addLink(mesh, model, stage, start, body,
                linkColor(given.shape.color, body, count, Theme::Light));
        if (!mesh.empty()) {
            node.add("mesh", JsonItem::integer(static_cast<long long>(meshes.size())));
            meshes.add(meshItem(mesh, given.name, file));
        }
        roots.add(JsonItem::integer(body));
        nodes.add(std::move(node));
        if (moves) addChannels(track, input, body, file, channels, samplers);
    }
    JsonItem root = JsonItem::object();
    root.add("asset", JsonItem::object()
                          .add("version", JsonItem::text("2.0"))
                          .add("generator", JsonItem::text("Momentree")))
        .add("scene", JsonItem::integer(0))
        .add("scenes", JsonItem::list().add(JsonItem::object()
                                                .add("name", JsonItem::text(model.name))
                                                .add("nodes", std::move(roots))))
        .add("nodes", std::move(nodes));
    if (!meshes.empty())
        root.add("meshes", std::move(meshes))
            .add("materials",
                 JsonItem::list().add(JsonItem::object().add(
                     "pbrMetallicRoughness", JsonItem::object()
                                                 .add("metallicFactor", JsonItem::number(0.1))
                                                 .add("roughnessFactor", JsonItem::number(0.6)))));
    if (moves)
        root.add("animations", JsonItem::list().add(JsonItem::object()
                                                        .add("name", JsonItem::text("motion"))
                                                        .add("channels", std::move(channels))
                                                        .add("samplers", std::move(samplers))));
    root.add("bufferViews", std::move(file.views))
        .add("accessors", std::move(file.accessors))
        .add("buffers", JsonItem::list().add(JsonItem::object().add(
                            "byteLength", JsonItem::integer(std::ssize(file.bytes)))));
    if (auto written = writeTextAtomically(glbOf(root.print(), file.bytes), plan.file); !written)
        return tl::unexpected(std::move(written.error()));
    return true;
}

}  // namespace momentree::render
