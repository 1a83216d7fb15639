// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/plots/verdict_line.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/runs/run_controller.hpp"

namespace momentree::app {
namespace {

QString iconOf(RunVerdict::Kind kind) {
    switch (kind) {
        case RunVerdict::Kind::Good:
            return "check";
        case RunVerdict::Kind::Caution:
            return "warning";
        case RunVerdict::Kind::Bad:
            break;
    }
    return "error";
}

QColor inkOf(RunVerdict::Kind kind, const ThemeColors& colors) {
    switch (kind) {
        case RunVerdict::Kind::Good:
            return colors.success;
        case RunVerdict::Kind::Caution:
            return colors.warning;
        case RunVerdict::Kind::Bad:
            break;
    }
    return colors.error;
}

}  // namespace

VerdictLine::VerdictLine(RunController& run, QWidget* parent)
    : QWidget(parent), run_(run), sign_(new QLabel(this)), text_(new QLabel(this)) {
    text_->setObjectName("runVerdict");
    text_->setWordWrap(true);
    text_->setFont(textFont(TextSize::Caption, font()));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metric::panelPadding, metric::rowGap, metric::panelPadding,
                               metric::rowGap);
    layout->setSpacing(metric::rowGap);
    layout->addWidget(sign_);
    layout->addWidget(text_, 1);
    connect(&run_.playback(), &Playback::figuresChanged, this, &VerdictLine::follow);
    connect(&run_.playback(), &Playback::stateChanged, this, &VerdictLine::follow);
    connect(&run_, &RunController::runChanged, this, &VerdictLine::follow);
}

void VerdictLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) follow();
}

void VerdictLine::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void VerdictLine::follow() {
    if (!isVisible()) return;
    RunVerdict verdict;
    if (run_.hasRun()) verdict = verdictOf(run_.session(), extremes_.of(run_));
    const QColor ink = inkOf(verdict.kind, themeColors(isDark(palette())));
    const QSize size(metric::smallIcon, metric::smallIcon);
    sign_->setVisible(!verdict.text.isEmpty());
    sign_->setPixmap(
        tintedPixmap(themedIcon(iconOf(verdict.kind)), size, devicePixelRatioF(), ink));
    text_->setText(verdict.text);
}

}  // namespace momentree::app
