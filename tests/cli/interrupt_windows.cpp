// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

namespace momentree::test {

bool canInterrupt() { return false; }

void interrupt(const QProcess&) {}

}  // namespace momentree::test
