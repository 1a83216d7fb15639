// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "fpga_link/protocol/frame.hpp"

namespace momentree::fpga {

/// Why a request failed, as reported by the ERROR frame.
struct Fault {
    wire::ErrorCode code = wire::ErrorCode::Internal;
    std::string text;
};

template <class T>
using Outcome = tl::expected<T, Fault>;

inline tl::unexpected<Fault> fault(wire::ErrorCode code, std::string text) {
    return tl::unexpected(Fault{code, std::move(text)});
}

}  // namespace momentree::fpga
