// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/full_turn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/document/edits/draw.hpp"
#include "core/kinematics/travel.hpp"

namespace momentree::app {
namespace {

constexpr double trialStep = 0.04;   ///< of the logarithm of a length
constexpr double mostChange = 0.7;   ///< the same: up to twice the length, and down to half of it
constexpr double precision = 1e-4;   ///< relative
constexpr double roundTo = 0.012;    ///< round numbers differ by at most this, relative
constexpr double swingShare = 0.95;  ///< of the way to the ends, where a motor has no leverage

/// The two joint ends of a body.
struct Link {
    MarkerReference moved;
    Vector3d at = Vector3d::Zero(), along = Vector3d::Zero();  ///< world, from the end held [m]
    bool driven = false;                                       ///< by the motor, and not ground
};

/// Links that can be made longer or shorter, the driven one first. The end in the motor's joint is
/// held.
std::vector<Link> linksOf(const ModelDescription& description, const CheckedModel& seen,
                          int motorJoint) {
    struct End {
        MarkerReference reference;
        Vector3d place;
        bool motor;
    };
    std::vector<std::vector<End>> ends(seen.model->bodies.size() + 1);  // ground last
    for (std::size_t j = 0; j < seen.model->joints.size(); ++j) {
        const JointElement& joint = seen.model->joints[j];
        const auto add = [&](const Marker& marker, const MarkerReference& reference) {
            const bool motor = static_cast<int>(j) == motorJoint;
            auto& of = ends[marker.body == ground ? ends.size() - 1
                                                  : static_cast<std::size_t>(marker.body)];
            of.insert(motor ? of.begin() : of.end(), {reference, placeOf(seen, marker), motor});
        };
        add(joint.A, description.joints[j].a);
        add(joint.B, description.joints[j].b);
    }
    std::vector<Link> links;
    for (const std::vector<End>& two : ends)
        if (two.size() == 2 && (two[1].place - two[0].place).norm() > 1e-9)
            links.push_back({two[1].reference, two[0].place, two[1].place - two[0].place,
                             two[0].motor && two[0].reference.body != "ground"});
    std::ranges::stable_partition(links, &Link::driven);
    return links;
}

LengthChange changeOf(const Link& link, double factor) {
    const double length = link.along.norm();
    return {link.moved, link.at + factor * link.along, length, factor * length};
}

/// Whether the motor makes full turns with a length.
class Trial {
public:
    Trial(const ModelDescription& description, const CheckedModel& seen, int motion,
          const std::function<bool()>& stopped)
        : description_(description), seen_(seen), motion_(motion), stopped_(stopped) {}

    bool turns(const LengthChange& change) const {
        ModelDescription changed = description_;
        setLength(changed, seen_, change);
        if (changed == description_) return false;
        const CheckedModel checked = checkModel(changed);
        if (!checked.assembled) return false;
        const auto travel = travelOf(*checked.model, 0.0, checked.start, motion_, stopped_);
        return travel && !travel->limited();
    }

private:
    const ModelDescription& description_;
    const CheckedModel& seen_;
    int motion_;
    const std::function<bool()>& stopped_;
};

/// The factor of a length nearest to 1 with which the motor turns, on one side of 1.
std::optional<double> factorFor(const Link& link, const Trial& trial, double side, int trials) {
    double without = 0.0, with = 0.0;  // logarithms
    for (int k = 1; k <= trials && with == 0.0; ++k)
        (trial.turns(changeOf(link, std::exp(side * trialStep * k))) ? with : without) =
            side * trialStep * k;
    if (with == 0.0) return {};
    while (std::abs(with - without) > precision) {
        const double middle = 0.5 * (with + without);
        (trial.turns(changeOf(link, std::exp(middle))) ? with : without) = middle;
    }
    return std::exp(with);
}

/// A round length with something to spare, away from the present one.
double roundLength(double length, double side) {
    double unit = 1.0;
    while (unit > roundTo * length) unit *= 0.1;
    while (10.0 * unit <= roundTo * length) unit *= 10.0;
    const double rounded = (side < 0.0 ? std::floor(length / unit) : std::ceil(length / unit));
    const double spare = std::abs(rounded - length / unit);
    return unit * (spare < 0.2 ? rounded + side : rounded);
}

/// The smallest change of a length that lets the motor turn, at most of this logarithm.
std::optional<LengthChange> changeFor(const Link& link, const Trial& trial, double most) {
    const double length = link.along.norm();
    std::optional<LengthChange> best;
    for (const double side : {-1.0, 1.0}) {
        const auto factor = factorFor(link, trial, side, static_cast<int>(most / trialStep));
        if (!factor) continue;
        const LengthChange change = changeOf(link, roundLength(*factor * length, side) / length);
        if (!trial.turns(change)) continue;
        most = std::abs(std::log(*factor));
        best = change;
    }
    return best;
}

}  // namespace

std::optional<LengthChange> lengthForFullTurn(const ModelDescription& description,
                                              const CheckedModel& seen, int motion,
                                              const std::function<bool()>& stopped) {
    const MotionElement& motor = seen.model->motions[static_cast<std::size_t>(motion)];
    if (!motor.rotation || motor.joint < 0) return {};
    const Trial trial(description, seen, motion, stopped);
    std::optional<LengthChange> best;
    double most = mostChange;
    for (const Link& link : linksOf(description, seen, motor.joint)) {
        const auto change = changeFor(link, trial, most);
        if (stopped()) return {};
        if (change && link.driven) return change;
        if (!change) continue;
        best = change;
        most = std::abs(std::log(change->now / change->from));
    }
    return best;
}

void setLength(ModelDescription& description, const CheckedModel& seen,
               const LengthChange& change) {
    const ModelDescription before = description;
    // With another length, the joints can no longer all keep their coordinates; poses are guesses.
    for (JointStart& start : description.jointStarts) start.q.clear();
    std::erase_if(description.jointStarts, [](const JointStart& start) { return start.u.empty(); });
    writeStart(description, *seen.model, seen.start);
    if (!reshape({description, seen}, {change.moved}, change.to).empty()) description = before;
}

void swingBetween(ModelDescription& description, const CheckedModel& seen, int motion, double least,
                  double most) {
    const Law::Value start = seen.model->motions[static_cast<std::size_t>(motion)].law.at(0.0);
    LawDescription swing;
    swing.kind = "harmonic";
    const double middle = 0.5 * (least + most), amplitude = 0.5 * swingShare * (most - least);
    const double share = std::clamp((start.f - middle) / amplitude, -1.0, 1.0);
    swing.offset = middle;
    swing.amplitude = amplitude;
    swing.frequency = (start.df == 0.0 ? 1.0 : std::abs(start.df)) / amplitude;
    swing.phase = start.df < 0.0 ? std::numbers::pi - std::asin(share) : std::asin(share);
    description.motions[static_cast<std::size_t>(motion)].law = swing;
}

void driveByTorque(ModelDescription& description, const CheckedModel& seen, int motion) {
    const int joint = seen.model->motions[static_cast<std::size_t>(motion)].joint;
    writeStart(description, *seen.model, seen.start);
    description.motions.erase(description.motions.begin() + motion);
    Drawing{description, seen}.addJointTorque(joint);
}

}  // namespace momentree::app
