// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/plots/earlier_motions.hpp"

#include <algorithm>

#include "app/runs/record_budget.hpp"
#include "app/runs/run_controller.hpp"

namespace momentree::app {
namespace {

std::size_t bytesOf(const Recording& rows) {
    return sizeof(double) * static_cast<std::size_t>(rows.width()) * rows.size();
}

}  // namespace

EarlierRows EarlierMotions::of(const RunController& run) {
    const auto session = run.sharedSession();
    std::erase_if(seen_, [](const Seen& one) { return one.session.expired(); });
    const auto known =
        std::ranges::find_if(seen_, [&](const Seen& one) { return one.session.lock() == session; });
    const bool fresh = known == seen_.end();
    EarlierRows earlier = fresh ? before(run) : known->earlier;
    if (fresh) seen_.push_back({session, earlier});
    last_ = session->recording();
    lastNames_ = session->layout().names();
    lastEarlier_ = earlier;
    return earlier;
}

/// A run that begins later and is not a branch was created by an edit at a row of the previous run.
EarlierRows EarlierMotions::before(const RunController& run) const {
    const double begin = run.session().recording()->at(0, 0);
    if (begin <= 0.0 || run.from() || !last_ || lastNames_ != run.session().layout().names())
        return {};
    const auto rows = newest(last_);
    if (rows->at(rows->rowAt(begin), 0) != begin) return {};
    EarlierRows all = lastEarlier_;
    all.push_back(rows);
    std::erase_if(all, [&](const auto& one) { return one->at(0, 0) >= begin; });
    std::size_t bytes = 0;
    const auto tooMuch = std::find_if(all.rbegin(), all.rend(), [&](const auto& one) {
        bytes += bytesOf(*one);
        return bytes > recordBudget();
    });
    all.erase(all.begin(), tooMuch.base());
    return all;
}

}  // namespace momentree::app
