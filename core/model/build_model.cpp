// SPDX-License-Identifier: Apache-2.0
#include "core/model/build_context.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/planes.hpp"
#include "core/model/topology.hpp"

namespace momentree {

Result<std::shared_ptr<const Model>> buildModel(ModelDescription description,
                                                Diagnostics* warnings) {
    if (Result<void> evaluated = evaluate(description); !evaluated)
        return tl::unexpected(evaluated.error());

    auto model = std::make_shared<Model>();
    model->description = std::move(description);
    model->name = model->description.name;
    BuildContext context{model->description, *model, {}, {}, {}, {}, {}, {}, {}, {}};
    buildBodies(context);
    buildJoints(context);
    buildMotions(context);
    buildCouplings(context);
    buildLimits(context);
    buildLoads(context);
    buildProbes(context);
    checkStarts(context);
    for (int axis = 0; axis < 3; ++axis) {
        model->gravity[axis] = model->description.gravity[static_cast<std::size_t>(axis)].value;
    }
    if (!context.errors.empty()) return tl::unexpected(std::move(context.errors));

    buildTree(*model, context.pointMass);
    alignClosures(*model);
    if (warnings != nullptr)
        warnings->insert(warnings->end(), context.warnings.begin(), context.warnings.end());
    return std::shared_ptr<const Model>(std::move(model));
}

}  // namespace momentree
