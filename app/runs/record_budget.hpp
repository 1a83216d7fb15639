// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace momentree::app {

/// Memory that the user gives to the record of a run before older samples are thinned out, from the
/// settings [bytes].
std::size_t recordBudget();
/// The same in MiB, as people choose it.
int recordMebibytes();
void setRecordMebibytes(int mebibytes);

inline constexpr int leastRecordMebibytes = 1, mostRecordMebibytes = 1 << 20;

}  // namespace momentree::app
