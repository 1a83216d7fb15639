// SPDX-License-Identifier: Apache-2.0
#include "core/generate/closed_loops.hpp"

#include <cmath>

#include "core/kinematics/counted_angles.hpp"
#include "core/math/index.hpp"

namespace momentree {

ClosedLoops closedLoops(const Model& model, const ClosureStructure& structure) {
    ClosedLoops closed;
    std::vector<ClosureRow> all;  // [closureRows]
    for (const int index : model.tree.closures)
        for (int row = 0; row < model.constraints[toIndex(index)].ownRows(); ++row)
            all.push_back({index, row});
    for (const ClosureGroup& group : structure.ranks.groups) {
        if (group.rows.empty()) continue;
        closed.loops.groups.push_back({static_cast<int>(group.rows.size()), group.rank});
        for (const int row : group.rows) {
            const double weight = structure.ranks.weight[row];
            closed.loops.rows.push_back(all[toIndex(row)]);
            closed.scale.push_back(1.0 / std::sqrt(structure.compliance[row]));
            closed.weight.push_back(weight * weight);
        }
    }
    const CountedAngles angles = countedAngles(model);
    for (std::size_t a = 0; a < angles.all.size(); ++a)
        if (!angles.all[a].ofTree && angles.all[a].motion < 0)
            closed.loops.angles.push_back(static_cast<int>(a));
    return closed;
}

ClosedLoops closedLoops(const Model& model, const InitialState& initial) {
    if (model.tree.closureRows == 0) return {};
    return closedLoops(model, closureStructure(model, initial.bodies, initial.time));
}

std::vector<double> startNumbers(const Model& model, const InitialState& initial,
                                 const Eigen::VectorXd& q, const ClosedLoops& closed,
                                 double feedback) {
    std::vector<double> numbers = startNumbers(model, initial, q);
    if (closed.loops.rows.empty()) return numbers;
    numbers.push_back(feedback);
    numbers.insert(numbers.end(), closed.scale.begin(), closed.scale.end());
    numbers.insert(numbers.end(), closed.weight.begin(), closed.weight.end());
    return numbers;
}

}  // namespace momentree
