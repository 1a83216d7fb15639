// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stop_token>
#include <tl/expected.hpp>

#include "core/message.hpp"
#include "core/stepping/board_times.hpp"
#include "fpga_link/functions/planar_functions.hpp"
#include "fpga_link/functions/spatial_functions.hpp"

namespace momentree::fpga {

/// The accelerator's functions, called one by one. Used by one thread. `singular` tells that a
/// pivot was zero or too small.
class FunctionLink {
public:
    using Body = functions::BodyWindow<float>;
    using Node = functions::PlanarNode<float>;
    using Joint = functions::PlanarJoint<float>;
    using Matrix = std::array<float, 16>;  ///< row-major
    struct NodePair {
        Node A, B;
    };
    struct Joined {
        Node C;
        Joint joint;
        bool singular = false;
    };
    using SpatialBody = functions::SpatialBody<float>;
    using SpatialNode = functions::SpatialNode<float>;
    using SpatialJoint = functions::SpatialJoint<float>;
    struct SpatialJoined {
        SpatialNode C;
        functions::SpatialImpulses<float> impulses;
        bool singular = false;
    };
    struct Inverse {
        Matrix inverse{};
        bool singular = false;
    };
    /// Measured time of a call outside the function itself [ns]: transferring words to and from the
    /// accelerator, and the round trip to it.
    struct Ways {
        std::int64_t transfer = 0, network = 0;
    };

    virtual ~FunctionLink() = default;
    /// Connects if necessary. Call first, and again after a failed call.
    virtual tl::expected<void, Message> open(const std::stop_token& stop) = 0;
    virtual tl::expected<NodePair, Message> update(const Body& A, const Body& B) = 0;
    virtual tl::expected<Joined, Message> assemble(const Node& A, const Node& B) = 0;
    virtual tl::expected<Inverse, Message> inverse(const Matrix& matrix) = 0;
    virtual tl::expected<SpatialNode, Message> spatialUpdate(const SpatialBody& body) = 0;
    virtual tl::expected<SpatialJoined, Message> spatialAssemble(const SpatialNode& A,
                                                                 const SpatialNode& B,
                                                                 const SpatialJoint& joint) = 0;
    virtual Ways ways() const { return {}; }  ///< of the last call
    /// The times that the board reports; empty without a board.
    virtual std::optional<BoardTimes> boardTimes() const { return {}; }

protected:
    FunctionLink() = default;
    FunctionLink(const FunctionLink&) = default;
    FunctionLink& operator=(const FunctionLink&) = default;
};

/// Copies the same words to another structure, for sending.
template <class Words, class Structure>
Words wordsOf(const Structure& structure) {
    return std::bit_cast<Words>(structure);
}

}  // namespace momentree::fpga
