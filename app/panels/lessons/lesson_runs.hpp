// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <stop_token>

#include "core/lessons/measure.hpp"

namespace momentree::app {

/// Computes the runs of a step one after the other off the GUI thread. A new request cancels the
/// previous one.
class LessonRuns final : public QObject {
    Q_OBJECT
public:
    struct Order {
        LessonRun run;
        std::vector<std::pair<std::string, std::string>> changes;
    };
    explicit LessonRuns(std::shared_ptr<const Catalogue> catalogue, QObject* parent = nullptr);
    ~LessonRuns() override;

    /// A run may be ordered several times, to measure its time.
    void start(std::vector<Order> orders);
    void stop();
    bool busy() const { return busy_; }

Q_SIGNALS:
    void progressed(double share);  ///< of all runs, 0 to 1
    void finished(const momentree::LessonResults& results);
    void failed(const momentree::Diagnostics& problems);

private:
    std::shared_ptr<const Catalogue> catalogue_;
    std::stop_source stop_;
    int generation_ = 0;
    bool busy_ = false;
};

}  // namespace momentree::app
