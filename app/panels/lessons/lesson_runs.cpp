// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_runs.hpp"

#include <QPointer>

#include "app/base/background.hpp"

namespace momentree::app {

LessonRuns::LessonRuns(std::shared_ptr<const Catalogue> catalogue, QObject* parent)
    : QObject(parent), catalogue_(std::move(catalogue)) {}

LessonRuns::~LessonRuns() { stop(); }

void LessonRuns::stop() {
    ++generation_;
    stop_.request_stop();
    busy_ = false;
}

void LessonRuns::start(std::vector<Order> orders) {
    stop();
    stop_ = {};
    busy_ = true;
    const int generation = generation_;
    // Reports only to an existing object that still waits for this request.
    const auto tell = [self = QPointer(this), generation](double share) {
        QMetaObject::invokeMethod(
            qApp,
            [self, generation, share] {
                if (self && self->generation_ == generation) Q_EMIT self->progressed(share);
            },
            Qt::QueuedConnection);
    };
    const auto job = [catalogue = catalogue_, orders = std::move(orders), token = stop_.get_token(),
                      tell]() -> std::shared_ptr<Result<LessonResults>> {
        LessonResults results;
        const auto count = static_cast<double>(orders.size());
        double told = 0.0;
        for (std::size_t k = 0; k < orders.size(); ++k) {
            auto experiment = prepare(*catalogue, orders[k].run, orders[k].changes);
            if (!experiment)
                return std::make_shared<Result<LessonResults>>(tl::unexpected(experiment.error()));
            const auto progress = [&](double share) {
                const double all = (static_cast<double>(k) + share) / count;
                if (all < told + 0.02) return;
                told = all;
                tell(all);
            };
            auto result = compute(*catalogue, *std::move(experiment), token, progress);
            if (!result)
                return std::make_shared<Result<LessonResults>>(tl::unexpected(result.error()));
            // Of a repeat, only the time is new.
            const auto [first, isFirst] =
                results.try_emplace(orders[k].run.name, *std::move(result));
            if (!isFirst) first->second.walls.push_back(result->walls.front());
        }
        return std::make_shared<Result<LessonResults>>(std::move(results));
    };
    inBackground(this, job, [this, generation](const auto& result) {
        if (generation != generation_) return;
        busy_ = false;
        if (*result)
            Q_EMIT finished(**result);
        else
            Q_EMIT failed(result->error());
    });
}

}  // namespace momentree::app
