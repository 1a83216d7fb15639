// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/dynamics/stops.hpp"

namespace momentree {

/// The longest steps for which an explicit method stays stable while contacts with a stiffness rub.
/// Near rest, friction mu N tanh(v/s) is a damper of mu N/s. The normal force N of a contact with
/// the force k d^1.5 (1 + 1.5 c d') is at most that of the deepest point D, whose energy
/// 0.4 k D^2.5 is that of the state, m d'^2/2 + 0.4 k d^2.5. The masses are those of the mechanism
/// at the first touch. The force along the normal needs no advice: steps that stop at events
/// (`CompliantContacts`) follow it.
class ContactAdvice {
public:
    /// @param step of the run [s]
    /// @param stable longest step of the method times the rate of a decay
    ContactAdvice(const Model& model, double step, double stable);

    /// Looks at contacts that touch, or will within a step.
    /// @return whether the longest step has become shorter
    bool look(const Sample& sample);
    double longest() const { return longest_; }              ///< [s], infinite before contacts rub
    const std::string& contact() const { return contact_; }  ///< that asks for it

private:
    struct Rubbing {
        Stop gap;
        double radius = 0.0;                     ///< of B [m]
        double k = 0.0, c = 0.0, damping = 0.0;  ///< `damping` over N [s/m]
        bool known = false;
        double normal = 0.0, along = 0.0;  ///< mobilities [1/kg]
    };
    void learn(Rubbing& one, const Sample& sample) const;

    const Model& model_;
    double step_, stable_;
    std::vector<Rubbing> all_;
    double longest_ = std::numeric_limits<double>::infinity();
    std::string contact_;
};

}  // namespace momentree
