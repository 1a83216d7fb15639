// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/linkage_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/analysis/kinematic_analysis.hpp"
#include "core/model/link_mass.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

constexpr double duration = 2.0;    ///< of the movement [s]
constexpr double linkWidth = 0.05;  ///< relative to the size of the curve
constexpr double deviates = 1e-6;   ///< relative to the size
constexpr const char* pointName = "P";

Scalar3 positionOf(Complex z) { return {z.real(), z.imag(), 0.0}; }

MarkerDescription markerAt(std::string name, Complex position) {
    MarkerDescription marker;
    marker.name = std::move(name);
    marker.position = positionOf(position);
    return marker;
}

/// Adds plane links, joints and what drives them to a description.
class Builder {
public:
    Builder(ModelDescription& model, double size) : model_(model), size_(size) {}

    void pivot(const std::string& name, Complex at) {
        model_.groundMarkers.push_back(markerAt(name, at));
    }
    /// A link from one point to another, its x axis, with a start there.
    /// @param more points in its axes
    void link(const std::string& name, Complex from, Complex to,
              const std::vector<std::pair<std::string, Complex>>& more = {}) {
        BodyDescription body;
        body.name = name;
        const double length = std::abs(to - from), angle = std::arg(to - from);
        std::vector<Vector3d> points{Vector3d::Zero(), {length, 0.0, 0.0}};
        body.markers.push_back(markerAt("A", 0.0));
        body.markers.push_back(markerAt("B", length));
        for (const auto& [marker, at] : more) {
            body.markers.push_back(markerAt(marker, at));
            points.push_back({at.real(), at.imag(), 0.0});
        }
        if (!more.empty()) takePlate(body);
        const MassProperties mass =
            massOf({linkWidth * size_, linkWidth * size_, LinkPlate().density}, points);
        body.mass = mass.mass;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto row = static_cast<Eigen::Index>(i);
            body.com[i] = mass.com[row];
            for (std::size_t k = 0; k < 3; ++k)
                body.inertia[i][k] = mass.J_C(row, static_cast<Eigen::Index>(k));
        }
        model_.bodies.push_back(std::move(body));
        BodyStart start;
        start.body = name;
        start.position = positionOf(from);
        start.orientation = {Scalar(std::cos(0.5 * angle)), Scalar(0.0), Scalar(0.0),
                             Scalar(std::sin(0.5 * angle))};
        model_.bodyStarts.push_back(std::move(start));
    }
    void hinge(const std::string& name, MarkerReference a, MarkerReference b) {
        JointDescription& joint = model_.joints.emplace_back();
        joint.name = name;
        joint.type = "revolute";
        joint.a = std::move(a);
        joint.b = std::move(b);
    }
    void drive(const std::string& joint, double angle, double rate) {
        MotionDescription motion;
        motion.name = "drive";
        motion.joint = joint;
        motion.law.offset = angle;
        motion.law.rate = rate;
        model_.motions.push_back(std::move(motion));
    }
    /// joint = ratio first + constant, so that both have these angles at the start.
    void couple(const std::string& name, const std::string& joint, double angle,
                const std::string& first, double firstAngle, double ratio) {
        CouplingDescription coupling;
        coupling.name = name;
        coupling.terms = {{joint, 1, 1.0}, {first, 1, -ratio}};
        coupling.offset = angle - ratio * firstAngle;
        model_.couplings.push_back(std::move(coupling));
    }
    void watch(const std::string& body) {
        for (const char* component : {"x", "y"}) {
            ProbeDescription probe;
            probe.column = std::string("point.") + component;
            probe.quantity = "position";
            probe.a = {body, pointName, {}};
            probe.component = component;
            model_.probes.push_back(std::move(probe));
        }
        model_.run.duration = duration;
        model_.run.sample = duration / 400.0;
    }

private:
    /// The shape of a link with points beside its line.
    void takePlate(BodyDescription& body) const {
        for (const MarkerDescription& marker : body.markers) {
            body.shape.corners.push_back(marker.name);
            if (std::abs(marker.position[1].value) > linkWidth * size_)
                body.shape.kind = ShapeDescription::Kind::Polygon;
        }
        if (body.shape.kind != ShapeDescription::Kind::Polygon) body.shape.corners.clear();
    }

    ModelDescription& model_;
    double size_;
};

MarkerReference at(const std::string& body, const std::string& marker) {
    return {body, marker, {}};
}

void addLinkage(const PlanarLinkage& linkage, const LinkagePose& pose, double rate,
                Builder& builder) {
    const double first = std::arg(pose.A - pose.O1);
    builder.pivot("O1", pose.O1);
    builder.pivot("O2", pose.O2);
    builder.link("crank", pose.O1, pose.A);
    // Link b in the axes of A to C.
    Complex point{linkage[PlanarLinkage::U], linkage[PlanarLinkage::V]};
    if (linkage.mirrored) point = std::conj(point);
    builder.link("coupler", pose.A, pose.C, {{pointName, point}});
    builder.hinge("J1", at("ground", "O1"), at("crank", "A"));
    builder.hinge("J2", at("crank", "B"), at("coupler", "A"));
    if (linkage.n == 0) {
        builder.link("rocker", pose.O2, pose.C);
        builder.hinge("J3", at("coupler", "B"), at("rocker", "B"));
        builder.hinge("J4", at("ground", "O2"), at("rocker", "A"));
    } else {
        builder.link("crank2", pose.O2, pose.B);
        builder.link("link", pose.B, pose.C);
        builder.hinge("J3", at("coupler", "B"), at("link", "B"));
        builder.hinge("J4", at("crank2", "B"), at("link", "A"));
        builder.hinge("J5", at("ground", "O2"), at("crank2", "A"));
        builder.couple("gears", "J5", std::arg(pose.B - pose.O2), "J1", first, linkage.n);
    }
    builder.drive("J1", first, rate);
    builder.watch("coupler");
}

