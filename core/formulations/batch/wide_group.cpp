// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX-512 where the compiler can (cmake/wide_registers.cmake).
#include "core/formulations/batch/wide_group.hpp"

namespace momentree {

#ifdef __AVX512F__
std::unique_ptr<LaneGroup> makeWideGroup(std::span<const Model* const> models, int size) {
    using Eight = Lanes<double, 8>;
    if (std::ranges::count(models, models[0]) == Eight::count)
        return std::make_unique<RegisterGroup<Eight, double>>(models, size);
    return std::make_unique<RegisterGroup<Eight>>(models, size);
}
#else
std::unique_ptr<LaneGroup> makeWideGroup(std::span<const Model* const>, int) { return nullptr; }
#endif

}  // namespace momentree
