// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace momentree::test {

/// While it exists, files of this process do not grow beyond 4096 bytes.
class FileLimit {
public:
    FileLimit();
    ~FileLimit();
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;

    /// False where a system has no such limit.
    bool holds() const { return before_ != nullptr; }

private:
    struct Before;
    std::unique_ptr<Before> before_;
};

}  // namespace momentree::test
