// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/analyses/analysis_output.hpp"
#include "core/analysis/kinematic_analysis.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

std::string idOf(FourBar::Kind kind) {
    return std::string(fourBarKinds().at(static_cast<std::size_t>(kind)));
}
/// "crank-rocker", "double rocker", ...
std::string nameOf(FourBar::Kind kind) {
    const bool twoRoles = kind == FourBar::Kind::CrankRocker || kind == FourBar::Kind::RockerCrank;
    std::string name = idOf(kind);
    if (!twoRoles) std::ranges::replace(name, '-', ' ');
    return name;
}

TextTable bodyTable(const Model& model, const KinematicAnalysis& found) {
    TextTable table{
        {"body", "fastest [m/s]", "turns by [rad/s]", "accelerates by [m/s²]", "and [rad/s²]", ""}};
    std::vector<std::array<double, 4>> most(model.bodies.size());  // v, w, a, dw/dt
    double turn = 0.0, change = 0.0;  // the largest angular velocity and acceleration
    const double length = lengthOf(model, found.samples.front().bodies);
    for (const Sample& sample : found.samples)
        for (std::size_t i = 0; i < model.bodies.size(); ++i) {
            const Vec6<double>& a = sample.accelerations[i];
            const std::array<double, 4> now{sample.bodies[i].v.norm(), sample.bodies[i].w.norm(),
                                            a.head<3>().norm(), a.tail<3>().norm()};
            for (std::size_t k = 0; k < 4; ++k) most[i][k] = std::max(most[i][k], now[k]);
            turn = std::max({turn, now[1], now[0] / length});
            change = std::max({change, now[1] * now[1], now[3], now[2] / length});
        }
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        table.push_back({model.bodies[i].name, shortNumber(most[i][0], turn * length),
                         shortNumber(most[i][1], turn), shortNumber(most[i][2], change * length),
                         shortNumber(most[i][3], change), ""});
    return table;
}

std::string deadPointText(const KinematicAnalysis& found) {
    std::string text;
    for (const NearDeadPoint& point : found.nearest)
        text += (point.dead ? "dead point at t = " : "nearest to a dead point at t = ") +
                shortNumber(point.time) + " s, smallest singular value " +
                numberText(point.regularity, 3) +
                (point.dead && found.ended && point.time >= found.samples.back().time
                     ? "; towards it, speeds grow without limit\n"
                     : "\n");
    return text.empty() ? text : "\n" + text;
}

std::string fourBarText(const Model& model, const KinematicAnalysis& found) {
    std::string text;
    const auto name = [&](int body) { return model.bodies[static_cast<std::size_t>(body)].name; };
    for (const FourBarMotion& motion : found.fourBars) {
        const FourBar& f = motion.fourBar;
        text += "\nfour-bar " + name(f.input) + ", " + name(f.coupler) + ", " + name(f.output) +
                ": " + nameOf(f.kind) + ", input " +
                (f.inputTurnsFully ? "turns fully" : "does not turn fully") + "\n  lengths " +
                shortNumber(f.a) + ", " + shortNumber(f.b) + ", " + shortNumber(f.c) + ", ground " +
                shortNumber(f.d) + " m\n  transmission angle from " +
                shortNumber(motion.least.value / degree) +
                " deg at t = " + shortNumber(motion.least.time) + " s to " +
                shortNumber(motion.largest.value / degree) +
                " deg at t = " + shortNumber(motion.largest.time) + " s\n";
    }
    return text;
}

