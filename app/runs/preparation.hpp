// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/runs/prepared_run.hpp"

namespace momentree::app {

/// Why a request failed; the current run continues unchanged.
struct Refusal {
    enum class What { Open, Settings, GoOn } what = What::Open;
    QString file;
    Diagnostics problems;
    /// When opening: the description, if the file could be read but not run.
    std::shared_ptr<const ModelDescription> description;
};

/// The run that is prepared in the background, one at a time: a newer request replaces it.
class Preparation final : public QObject {
    Q_OBJECT
public:
    struct Request {
        std::function<Result<PreparedRun>(const StartWatch&)> job;
        Refusal refusal;
        bool playAfterwards = false;
        /// Where the job that opens a file stores the description.
        std::shared_ptr<std::shared_ptr<const ModelDescription>> read = nullptr;
        bool fromStart = true;  ///< starts at time 0
        bool edited = false;    ///< an edited model, whose edit may be undone meanwhile
    };
    explicit Preparation(QObject* parent);
    ~Preparation() override;  ///< stops it, without waiting

    void begin(Request request);
    void drop();  ///< it is not wanted any more
    bool underway() const { return underway_; }
    bool underwayFromStart() const { return underway_ && request_->fromStart; }
    bool underwayAfterEdit() const { return underway_ && request_->edited; }
    bool playsAfterwards() const { return request_->playAfterwards; }
    void setPlaysAfterwards(bool plays) { request_->playAfterwards = plays; }

    bool opensFile() const { return request_ && request_->refusal.what == Refusal::What::Open; }
    QString file() const { return request_ ? request_->refusal.file : QString(); }
    /// Cancels it: it ends as early as it can, its result is discarded, and the previous run stays.
    void stop();
    void cancel();    ///< the same, of the user
    void askAgain();  ///< for what was given up

Q_SIGNALS:
    void told(const QString& what);  ///< what a preparation under way does now
    void slowChanged(bool slow);     ///< true after 0.3 s of preparation, false at its end
    void ready(momentree::app::PreparedRun& run, bool play, bool fromFile);  ///< may be moved from
    void failed(const momentree::app::Refusal& refusal);
    void cancelled();

private:
    void finish(Result<PreparedRun>& result);
    StartWatch watch();  ///< of the request under way

    std::optional<Request> request_;  ///< under way, or given up last
    int generation_ = 0;
    std::stop_source stop_;  ///< of the request under way
    bool underway_ = false;
    QTimer slowTimer_;
};

}  // namespace momentree::app
