// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/hdca/mass_ratio.hpp"

#include <algorithm>
#include <limits>

#include "core/number_text.hpp"

namespace momentree {

std::optional<Message> massWarning(const Model& model, const RunSpec& spec) {
    if (spec.formulation != "hdca") return {};
    const bool single = spec.backend == "float32";
    const double epsilon =
        single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    const double tolerable = single ? 1e-2 : 1e-8;
    double worst = 0.0;
    const Body *lightest = nullptr, *heaviest = nullptr;
    for (const JointElement& joint : model.joints) {
        if (joint.A.body == ground || joint.B.body == ground) continue;
        const Body* light = &model.bodies[static_cast<std::size_t>(joint.A.body)];
        const Body* heavy = &model.bodies[static_cast<std::size_t>(joint.B.body)];
        if (light->mass > heavy->mass) std::swap(light, heavy);
        if (heavy->mass <= worst * light->mass) continue;
        worst = heavy->mass / light->mass;
        lightest = light;
        heaviest = heavy;
    }
    const double loss = epsilon * worst * worst;
    if (!(loss > tolerable)) return {};
    return MOMENTREE_TEXT("hdca-mass-ratio",
                          "body '%1' is %2 times lighter than '%3', to which it is joined: "
                          "velocities lose accuracy with the square of this ratio and may be "
                          "wrong by %4 of their size; choose another formulation")(
        lightest->name, numberText(worst, 2), heaviest->name, numberText(std::min(loss, 1.0), 1));
}

}  // namespace momentree
