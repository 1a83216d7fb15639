// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/dynamics/stops.hpp"
#include "core/model/sticking.hpp"

namespace momentree {

/// The joints of a model whose friction sticks: the sides to which they slip, and which of them are
/// held at rest (THEORY 7g). Index j is that of `stickingLoads`.
class Frictions {
public:
    explicit Frictions(const Model& model);

    bool empty() const { return all_.empty(); }
    std::size_t size() const { return all_.size(); }
    int loadOf(std::size_t j) const { return all_[j].load; }  ///< index into Model::axialLoads
    const std::string& name(std::size_t j) const { return axial(j).name; }
    Slipping side(std::size_t j) const { return all_[j].side; }
    /// Whether a constraint holds it: it sticks, and no others that stick prevent its motion.
    bool isHeld(std::size_t j) const { return all_[j].side == Slipping::Sticks && !all_[j].idle; }
    const Stop& hold(std::size_t j) const { return all_[j].hold; }  ///< while it sticks
    std::vector<Stop> axes(std::span<const BodyState> bodies) const;

    /// What is left of its friction while it sticks, otherwise the rate towards the side to which
    /// it slips; positive where the side cannot change.
    /// @param effort that holds it
    Gap test(std::size_t j, const Sample& sample, double effort) const;

    /// Sets the sides by the rates, and has all at rest stick. Returns which these are [size].
    /// @param S mobilities along `axes` [size x size]
    /// @param at that whose event it is, -1 for none; `effort` holds it
    std::vector<char> rest(int at, double effort, const Eigen::MatrixXd& S, const Sample& sample);
    /// Of those that stick, some whose motions the others leave free are held from now on.
    void chooseHolds(const Eigen::MatrixXd& S);
    /// Of those at rest, one that has to stick no longer, or else one that has to; -1 for none.
    /// @param efforts that hold them [size]
    int inconsistent(std::span<const char> rests, std::span<const double> efforts,
                     const Eigen::MatrixXd& S, const Sample& sample) const;
    /// One that sticks slips along the effort that held it; another one sticks.
    void change(std::size_t j, double effort, std::span<const BodyState> bodies);
    /// Those that stuck slip if an impact has moved them: friction is finite and an impulse is not.
    void loosen(std::span<const BodyState> bodies);

private:
    struct Rubbing {
        int load = 0;
        Slipping side = Slipping::OfRate;  ///< the same if constraints give the rate
        Stop hold = {};
        /// Others that stick prevent its motion: it needs no hold, or is at its limit at rest.
        bool idle = false;
    };
    const AxialLoad& axial(std::size_t j) const {
        return model_.axialLoads[static_cast<std::size_t>(all_[j].load)];
    }

    const Model& model_;
    std::vector<Rubbing> all_;
};

/// Rates relative to those of an impact, below which nothing moves.
inline constexpr double stillRate = 1e-9;
/// Events closer than this are one [s].
inline constexpr double sameInstant = 1e-10;
/// The speed of the two sides of a stop, with which its rate is compared [rad/s or m/s].
double speedAt(const Stop& stop, std::span<const BodyState> bodies);

}  // namespace momentree
