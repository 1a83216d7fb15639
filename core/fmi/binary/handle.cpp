// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/binary/handle.hpp"

namespace momentree::fmi {

Handle* instantiate(const char* resources, const char* token, bool exchange,
                    std::function<void(const char*)> log) noexcept {
    try {
        auto handle = std::make_unique<Handle>();
        handle->log = std::move(log);
        if (resources == nullptr || token == nullptr) {
            handle->log("the folder of resources or the token is missing");
            return nullptr;
        }
        const Status status = handle->guarded([&](auto&) -> Result<void> {
            auto made = Instance::create(resources, token, exchange);
            if (!made) return tl::unexpected(std::move(made.error()));
            handle->instance = std::move(*made);
            return {};
        });
        return status == statusOk ? handle.release() : nullptr;
    } catch (const std::exception&) {
        return nullptr;  // out of memory
    }
}

}  // namespace momentree::fmi
