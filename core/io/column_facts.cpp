// SPDX-License-Identifier: Apache-2.0
#include "core/io/column_facts.hpp"

#include <array>

#include "core/diagnostics/column_units.hpp"
#include "core/io/csv.hpp"

namespace momentree {
namespace {

struct Meaning {
    std::string element, text;
};

constexpr std::array bodyMeanings{"position of the centre of mass along x, world axes",
                                  "position of the centre of mass along y, world axes",
                                  "position of the centre of mass along z, world axes",
                                  "Euler parameter e0 (scalar), body to world",
                                  "Euler parameter e1, body to world",
                                  "Euler parameter e2, body to world",
                                  "Euler parameter e3, body to world",
                                  "velocity of the centre of mass along x, world axes",
                                  "velocity of the centre of mass along y, world axes",
                                  "velocity of the centre of mass along z, world axes",
                                  "angular velocity about x, world axes",
                                  "angular velocity about y, world axes",
                                  "angular velocity about z, world axes"};
constexpr std::array reactionMeanings{
    "reaction force on the outboard body along x, world axes",
    "reaction force on the outboard body along y, world axes",
    "reaction force on the outboard body along z, world axes",
    "reaction moment on the outboard body about its marker, x, world axes",
    "reaction moment on the outboard body about its marker, y, world axes",
    "reaction moment on the outboard body about its marker, z, world axes"};
constexpr std::array energyMeanings{"kinetic energy",
                                    "potential energy of gravity and springs",
                                    "kinetic and potential energy",
                                    "violation of the constraints, Euclidean norm",
                                    "violation of the constraints' first derivatives",
                                    "violation of the constraints' second derivatives"};

/// The quantity of a probe with what distinguishes it: "position of bar.tip, y".
Meaning meaningOf(const ProbeDescription& what) {
    const auto nameOf = [](const MarkerReference& marker) {
        return marker.marker.empty() ? marker.body : marker.body + "." + marker.marker;
    };
    Meaning out{what.joint.empty() ? what.a.body : what.joint, what.quantity};
    for (char& c : out.text)
        if (c == '_') c = ' ';
    if (!what.joint.empty()) out.text += " of " + what.joint;
    if (!what.a.body.empty()) out.text += (what.joint.empty() ? " of " : " on ") + nameOf(what.a);
    if (!what.b.body.empty()) out.text += " and " + nameOf(what.b);
    if (!what.component.empty()) out.text += ", " + what.component;
    if (what.row > 0)
        out.text +=
            ", row " + std::to_string(what.row) + ", column " + std::to_string(what.column_index);
    if (!what.joint.empty() && what.coordinate > 1)
        out.text += ", coordinate " + std::to_string(what.coordinate);
    return out;
}

/// Of all recorded columns up to the states of controllers.
std::vector<Meaning> meaningsOf(const Model& model, const RowLayout& layout) {
    std::vector<Meaning> all{{"", "time since the start"}};
    for (const Body& body : model.bodies)
        for (const char* text : bodyMeanings) all.push_back({body.name, text});
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const std::string& name = model.joints[j].name;
        const int joint = static_cast<int>(j);
        for (int k = 1; k <= layout.jointCoordinates(joint); ++k)
            all.push_back({name, "joint coordinate " + std::to_string(k)});
        for (int k = 1; k <= layout.jointSpeeds(joint); ++k)
            all.push_back({name, "joint speed " + std::to_string(k)});
        for (const char* text : reactionMeanings) all.push_back({name, text});
    }
    for (const char* text : energyMeanings) all.push_back({"", text});
    for (const Probe& probe : model.probes) all.push_back(meaningOf(probe.what));
    for (const AxialLoad& load : model.axialLoads) {
        if (load.controller.integralState >= 0)
            all.push_back({load.name, "integral of the controller's error since the start"});
        if (load.controller.rateState >= 0)
            all.push_back({load.name, "filtered rate of the controller's error"});
    }
    return all;
}

}  // namespace

std::vector<ColumnFacts> columnFacts(const Model& model, const RowLayout& layout,
                                     CsvColumns columns) {
    const std::vector<std::string> units = columnUnits(model, layout);
    const std::vector<Meaning> meanings = meaningsOf(model, layout);
    const auto factsOf = [&](const TableColumn& column) -> ColumnFacts {
        const auto at = static_cast<std::size_t>(column.column);
        if (column.column == layout.balance())
            return {column.name, units[at], "",
                    "energy minus the work of all forces, motions and dampers since the start"};
        return {column.name, units[at], meanings[at].element, meanings[at].text};
    };
    std::vector<ColumnFacts> facts{factsOf({0, layout.names().front()})};
    for (const TableColumn& column : tableColumns(layout, columns))
        facts.push_back(factsOf(column));
    return facts;
}

JsonItem columnsItem(const Model& model, const RowLayout& layout, CsvColumns columns) {
    JsonItem list = JsonItem::list();
    for (const ColumnFacts& column : columnFacts(model, layout, columns))
        list.add(JsonItem::object()
                     .add("name", JsonItem::text(column.name))
                     .add("unit", JsonItem::text(column.unit))
                     .add("element", JsonItem::text(column.element))
                     .add("meaning", JsonItem::text(column.meaning)));
    return list;
}

}  // namespace momentree
