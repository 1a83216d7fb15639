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

/// A model file of a parallelogram with a crank of 1 m and a coupler of 2 m.
/// @param start content of "initial"
/// @param more following members of the file
QByteArray fourBar(const QByteArray& start, const QByteArray& more = {});

}  // namespace momentree::test
