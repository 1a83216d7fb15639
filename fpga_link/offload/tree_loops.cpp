// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/tree_loops.hpp"

#include <algorithm>

#include "core/dynamics/closure_structure.hpp"
#include "core/generate/tape_values.hpp"
#include "core/kinematics/counted_angles.hpp"
#include "core/math/index.hpp"

namespace momentree::fpga {

namespace {

constexpr double closing = 0.1;  // part of a gap that the first pass of a step closes
/// Part of their compliance by which redundant rows yield. Impulses of a step then move the closure
/// by about what rounding does, and rounding remains without effect where a row has no part of its
/// own. Independent rows do not yield: a body that turns easily makes their compliance so large
/// that a part of it would be felt.
constexpr double redundantGive = 0x1p-17;
constexpr double dependentRow = 1e-9;  // part of its compliance that other rows leave

using Symmetric = std::vector<std::vector<double>>;  // [rows][columns to the diagonal]

double& at(Symmetric& m, std::size_t i, std::size_t j) { return i >= j ? m[i][j] : m[j][i]; }

/// All rows, those with the largest pivots that are left first; `independent` is how many are not
/// combinations of those before them.
struct RowOrder {
    std::vector<std::size_t> rows;
    std::size_t independent = 0;
};
RowOrder orderOf(Symmetric Sc, const std::vector<double>& compliance) {
    RowOrder order;
    std::vector<std::size_t> left;
    for (std::size_t k = 0; k < Sc.size(); ++k) left.push_back(k);
    while (!left.empty()) {
        const auto share = [&](std::size_t k) { return Sc[k][k] / compliance[k]; };
        const auto best = std::ranges::max_element(left, {}, share);
        const std::size_t pivot = *best;
        if (!(share(pivot) > dependentRow)) break;
        left.erase(best);
        order.rows.push_back(pivot);
        for (const std::size_t i : left)
            for (const std::size_t j : left)
                if (j <= i) Sc[i][j] -= at(Sc, i, pivot) * at(Sc, j, pivot) / Sc[pivot][pivot];
    }
    order.independent = order.rows.size();
    order.rows.insert(order.rows.end(), left.begin(), left.end());
    return order;
}

/// A row of the closures: always zero, independent of the others of its group, or redundant.
enum class RowKind { Zero, Independent, Redundant };
std::vector<RowKind> kindsOf(const ClosureRanks& ranks, std::size_t rows) {
    std::vector<RowKind> kinds(rows, RowKind::Zero);
    for (const ClosureGroup& group : ranks.groups)
        for (const int row : group.rows)
            kinds[toIndex(row)] = group.rank < static_cast<int>(group.rows.size())
                                      ? RowKind::Redundant
                                      : RowKind::Independent;
    return kinds;
}

/// J M^-1 J^T at the start.
Symmetric compliancesOf(const Model& model, const OpenState& start, const RecordedLoops& loops) {
    Tape tape;
    const RecordedEquations equations = recordEquations(model, tape, loops);
    const std::vector<double> values = tapeValues(tape.nodes(), inputsAt(start, true));
    Symmetric Sc;
    for (const auto& row : equations.Sc) {
        Sc.emplace_back();
        for (const momentree::Recorded& entry : row) Sc.back().push_back(valueOf(entry, values));
    }
    return Sc;
}

}  // namespace

std::vector<double> inputsAt(const OpenState& start, bool closed) {
    std::vector<double> inputs = start.q;
    inputs.insert(inputs.end(), start.p.begin(), start.p.end());
    inputs.push_back(start.time);
    inputs.insert(inputs.end(), start.numbers.begin(), start.numbers.end());
    if (closed) inputs.push_back(1.0);
    return inputs;
}

std::vector<int> anglesOfLoops(const Model& model) {
    std::vector<int> own;
    const CountedAngles angles = countedAngles(model);
    for (std::size_t a = 0; a < angles.all.size(); ++a)
        if (!angles.all[a].ofTree && angles.all[a].motion < 0) own.push_back(static_cast<int>(a));
    return own;
}

std::optional<RecordedLoops> loopsOf(const Model& model, const std::vector<BodyState>& bodies,
                                     const OpenState& start, double step) {
    RecordedLoops all{closureRows(model), {}, closing / step, anglesOfLoops(model)};
    if (all.rows.empty()) return RecordedLoops();
    const ClosureStructure structure = closureStructure(model, bodies, start.time);
    const auto inClosures = [&](const ClosureRow& row) {
        return model.constraints[toIndex(row.constraint)].closureRow + row.row;
    };
    const std::vector<RowKind> kinds = kindsOf(structure.ranks, toIndex(model.tree.closureRows));
    std::erase_if(all.rows, [&](const ClosureRow& row) {
        return kinds[toIndex(inClosures(row))] == RowKind::Zero;
    });
    all.give.assign(all.rows.size(), 0.0);
    std::vector<double> compliance;
    for (const ClosureRow& row : all.rows)
        compliance.push_back(structure.compliance[inClosures(row)]);
    const RowOrder order = orderOf(compliancesOf(model, start, all), compliance);
    if (static_cast<int>(order.independent) != structure.ranks.rank()) return {};
    RecordedLoops loops{{}, {}, all.feedback, all.angles};
    for (const std::size_t k : order.rows) {
        const bool gives = kinds[toIndex(inClosures(all.rows[k]))] == RowKind::Redundant;
        loops.rows.push_back(all.rows[k]);
        loops.give.push_back(gives ? redundantGive * compliance[k] : 0.0);
    }
    return loops;
}

}  // namespace momentree::fpga
