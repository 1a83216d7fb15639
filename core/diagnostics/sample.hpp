// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/execution/phases.hpp"
#include "core/model/model.hpp"

namespace momentree {

/// Everything that is known of one instant. Sized once; formulations fill `time` and `bodies`,
/// `completeSample` the rest.
struct Sample {
    struct JointSample {
        std::array<double, 7>
            q{};  ///< the first nq are used; angles unwrapped from sample to sample
        std::array<double, 6> u{};  ///< the first nu are used
        Vec6<double> reaction =
            Vec6<double>::Zero();  ///< on the outboard body at marker B, world axes [N; N m]
    };
    double time = 0.0;
    std::vector<BodyState> bodies;
    std::vector<Vec6<double>> accelerations;  ///< [d2r/dt2; dw/dt] of each body, world axes
    std::vector<JointSample> joints;
    std::vector<double> motionEfforts;  ///< force or torque of each prescribed motion [N or N m]
    double kinetic = 0.0, potential = 0.0;  ///< [J]
    double driftPosition = 0.0, driftVelocity = 0.0, driftAcceleration = 0.0;
    std::vector<double> probes;

    void resize(const Model& model);
};

/// Names and offsets of the columns of a recorded row: those of contract section 4, then the
/// probes, then the phases.
class RowLayout {
public:
    explicit RowLayout(const Model& model);
    const std::vector<std::string>& names() const { return names_; }
    int width() const { return static_cast<int>(names_.size()); }
    int body(int index) const {
        return 1 + 13 * index;
    }  ///< x of a body; then y z e0..e3 vx vy vz wx wy wz
    int jointQ(int index) const { return joints_[static_cast<std::size_t>(index)].q; }
    int jointU(int index) const { return joints_[static_cast<std::size_t>(index)].u; }
    /// Recorded coordinates and speeds of a joint; none for distance joints, which are constraints.
    int jointCoordinates(int index) const { return joints_[static_cast<std::size_t>(index)].nq; }
    int jointSpeeds(int index) const { return joints_[static_cast<std::size_t>(index)].nu; }
    int jointReaction(int index) const { return joints_[static_cast<std::size_t>(index)].reaction; }
    int kinetic() const { return energies_; }
    int potential() const { return energies_ + 1; }
    int total() const { return energies_ + 2; }
    int driftPosition() const { return energies_ + 3; }
    int driftVelocity() const { return energies_ + 4; }
    int driftAcceleration() const { return energies_ + 5; }
    int probe(int index) const { return energies_ + 6 + index; }
    int probeCount() const { return probes_; }
    /// Nanoseconds per step of a phase since the row before; not part of the CSV.
    int phase(Phase phase) const { return energies_ + 6 + probes_ + static_cast<int>(phase); }
    int csvWidth() const { return energies_ + 6 + probes_; }  ///< columns that go into a CSV
    int column(const std::string& name) const;  ///< the first of that name, -1 if there is none
    void write(const Sample& sample, std::span<double> row) const;  ///< everything but the phases

private:
    struct JointColumns {
        int q = 0, u = 0, reaction = 0, nq = 0, nu = 0;
    };
    std::vector<std::string> names_;
    std::vector<JointColumns> joints_;
    int energies_ = 0;
    int probes_ = 0;
};

}  // namespace momentree
