// SPDX-License-Identifier: Apache-2.0
// What the functions of both versions of FMI share.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <string>

#include "core/fmi/binary/instance.hpp"
#include "core/platform/exported.hpp"

#define MOMENTREE_FMI MOMENTREE_EXPORTED

namespace momentree::fmi {

/// Values of fmi2Status and fmi3Status.
enum Status : int { statusOk = 0, statusError = 3 };

/// What an importer holds.
struct Handle {
    std::unique_ptr<Instance> instance;
    std::function<void(const char* message)> log;

    /// Does `work`, which returns a Result, and logs its errors.
    template <typename Work>
    Status guarded(const Work& work) noexcept {
        try {
            const auto result = work(*instance);
            if (result) return statusOk;
            for (const Diagnostic& problem : result.error()) log(toString(problem).c_str());
        } catch (const std::exception& e) {
            log(e.what());
        }
        return statusError;
    }

    /// The same with the equations of an instance for model exchange.
    template <typename Work>
    Status withEquations(const Work& work) noexcept {
        return guarded([&](Instance& of) -> Result<void> {
            auto equations = of.equations();
            if (!equations) return tl::unexpected(equations.error());
            return work(**equations);
        });
    }

    /// Copies at most `count` of the numbers [size] that `values` gives.
    Status copy(double* to, std::size_t count, Result<const double*> (*values)(Equations&)) {
        return withEquations([&](Equations& of) -> Result<void> {
            const auto from = values(of);
            if (!from) return tl::unexpected(from.error());
            std::copy_n(*from, std::min(count, static_cast<std::size_t>(of.size())), to);
            return {};
        });
    }

    /// For what no variable of a unit needs; nothing is done for no variables.
    Status unsupported(std::size_t count = 1) const {
        if (count == 0) return statusOk;
        log("the unit does not support this function");
        return statusError;
    }
};

/// Null, after a message, if there is no such instance.
Handle* instantiate(const char* resources, const char* token, bool exchange,
                    std::function<void(const char*)> log) noexcept;

inline Handle& handle(void* instance) { return *static_cast<Handle*>(instance); }

}  // namespace momentree::fmi
