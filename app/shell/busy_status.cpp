// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/busy_status.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/base/preferences.hpp"
#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

constexpr int clock_ms = 100;
constexpr int barWidth = 64, barHeight = 6;

}  // namespace

BusyStatus::BusyStatus(QWidget* parent) : QWidget(parent) {
    setObjectName("busyStatus");
    bar_ = new QProgressBar(this);
    bar_->setTextVisible(false);
    bar_->setFixedSize(barWidth, barHeight);
    bar_->setRange(0, preferences().reducedMotion ? 1 : 0);  // busy indicator
    text_ = new QLabel(this);
    text_->setObjectName("busyText");
    cancel_ = new QToolButton(this);
    cancel_->setObjectName("busyCancel");
    cancel_->setText(tr("Cancel"));
    cancel_->setIcon(themedIcon("close"));
    cancel_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    cancel_->setAutoRaise(true);
    cancel_->setFocusPolicy(Qt::StrongFocus);
    cancel_->setToolTip(tr("Cancels the computation; the document does not change"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(bar_);
    layout->addWidget(text_);
    layout->addWidget(cancel_);
    clock_.setInterval(clock_ms);
    connect(&clock_, &QTimer::timeout, this, &BusyStatus::follow);
    connect(cancel_, &QToolButton::clicked, this, &BusyStatus::cancel);
    hide();
}

QString BusyStatus::text() const { return text_->text(); }

void BusyStatus::begin(const QObject* of, const QString& name, std::function<void()> cancel,
                       int after) {
    std::erase_if(works_, [of](const Work& work) { return work.of == of; });
    works_.push_back({of, name, std::move(cancel), {}, after});
    works_.back().since.start();
    clock_.start();
    follow();
}

void BusyStatus::end(const QObject* of) {
    std::erase_if(works_, [of](const Work& work) { return work.of == of; });
    if (works_.empty()) clock_.stop();
    follow();
}

const BusyStatus::Work* BusyStatus::shown() const {
    const auto found = std::ranges::find_if(
        works_, [](const Work& work) { return work.since.elapsed() >= work.after; });
    return found == works_.end() ? nullptr : &*found;
}

void BusyStatus::cancel() {
    const Work* work = shown();
    if (!work) return;
    const auto give = work->cancel;
    end(work->of);
    give();
}

void BusyStatus::follow() {
    const Work* work = shown();
    const bool before = busy();
    if (work) {
        const qint64 seconds = work->since.elapsed() / 1000;
        const QString time = seconds > 0 ? tr(" · %1 s").arg(seconds) : QString();
        const auto others = static_cast<int>(works_.size()) - 1;
        const QString more = others > 0 ? tr(" · %1 more").arg(others) : QString();
        text_->setText(work->name + time + more);
        cancel_->setAccessibleName(tr("Cancel: %1").arg(work->name));
        setAccessibleName(text_->text());
    }
    setVisible(work != nullptr);
    if (busy() != before) Q_EMIT busyChanged(busy());
}

}  // namespace momentree::app
