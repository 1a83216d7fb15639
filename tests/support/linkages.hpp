// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

namespace momentree::test {

/// The parts of a model file.
struct Parts {
    QByteArray markers, bodies, joints, starts;
};
/// A model file of separate mechanisms, without gravity.
QByteArray textOf(const QList<Parts>& mechanisms);

/// Bennett's linkage: four skew axes, one degree of freedom, three redundant rows.
/// @param size about half the length of the links [m]
/// @param mass of each link [kg]
/// @param speed of J1 [rad/s]
/// @param X begins its names
Parts bennett(double size, double mass, double speed, const QByteArray& X = {});

/// A model file with all its numbers rounded to some decimals.
QByteArray rounded(const QByteArray& text, int decimals);

/// Of a planar four-bar linkage [m].
struct Lengths {
    double crank = 1.0, coupler = 2.0, rocker = 1.0, ground = 2.0;
};
/// A model file of a four-bar linkage, by default a parallelogram.
/// @param start content of "initial"
/// @param more following members of the file
QByteArray fourBar(const QByteArray& start, const QByteArray& more = {},
                   const Lengths& lengths = {});
/// Its crank is driven at 1 rad/s and starts at 1 rad, with the coupler above.
QByteArray drivenFourBar(const Lengths& lengths);

/// A slider-crank mechanism whose piston is driven at 0.1 m/s.
/// @param crank, rod lengths [m]
/// @param position of the piston at the start, from the crank's joint [m]
QByteArray drivenPiston(double crank, double rod, double position);

}  // namespace momentree::test
