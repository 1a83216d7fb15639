// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/over_parameter.hpp"

#include <algorithm>
#include <tuple>

#include "core/analysis/modes_about_start.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/model/at_value.hpp"
#include "core/model/evaluate.hpp"
#include "core/model/nearest_name.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using Eigen::Index;

Result<void> checkParameter(const Model& model, const std::string& name) {
    std::vector<std::string> all;
    for (const ParameterDescription& one : model.description.parameters) all.push_back(one.name);
    if (std::ranges::find(all, name) != all.end()) return {};
    return fail(error(Place::option("--over"),
                      MOMENTREE_TEXT("over-no-parameter", "the model has no parameter '%1'%2")(
                          name, didYouMean(name, all))));
}

Result<std::shared_ptr<const Model>> modelWith(const Model& model, const std::string& name,
                                               double value) {
    ModelDescription description = model.description;
    if (auto given = giveParameter(description, name, Scalar(value)); !given)
        return tl::unexpected(given.error());
    return buildModel(std::move(description));
}

/// The coordinates of the tree in a pose.
JointMotion restingAt(const Model& model, const InitialState& state) {
    JointMotion motion{0.0, Eigen::VectorXd::Zero(model.tree.nq),
                       Eigen::VectorXd::Zero(model.tree.nu)};
    const std::vector<BodyKinematics<double>> bodies = kinematicsOf(state.bodies);
    Eigen::VectorXd u = motion.u;
    jointsFromBodies(model, 0.0, bodies, motion.q.data(), u.data());
    return motion;
}

/// The values in the order of the expected ones: the nearest two first.
Eigen::VectorXcd inOrder(const Eigen::VectorXcd& values, const Eigen::VectorXcd& expected) {
    std::vector<std::tuple<double, Index, Index>> pairs;
    for (Index i = 0; i < values.size(); ++i)
        for (Index j = 0; j < expected.size(); ++j)
            pairs.emplace_back(std::abs(values[i] - expected[j]), i, j);
    std::ranges::sort(pairs);
    std::vector<char> placed(static_cast<std::size_t>(values.size()), 0), taken = placed;
    Eigen::VectorXcd out(values.size());
    for (const auto& [distance, i, j] : pairs) {
        char &from = placed[static_cast<std::size_t>(i)], &to = taken[static_cast<std::size_t>(j)];
        if (from != 0 || to != 0) continue;
        from = to = 1;
        out[j] = values[i];
    }
    return out;
}

Result<void> checkStop(const std::stop_token& stop) {
    if (!stop.stop_requested()) return {};
    return fail(error(Place::run(), MOMENTREE_TEXT("over-stopped", "stopped")));
}

}  // namespace

Result<std::vector<EquilibriumOver>> equilibriaOver(const Model& model, const ParameterValues& over,
                                                    std::stop_token stop) {
    if (auto known = checkParameter(model, over.name); !known) return tl::unexpected(known.error());
    std::vector<EquilibriumOver> all;
    for (const double value : over.values) {
        if (auto goesOn = checkStop(stop); !goesOn) return tl::unexpected(goesOn.error());
        const auto changed = modelWith(model, over.name, value);
        if (!changed) return tl::unexpected(atValue(changed.error(), over.name, value));
        auto found = all.empty()
                         ? equilibrium(**changed)
                         : equilibriumNear(**changed, restingAt(**changed, all.back().found.state));
        if (!found) return tl::unexpected(atValue(found.error(), over.name, value));
        all.push_back({*changed, *std::move(found)});
    }
    return all;
}

Result<RootLocus> rootLocus(const Model& model, const ParameterValues& over, std::stop_token stop) {
    if (auto known = checkParameter(model, over.name); !known) return tl::unexpected(known.error());
    RootLocus out;
    for (std::size_t k = 0; k < over.values.size(); ++k) {
        if (auto goesOn = checkStop(stop); !goesOn) return tl::unexpected(goesOn.error());
        const double value = over.values[k];
        const auto changed = modelWith(model, over.name, value);
        if (!changed) return tl::unexpected(atValue(changed.error(), over.name, value));
        const auto about = modesAboutStart(**changed);
        if (!about) return tl::unexpected(atValue(about.error(), over.name, value));
        if (const double off = unsteadiness(about->linearisation); off > out.unsteadiness)
            out.unsteadiness = off, out.unsteadyAt = value;
        const Eigen::VectorXcd found =
            eigenvaluesOf(about->linearisation,
                          stateSpace(**changed, about->start.bodies, about->linearisation).A);
        const auto row = static_cast<Index>(k);
        if (k == 0) out.eigenvalues.resize(std::ssize(over.values), found.size());
        if (found.size() != out.eigenvalues.cols())
            return fail(error(
                Place::option("--over"),
                MOMENTREE_TEXT("over-states", "with %1 = %2 there are %3 states instead of %4")(
                    over.name, numberText(value, 6), found.size(), out.eigenvalues.cols())));
        Eigen::VectorXcd expected = found;
        if (k > 0) expected = out.eigenvalues.row(row - 1).transpose();
        if (k > 1) {
            const double ahead =
                (value - over.values[k - 1]) / (over.values[k - 1] - over.values[k - 2]);
            expected +=
                ahead * (out.eigenvalues.row(row - 1) - out.eigenvalues.row(row - 2)).transpose();
        }
        out.eigenvalues.row(row) = inOrder(found, expected).transpose();
    }
    return out;
}

}  // namespace momentree
