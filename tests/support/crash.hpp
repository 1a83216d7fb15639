// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace momentree::test {

/// The name under which a program restarts after a crash.
inline constexpr const char* crashed = "crashed";

/// A crash affects only one case of the test: the process restarts as `crashed` and runs the
/// following ones. False where a process cannot do so, and with the sanitizers, which report
/// crashes themselves.
bool surviveCrashes(const QObject& test, const char* name);

}  // namespace momentree::test
