// SPDX-License-Identifier: Apache-2.0
// Words that are kept from pass to pass, and how one step of a method changes them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "fpga_link/compiler/planar_step.hpp"

namespace momentree::fpga {

/// A word and its value at the start.
struct KeptWord {
    std::string name;
    double start = 0.0;
    bool sampled = false;
};

/// A harmonic law counts turns in two words: the first adds a multiple of 2^-23, which is exact,
/// and drops whole turns; the second adds the rest.
struct TurnCount {
    double coarse = 0.0, fine = 0.0;
};
inline TurnCount turnCount(double turns) {
    constexpr double grid = 1.0 / (1 << 23);
    const double part = turns - std::nearbyint(turns);
    const double coarse = std::nearbyint(part / grid) * grid;
    return {coarse, part - coarse};
}
inline constexpr double turnsPerRadian = 0.15915494309189535;  // 1 / (2 pi)

inline void keepRings(std::vector<KeptWord>& words) {
    for (std::size_t i = 0; i < ringWords; ++i)
        words.push_back({"ring " + std::to_string(i), rungeKuttaRings[i]});
}
inline void keepTurns(std::vector<KeptWord>& words, const TurnCount& turns) {
    words.push_back({"turns", turns.coarse});
    words.push_back({"rest of turns", turns.fine});
}
/// A coordinate or momentum: its value and what rounding left out of it; the Runge-Kutta method
/// keeps the value of the stage, that of the start of the step, the sum of the rates and the rest.
inline void keepValue(std::vector<KeptWord>& words, const std::string& name, double value,
                      bool rungeKutta) {
    words.push_back({name, value, true});
    if (rungeKutta) {
        words.push_back({name + " of the step", value});
        words.push_back({name + ", sum", 0.0});
    }
    words.push_back({name + ", rest", 0.0});
}
inline std::size_t wordsOfValue(bool rungeKutta) { return rungeKutta ? 4 : 2; }

/// The words of a pass, with those of `keepRings` first for the Runge-Kutta method.
template <typename S>
class StepWords {
public:
    /// @param words must outlive it
    StepWords(const std::vector<S>& words, bool rungeKutta, const S& zero, const S& one)
        : w_(words),
          rungeKutta_(rungeKutta),
          after(rungeKutta ? words[3] : zero),
          last(rungeKutta ? words[8] : one),
          first(rungeKutta ? words[11] : one) {}

    void advanceRings(std::vector<S>& next) const {
        if (!rungeKutta_) return;
        for (std::size_t ring = 0; ring < ringWords; ring += 4)
            for (std::size_t place = 0; place < 4; ++place)
                next.push_back(w_[ring + (place + 1) % 4]);
    }
    /// A pair of `keepTurns` at `at`.
    /// @param turns of a step
    void advanceTurns(std::vector<S>& next, std::size_t at, const TurnCount& turns) const {
        const S sum = w_[at] + turns.coarse * last;
        next.push_back(sum - nearestInteger(sum));
        next.push_back(w_[at + 1] + turns.fine * last);
    }
    /// Turns of the stage.
    S turnsAt(std::size_t at, const TurnCount& turns) const {
        return (w_[at] + turns.coarse * after) + (w_[at + 1] + turns.fine * after);
    }
    /// The words of `keepValue` at `at`.
    /// @param change h times the rate @param taken out of the value at the start of the step
    void advanceValue(std::vector<S>& next, std::size_t at, const S& change, const S& taken) const {
        const S* own = &w_[at];
        if (!rungeKutta_) {
            const Compensated<S> sum = compensated(own[0], (change - taken) + own[1]);
            next.insert(next.end(), {sum.sum, sum.rest});
            return;
        }
        const S& stage = w_[0];
        const S& weight = w_[4];
        const S sum = own[2] + weight * change;
        const S whole = last * sum;
        const Compensated<S> start = compensated(own[1], (whole - first * taken) + own[3]);
        next.insert(next.end(), {start.sum + stage * change, start.sum, sum - whole, start.rest});
    }

private:
    const std::vector<S>& w_;
    bool rungeKutta_;

public:
    S after;  ///< time of the stage after the start of the step, in steps
    S last;   ///< 1 in the last pass of a step, else 0
    S first;  ///< 1 in the first pass, else 0
};

}  // namespace momentree::fpga