void addChain(const CrankChain& chain, double rate, Builder& builder) {
    builder.pivot("O", chain.centre);
    Complex from = chain.centre;
    double first = 0.0;
    std::string before, body;
    for (std::size_t k = 0; k < chain.w.size(); ++k) {
        const std::string number = std::to_string(k + 1);
        const Complex to = from + chain.c[k];
        const bool last = k + 1 == chain.w.size();
        body = "crank" + number;
        builder.link(
            body, from, to,
            last ? std::vector<std::pair<std::string, Complex>>{{pointName, std::abs(chain.c[k])}}
                 : std::vector<std::pair<std::string, Complex>>{});
        if (k == 0) {
            first = std::arg(chain.c[0]);
            builder.hinge("J1", at("ground", "O"), at(body, "A"));
            builder.drive("J1", first, chain.w[0] * rate);
        } else {
            builder.hinge("J" + number, at(before, "B"), at(body, "A"));
            builder.couple("belt" + number, "J" + number, std::arg(chain.c[k] / chain.c[k - 1]),
                           "J1", first,
                           static_cast<double>(chain.w[k] - chain.w[k - 1]) / chain.w[0]);
        }
        before = body;
        from = to;
    }
    builder.watch(body);
}

/// The computed point at an angle of crank 1, or of the turns of a chain.
Complex computed(const LinkagePlan& plan, double th) {
    if (const auto* chain = std::get_if<CrankChain>(&plan.mechanism)) return chain->at(th);
    const auto pose = poseOf(std::get<PlanarLinkage>(plan.mechanism), th);
    return pose ? pose->P : Complex(INFINITY, INFINITY);
}

Diagnostic leaves(double distance) {
    return error(Place::run(),
                 MOMENTREE_TEXT("linkage-leaves-curve",
                                "the model of the linkage leaves the computed curve by %1 m")(
                     numberText(distance, 3)));
}

}  // namespace

LinkagePlan planOf(const FoundPath& found, const std::string& name) {
    LinkagePlan plan;
    plan.mechanism = found.mechanism;
    plan.size = found.size;
    plan.name = name;
    plan.title = "Follows a curve: " + familyText(found.mechanism);
    plan.text = "Found by path synthesis. Distance from the curve, relative to its size: " +
                numberText(found.error.rms, 3) + " rms, " + numberText(found.error.largest, 3) +
                " at most.";
    return plan;
}

Result<LinkageModel> linkageModel(const LinkagePlan& plan) {
    const double rate = plan.turn / duration;
    LinkageModel made;
    made.description.name = plan.name;
    made.description.title = plan.title;
    made.description.text = plan.text;
    Builder builder(made.description, plan.size);
    if (const auto* chain = std::get_if<CrankChain>(&plan.mechanism)) {
        addChain(*chain, rate, builder);
    } else {
        const PlanarLinkage& linkage = std::get<PlanarLinkage>(plan.mechanism);
        const auto start = poseOf(linkage, plan.from);
        if (!start) return fail(leaves(INFINITY));
        addLinkage(linkage, *start, rate, builder);
    }
    made.body = made.description.probes.front().a.body;
    made.marker = pointName;
    const auto model = buildModel(made.description);
    if (!model) return tl::unexpected(model.error());
    const auto motion = kinematicAnalysis(**model, {duration, duration / 100.0});
    if (!motion) return tl::unexpected(motion.error());
    if (motion->ended) return fail(*motion->ended);
    const auto marker = std::ranges::find_if((*model)->markers, [&](const Marker& one) {
        return one.name == pointName && one.body != ground &&
               (*model)->bodies[static_cast<std::size_t>(one.body)].name == made.body;
    });
    for (const Sample& sample : motion->samples) {
        const std::vector<BodyKinematics<double>> bodies = kinematicsOf(sample.bodies);
        const Vector3d r = markerKinematics<double>(*marker, bodies).r;
        const Complex expected = computed(plan, plan.from + rate * sample.time);
        made.deviation = std::max(made.deviation, std::abs(Complex(r.x(), r.y()) - expected));
    }
    if (!(made.deviation <= deviates * plan.size)) return fail(leaves(made.deviation));
    return made;
}

std::string familyText(const std::variant<PlanarLinkage, CrankChain>& mechanism) {
    if (const auto* chain = std::get_if<CrankChain>(&mechanism))
        return "chain of " + std::to_string(chain->w.size()) + " cranks";
    const int n = std::get<PlanarLinkage>(mechanism).n;
    return n == 0 ? "four-bar"
                  : "geared five-bar, second crank " + std::to_string(n) + " times as fast";
}

}  // namespace momentree
