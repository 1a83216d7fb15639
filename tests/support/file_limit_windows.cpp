// SPDX-License-Identifier: Apache-2.0
#include "support/file_limit.hpp"

namespace momentree::test {

struct FileLimit::Before {};

FileLimit::FileLimit() = default;
FileLimit::~FileLimit() = default;

}  // namespace momentree::test
