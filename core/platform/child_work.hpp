// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace momentree::platform {

/// What a child process may use.
struct ChildLimits {
    int seconds = 10;                           ///< of processor time
    std::size_t memory = std::size_t{1} << 30;  ///< [bytes] beyond what the parent uses
};

/// What a child process wrote, or why it did not finish.
struct ChildOutcome {
    std::string text, problem;  ///< one of the two is empty
};

extern const bool hasChildren;  ///< false on Windows, where a process has no copies

/// Calls `work` for 0 ... count - 1, each in a child process of its own, at most `jobs` at a time.
/// A child that crashes or uses more than its limits costs only its own outcome. This process must
/// have no other threads. Without `hasChildren`, each outcome is a problem.
/// @param told called with the number of finished children
std::vector<ChildOutcome> inChildren(std::size_t count, int jobs, const ChildLimits& limits,
                                     const std::function<std::string(std::size_t)>& work,
                                     const std::function<void(std::size_t)>& told = {});

}  // namespace momentree::platform
