// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>

#include "bench/chain.hpp"

namespace momentree::bench {

/// A program that computes the derivative of the state of a chain. It is loaded with two states, so
/// that caching the last one gives no advantage.
class Evaluation {
public:
    virtual ~Evaluation() = default;
    virtual void call(int state) = 0;  ///< state 0 or 1
    /// Compared with `exactMotion`, the larger error of the two states.
    virtual double error() = 0;
};

inline std::array<ChainState, 2> evaluatedStates(const Chain& chain) {
    return {randomState(chain, 1), randomState(chain, 2)};
}

/// `id`: hdca, dca, naudet, aba, generated (code for the chain), or the peer bullet. Null if not
/// available in this build.
std::unique_ptr<Evaluation> makeEvaluation(const std::string& id, const Chain& chain);

/// Bullet's articulated-body algorithm in double precision; null if built without Bullet.
std::unique_ptr<Evaluation> makeBulletChain(const Chain& chain);

}  // namespace momentree::bench
