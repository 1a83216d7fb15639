// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3_dca/index3_dca.hpp"

#include "core/formulations/index3_dca/conserving.hpp"
#include "core/formulations/index3_dca/newmark.hpp"

namespace momentree {
namespace {

template <typename S>
std::unique_ptr<Stepper> make(std::shared_ptr<const Model> model, const RunSpec& spec) {
    if (spec.integrator == "newmark") return makeIndex3Newmark<S>(std::move(model), spec);
    return makeIndex3Conserving<S>(std::move(model), spec);
}

}  // namespace

std::unique_ptr<Stepper> makeIndex3Dca(std::shared_ptr<const Model> model, const RunSpec& spec) {
    if (spec.backend == "float32") return make<float>(std::move(model), spec);
    return make<double>(std::move(model), spec);
}

}  // namespace momentree
