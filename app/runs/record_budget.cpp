// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/record_budget.hpp"

#include <QSettings>
#include <algorithm>

namespace momentree::app {
namespace {

constexpr int usual = 1024;
constexpr std::size_t mebibyte = 1024 * 1024;
const char* const key = "record/mebibytes";

}  // namespace

int recordMebibytes() {
    return std::clamp(QSettings().value(key, usual).toInt(), leastRecordMebibytes,
                      mostRecordMebibytes);
}

void setRecordMebibytes(int mebibytes) { QSettings().setValue(key, mebibytes); }

std::size_t recordBudget() { return mebibyte * static_cast<std::size_t>(recordMebibytes()); }

}  // namespace momentree::app
