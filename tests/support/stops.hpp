// SPDX-License-Identifier: Apache-2.0
// Model files with limits of joints and with contacts.
#pragma once

#include <memory>
#include <string>

#include "core/session/catalogue.hpp"

namespace momentree::test {

/// A run that has reached its end; ends the test program if it does not.
struct Played {
    std::unique_ptr<Stepper> stepper;
    Sample first, last;

    Played(const std::shared_ptr<const Model>& model, const RunSpec& spec);
    std::span<const Impact> impacts() const { return stepper->impacts(); }
    /// Change of the energy without the work of impacts [J].
    double imbalance() const;
};

/// Settings of a run with a row every 0.05 s.
RunSpec stopsSpec(const Model& model, const std::string& formulation, double duration,
                  double step = 1e-3, const std::string& integrator = "rk4");

/// A rod of 1 m and 1 kg, pivoted at an end, that starts 2 rad from hanging (joint J).
/// @param limits content of "limits"
std::string limitedRod(const std::string& limits);
/// A four-bar crank rocker without gravity whose rocker (joint J4, which closes the loop) has
/// limits and whose crank (J1) starts at 12 rad/s.
std::string limitedFourBar(const std::string& limits);
/// The same with a motion that turns the crank at 3 rad/s and the rocker limited to 100 deg.
std::string drivenFourBar();
/// A body of 2 kg on a vertical slide (joint J) that starts `height` above the ground, pulled up by
/// the force law `pull` [N].
std::string limitedSlide(const std::string& limits, double height, const std::string& pull = "0");
/// A ball of 0.5 kg and radius 0.1 m, free in space, whose centre is 1.1 m above a plane.
/// @param contact further content of the contact
std::string ball(const std::string& contact);
/// A body of 2 kg on a vertical slide (J1) that stands on its lower limit, and one of 1 kg that
/// slides on it (J2) from 0 to 0.3 m, with restitution 0.5.
/// @param start content of "initial"
std::string stackedSlides(const std::string& start);
/// A ball that falls on a plate, which turns about an axis (J) above its centre of mass.
std::string seesaw();
/// A body of 2 kg in a vertical cylindrical joint J, 0.5 m high and turning at 8 rad/s.
std::string limitedTube(const std::string& limits);
/// A body of 1 kg on a vertical slide that stands on a table with height 0.02 sin(30 t) [m]; the
/// contact has restitution 0. As in events.json.
std::string shakenTable();
/// A point of 1 kg that slides at 1 m/s over a plane, with friction 0.3 and slip speed 0.05 m/s.
std::string slidingPoint();

}  // namespace momentree::test
