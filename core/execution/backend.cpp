// SPDX-License-Identifier: Apache-2.0
#include "core/execution/backend.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <thread>

namespace momentree {
namespace {

constexpr std::string_view parallel = "parallel";
constexpr int mostThreads = 256;

}  // namespace

bool isParallel(const std::string& backend) {
    return backend == parallel || backend.starts_with("parallel:");
}

int threadsOf(const std::string& backend) {
    if (!isParallel(backend)) return 1;
    if (backend == parallel)
        return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, mostThreads);
    const char* const first = backend.data() + parallel.size() + 1;
    const char* const last = backend.data() + backend.size();
    int threads = 0;
    const auto [end, status] = std::from_chars(first, last, threads);
    const bool number = status == std::errc() && end == last;
    return number && threads >= 1 && threads <= mostThreads ? threads : 0;
}

}  // namespace momentree
