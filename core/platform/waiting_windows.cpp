// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include "core/platform/waiting.hpp"

namespace momentree::platform {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

void waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    ::WaitOnAddress(const_cast<std::atomic<std::uint32_t>*>(&value), &old, sizeof old, INFINITE);
}
void wakeOne(std::atomic<std::uint32_t>& value) { ::WakeByAddressSingle(&value); }
void wakeAll(std::atomic<std::uint32_t>& value) { ::WakeByAddressAll(&value); }

}  // namespace momentree::platform
