// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

namespace momentree::cli {

/// Plays the session to its end as fast as possible, or until Ctrl-C; shows progress on a terminal.
RunFigures playToEnd(Session& session, bool quiet);

}  // namespace momentree::cli
