// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/editing/compare_starts.hpp"

#include "app/editing/scalar_walk.hpp"
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

/// The text of what acts during a run.
std::string acting(ModelDescription model) {
    model.jointStarts.clear();
    model.bodyStarts.clear();
    return writeModelText(model);
}

}  // namespace

bool differOnlyInStart(const ModelDescription& a, const ModelDescription& b) {
    const ModelDescription x = plain(a), y = plain(b);
    return acting(x) == acting(y) && writeModelText(x) != writeModelText(y);
}

}  // namespace momentree::app
