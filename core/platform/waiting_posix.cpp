// SPDX-License-Identifier: Apache-2.0
#include "core/platform/waiting.hpp"

namespace momentree::platform {

void waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    value.wait(old, std::memory_order_acquire);
}
void wakeOne(std::atomic<std::uint32_t>& value) { value.notify_one(); }
void wakeAll(std::atomic<std::uint32_t>& value) { value.notify_all(); }

}  // namespace momentree::platform
