// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "core/kinematics/body_kinematics.hpp"
#include "core/kinematics/tree_kinematics.hpp"
#include "core/math/with_turns.hpp"

namespace momentree {

/// An angle that counts turns, which poses tell only modulo 2 pi: a coordinate of a joint, or the
/// angle of a torsion spring or a probe.
struct CountedAngle {
    enum class Axis : std::uint8_t {
        Z,           ///< about z of A, from x of A to x of B
        UniversalX,  ///< first angle of a universal joint, about x of A
        UniversalY   ///< second one, about y of B
    };
    /// A coordinate of the spanning tree, or the law of a joint driven there.
    struct Term {
        int coordinate = -1;  ///< of q, -1 for the law
        int body = 0;         ///< tree index
        double factor = 1.0;  ///< 1 or -1
    };
    Marker A, B;
    Axis axis = Axis::Z;
    int joint = -1;           ///< the joint whose coordinate it is, -1 for springs and probes
    int motion = -1;          ///< prescribes that coordinate, -1 none
    bool ofTree = false;      ///< whether it is a constant plus the sum of `terms`
    std::vector<Term> terms;  ///< rotations about the same axis on the way through the tree
    /// Springs and probes about the axis of a joint between the same bodies: the joint's angle, of
    /// which this one is hingeSign times plus a constant; -1 none.
    int hinge = -1;
    double hingeSign = 1.0;
};

/// The counted angles of a model: those of joints first.
struct CountedAngles {
    std::vector<CountedAngle> all;
    int joints = 0;            ///< number of angles of joints
    std::vector<int> ofJoint;  ///< [Model::joints] first angle, -1 for none
    std::vector<int> ofLoad;   ///< [loadAngles] of springs, measured and coupled, otherwise -1
    std::vector<int> ofProbe;  ///< [Model::probes] of "joint_angle" between markers, otherwise -1
    std::vector<int> ofTerm;   ///< [Model::couplingTerms] of the joint, -1 for displacements
};
CountedAngles countedAngles(const Model& model);

/// The angle in (-pi, pi] about z of A from x of A to x of B.
template <typename S>
S angleAboutZ(const MarkerKinematics<S>& A, const MarkerKinematics<S>& B) {
    using std::atan2;
    const Vec3<S> x = B.R.col(0);
    return atan2(A.R.col(1).dot(x), A.R.col(0).dot(x));
}

/// The angle of the poses, in (-pi, pi].
template <typename S>
S angleOf(const CountedAngle& angle, std::span<const BodyKinematics<S>> bodies);
/// Its rate; bounded where the direction of x of B along z of A makes the angle undefined.
template <typename S>
S angleRateOf(const CountedAngle& angle, std::span<const BodyKinematics<S>> bodies);

/// The angles of poses with the turns of joints: each angle of a joint is nearest to the known one,
/// or in (-pi, pi]; springs and probes about the axis of a joint turn with it.
/// @param known [angles.joints] NaN where not known
std::vector<double> anglesNear(const CountedAngles& angles,
                               std::span<const BodyKinematics<double>> bodies,
                               std::span<const double> known);
/// The angles at the start of a model: joints have the turns that are given, prescribed or, for
/// terms of couplings, known.
std::vector<double> startAngles(const Model& model, std::span<const BodyKinematics<double>> bodies,
                                std::span<const double> coupled);
/// What joint starts and motions say of the angles of joints [angles.joints], otherwise NaN.
std::vector<double> givenAngles(const Model& model, const CountedAngles& angles);
/// An angle of the tree without its constant.
/// @param q [nq]
template <typename S>
double sumOfTerms(const Model& model, const CountedAngle& angle, double t, const S* q) {
    double sum = 0.0;
    for (const CountedAngle::Term& term : angle.terms) {
        const TreeBody& body = model.tree.bodies[static_cast<std::size_t>(term.body)];
        const double value = term.coordinate >= 0 ? static_cast<double>(q[term.coordinate])
                                                  : prescribedOf<double>(model, body, t).f;
        sum += term.factor * value;
    }
    return sum;
}
/// The angles of torsion springs and those that laws read, 0 for other loads; then the states of
/// controllers, 0 if they are not known.
/// @param values [all], states of controllers may follow
/// @param out [Model::loadAngles], or the first of them
void anglesOfLoads(const CountedAngles& angles, std::span<const double> values,
                   std::span<double> out);
/// The angles of the terms of couplings [couplingTerms], 0 for displacements.
std::vector<double> coupledOf(const CountedAngles& angles, std::span<const double> values);
/// Those of `start`, also if it has none; states of controllers follow if it has them.
std::vector<double> anglesOf(const CountedAngles& angles, const InitialState& start);

}  // namespace momentree
