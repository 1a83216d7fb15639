// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace momentree {

/// The phases of a step; contract section 6 defines their names.
enum class Phase : std::uint8_t {
    Kinematics,
    Initialise,
    Assembly,
    Base,
    Disassembly,
    Derivatives,
    ProjectionVelocity,
    ProjectionAcceleration,
    Integrate,
    Transfer,
    Network,
    Record,  ///< observing and writing samples, outside the steps
    Count
};
inline constexpr std::size_t phaseCount = static_cast<std::size_t>(Phase::Count);

/// The name of a phase in the contract.
std::string_view phaseName(Phase phase);

/// Charges time to phases by laps, with one clock read per boundary, so that phases add up to the
/// whole by construction.
class PhaseClock {
public:
    struct Total {
        std::int64_t ns = 0;
        std::int64_t calls = 0;
    };
    void start() {
        if (enabled_) last_ = now();
    }
    /// Charges the time since the last start or lap to `phase`.
    void lap(Phase phase) {
        if (!enabled_) return;
        const std::int64_t t = now();
        Total& total = totals_[static_cast<std::size_t>(phase)];
        total.ns += t - last_;
        ++total.calls;
        last_ = t;
    }
    /// Charges the time between two laps to `phase`.
    void add(std::int64_t ns, Phase phase) {
        Total& total = totals_[static_cast<std::size_t>(phase)];
        total.ns += ns;
        ++total.calls;
    }
    /// Moves `ns` from phase `from` to phase `to`, as a separate call.
    void move(std::int64_t ns, Phase from, Phase to) {
        totals_[static_cast<std::size_t>(from)].ns -= ns;
        add(ns, to);
    }
    const Total& operator[](Phase phase) const { return totals_[static_cast<std::size_t>(phase)]; }
    void reset() { totals_ = {}; }
    void enable(bool on) { enabled_ = on; }

private:
    static std::int64_t now() {
        return std::chrono::steady_clock::now().time_since_epoch().count();
    }
    std::array<Total, phaseCount> totals_{};
    std::int64_t last_ = 0;
    bool enabled_ = true;
};

}  // namespace momentree
