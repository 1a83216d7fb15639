// SPDX-License-Identifier: Apache-2.0
#include "render/series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>

#include "core/io/frame_file.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "render/poses.hpp"
#include "render/shapes.hpp"

namespace momentree::render {
namespace {

/// Corners of a full circle: points are written for every instant.
constexpr int fewBodies = 20, sidesOfFew = 16, sidesOfMany = 4;

void append(std::vector<float>& out, const Vector3d& value) {
    const Eigen::Vector3f single = value.cast<float>();
    out.insert(out.end(), single.data(), single.data() + 3);
}

/// The links of all bodies in one surface.
struct Links {
    std::vector<std::vector<Eigen::Vector3f>> points;  ///< of each body, in its axes
    std::vector<std::uint32_t> triangles;              ///< corners, numbered over all bodies
    std::vector<std::uint32_t> bodies;                 ///< of each triangle
    std::vector<std::uint8_t> colors;                  ///< [3 n]
    std::size_t count = 0;                             ///< of points
};

/// Points that differ only in their normals become one.
void addBody(Links& links, const Mesh& mesh, std::uint32_t body) {
    std::map<std::array<float, 3>, std::uint32_t> numbers;
    std::vector<std::uint32_t> ofPoint;
    auto& points = links.points.emplace_back();
    for (std::size_t k = 0; k + 2 < mesh.points.size(); k += 3) {
        const std::array<float, 3> point{mesh.points[k], mesh.points[k + 1], mesh.points[k + 2]};
        const auto next = static_cast<std::uint32_t>(links.count + points.size());
        const auto [found, isNew] = numbers.try_emplace(point, next);
        ofPoint.push_back(found->second);
        if (!isNew) continue;
        points.emplace_back(point[0], point[1], point[2]);
        const auto color = mesh.colors.begin() + static_cast<std::ptrdiff_t>(k);
        links.colors.insert(links.colors.end(), color, color + 3);
    }
    for (const std::uint32_t corner : mesh.triangles) links.triangles.push_back(ofPoint[corner]);
    links.bodies.insert(links.bodies.end(), mesh.triangles.size() / 3, body);
    links.count += points.size();
}

Links linksOf(const Model& model, std::span<const Frame> start) {
    Stage stage = makeStage(model, start);
    const auto bodies = static_cast<int>(model.bodies.size());
    stage.sides = bodies <= fewBodies ? sidesOfFew : sidesOfMany;
    Links links;
    for (int body = 0; body < bodies; ++body) {
        Mesh mesh;
        const std::string& given = model.bodies[static_cast<std::size_t>(body)].shape.color;
        addLink(mesh, model, stage, start, body, linkColor(given, body, bodies, Theme::Light));
        addBody(links, mesh, static_cast<std::uint32_t>(body));
    }
    return links;
}

/// The numbers of one instant.
struct Instant {
    std::vector<float> points, velocity;       ///< of the links
    std::vector<float> joints, force, moment;  ///< of the joints
};

void take(Instant& now, const Model& model, const Links& links, const RowLayout& layout,
          std::span<const double> row, std::span<const Frame> poses) {
    for (auto* values : {&now.points, &now.velocity, &now.joints, &now.force, &now.moment})
        values->clear();
    for (std::size_t i = 0; i < links.points.size(); ++i) {
        const double* body = row.data() + layout.body(static_cast<int>(i));
        const Eigen::Map<const Vector3d> v(body + 7), w(body + 10);
        for (const Eigen::Vector3f& p : links.points[i]) {
            const Vector3d arm = poses[i].R * p.cast<double>();
            append(now.points, poses[i].r + arm);
            append(now.velocity, v + w.cross(arm));
        }
    }
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const double* reaction = row.data() + layout.jointReaction(static_cast<int>(j));
        append(now.joints, worldFrame(poses, model.joints[j].B).r);
        append(now.force, Eigen::Map<const Vector3d>(reaction));
        append(now.moment, Eigen::Map<const Vector3d>(reaction + 3));
    }
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else
            out += c;
    }
    return out;
}

