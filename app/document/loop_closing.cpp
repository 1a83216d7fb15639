// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/loop_closing.hpp"

#include <utility>

#include "app/run/background.hpp"

namespace momentree::app {

void LoopClosing::begin(ModelDocument::Description of, CheckedModel built) {
    done_.reset();
    asked_ = Job{std::move(of), std::move(built)};
    if (!busy_) next();
}

std::optional<CheckedModel> LoopClosing::take(const ModelDocument::Description& of) {
    if (!done_ || done_->of != of) return std::nullopt;
    std::optional<CheckedModel> model = std::move(done_->model);
    done_.reset();
    return model;
}

void LoopClosing::next() {
    busy_ = true;
    const auto job = [asked = *std::exchange(asked_, std::nullopt)] {
        Job closed = asked;
        checkAssembly(closed.model);
        return closed;
    };
    inBackground(this, job, [this](const Job& closed) {
        busy_ = false;
        if (asked_) return next();
        done_ = closed;
        Q_EMIT this->closed();
    });
}

}  // namespace momentree::app
