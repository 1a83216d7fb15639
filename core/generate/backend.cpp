// SPDX-License-Identifier: Apache-2.0
#include "core/generate/backend.hpp"

#include "core/generate/coverage.hpp"
#include "core/generate/generated.hpp"
#include "core/generate/library.hpp"

namespace momentree {

Backend generatedBackend() {
    Backend backend;
    backend.id = "generated";
    backend.title = "This computer, code for this model";
    backend.summary =
        "Double precision; the equations of one mechanism as straight-line code, compiled when a "
        "run starts.";
    backend.formulation = "naudet";
    backend.unavailable = [](const Model* model) -> std::optional<Message> {
        if (model == nullptr) return compilerRefusal();
        if (const auto uncovered = generateRefusal(*model))
            return MOMENTREE_TEXT("generate-model",
                                  "does not compute this model: %1")(toString(*uncovered));
        return {};
    };
    backend.refusal = [](const Model& model, const RunSpec&) -> Diagnostics {
        if (auto uncovered = generateRefusal(model)) return {*std::move(uncovered)};
        return {};
    };
    backend.makeSystem = makeGenerated;
    return backend;
}

}  // namespace momentree
