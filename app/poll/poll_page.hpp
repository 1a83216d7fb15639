// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/poll.hpp"

namespace momentree::app {

/// The page for phones: complete in itself, it loads nothing else. It posts its answer to the
/// address from which it came.
QByteArray pollPage(const PollQuestion& question);

/// The page that asks for the code of the poll, and says so if one was wrong.
QByteArray pollCodePage(bool wrong);

}  // namespace momentree::app
