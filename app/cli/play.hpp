// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/stop_on_interrupt.hpp"
#include "core/session/session.hpp"

namespace momentree::cli {

/// Plays the session to its end as fast as possible, or until Ctrl-C; shows progress on a terminal.
/// `interrupt` began with the set-up of the session, so that no Ctrl-C is lost in between.
RunFigures playToEnd(Session& session, bool quiet, const StopOnInterrupt& interrupt);

}  // namespace momentree::cli
