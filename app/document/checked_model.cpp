// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/checked_model.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/document/check_steps.hpp"
#include "core/kinematics/assemble_unless.hpp"
#include "core/kinematics/start.hpp"

namespace momentree::app {
namespace {

constexpr int quickRows = 120;  ///< of the loops; twice as many take eight times as long

std::shared_ptr<const Model> nothing(const ModelDescription& description) {
    auto model = std::make_shared<Model>();
    model->description = description;
    for (int axis = 0; axis < 3; ++axis)
        model->gravity[axis] = description.gravity[static_cast<std::size_t>(axis)].value;
    return model;
}

void take(CheckedModel& checked, std::shared_ptr<const Model> model) {
    checked.layout = std::make_shared<const RowLayout>(*model);
    checked.model = std::move(model);
}

/// Poses of the start before loops are closed.
std::vector<BodyState> drawnStart(const Model& model) {
    std::vector<BodyState> start;
    for (const BodyKinematics<double>& body : startGuess(model).bodies)
        start.push_back(stateOf(body));
    return start;
}

/// A description without the elements that problems refer to and those depending on them.
ModelDescription withoutFaults(ModelDescription description, const Diagnostics& problems) {
    std::erase_if(description.joints, [&](const JointDescription& joint) {
        return std::ranges::any_of(problems, [&](const Diagnostic& problem) {
            return problem.place.kind == Place::Kind::Joint && problem.place.name == joint.name;
        });
    });
    const auto stays = [&](const std::string& joint) {
        return std::ranges::find(description.joints, joint, &JointDescription::name) !=
               description.joints.end();
    };
    description.motions.clear();
    description.couplings.clear();
    description.forces.clear();
    description.probes.clear();
    std::erase_if(description.jointStarts, [&](const JointStart& s) { return !stays(s.joint); });
    return description;
}

/// Places the bodies of a model that cannot be built, using its valid parts. Joints and loads are
/// omitted, since their indices would differ from the description's.
void placeBodies(CheckedModel& checked, const ModelDescription& description) {
    const auto rest = buildModel(withoutFaults(description, checked.problems));
    if (!rest) return;
    checked.start = drawnStart(**rest);
    auto bodies = std::make_shared<Model>(**rest);
    bodies->joints.clear();
    bodies->constraints.clear();
    bodies->tree = {};
    bodies->description = description;
    take(checked, std::move(bodies));
}

}  // namespace

CheckedModel checkModel(const ModelDescription& description) {
    CheckedModel checked = checkBuilding(description);
    if (checked.built) checkAssembly(checked);
    return checked;
}

CheckedModel checkBuilding(const ModelDescription& description) {
    CheckedModel checked;
    if (description.bodies.empty()) {
        take(checked, nothing(description));
        return checked;
    }
    auto model = buildModel(description);
    if (!model) {
        take(checked, nothing(description));
        checked.problems = model.error();
        placeBodies(checked, description);
        return checked;
    }
    checked.built = true;
    take(checked, *model);
    checked.start = drawnStart(**model);
    return checked;
}

void checkAssembly(CheckedModel& built, const std::function<bool()>& stopped) {
    if (auto start = assembleUnless(stopped, *built.model, &built.report)) {
        built.start = std::move(start->bodies);
        built.assembled = true;
    } else {
        built.problems = start.error();
    }
}

CheckedModel inPose(CheckedModel checked, const ModelDescription& description,
                    std::vector<BodyState> pose) {
    auto model = std::make_shared<Model>(*checked.model);
    model->description = description;
    checked.model = std::move(model);
    checked.start = std::move(pose);
    return checked;
}

bool closesSlowly(const Model& model) { return model.tree.closureRows > quickRows; }

Vector3d placeOf(const CheckedModel& seen, const Marker& marker) {
    if (marker.body == ground) return marker.frame.r;
    const BodyState& body = seen.start[static_cast<std::size_t>(marker.body)];
    return body.r + rotationOf<double>(body.e) * marker.frame.r;
}

std::vector<double> rowOf(const RowLayout& layout, const std::vector<BodyState>& bodies) {
    std::vector<double> row(static_cast<std::size_t>(layout.width()),
                            std::numeric_limits<double>::quiet_NaN());
    row[0] = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        double* at = row.data() + layout.body(static_cast<int>(i));
        Eigen::Map<Vector3d>{at} = bodies[i].r;
        Eigen::Map<Quat<double>>{at + 3} = bodies[i].e;
        Eigen::Map<Vector3d>{at + 7} = bodies[i].v;
        Eigen::Map<Vector3d>{at + 10} = bodies[i].w;
    }
    return row;
}

bool cannotMove(const CheckedModel& checked) {
    return checked.assembled && checked.report.degreesOfFreedom == 0 &&
           checked.model->motions.empty();
}

int loopCount(const Model& model) { return static_cast<int>(model.tree.cutJoints.size()); }

}  // namespace momentree::app
