// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace momentree {

/// Calls `work` for 0 ... count - 1, each once, on this thread and others. What a call does must
/// not depend on the others, so that the results are those of one thread.
template <typename Work>
void inParallel(std::size_t count, int threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t k = next++; k < count; k = next++) work(k);
    };
    std::vector<std::jthread> others;
    for (int k = 1; k < threads; ++k) others.emplace_back(take);
    take();
}

}  // namespace momentree
