// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include "interrupt.hpp"

namespace momentree::test {

bool canInterrupt() { return true; }

void interrupt(const QProcess& process) { ::kill(static_cast<pid_t>(process.processId()), SIGINT); }

}  // namespace momentree::test
