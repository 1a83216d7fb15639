// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/index3/closures.hpp"

#include "core/kinematics/pose_search.hpp"
#include "core/kinematics/tree_kinematics.hpp"

namespace momentree {

/// Relative gap of a start from which a loop counts as closing only within a tolerance. Multipliers
/// of redundant rows do work of about gap^2 / 1e-18 s^2 per unit of mass, see `forgetting`.
constexpr double keptGap = 1e-12;

/// See PoseSearch::gapsAround [closureRows].
template <typename S>
static Eigen::VectorXd gapsAround(const Model& model, std::span<const BodyKinematics<S>> bodies) {
    std::vector<BodyKinematics<double>> start;
    for (const BodyKinematics<S>& body : bodies)
        start.push_back({body.R.template cast<double>(), body.r.template cast<double>(),
                         Vector3d::Zero(), Vector3d::Zero()});
    Eigen::VectorXd q(model.tree.nq), u(model.tree.nu);
    jointsFromBodies(model, 0.0, start, q.data(), u.data());
    return PoseSearch(model, 0.0, q).gapsAround();
}

template <typename S>
Index3Closures<S>::Index3Closures(const Model& model, const RunSpec& spec,
                                  const Index3Rows<S>& rows)
    : model_(model),
      judged_(spec.correction && spec.newtonTolerance > 0.0),
      motion_(model),
      correction_(model, true),
      terms_(model.constraints.size()),
      rowOf_(rows.rowOf),
      weight_(VectorX::Zero(rows.Phi.size())),
      kept_(weight_) {
    for (const int k : model.tree.closures)
        for (int r = 0; r < model.constraints[static_cast<std::size_t>(k)].rows(); ++r)
            closureRow_.push_back(rowOf_[static_cast<std::size_t>(k)] + r);
}

template <typename S>
void Index3Closures<S>::hold(const ClosureStructure& structure,
                             std::span<const BodyKinematics<S>> bodies) {
    motion_.hold(structure);
    correction_.hold(structure);
    for (std::size_t k = 0; k < model_.constraints.size(); ++k) {
        const Constraint& c = model_.constraints[k];
        const double weight = c.isAngle() ? 1.0 : 1.0 / structure.ranks.size;
        weight_.segment(rowOf_[k], c.rows()).setConstant(static_cast<S>(weight));
    }
    evaluateAll<S>(model_, 0.0, bodies, {}, terms_, Needed::Rows);
    const auto isRedundant = [](const ClosureGroup& group) {
        return static_cast<int>(group.rows.size()) > group.rank;
    };
    rounded_ = false;
    always_.clear();
    std::vector<char> grouped(closureRow_.size(), 0);
    for (const ClosureGroup& group : structure.ranks.groups) {
        rounded_ = rounded_ || (isRedundant(group) && group.gap > keptGap);
        for (const int row : group.rows) grouped[static_cast<std::size_t>(row)] = 1;
        if (!isRedundant(group))
            always_.insert(always_.end(), group.rows.begin(), group.rows.end());
    }
    // Rows that the tree makes zero at all poses, as in plane loops, are in no group; with rounded
    // axes they keep a gap.
    if (std::ranges::find(grouped, 0) != grouped.end() && !rounded_) {
        const Eigen::VectorXd gaps = momentree::gapsAround<S>(model_, bodies);
        for (Eigen::Index row = 0; row < gaps.size(); ++row)
            rounded_ = rounded_ ||
                       (!grouped[static_cast<std::size_t>(row)] && std::abs(gaps[row]) > keptGap);
    }
    chooses_ = rounded_ || (independent_ && always_.size() < closureRow_.size());
    if (!chooses_) return;
    left_.assign(static_cast<std::size_t>(weight_.size()), 0);
    motion_.factorise(bodies, terms_);
    choose();
}

template <typename S>
void Index3Closures<S>::select(Index3Rows<S>& rows, VectorX& lambda) const {
    if (!chooses_) return;
    rows.leaveOut(left_, kept_);
    for (std::size_t r = 0; r < left_.size(); ++r)
        if (left_[r]) lambda[static_cast<Eigen::Index>(r)] = S(0);
}

template <typename S>
bool Index3Closures<S>::needed(const Index3Rows<S>& rows) const {
    if (rounded_) return true;
    if (!judged_ || weight_.size() == 0) return false;
    return rows.Phi.cwiseProduct(weight_).cwiseAbs().maxCoeff() > CorrectionLimits<S>::enough;
}

/// Rows of the closures that are no pivots are left out.
template <typename S>
void Index3Closures<S>::choose() {
    for (const int row : closureRow_) left_[static_cast<std::size_t>(row)] = 1;
    const auto take = [&](int row) {
        left_[static_cast<std::size_t>(closureRow_[static_cast<std::size_t>(row)])] = 0;
    };
    motion_.closures().forEachPivot(take);
    if (!rounded_) {
        std::ranges::for_each(always_, take);
        return;  // kept at zero
    }
    for (std::size_t k = 0; k < terms_.size(); ++k)
        kept_.segment(rowOf_[k], terms_[k].Phi.size()) = terms_[k].Phi;
}

template class Index3Closures<double>;
template class Index3Closures<float>;

}  // namespace momentree
