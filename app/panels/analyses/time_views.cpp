// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/analyses/time_views.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/base/display_unit.hpp"
#include "app/base/number_text.hpp"
#include "app/base/text.hpp"
#include "app/base/value_text.hpp"
#include "core/joints/joint_type.hpp"

namespace momentree::app {
namespace {

/// Curves of one plot at most; the table has all values.
constexpr std::size_t mostLines = 8;

QString nameOf(const std::string& name) { return QString::fromStdString(name); }

QString effortUnit(const Outcome& outcome, std::size_t motion) {
    return outcome.model->motions[motion].rotation ? QStringLiteral("N m") : QStringLiteral("N");
}

/// A line through all instants.
template <typename Value>
XyLine lineOf(const Outcome& outcome, const QString& name, int style, const Value& value) {
    XyLine line;
    line.name = name;
    line.style = style;
    const std::vector<Sample>& samples = samplesOf(outcome);
    for (std::size_t k = 0; k < samples.size(); ++k) {
        line.x.push_back(alongAxis(outcome, samples[k].time));
        line.y.push_back(value(k, samples[k]));
    }
    return line;
}

/// A line for each of the first elements.
template <typename Elements, typename Value>
TimeView viewOf(const Outcome& outcome, const QString& name, const QString& unit,
                const Elements& elements, const Value& value) {
    const DisplayUnit shown = displayUnit(unit);
    TimeView view{name, {withUnit(name, shown.label), shown.perSi, withUnit(name, unit)}, {}};
    for (std::size_t i = 0; i < elements.size() && view.lines.size() < mostLines; ++i) {
        if (!value(i)) continue;
        view.lines.push_back(lineOf(outcome, nameOf(elements[i].name),
                                    static_cast<int>(view.lines.size()),
                                    [&](std::size_t, const Sample& s) { return value(i)(s); }));
    }
    return view;
}

using OfSample = std::function<double(const Sample&)>;

std::vector<TimeView> effortViews(const Outcome& outcome, const InverseDynamics& found,
                                  std::size_t motion) {
    const MotionElement& drive = outcome.model->motions[motion];
    const EffortFigures& figures = found.efforts[motion];
    const QString name = nameOf(drive.name);
    const QString effort = drive.rotation ? tr("Torque") : tr("Force");
    const QString unit = effortUnit(outcome, motion);
    XyLine efforts = lineOf(outcome, name, 0, [motion](std::size_t, const Sample& sample) {
        return sample.motionEfforts[motion];
    });
    efforts.mark = QPointF(alongAxis(outcome, figures.effort.time), figures.effort.value);
    XyLine powers = lineOf(outcome, name, 0,
                           [&](std::size_t k, const Sample&) { return found.powers[k][motion]; });
    powers.mark = QPointF(alongAxis(outcome, figures.power.time), figures.power.value);
    return {
        {effort, {withUnit(effort, unit), 1.0, {}}, {std::move(efforts)}},
        {tr("Power"), {withUnit(tr("Power"), "W"), 1.0, {}}, {std::move(powers)}},
        viewOf(outcome, tr("Reactions"), "N", outcome.model->joints, [](std::size_t j) {
            return OfSample([j](const Sample& s) { return s.joints[j].reaction.head<3>().norm(); });
        })};
}

std::vector<TimeView> movementViews(const Outcome& outcome) {
    const Model& model = *outcome.model;
    const auto coordinate = [&](bool rotation) {
        return [&model, rotation](std::size_t j) {
            const JointElement& joint = model.joints[j];
            const char first = jointType(joint.type).coordinate(0);
            const bool fits =
                joint.type != "free" && (rotation ? isAngle(first) : isDisplacement(first));
            return fits ? OfSample([j](const Sample& s) { return s.joints[j].q[0]; }) : OfSample();
        };
    };
    std::vector<TimeView> views{
        viewOf(outcome, tr("Angles"), "rad", model.joints, coordinate(true)),
        viewOf(outcome, tr("Strokes"), "m", model.joints, coordinate(false)),
        viewOf(outcome, tr("Speed"), "m/s", model.bodies,
               [](std::size_t i) {
                   return OfSample([i](const Sample& s) { return s.bodies[i].v.norm(); });
               }),
        viewOf(outcome, tr("Acceleration"), "m/s^2", model.bodies, [](std::size_t i) {
            return OfSample([i](const Sample& s) { return s.accelerations[i].head<3>().norm(); });
        })};
    std::erase_if(views, [](const TimeView& view) { return view.lines.empty(); });
    return views;
}

std::vector<LargeValue> movementValues(const Outcome& outcome, const KinematicAnalysis& found) {
    double speed = 0.0, acceleration = 0.0, fastest = 0.0, hardest = 0.0;
    for (const Sample& s : found.samples)
        for (std::size_t i = 0; i < s.bodies.size(); ++i) {
            if (s.bodies[i].v.norm() > speed) speed = s.bodies[i].v.norm(), fastest = s.time;
            const double a = s.accelerations[i].head<3>().norm();
            if (a > acceleration) acceleration = a, hardest = s.time;
        }
    std::vector<LargeValue> values{
        {tr("Highest speed, at %1").arg(instantText(outcome, fastest)), shortText(speed, 3), "m/s"},
        {tr("Highest acceleration, at %1").arg(instantText(outcome, hardest)),
         shortText(acceleration, 3), "m/s²"}};
    const double degrees = 180.0 / std::numbers::pi;
    for (const FourBarMotion& motion : found.fourBars)
        values.push_back({tr("Transmission angle"),
                          tr("%1° to %2°")
                              .arg(shortText(motion.least.value * degrees, 3),
                                   shortText(motion.largest.value * degrees, 3)),
                          {}});
    const auto dead = std::ranges::find_if(found.nearest, &NearDeadPoint::dead);
    if (dead != found.nearest.end())
        values.push_back({tr("Dead point at"), instantText(outcome, dead->time), {}});
    return values;
}

std::vector<LargeValue> effortValues(const Outcome& outcome, const InverseDynamics& found,
                                     std::size_t motion) {
    const EffortFigures& f = found.efforts[motion];
    const double time = found.samples.back().time;
    const QString unit = effortUnit(outcome, motion);
    const auto at = [&](const QString& name, const Peak& peak) {
        return tr("%1, at %2").arg(name, instantText(outcome, peak.time));
    };
    std::vector<LargeValue> values{
        {at(tr("Peak"), f.effort), shortText(f.effort.value, 3), unit},
        {tr("Effective (RMS)"), shortText(f.rms, 3), unit},
        {at(tr("Peak power"), f.power), shortText(f.power.value, 3), "W"}};
    if (time > 0.0) {
        // Rounding of a work that vanishes over a turn is no power.
        const double mean = f.work / time;
        const bool none = std::abs(mean) < 1e-9 * std::abs(f.power.value);
        values.push_back({tr("Mean power"), shortText(none ? 0.0 : mean, 3), "W"});
    }
    return values;
}

}  // namespace

double alongAxis(const Outcome& outcome, double time) {
    return outcome.turn ? 2.0 * std::numbers::pi * time / outcome.turn->period : time;
}

XyAxis timeAxis(const Outcome& outcome) {
    if (!outcome.turn) return {tr("time, s"), 1.0, "t [s]"};
    const QString crank = nameOf(outcome.model->motions[outcome.turn->motion].name);
    const DisplayUnit degrees = displayUnit(QStringLiteral("rad"));
    return {tr("turn of %1 since the start, %2").arg(crank, degrees.label), degrees.perSi,
            crank + " [rad]"};
}

QString instantText(const Outcome& outcome, double time) {
    if (!outcome.turn) return shortText(time, 3) + " s";
    return QStringLiteral("%1°").arg(qRound(360.0 * time / outcome.turn->period));
}

std::vector<TimeView> viewsOf(const Outcome& outcome, std::size_t motion) {
    if (const auto* efforts = std::get_if<InverseDynamics>(&outcome.found))
        return effortViews(outcome, *efforts, motion);
    return movementViews(outcome);
}

std::vector<LargeValue> largeValuesOf(const Outcome& outcome, std::size_t motion) {
    if (const auto* efforts = std::get_if<InverseDynamics>(&outcome.found))
        return effortValues(outcome, *efforts, motion);
    return movementValues(outcome, std::get<KinematicAnalysis>(outcome.found));
}

}  // namespace momentree::app
