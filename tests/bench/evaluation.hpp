// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>

#include "bench/chain.hpp"

namespace momentree::bench {

/// One program that maps the state of a chain to its derivative, loaded with two states so that
/// what remembers the last one gains nothing.
class Evaluation {
public:
    virtual ~Evaluation() = default;
    virtual void call(int state) = 0;  ///< state 0 or 1
    /// Against `exactMotion`, the worse of the two states.
    virtual double error() = 0;
};

inline std::array<ChainState, 2> evaluatedStates(const Chain& chain) {
    return {randomState(chain, 1), randomState(chain, 2)};
}

/// `id`: hdca, naudet, aba, or the peer bullet. Null where this build does not have it.
std::unique_ptr<Evaluation> makeEvaluation(const std::string& id, const Chain& chain);

/// Bullet's articulated-body algorithm in double precision; null in a build without it.
std::unique_ptr<Evaluation> makeBulletChain(const Chain& chain);

}  // namespace momentree::bench