std::string pathText(const Model& model, const KinematicAnalysis& found, TextTable& table) {
    const double length = lengthOf(model, found.samples.front().bodies);
    bool spatial = false;
    for (const PointPath& path : found.paths) spatial |= path.least.z() != path.most.z();
    table = {{"point", "path [m]", "x from", "to", "y from", "to"}};
    if (spatial) table[0].insert(table[0].end(), {"z from", "to"});
    table[0].insert(table[0].end(), {"least radius [m]", "at [s]", "cusps", ""});
    std::string text;
    for (const PointPath& path : found.paths) {
        std::vector<std::string>& row = table.emplace_back();
        row = {path.name, shortNumber(path.length, length)};
        for (Eigen::Index k = 0; k < (spatial ? 3 : 2); ++k)
            row.insert(row.end(),
                       {shortNumber(path.least[k], length), shortNumber(path.most[k], length)});
        row.insert(row.end(),
                   {std::isfinite(path.sharpest) ? shortNumber(path.sharpest) : "straight",
                    shortNumber(path.sharpestAt.time), std::to_string(path.cusps.size()), ""});
        for (const PathPlace& cusp : path.cusps)
            text += path.name + " has a cusp at t = " + shortNumber(cusp.time) + " s, " +
                    shortNumber(cusp.at.x(), length) + ", " + shortNumber(cusp.at.y(), length) +
                    ", " + shortNumber(cusp.at.z(), length) + " m\n";
    }
    return text;
}

TextTable assemblyTable(const Assemblies& assemblies) {
    TextTable table{{"assembly at the start", "links", ""}};
    for (std::size_t k = 0; k < assemblies.all.size(); ++k)
        table.push_back({std::to_string(k + 1), assemblies.all[k].name,
                         k > 0                        ? ""
                         : assemblies.all.size() == 1 ? "no other closes the loops"
                                                      : "as the model is"});
    return table;
}

/// Poses as in "initial" of a model file.
JsonItem assembliesJson(const Model& model, const Assemblies& assemblies) {
    JsonItem list = JsonItem::list();
    for (const Assembly& one : assemblies.all) {
        JsonItem bodies = JsonItem::object();
        for (std::size_t i = 0; i < one.bodies.size(); ++i) {
            const BodyState& body = one.bodies[i];
            const Vector3d origin = body.r + rotationOf<double>(body.e) * model.bodies[i].origin;
            bodies.add(model.bodies[i].name, JsonItem::object()
                                                 .add("position", vectorItem(origin))
                                                 .add("orientation", vectorItem(body.e)));
        }
        list.add(JsonItem::object()
                     .add("name", JsonItem::text(one.name))
                     .add("bodies", std::move(bodies)));
    }
    return list;
}

JsonItem pathsJson(const KinematicAnalysis& found) {
    JsonItem list = JsonItem::list();
    for (const PointPath& path : found.paths) {
        JsonItem cusps = JsonItem::list();
        for (const PathPlace& cusp : path.cusps)
            cusps.add(JsonItem::object()
                          .add("time_s", JsonItem::number(cusp.time))
                          .add("position_m", vectorItem(cusp.at)));
        list.add(JsonItem::object()
                     .add("point", JsonItem::text(path.name))
                     .add("length_m", JsonItem::number(path.length))
                     .add("least_m", vectorItem(path.least))
                     .add("most_m", vectorItem(path.most))
                     .add("least_radius_m", JsonItem::number(path.sharpest))
                     .add("least_radius_time_s", JsonItem::number(path.sharpestAt.time))
                     .add("cusps", std::move(cusps)));
    }
    return list;
}

