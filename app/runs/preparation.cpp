// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/preparation.hpp"

#include <QCoreApplication>
#include <QPointer>

#include "app/base/background.hpp"

namespace momentree::app {
namespace {

constexpr int slowAfter_ms = 300;

}  // namespace

Preparation::Preparation(QObject* parent) : QObject(parent) {
    slowTimer_.setSingleShot(true);
    slowTimer_.setInterval(slowAfter_ms);
    connect(&slowTimer_, &QTimer::timeout, this, [this] { Q_EMIT slowChanged(true); });
}

Preparation::~Preparation() { stop_.request_stop(); }

StartWatch Preparation::watch() {
    const auto tell = [guard = QPointer(this), generation = generation_](const Message& what) {
        const auto say = [guard, generation, text = QString::fromStdString(what.str())] {
            if (guard && guard->generation_ == generation) Q_EMIT guard->told(text);
        };
        QMetaObject::invokeMethod(QCoreApplication::instance(), say, Qt::QueuedConnection);
    };
    return {stop_.get_token(), tell};
}

void Preparation::begin(Request request) {
    const int generation = ++generation_;
    stop_.request_stop();
    stop_ = {};
    underway_ = true;
    slowTimer_.start();
    request_ = std::move(request);
    const auto guarded = [job = request_->job,
                          watch = watch()]() -> std::shared_ptr<Result<PreparedRun>> {
        try {
            return std::make_shared<Result<PreparedRun>>(job(watch));
        } catch (const std::exception& e) {
            return std::make_shared<Result<PreparedRun>>(
                fail(error({}, MOMENTREE_TEXT("model-preparation-failed",
                                              "the model could not be prepared: %1")(e.what()))));
        }
    };
    const auto done = [this, generation](const std::shared_ptr<Result<PreparedRun>>& result) {
        if (generation == generation_) finish(*result);
    };
    inBackground(this, guarded, done);
}

void Preparation::finish(Result<PreparedRun>& result) {
    underway_ = false;
    slowTimer_.stop();
    Request request = std::move(*request_);
    request_.reset();
    Q_EMIT slowChanged(false);
    if (result) return Q_EMIT ready(*result, request.playAfterwards, request.read != nullptr);
    if (request.read) request.refusal.description = *request.read;
    request.refusal.problems = result.error();
    Q_EMIT failed(request.refusal);
}

void Preparation::drop() {
    stop();
    request_.reset();
}

void Preparation::stop() {
    ++generation_;
    stop_.request_stop();
    underway_ = false;
    slowTimer_.stop();
    Q_EMIT slowChanged(false);
}

void Preparation::cancel() {
    if (!underway_) return;
    stop();
    Q_EMIT cancelled();
}

void Preparation::askAgain() {
    if (!underway_ && request_) begin(*request_);
}

}  // namespace momentree::app
