// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace momentree::test {

/// Counts calls of the global operator new on the calling thread from its construction on. A
/// program that uses it gets counting replacements of operator new and delete.
class AllocationGuard {
public:
    AllocationGuard();
    std::size_t count() const;  ///< allocations since construction

private:
    std::size_t before_;
};

}  // namespace momentree::test