/// Writes the index as text: what belongs to an instant, and where its numbers are.
class Index {
public:
    Index(std::string numbers, std::size_t frames)
        : numbers_(escaped(numbers)), frames_(std::to_string(frames)) {
        text_ =
            "<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n<Domain>\n"
            "<Grid Name=\"motion\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    }
    void add(const Links& links, std::size_t joints, std::size_t frame, double time) {
        const std::string points = std::to_string(links.count);
        const std::string triangles = std::to_string(links.bodies.size());
        text_ +=
            "<Grid Name=\"instant\" GridType=\"Collection\" CollectionType=\"Spatial\">\n"
            "<Time Value=\"" +
            numberText(time) + "\"/>\n";
        if (links.count > 0) {
            beginGrid("links", "Triangle", triangles);
            fixed("UInt", "4", triangles + " 3", "links/triangles");
            text_ += "</Topology>\n<Geometry GeometryType=\"XYZ\">";
            changing("links/points", points, frame);
            text_ += "</Geometry>\n";
            vectors("velocity", "links/velocity", points, frame);
            text_ += "<Attribute Name=\"Color\" AttributeType=\"Vector\" Center=\"Node\">";
            fixed("UChar", "1", points + " 3", "links/Color");
            text_ +=
                "</Attribute>\n<Attribute Name=\"body\" AttributeType=\"Scalar\" "
                "Center=\"Cell\">";
            fixed("UInt", "4", triangles + " 1", "links/body");
            text_ += "</Attribute>\n</Grid>\n";
        }
        if (joints > 0) {
            const std::string count = std::to_string(joints);
            beginGrid("joints", "Polyvertex", "1\" NodesPerElement=\"" + count);
            fixed("UInt", "4", count + " 1", "joints/vertices");
            text_ += "</Topology>\n<Geometry GeometryType=\"XYZ\">";
            changing("joints/points", count, frame);
            text_ += "</Geometry>\n";
            vectors("force", "joints/force", count, frame);
            vectors("moment", "joints/moment", count, frame);
            text_ += "</Grid>\n";
        }
        text_ += "</Grid>\n";
    }
    std::string finish() { return text_ + "</Grid>\n</Domain>\n</Xdmf>\n"; }

private:
    void beginGrid(const std::string& name, const std::string& shape, const std::string& count) {
        text_ += "<Grid Name=\"" + name + "\">\n<Topology TopologyType=\"" + shape +
                 "\" NumberOfElements=\"" + count + "\">";
    }
    void fixed(const char* type, const char* bytes, const std::string& size, const char* table) {
        text_ += "<DataItem Dimensions=\"" + size + "\" NumberType=\"" + type + "\" Precision=\"" +
                 bytes + "\" Format=\"HDF\">" + numbers_ + ":/" + table + "</DataItem>";
    }
    /// One frame of a table [frames, rows, 3]. ParaView takes the first node in the item as its key
    /// for keeping shapes from instant to instant, so this must differ between frames.
    void changing(const char* table, const std::string& rows, std::size_t frame) {
        text_ += "<DataItem ItemType=\"HyperSlab\" Dimensions=\"" + rows + " 3\"><!-- frame " +
                 std::to_string(frame) + " --><DataItem Dimensions=\"3 3\" Format=\"XML\">" +
                 std::to_string(frame) + " 0 0 1 1 1 1 " + rows + " 3</DataItem>";
        fixed("Float", "4", frames_ + " " + rows + " 3", table);
        text_ += "</DataItem>";
    }
    void vectors(const char* name, const char* table, const std::string& rows, std::size_t frame) {
        text_ += std::string("<Attribute Name=\"") + name +
                 "\" AttributeType=\"Vector\" Center=\"Node\">";
        changing(table, rows, frame);
        text_ += "</Attribute>\n";
    }
    std::string numbers_, frames_, text_;
};

}  // namespace

std::vector<std::size_t> seriesRows(const Recording& recording, const SeriesPlan& plan) {
    std::vector<std::size_t> rows;
    constexpr double rounding = 1e-9;
    double next = plan.begin - rounding;
    for (std::size_t row = 0; row < recording.size(); ++row) {
        const double time = recording.at(row, 0);
        if (time > plan.end + rounding) break;
        if (time < next) continue;
        rows.push_back(row);
        if (plan.interval <= 0.0) continue;
        const double passed = std::floor((time - plan.begin + rounding) / plan.interval);
        next = plan.begin + (passed + 1.0) * plan.interval - rounding;
    }
    return rows;
}

Result<bool> writeSeries(const Model& model, const Recording& recording, const SeriesPlan& plan,
                         const SeriesProgress& progress) {
    const RowLayout layout(model);
    std::vector<Frame> poses(model.bodies.size());
    readPoses(layout, recording.row(0), poses);
    const Links links = linksOf(model, poses);
    const std::vector<std::size_t> rows = seriesRows(recording, plan);
    const std::filesystem::path numbers =
        std::filesystem::path(plan.file).replace_extension(".frames.h5");
    if (auto writable = checkWritable(plan.file); !writable)
        return tl::unexpected(std::move(writable.error()));
    FrameFile file(numbers.string(), rows.size());
    if (auto opened = file.open(); !opened) return tl::unexpected(std::move(opened.error()));
    std::vector<std::uint32_t> vertices(model.joints.size());
    std::iota(vertices.begin(), vertices.end(), 0U);
    file.add("links/triangles", links.triangles, 3);
    file.add("links/body", links.bodies, 1);
    file.add("links/Color", links.colors, 3);
    file.add("joints/vertices", vertices, 1);
    const std::array series{file.addSeries("links/points", links.count),
                            file.addSeries("links/velocity", links.count),
                            file.addSeries("joints/points", vertices.size()),
                            file.addSeries("joints/force", vertices.size()),
                            file.addSeries("joints/moment", vertices.size())};
    Index index(numbers.filename().string(), rows.size());
    Instant now;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (progress && !progress(k, rows.size())) return false;
        const auto row = recording.row(rows[k]);
        readPoses(layout, row, poses);
        take(now, model, links, layout, row, poses);
        const std::array values{&now.points, &now.velocity, &now.joints, &now.force, &now.moment};
        for (std::size_t i = 0; i < series.size(); ++i) file.write(series[i], k, *values[i]);
        index.add(links, vertices.size(), k, row[0]);
    }
    auto finished = file.finish([&] { return writeTextAtomically(index.finish(), plan.file); });
    if (!finished) return tl::unexpected(std::move(finished.error()));
    return true;
}

}  // namespace momentree::render
