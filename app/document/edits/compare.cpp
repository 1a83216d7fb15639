// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/compare.hpp"

#include <array>

#include "app/document/edits/scalar_walk.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

/// In plain numbers.
ModelDescription plain(ModelDescription model) {
    model.parameters.clear();
    ScalarWalk walk([](Scalar& scalar) { scalar.text.clear(); });
    walk(model);
    return model;
}

/// What acts during a run.
ModelDescription acting(ModelDescription model) {
    model.jointStarts.clear();
    model.bodyStarts.clear();
    return model;
}

}  // namespace

bool writtenAlike(const ModelDescription& a, const ModelDescription& b) {
    const auto counts = [](const ModelDescription& m) {
        return std::array{m.parameters.size(), m.bodies.size(), m.joints.size(),
                          m.motions.size(),    m.forces.size(), m.groundMarkers.size()};
    };
    return counts(a) == counts(b) && writeModelText(a) == writeModelText(b);
}

bool differOnlyInStart(const ModelDescription& a, const ModelDescription& b) {
    const ModelDescription x = plain(a), y = plain(b);
    return writtenAlike(acting(x), acting(y)) && !writtenAlike(x, y);
}

}  // namespace momentree::app
