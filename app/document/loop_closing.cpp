// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/loop_closing.hpp"

#include <utility>

#include "app/base/background.hpp"

namespace momentree::app {

LoopClosing::~LoopClosing() {
    if (stopped_) *stopped_ = true;
}

void LoopClosing::begin(ModelDocument::Description of, CheckedModel built) {
    drop();
    asked_ = Job{std::move(of), std::move(built)};
    if (!stopped_) next();
    Q_EMIT underway(true);
}

void LoopClosing::drop() {
    cancelled_ = false;
    done_.reset();
    asked_.reset();
    if (stopped_) *stopped_ = true;
    Q_EMIT underway(false);
}

void LoopClosing::cancel() {
    if (!stopped_) return;
    drop();
    cancelled_ = true;
    Q_EMIT givenUp();
}

void LoopClosing::askAgain() {
    if (cancelled_) Q_EMIT askedAgain();
}

std::optional<CheckedModel> LoopClosing::take(const ModelDocument::Description& of) {
    if (!done_ || done_->of != of) return std::nullopt;
    std::optional<CheckedModel> model = std::move(done_->model);
    done_.reset();
    return model;
}

void LoopClosing::next() {
    stopped_ = std::make_shared<std::atomic<bool>>(false);
    const auto job = [asked = *std::exchange(asked_, std::nullopt), stopped = stopped_] {
        Job closed = asked;
        checkAssembly(closed.model, [&stopped] { return stopped->load(); });
        return closed;
    };
    inBackground(this, job, [this](const Job& closed) {
        const bool givenUp = *std::exchange(stopped_, nullptr);
        if (asked_) return next();
        if (givenUp) return;
        done_ = closed;
        Q_EMIT underway(false);
        Q_EMIT this->closed();
    });
}

}  // namespace momentree::app
