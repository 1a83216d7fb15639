// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/play.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "app/cli/progress_line.hpp"

namespace momentree::cli {
namespace {

constexpr std::chrono::milliseconds progressInterval{100};

/// Wakes the main thread; shared with the session's thread, which may use it later.
struct Bell {
    std::mutex mutex;
    std::condition_variable rung;
};

}  // namespace

RunFigures playToEnd(Session& session, bool quiet, const StopOnInterrupt& interrupt) {
    ProgressLine progress(quiet);
    const auto bell = std::make_shared<Bell>();
    session.onStateChange([bell] {
        const std::lock_guard lock(bell->mutex);
        bell->rung.notify_all();
    });
    const auto ended = [&session] {
        const RunState state = session.figures().state;
        return state == RunState::Finished || state == RunState::Failed;
    };
    session.setSpeed(0.0);
    session.play();
    std::unique_lock lock(bell->mutex);
    while (!bell->rung.wait_for(lock, progressInterval, ended)) {
        progress.show(session.figures(), session.spec().duration);
        if (interrupt.requested()) session.stop();
    }
    return session.figures();
}

}  // namespace momentree::cli
