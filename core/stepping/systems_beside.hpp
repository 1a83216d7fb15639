// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stepping/ode_system.hpp"

namespace momentree {

/// Several systems as one, so that an integrator takes the same orders, steps and iterations for
/// all: their solutions are then smooth functions of what they differ in.
class SystemsBeside : public OdeSystem<double> {
public:
    using OdeSystem<double>::observe;

    /// Starts the next member.
    virtual Result<void> startNext(const InitialState& initial) = 0;
    /// The state of all at their start; they have been started one by one.
    virtual const Vector& begin() const = 0;
    virtual void observe(std::size_t member, double t, const In& y, Sample& out) = 0;

    Result<void> start(const InitialState&, Out y) final {
        y = begin();
        return {};
    }
    void observe(double t, const In& y, Sample& out) final { observe(0, t, y, out); }
};

}  // namespace momentree
