// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace momentree::app {

/// Runs `job` on a pool thread and passes its result to `done` on the thread of `context`, unless
/// `context` has been destroyed.
template <typename Job, typename Done>
void inBackground(QObject* context, Job job, Done done) {
    using Outcome = std::invoke_result_t<Job>;
    auto* watcher = new QFutureWatcher<Outcome>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, done = std::move(done)]() mutable {
                         watcher->deleteLater();
                         done(watcher->result());
                     });
    watcher->setFuture(QtConcurrent::run(std::move(job)));
}

}  // namespace momentree::app
