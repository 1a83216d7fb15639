// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene/backdrop_grip.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "app/base/theme/theme.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double leastPixels = 4.0;  ///< between the marks
constexpr double cross = 7.0;

}  // namespace

BackdropGrip::BackdropGrip(Backdrop& backdrop) : QObject(&backdrop), backdrop_(backdrop) {
    backdrop_.viewport().addLayer(this);
    backdrop_.viewport().installEventFilter(this);
    connect(&backdrop_, &Backdrop::changed, this, [this] {
        if (!backdrop_.any()) setMode(Mode::Off);
    });
}

void BackdropGrip::setMode(Mode mode) {
    mode_ = mode;
    marks_.clear();
    held_.reset();
    cursor_.reset();
    if (mode == Mode::Off)
        backdrop_.viewport().unsetCursor();
    else
        backdrop_.viewport().setCursor(mode == Mode::Move ? Qt::SizeAllCursor : Qt::CrossCursor);
    backdrop_.viewport().update();
    Q_EMIT changed();
}

void BackdropGrip::scaleTo(double length) {
    if (marks_.size() != 2) return;
    BackdropState state = backdrop_.state();
    const double factor = length / (marks_[1] - marks_[0]).norm();
    state.width *= factor;
    state.middle = marks_[0] + factor * (state.middle - marks_[0]);
    setMode(Mode::Off);
    backdrop_.change(state);
}

Eigen::Vector2d BackdropGrip::under(QPointF at) const {
    const BackdropState& state = backdrop_.state();
    return state.of(backdrop_.viewport().toWorld(at, state.plane.r, state.plane.R.col(2)));
}

void BackdropGrip::press(QPointF at) {
    if (mode_ == Mode::Move) {
        held_ = under(at);
        return;
    }
    if (marks_.size() == 2) marks_.clear();
    const double least = leastPixels * backdrop_.viewport().metresPerPixel();
    if (!marks_.empty() && (under(at) - marks_[0]).norm() < least) return;
    marks_.push_back(under(at));
    backdrop_.viewport().update();
    Q_EMIT changed();
}

void BackdropGrip::drag(QPointF at) {
    cursor_ = under(at);
    if (held_) {
        BackdropState state = backdrop_.state();
        state.middle += under(at) - *held_;
        held_ = under(at);
        backdrop_.change(state);
    }
    backdrop_.viewport().update();
}

bool BackdropGrip::eventFilter(QObject*, QEvent* event) {
    if (mode_ == Mode::Off) return false;
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
        event->accept();
        if (event->type() == QEvent::KeyPress) setMode(Mode::Off);
        return true;
    }
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
            if (mouse->button() != Qt::LeftButton) return false;
            press(mouse->position());
            return true;
        case QEvent::MouseMove:
            if (mouse->buttons() & ~Qt::LeftButton) return false;
            drag(mouse->position());
            return true;
        case QEvent::MouseButtonRelease:
            if (mouse->button() != Qt::LeftButton) return false;
            held_.reset();
            return true;
        default:
            return false;
    }
}

void BackdropGrip::paint(QPainter& painter, const Sight& sight) {
    if (mode_ != Mode::Measure || marks_.empty()) return;
    const auto place = [&](const Eigen::Vector2d& mark) {
        return sight.toView(backdrop_.state().at(mark));
    };
    std::vector<QPointF> ends;
    for (const Eigen::Vector2d& mark : marks_) ends.push_back(place(mark));
    if (ends.size() == 1 && cursor_) ends.push_back(place(*cursor_));
    painter.setPen(QPen(themeColors(sight.dark).accent, 2.0));
    for (const QPointF& end : ends) {
        painter.drawLine(end - QPointF(cross, 0), end + QPointF(cross, 0));
        painter.drawLine(end - QPointF(0, cross), end + QPointF(0, cross));
    }
    if (ends.size() == 2) painter.drawLine(ends[0], ends[1]);
}

}  // namespace momentree::app
