// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/law.hpp"

namespace momentree {

/// Moves a coordinate q towards a set point r(t) by the effort K_p e + K_i I + K_d D, e = r - q,
/// limited to +-limit. I' = e, except while the effort is at the limit and K_i e would drive it
/// further (anti-windup). D = e', or with a filter of time constant T the state D' = (e' - D) / T.
/// States are 0 at the start.
struct PidController {
    Law setPoint = {};  ///< r [rad or m]
    double proportional = 0.0, integral = 0.0, derivative = 0.0;
    double filter = 0.0;  ///< T [s], 0 for none
    double limit = 0.0;   ///< [N m or N], 0 for none
    /// Where I and D are among the states of all controllers, -1 without.
    int integralState = -1, rateState = -1;

    bool empty() const { return proportional == 0.0 && integral == 0.0 && derivative == 0.0; }

    /// Error e and its rate; I and D.
    template <typename S>
    struct Signal {
        S e, rate, I, D;
    };
    /// @param states of all controllers
    template <typename S, typename States>
    Signal<S> signal(double t, const S& q, const S& u, const States& states) const {
        const Law::Value r = setPoint.at(t);
        const S rate = static_cast<S>(r.df) - u;
        const auto state = [&](int k) {
            return static_cast<S>(states[static_cast<std::size_t>(k)]);
        };
        return {static_cast<S>(r.f) - q, rate, integralState < 0 ? S(0) : state(integralState),
                rateState < 0 ? rate : state(rateState)};
    }
    template <typename S>
    S unlimited(const Signal<S>& s) const {
        return static_cast<S>(proportional) * s.e + static_cast<S>(integral) * s.I +
               static_cast<S>(derivative) * s.D;
    }
    template <typename S>
    S effort(const Signal<S>& s) const {
        const S all = unlimited(s), most = static_cast<S>(limit);
        return limit > 0.0 ? S(std::clamp(all, S(-most), most)) : all;
    }
    /// I'.
    template <typename S>
    S integralRate(const Signal<S>& s) const {
        const S all = unlimited(s), drive = static_cast<S>(integral) * s.e;
        const bool up = all >= static_cast<S>(limit) && drive > S(0);
        const bool down = all <= static_cast<S>(-limit) && drive < S(0);
        return limit > 0.0 && (up || down) ? S(0) : s.e;
    }
    /// D' with a filter.
    template <typename S>
    S rateRate(const Signal<S>& s) const {
        return (s.rate - s.D) / static_cast<S>(filter);
    }
};

}  // namespace momentree
