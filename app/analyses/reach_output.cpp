// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/analyses/analysis_output.hpp"
#include "core/io/csv.hpp"
#include "core/io/results.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

std::string idOf(PointReach::Kind kind) {
    switch (kind) {
        case PointReach::Kind::Point:
            return "point";
        case PointReach::Kind::Curve:
            return "curve";
        case PointReach::Kind::Area:
            return "area";
        case PointReach::Kind::Volume:
            return "volume";
        case PointReach::Kind::Surface:
            break;
    }
    return "surface";
}

/// "area 1.885 m² ± 0.02", "curve", ...
std::string reachText(const PointReach& point) {
    std::string text = idOf(point.kind);
    const bool area = point.kind == PointReach::Kind::Area;
    if (area || point.kind == PointReach::Kind::Volume)
        text += " " + numberText(point.size, 4) + (area ? " m²" : " m³") + " ± " +
                numberText(point.within, 2);
    return text;
}

bool isPulled(const PointReach& point) { return point.method == PointReach::Method::Pulls; }

/// Points that the same joints move share the poses of steps.
std::int64_t posesOf(const ReachAnalysis& found) {
    std::int64_t most = 0;
    for (const PointReach& point : found.points) most = std::max(most, point.poses);
    return most;
}

/// How the sizes of points were found that were not visited in steps.
void addPulled(AnalysisOutput& out, const ReachAnalysis& found) {
    for (const PointReach& point : found.points) {
        if (!isPulled(point)) continue;
        out.text += point.name;
        if (point.size > 0.0)
            out.text += ": " + std::to_string(point.places.size()) + " cells of " +
                        shortNumber(point.cell) +
                        " m. The point was pulled to the middle of each, from cell to cell and by "
                        "walks through the poses. The error is estimated from the cells and from "
                        "what the last walks still found; parts that no walk found are missing.\n";
        else
            out.text += ": " + std::to_string(point.places.size()) +
                        " places at the ends of walks through the poses\n";
    }
}

JsonItem toJson(const ReachAnalysis& found) {
    JsonItem points = JsonItem::list();
    for (const PointReach& point : found.points) {
        JsonItem item = JsonItem::object();
        item.add("point", JsonItem::text(point.name))
            .add("kind", JsonItem::text(idOf(point.kind)))
            .add("degrees_of_freedom", JsonItem::integer(point.freedom))
            .add("method", JsonItem::text(isPulled(point) ? "pulls" : "steps"))
            .add("poses", JsonItem::integer(point.poses))
            .add("complete", JsonItem::boolean(point.complete))
            .add("least_m", vectorItem(point.least))
            .add("most_m", vectorItem(point.most));
        const bool area = point.kind == PointReach::Kind::Area;
        if (area || point.kind == PointReach::Kind::Volume)
            item.add(area ? "area_m2" : "volume_m3", JsonItem::number(point.size))
                .add("within", JsonItem::number(point.within))
                .add("cell_m", JsonItem::number(point.cell));
        points.add(std::move(item));
    }
    return JsonItem::object()
        .add("degrees_of_freedom", JsonItem::integer(found.freedom))
        .add("poses", JsonItem::integer(posesOf(found)))
        .add("complete",
             JsonItem::boolean(std::ranges::all_of(found.points, &PointReach::complete)))
        .add("points", std::move(points));
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const ReachAnalysis& found) {
    AnalysisOutput out;
    out.text = model.name + ": what points reach, with " +
               (found.freedom == 1 ? "1 degree" : std::to_string(found.freedom) + " degrees") +
               " of freedom, at up to " + std::to_string(posesOf(found)) + " poses\n\n";
    TextTable table{{"point", "reaches", "x from [m]", "to", "y from", "to", "z from", "to",
                     "moved by [DOF]", ""}};
    for (const PointReach& point : found.points) {
        std::vector<std::string>& row = table.emplace_back();
        row = {point.name, reachText(point)};
        const double size = point.least.cwiseAbs().cwiseMax(point.most.cwiseAbs()).maxCoeff();
        for (Eigen::Index k = 0; k < 3; ++k)
            row.insert(row.end(),
                       {shortNumber(point.least[k], size), shortNumber(point.most[k], size)});
        row.push_back(std::to_string(point.freedom));
        row.emplace_back();
    }
    addTable(out, std::move(table));
    addPulled(out, found);
    if (found.points.empty())
        out.text += "No point was followed: add a marker to a body where no joint is.\n";
    for (const PointReach& point : found.points)
        if (!point.complete)
            out.warnings.push_back(
                warning(Place::run(),
                        MOMENTREE_TEXT("reach-incomplete",
                                       "'%1' reaches more than the %2 poses that were "
                                       "visited; give joints 'limits'")(point.name, point.poses)));
    if (found.contacts)
        out.warnings.push_back(warning(
            Place::run(),
            MOMENTREE_TEXT("reach-contacts", "contacts were left out: points may reach less")));
    out.json = toJson(found);
    out.csv = "point,x,y,z\r\n";
    for (const PointReach& point : found.points)
        for (const Vector3d& place : point.places)
            out.csv += csvField(point.name) + "," + numberText(place.x()) + "," +
                       numberText(place.y()) + "," + numberText(place.z()) + "\r\n";
    return out;
}

}  // namespace momentree::app
