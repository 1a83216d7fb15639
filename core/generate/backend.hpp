// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"

namespace momentree {

/// The backend `generated`: the equations of `naudet` as code for one model, compiled by the
/// compiler of this machine (`makeGenerated`).
Backend generatedBackend();

}  // namespace momentree
