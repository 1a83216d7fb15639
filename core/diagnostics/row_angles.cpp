// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostics/row_angles.hpp"

#include "core/math/index.hpp"

namespace momentree {

std::vector<BodyState> statesOf(const Model& model, const RowLayout& layout,
                                std::span<const double> row) {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const double* at = row.data() + layout.body(static_cast<int>(i));
        BodyState state;
        state.r = Eigen::Map<const Vector3d>(at);
        state.e = Eigen::Map<const Quat<double>>(at + 3).normalized();
        state.v = Eigen::Map<const Vector3d>(at + 7);
        state.w = Eigen::Map<const Vector3d>(at + 10);
        states.push_back(state);
    }
    return states;
}

std::vector<BodyKinematics<double>> bodiesOf(const Model& model, const RowLayout& layout,
                                             std::span<const double> row) {
    return kinematicsOf(statesOf(model, layout, row));
}

RowAngles::RowAngles(const Model& model, const RowLayout& layout)
    : model_(model), layout_(layout), angles_(countedAngles(model)) {}

void RowAngles::follow(std::span<const double> row) {
    const std::vector<BodyKinematics<double>> bodies = bodiesOf(model_, layout_, row);
    std::vector<double> known, rates;
    for (int a = 0; a < angles_.joints; ++a) {
        const int joint = angles_.all[toIndex(a)].joint;
        known.push_back(row[toIndex(layout_.jointQ(joint) + a - angles_.ofJoint[toIndex(joint)])]);
    }
    std::vector<double> values = anglesNear(angles_, bodies, known);
    for (std::size_t p = 0; p < angles_.ofProbe.size(); ++p)
        if (const int a = angles_.ofProbe[p]; a >= 0)
            values[toIndex(a)] = row[toIndex(layout_.probe(static_cast<int>(p)))];
    for (const int load : angles_.ofLoad) {
        rates.push_back(load < 0 ? 0.0 : angleRateOf<double>(angles_.all[toIndex(load)], bodies));
        // The row has the turns of joints.
        if (load < angles_.joints || angles_.all[toIndex(load)].hinge >= 0 || values_.empty())
            continue;
        const double mean = 0.5 * (rates_[rates.size() - 1] + rates.back());
        double& value = values[toIndex(load)];
        value = withTurns(value, values_[toIndex(load)] + mean * (row[0] - time_));
    }
    const auto states =
        row.subspan(toIndex(layout_.controllers()), toIndex(layout_.controllerStates()));
    values.insert(values.end(), states.begin(), states.end());
    time_ = row[0];
    values_ = std::move(values);
    rates_ = std::move(rates);
}

std::vector<double> RowAngles::ofLoads() const {
    std::vector<double> loads(angles_.ofLoad.size(), 0.0);
    anglesOfLoads(angles_, values_, loads);
    return loads;
}

}  // namespace momentree
