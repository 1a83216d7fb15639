// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/refusals.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "app/base/text.hpp"
#include "app/document/edits/draw.hpp"
#include "app/document/edits/joints.hpp"

namespace momentree::app {

QString motorRefusal(const ModelDescription& model, const CheckedModel& seen, int joint) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= seen.model->joints.size())
        return tr("This joint is not built yet");
    const JointElement& element = seen.model->joints[static_cast<std::size_t>(joint)];
    const auto driver = std::ranges::find(model.motions, element.name, &MotionDescription::joint);
    if (driver != model.motions.end())
        return tr("%1 already drives it").arg(QString::fromStdString(driver->name));
    if (!canDrive(element.type))
        return tr("A motor drives a hinge or a slider, and this joint is %1")
            .arg(jointTypeText(element.type));
    if (!seen.assembled || seen.report.degreesOfFreedom != 0) return {};
    return model.motions.empty()
               ? tr("The joints leave no degree of freedom to drive")
               : tr("Every degree of freedom has a motor. Delete one to drive here.");
}

MotorPlace motorPlaceOf(const ModelDescription& model, const CheckedModel& seen,
                        const Element& element) {
    if (element.kind == Element::Kind::Joint)
        return {element.index, motorRefusal(model, seen, element.index)};
    MotorPlace place{-1, tr("No joint joins it to the ground. Add the motor at a joint.")};
    if (element.kind != Element::Kind::Body) return place;
    const std::string& body = model.bodies[static_cast<std::size_t>(element.index)].name;
    for (std::size_t k = 0; k < model.joints.size(); ++k) {
        const JointDescription& joint = model.joints[k];
        const bool grounded = (joint.a.body == "ground" && joint.b.body == body) ||
                              (joint.b.body == "ground" && joint.a.body == body);
        if (!grounded) continue;
        const int index = static_cast<int>(k);
        MotorPlace here{index, motorRefusal(model, seen, index)};
        if (here.refusal.isEmpty()) return here;
        if (place.joint < 0) place = here;
    }
    return place;
}

std::vector<MarkerReference> groundPlacesOf(const ModelDescription& model, const Element& element) {
    std::vector<MarkerReference> places;
    if (element.kind == Element::Kind::Joint) {
        const JointDescription& joint = model.joints[static_cast<std::size_t>(element.index)];
        places.push_back(joint.b.body == "ground" ? joint.a : joint.b);
    }
    if (element.kind == Element::Kind::Body) {
        const BodyDescription& body = model.bodies[static_cast<std::size_t>(element.index)];
        for (const MarkerDescription& marker : body.markers)
            places.push_back({body.name, marker.name, 0});
    }
    std::erase_if(places, [&](const MarkerReference& place) {
        const auto held = hingedWith(model, place);
        const auto grounds = [&](const JointDescription& joint) {
            return (joint.a == place && joint.b.body == "ground") ||
                   (joint.b == place && joint.a.body == "ground");
        };
        return std::ranges::find(held, "ground", &MarkerReference::body) != held.end() ||
               std::ranges::any_of(model.joints, grounds);
    });
    std::ranges::stable_partition(
        places, [&](const MarkerReference& place) { return hingedWith(model, place).size() == 1; });
    return places;
}

}  // namespace momentree::app
