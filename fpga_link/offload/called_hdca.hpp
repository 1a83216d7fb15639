// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/stepping/phases.hpp"
#include "fpga_link/compiler/mechanism.hpp"
#include "fpga_link/offload/function_link.hpp"

namespace momentree::fpga {

/// The planar HDCA as in the paper's sequence diagrams. This machine rotates the bodies,
/// disassembles the tree and differentiates in double precision; the accelerator computes the
/// matrices of the bodies (update), every node of the tree (assembly), and the inverse of the 4 x 4
/// matrix that connects the chain to ground (with identity rows for a free end).
class CalledHdca {
public:
    CalledHdca(PlanarMechanism mechanism, FunctionLink& link, PhaseClock& clock);

    enum class Outcome { Done, LinkLost, Singular };
    /// Computes the rates of angles and momenta. A call is charged to the phase of its function,
    /// except for transferring words to and from the accelerator and for the network, which are
    /// separate phases.
    Outcome rates(const PlanarState& state, PlanarState& rates);
    const std::optional<Message>& problem() const { return problem_; }  ///< after LinkLost

private:
    using Body = FunctionLink::Body;
    using Node = FunctionLink::Node;
    struct Pair {
        double x = 0.0, y = 0.0;
    };
    struct Compound {
        std::size_t first = 0, last = 0;  ///< bodies [first, last)
        Node node;
    };
    struct Join {
        std::size_t first = 0, middle = 0, last = 0;
        FunctionLink::Joint joint;
    };
    void turn(const PlanarState& state);
    bool update();
    Outcome assemble();
    Outcome connect();
    void disassemble();
    void differentiate(PlanarState& rates) const;
    bool lost(const Message& problem);
    void charge(momentree::Phase phase);

    PlanarMechanism mechanism_;
    FunctionLink& link_;
    PhaseClock& clock_;
    std::vector<Body> bodies_;
    std::vector<Pair> s1_, s2_, reach_;     ///< world axes [m]
    std::vector<Pair> inboard_, outboard_;  ///< impulses at the joints of each body [N s]
    std::vector<double> momentum_;          ///< p1 - p2 of each body
    std::vector<Compound> level_, next_;
    std::vector<Join> joins_;  ///< children before parents
    std::optional<Message> problem_;
};

}  // namespace momentree::fpga
