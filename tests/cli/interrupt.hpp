// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

namespace momentree::test {

/// Whether a program can press Ctrl+C for another one; otherwise only its console can.
bool canInterrupt();
void interrupt(const QProcess& process);

}  // namespace momentree::test
