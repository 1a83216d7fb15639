// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/analysis_output.hpp"
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

JsonItem toJson(const ReachAnalysis& found) {
    JsonItem points = JsonItem::list();
    for (const PointReach& point : found.points) {
        JsonItem item = JsonItem::object();
        item.add("point", JsonItem::text(point.name))
            .add("kind", JsonItem::text(idOf(point.kind)))
            .add("least_m", vectorItem(point.least))
            .add("most_m", vectorItem(point.most));
        const bool area = point.kind == PointReach::Kind::Area;
        if (area || point.kind == PointReach::Kind::Volume)
            item.add(area ? "area_m2" : "volume_m3", JsonItem::number(point.size))
                .add("within", JsonItem::number(point.within));
        points.add(std::move(item));
    }
    return JsonItem::object()
        .add("degrees_of_freedom", JsonItem::integer(found.freedom))
        .add("poses", JsonItem::integer(found.poses))
        .add("complete", JsonItem::boolean(found.complete))
        .add("points", std::move(points));
}

}  // namespace

AnalysisOutput outputOf(const Model& model, const ReachAnalysis& found) {
    AnalysisOutput out;
    out.text = model.name + ": what points reach, with " +
               (found.freedom == 1 ? "1 degree" : std::to_string(found.freedom) + " degrees") +
               " of freedom, at " + std::to_string(found.poses) + " poses\n\n";
    TextTable table{{"point", "reaches", "x from [m]", "to", "y from", "to", "z from", "to", ""}};
    for (const PointReach& point : found.points) {
        std::vector<std::string>& row = table.emplace_back();
        row = {point.name, reachText(point)};
        for (Eigen::Index k = 0; k < 3; ++k)
            row.insert(row.end(), {shortNumber(point.least[k]), shortNumber(point.most[k])});
        row.emplace_back();
    }
    addTable(out, std::move(table));
    if (found.points.empty())
        out.text += "No point was followed: add a marker to a body where no joint is.\n";
    if (!found.complete)
        out.warnings.push_back(
            warning(Place::run(),
                    MOMENTREE_TEXT("reach-incomplete",
                                   "there are more poses than the %1 that were visited: "
                                   "points may reach more; give joints 'limits'")(found.poses)));
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
