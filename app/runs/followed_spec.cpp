// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/followed_spec.hpp"

#include <algorithm>

namespace momentree::app {
namespace {

bool offers(const std::vector<Choice>& choices, const std::string& id) {
    return std::ranges::any_of(choices, [&](const Choice& choice) {
        return !choice.refusal && (choice.id == id || id.starts_with(choice.id + ":"));
    });
}

}  // namespace

FollowedSpec withFormulation(const Catalogue& catalogue, const Model& model, RunSpec spec,
                             const std::string& formulation) {
    FollowedSpec followed{std::move(spec)};
    RunSpec& out = followed.spec;
    out.formulation = formulation;
    followed.integrator = !offers(catalogue.integrators(formulation, &model), out.integrator);
    if (followed.integrator) out.integrator = catalogue.defaults(model, formulation).integrator;
    followed.backend = !offers(catalogue.backends(formulation, &model), out.backend);
    if (followed.backend) out.backend = "sequential";
    return followed;
}

}  // namespace momentree::app
