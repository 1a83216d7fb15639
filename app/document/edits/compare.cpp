// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits/compare.hpp"

#include "app/document/edits/scalar_walk.hpp"

namespace momentree::app {
namespace {

/// With plain numbers instead of expressions.
ModelDescription plain(ModelDescription model) {
    model.parameters.clear();
    ScalarWalk walk([](Scalar& scalar) { scalar.text.clear(); });
    walk(model);
    return model;
}

}  // namespace

bool differOnlyInStart(const ModelDescription& a, const ModelDescription& b) {
    ModelDescription x = plain(a);
    const ModelDescription y = plain(b);
    if (x == y) return false;
    x.jointStarts = y.jointStarts;
    x.bodyStarts = y.bodyStarts;
    return x == y;
}

}  // namespace momentree::app
