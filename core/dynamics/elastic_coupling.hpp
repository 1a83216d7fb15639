// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/kinematics/axial_coordinate.hpp"
#include "core/model/sticking.hpp"

namespace momentree {

/// The sum x of an elastic coupling, how far it is beyond its backlash, its rate and the effort
/// along it; the effort along coordinate k is ratio_k times that (THEORY 11).
template <typename S>
struct ElasticState {
    S past = S(0), rate = S(0), effort = S(0);

    /// @param angles of its terms to within pi, as `Model::loadAngles` has them
    ElasticState(const ElasticCoupling& coupling, std::span<const BodyKinematics<S>> bodies,
                 std::span<const double> angles) {
        S x = -static_cast<S>(coupling.offset);
        for (std::size_t k = 0; k < coupling.terms.size(); ++k) {
            const ElasticCoupling::Term& term = coupling.terms[k];
            const AxialCoordinate<S> q =
                axialCoordinate(term.turns, true, markerKinematics(term.A, bodies),
                                markerKinematics(term.B, bodies), angles[k]);
            x += static_cast<S>(term.ratio) * q.x;
            rate += static_cast<S>(term.ratio) * q.rate;
        }
        const S half = static_cast<S>(0.5 * std::abs(coupling.backlash));
        past = x > half ? S(x - half) : x < -half ? S(x + half) : S(0);
        effort = -static_cast<S>(coupling.k) * past - static_cast<S>(coupling.c) * rate;
        if (coupling.backlash == 0.0) return;
        effort = isApart(coupling) ? S(0)
                 : past > S(0)     ? S(std::min(effort, S(0)))
                 : past < S(0)     ? S(std::max(effort, S(0)))
                                   : S(0);
    }
    S stored(const ElasticCoupling& coupling) const {
        return S(0.5) * static_cast<S>(coupling.k) * past * past;
    }
};

/// The angles of the terms of an elastic coupling.
/// @param angles [Model::loadAngles]
inline std::span<const double> anglesOfTerms(const Model& model, const ElasticCoupling& coupling,
                                             std::span<const double> angles) {
    const std::size_t first = model.axialLoads.size() +
                              static_cast<std::size_t>(model.measuredAngles + coupling.firstTerm);
    return angles.subspan(first, coupling.terms.size());
}

}  // namespace momentree