JsonItem toJson(const Model& model, const KinematicAnalysis& found) {
    JsonItem nearest = JsonItem::list(), fourBars = JsonItem::list();
    for (const NearDeadPoint& point : found.nearest)
        nearest.add(JsonItem::object()
                        .add("time_s", JsonItem::number(point.time))
                        .add("smallest_singular_value", JsonItem::number(point.regularity))
                        .add("dead_point", JsonItem::boolean(point.dead)));
    for (const FourBarMotion& motion : found.fourBars) {
        const FourBar& f = motion.fourBar;
        const auto name = [&](int body) {
            return JsonItem::text(model.bodies[static_cast<std::size_t>(body)].name);
        };
        fourBars.add(
            JsonItem::object()
                .add("input", name(f.input))
                .add("coupler", name(f.coupler))
                .add("output", name(f.output))
                .add("lengths_m", JsonItem::list()
                                      .add(JsonItem::number(f.a))
                                      .add(JsonItem::number(f.b))
                                      .add(JsonItem::number(f.c))
                                      .add(JsonItem::number(f.d)))
                .add("class", JsonItem::text(idOf(f.kind)))
                .add("input_turns_fully", JsonItem::boolean(f.inputTurnsFully))
                .add("least_transmission_angle_rad", JsonItem::number(motion.least.value))
                .add("least_transmission_angle_time_s", JsonItem::number(motion.least.time))
                .add("largest_transmission_angle_rad", JsonItem::number(motion.largest.value))
                .add("largest_transmission_angle_time_s", JsonItem::number(motion.largest.time)));
    }
    return JsonItem::object()
        .add("instants", JsonItem::integer(std::ssize(found.samples)))
        .add("reached_s", JsonItem::number(found.samples.back().time))
        .add("dead_points", std::move(nearest))
        .add("four_bars", std::move(fourBars))
        .add("paths", pathsJson(found))
        .add("assemblies_searched", JsonItem::boolean(found.assemblies.searched))
        .add("assemblies", assembliesJson(model, found.assemblies));
}

/// The columns of `momentree run` for bodies and coordinates, and the accelerations.
std::string csvOf(const Model& model, const KinematicAnalysis& found) {
    const RowLayout layout(model);
    std::vector<int> columns{0};
    const auto add = [&](int first, int count) {
        for (int k = 0; k < count; ++k) columns.push_back(first + k);
    };
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) add(layout.body(i), 13);
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
        add(layout.jointQ(j), layout.jointCoordinates(j));
        add(layout.jointU(j), layout.jointSpeeds(j));
    }
    std::string csv;
    for (const int column : columns)
        csv +=
            (csv.empty() ? "" : ",") + csvField(layout.names()[static_cast<std::size_t>(column)]);
    for (const Body& body : model.bodies)
        for (const char* part : {".ax", ".ay", ".az", ".alphax", ".alphay", ".alphaz"})
            csv += "," + csvField(body.name + part);
    csv += ",smallest_singular_value";
    for (const PointPath& path : found.paths)
        for (const char* part : {".x", ".y", ".z", ".curvature"})
            csv += "," + csvField(path.name + part);
    csv += "\r\n";
    std::vector<double> row(static_cast<std::size_t>(layout.width()));
    for (std::size_t i = 0; i < found.samples.size(); ++i) {
        layout.write(found.samples[i], row);
        std::string line;
        for (const int column : columns)
            line += (line.empty() ? "" : ",") + numberText(row[static_cast<std::size_t>(column)]);
        for (const Vec6<double>& a : found.samples[i].accelerations)
            for (int k = 0; k < 6; ++k) line += "," + numberText(a[k]);
        line += "," + numberText(found.regularity[i]);
        for (const PointPath& path : found.paths) {
            for (const double x : path.points[i]) line += "," + numberText(x);
            line += "," + numberText(path.curvature[i]);
        }
        csv += line + "\r\n";
    }
    return csv;
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const KinematicAnalysis& found) {
    AnalysisOutput out;
    out.text = model.name + ": kinematics over " + shortNumber(found.samples.back().time) +
               " s at " + std::to_string(found.samples.size()) + " instants\n\n";
    addTable(out, bodyTable(model, found));
    out.text += deadPointText(found) + fourBarText(model, found);
    if (!found.paths.empty()) {
        TextTable paths;
        const std::string cusps = pathText(model, found, paths);
        out.text += "\n";
        addTable(out, std::move(paths));
        out.text += cusps;
    }
    if (found.assemblies.searched) {
        out.text += "\n";
        addTable(out, assemblyTable(found.assemblies));
        if (found.assemblies.nearlyEqual)
            out.text += "Two are nearly equal: the mechanism is close to a dead point.\n";
    }
    out.json = toJson(model, found);
    out.csv = csvOf(model, found);
    out.ended = found.ended;
    return out;
}

}  // namespace momentree::app
