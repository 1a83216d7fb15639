// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"
#include "core/stepping/clock_account.hpp"
#include "core/stepping/paced.hpp"

namespace momentree {

/// Estimates how far the steps of a rule have shifted a motion, also where it keeps the energy.
/// Velocities say how far bodies move in two steps, and poses how far they have moved. Needs no
/// forces, so that it holds for driven and damped motions, too.
///
/// Simpson's rule integrates the velocities: relative errors (h w)^4 / 180 of a motion of frequency
/// w, beside the (h w)^2 of methods of order 2. Three states in turn are compared, then some steps
/// are left out; they count as those before them.
class BodyClocks {
public:
    explicit BodyClocks(const Model& model);
    /// @param perLength [bodies] 1/size of their mechanism [1/m]
    void begin(std::vector<double> perLength, double step);
    /// To be called after every step. Does not allocate.
    template <typename S>
    void add(double time, std::span<const BodyKinematics<S>> bodies) {
        if (--pause_ > 0) return;
        Bodies& now = states_[taken_];
        for (std::size_t i = 0; i < now.size(); ++i)
            now[i] = {bodies[i].R.template cast<double>(), bodies[i].r.template cast<double>(),
                      bodies[i].v.template cast<double>(), bodies[i].w.template cast<double>()};
        times_[taken_] = time;
        if (++taken_ == states_.size()) compare();
    }
    const PaceError& error() const { return error_; }

private:
    using Bodies = std::vector<BodyKinematics<double>>;
    void compare();
    void compareBody(std::size_t i, double h, double passed);

    const Model& model_;
    std::vector<ClockAccount> clocks_;  ///< [bodies]
    std::vector<Vector3d> turns_;       ///< [bodies] by which they are off, world axes [rad]
    std::vector<double> perLength_;     ///< [bodies]
    std::array<Bodies, 3> states_;      ///< of the comparison under way
    std::array<double, 3> times_{};     ///< [s]
    std::size_t taken_ = 0;             ///< of them
    std::int64_t pause_ = 1, compared_ = 0;
    double until_ = 0.0;    ///< time that is accounted for [s]
    double resting_ = 0.0;  ///< slower motions are none [rad/s]
    PaceError error_;
};

}  // namespace momentree
