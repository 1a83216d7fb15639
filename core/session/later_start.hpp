// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/stepping/sample.hpp"

namespace momentree {

/// The start of a run that continues an earlier motion.
struct LaterStart {
    double time = 0.0;  ///< [s]
    /// Consistent with every constraint at that time; angles include the turns already made,
    /// quaternions keep their signs.
    InitialState state;
    std::vector<std::array<double, 7>> jointQ;  ///< [Model::joints], or empty
};

/// The model from that instant on: its time 0 is that of the start. Steppers need not know about
/// the earlier motion.
std::shared_ptr<const Model> modelFrom(const Model& model, const LaterStart& start);

/// Restores the signs of quaternions in the samples of such a model.
class EarlierSigns {
public:
    explicit EarlierSigns(const LaterStart& start) : start_(start) {}
    /// Call for every sample in order, beginning with that of the start.
    void applyTo(const Model& model, Sample& sample);

private:
    void compare(const Model& model, const Sample& first);

    LaterStart start_;
    std::vector<double> signs_;       ///< [bodies]; both are set by the first sample
    std::vector<double> jointSigns_;  ///< [joints] of the quaternions among their coordinates
};

}  // namespace momentree
