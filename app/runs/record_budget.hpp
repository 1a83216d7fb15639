// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace momentree::app {

/// Memory for the recording of a run, beyond which older samples are thinned, from the settings
/// [bytes].
std::size_t recordBudget();
/// The same in MiB, as shown to the user.
int recordMebibytes();
void setRecordMebibytes(int mebibytes);

inline constexpr int leastRecordMebibytes = 1, mostRecordMebibytes = 1 << 20;

}  // namespace momentree::app
