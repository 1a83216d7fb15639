// SPDX-License-Identifier: Apache-2.0
// Threads that sleep until a value changes. std::atomic::wait of GCC's library misses changes on
// systems that it does not know to wait for a value, among them Windows.
#pragma once

#include <atomic>
#include <cstdint>

namespace momentree::platform {

/// Sleeps until `value` may differ from `old`; returns at once if it does.
void waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old);
/// Wakes one thread or all that wait for `value`, after it has been changed.
void wakeOne(std::atomic<std::uint32_t>& value);
void wakeAll(std::atomic<std::uint32_t>& value);

}  // namespace momentree::platform
