// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracer.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace momentree {

void Tracer::open(const TracedPass& pass, int count) {
    TracedSweep sweep;
    sweep.pass = &pass;
    sweep.round = static_cast<int>(std::ranges::count(trace_.sweeps, &pass, &TracedSweep::pass));
    sweep.work.resize(static_cast<std::size_t>(count));
    trace_.sweeps.push_back(std::move(sweep));
    owners_.emplace_back(static_cast<std::size_t>(count));
}

EvaluationTrace Tracer::take() {
    std::map<std::thread::id, int> numbers{{std::this_thread::get_id(), 0}};
    for (std::size_t s = 0; s < trace_.sweeps.size(); ++s) {
        std::vector<TracedWork>& work = trace_.sweeps[s].work;
        for (std::size_t i = 0; i < work.size(); ++i) {
            if (work[i].end == 0) continue;
            work[i].thread =
                numbers.emplace(owners_[s][i], static_cast<int>(numbers.size())).first->second;
        }
        std::erase_if(work, [](const TracedWork& w) { return w.end == 0; });
        std::ranges::stable_sort(work, {}, &TracedWork::begin);
    }
    trace_.threads = static_cast<int>(numbers.size());
    owners_.clear();
    return std::exchange(trace_, {});
}

}  // namespace momentree
