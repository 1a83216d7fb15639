// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/stops.hpp"

namespace momentree {

/// Contacts with a stiffness: limits of joints, planes and spheres, both sides of a backlash. Their
/// efforts begin and end at depth d = 0, or where they would pull (THEORY 7f). Which of them touch
/// is kept here, so that the equations stay smooth between two changes, also at the stages of a
/// step that come a little too far.
class CompliantContacts {
public:
    explicit CompliantContacts(const Model& model);

    bool empty() const { return all_.empty(); }
    std::size_t size() const { return all_.size(); }
    const std::string& name(std::size_t contact) const { return all_[contact].gap.name; }
    bool touches(std::size_t contact) const { return all_[contact].touches; }

    /// Positive until the contact begins or ends; the rate is nan where it needs accelerations.
    Gap test(std::size_t contact, const Sample& sample) const;
    /// Those touch that push.
    void begin(const Sample& sample);
    void change(std::size_t contact) { all_[contact].touches = !all_[contact].touches; }
    /// Has those that touch act without a condition, and the others not at all.
    /// @param model a copy of the model of this
    void writeTo(Model& model) const;

    /// The longest part of a step that may be taken at once, at most `step` [s]: while limits and
    /// backlash touch, one in which their vibration shows that they part; if `shortens`, steps that
    /// grow from where a contact of spheres begins and shrink to where it ends. Its force d^1.5 is
    /// not smooth there; steps that go with the square root of the time T from there keep the order
    /// of a method of order 4, as then the fourth derivatives of the velocity, T^-2.5, times the
    /// fifth powers of the steps are alike.
    double longestPart(const Sample& sample, double step, bool shortens) const;

private:
    struct Contact {
        enum class Kind : std::uint8_t { Limit, Sphere, Backlash };
        Kind kind = Kind::Limit;
        int load = 0;   ///< index into the axial loads, contacts or elastic couplings of the model
        Stop gap = {};  ///< with the gap; of a coupling, the side and the name
        double k = 0.0, c = 0.0;
        double mobility = 0.0;  ///< of the bodies without joints [1/kg or 1/(kg m^2)]
        bool touches = false;
    };
    struct Depth {
        double d = 0.0, rate = 0.0;
        double push = 0.0;      ///< positive where the effort does not pull
        double pushRate = 0.0;  ///< nan if unknown
    };
    Depth depthOf(const Contact& contact, const Sample& sample) const;

    const Model& model_;
    std::vector<Contact> all_;
};

}  // namespace momentree
