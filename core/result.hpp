// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic.hpp"

namespace momentree {

/// A value, or all errors that prevent it.
template <typename T>
using Result = tl::expected<T, Diagnostics>;

inline tl::unexpected<Diagnostics> fail(Diagnostic d) {
    return tl::unexpected<Diagnostics>(Diagnostics{std::move(d)});
}

}  // namespace momentree
