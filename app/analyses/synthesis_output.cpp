// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyses/synthesis_output.hpp"

#include <numbers>
#include <sstream>

#include "app/analyses/analysis_output.hpp"
#include "core/number_text.hpp"

namespace momentree::app {
namespace {

constexpr double oneDegree = std::numbers::pi / 180.0;
constexpr std::size_t mostListed = 10;

std::string percent(double share) { return numberText(100.0 * share, 3) + " %"; }
std::string degrees(double angle) { return numberText(angle / oneDegree, 4); }

JsonItem pointItem(Complex z) {
    return JsonItem::list().add(JsonItem::number(z.real())).add(JsonItem::number(z.imag()));
}

void addLengths(const PlanarLinkage& linkage, SynthesisOutput& out) {
    using L = PlanarLinkage;
    const LinkagePose pose = *poseOf(linkage, 0.0);
    const auto length = [&](const char* name, const char* key, L::Parameter k) {
        out.text += std::string("  ") + name + " " + shortNumber(linkage[k]) + " m\n";
        out.json.add(key, JsonItem::number(linkage[k]));
    };
    length("crank      ", "crank_m", L::LengthA);
    length("coupler    ", "coupler_m", L::LengthB);
    length(linkage.n == 0 ? "rocker     " : "link       ", linkage.n == 0 ? "rocker_m" : "link_m",
           L::LengthC);
    if (linkage.n != 0) length("second crank", "second_crank_m", L::LengthE);
    length("ground     ", "ground_m", L::LengthD);
    out.json.add("pivots_m", JsonItem::list().add(pointItem(pose.O1)).add(pointItem(pose.O2)));
}

}  // namespace

Result<SynthesisOutput> outputOf(const FoundPath& found, double goodEnough,
                                 const std::string& name) {
    auto model = linkageModel(planOf(found, name));
    if (!model) return tl::unexpected(model.error());
    SynthesisOutput out;
    out.model = std::move(*model);
    const auto* linkage = std::get_if<PlanarLinkage>(&found.mechanism);
    out.text = familyText(found.mechanism) + ": distance from the curve " +
               percent(found.error.rms) + " rms, " + percent(found.error.largest) +
               " at most (of its largest radius, " + shortNumber(found.size) + " m)\n";
    out.json.add("family", JsonItem::text(linkage == nullptr ? "chain"
                                          : linkage->n == 0  ? "four-bar"
                                                             : "five-bar"));
    if (linkage != nullptr && linkage->n != 0)
        out.json.add("gear_ratio", JsonItem::integer(linkage->n));
    if (linkage == nullptr)
        out.json.add("cranks",
                     JsonItem::integer(std::ssize(std::get<CrankChain>(found.mechanism).w)));
    out.json.add("rms", JsonItem::number(found.error.rms))
        .add("largest", JsonItem::number(found.error.largest))
        .add("size_m", JsonItem::number(found.size))
        .add("out_of_time", JsonItem::boolean(found.outOfTime))
        .add("stopped", JsonItem::boolean(found.stopped))
        .add("model_deviation_m", JsonItem::number(out.model.deviation));
    if (linkage != nullptr) {
        out.text += "  least transmission angle " + degrees(found.transmissionAngle) + " degrees\n";
        out.json.add("least_transmission_angle_rad", JsonItem::number(found.transmissionAngle));
        addLengths(*linkage, out);
    }
    out.stopped = found.stopped;
    if (found.stopped)
        out.text +=
            "The search was stopped before everything was tried; this is the best so far.\n";
    if (found.outOfTime) out.text += "The time was over before everything was tried.\n";
    if (linkage != nullptr && !found.stopped && found.error.rms > goodEnough)
        out.text += "No linkage of these families was found within " + percent(goodEnough) +
                    ". A chain of belt-driven cranks follows any curve: --family chain.\n";
    return out;
}

LinkagePlan planOf(const ThreePoseFourBar& found, const ThreePoses& poses,
                   const std::string& name) {
    LinkagePlan plan;
    plan.mechanism = linkageOf(found, poses);
    plan.size = found.d;
    plan.from = found.crank[0];
    plan.turn = turnInOrder(found);
    plan.name = name;
    plan.title = "Four-bar through three positions";
    plan.text =
        "The origin and the angle of the coupler's body pass the three given positions in their "
        "order. The movement starts in the first.";
    return plan;
}

LinkagePlan planOf(const FunctionFourBar& found, std::span<const AnglePair> pairs, double d,
                   const std::string& name) {
    LinkagePlan plan;
    plan.mechanism = linkageOf(found, d);
    plan.size = d;
    plan.from = crankAngle(found, pairs.front().input);
    plan.turn = pairs.back().input - pairs.front().input;
    plan.name = name;
    plan.title = "Four-bar that generates a function";
    plan.text =
        "The rocker follows the crank by the given pairs of angles, over the range of the "
        "movement.";
    return plan;
}

Result<SynthesisOutput> outputOf(const std::vector<ThreePoseFourBar>& found,
                                 const ThreePoseRequest& request, const std::string& name) {
    auto model = linkageModel(planOf(found.front(), request.poses, name));
    if (!model) return tl::unexpected(model.error());
    SynthesisOutput out;
    out.model = std::move(*model);
    const double longest = request.longest * request.size();
    out.text = std::to_string(found.size()) +
               (found.size() == 1 ? " four-bar passes" : " four-bars pass") +
               " the three positions with links up to " + shortNumber(longest) +
               " m; by transmission angle:\n\n";
    TextTable table{{"", "crank pivot [m]", "rocker pivot [m]", "crank", "coupler", "rocker",
                     "ground [m]", "transmission angle [deg]"}};
    JsonItem list = JsonItem::list();
    const auto point = [](Complex z) {
        return shortNumber(z.real()) + ", " + shortNumber(z.imag());
    };
    for (std::size_t k = 0; k < std::min(found.size(), mostListed); ++k) {
        const ThreePoseFourBar& f = found[k];
        table.push_back({std::to_string(k + 1), point(f.G1), point(f.G2), shortNumber(f.a),
                         shortNumber(f.b), shortNumber(f.c), shortNumber(f.d),
                         degrees(f.transmissionAngle)});
        list.add(
            JsonItem::object()
                .add("pivots_m", JsonItem::list().add(pointItem(f.G1)).add(pointItem(f.G2)))
                .add("moving_pivots_m", JsonItem::list().add(pointItem(f.z1)).add(pointItem(f.z2)))
                .add("crank_m", JsonItem::number(f.a))
                .add("coupler_m", JsonItem::number(f.b))
                .add("rocker_m", JsonItem::number(f.c))
                .add("ground_m", JsonItem::number(f.d))
                .add("least_transmission_angle_rad", JsonItem::number(f.transmissionAngle)));
    }
    std::ostringstream text;
    printTable(table, text);
    out.text += text.str();
    out.json.add("longest_m", JsonItem::number(longest))
        .add("found", JsonItem::integer(std::ssize(found)))
        .add("best", std::move(list));
    return out;
}

Result<SynthesisOutput> outputOf(const FunctionFourBar& found, std::span<const AnglePair> pairs,
                                 double d, const std::string& name) {
    const LinkagePlan plan = planOf(found, pairs, d, name);
    auto model = linkageModel(plan);
    if (!model) return tl::unexpected(model.error());
    SynthesisOutput out;
    out.model = std::move(*model);
    out.text = "four-bar: error of the output " + degrees(found.rms) + " degrees rms, " +
               degrees(found.largest) + " at most\n  least transmission angle " +
               degrees(found.transmissionAngle) + " degrees\n  crank starts at " +
               degrees(plan.from) + " degrees\n";
    out.json.add("rms_rad", JsonItem::number(found.rms))
        .add("largest_rad", JsonItem::number(found.largest))
        .add("least_transmission_angle_rad", JsonItem::number(found.transmissionAngle))
        .add("crank_start_rad", JsonItem::number(plan.from));
    addLengths(std::get<PlanarLinkage>(plan.mechanism), out);
    return out;
}

}  // namespace momentree::app
