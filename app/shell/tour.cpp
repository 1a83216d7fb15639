// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tour.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr auto seenKey = "tour/seen";
constexpr int width_px = 340, gap_px = 12;

/// The outline around the current place.
class Outline final : public QWidget {
public:
    explicit Outline(QWidget* window) : QWidget(window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 3.0));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 6, 6);
    }
};

}  // namespace

bool Tour::seen() { return QSettings().value(seenKey, false).toBool(); }

Tour::Tour(std::vector<TourStop> stops, QWidget* window)
    : QFrame(window), stops_(std::move(stops)), frame_(new Outline(window)) {
    setObjectName("tour");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setFixedWidth(width_px);
    title_ = new QLabel(this);
    QFont strong = title_->font();
    strong.setBold(true);
    title_->setFont(strong);
    text_ = new QLabel(this);
    text_->setWordWrap(true);
    count_ = new QLabel(this);
    auto* close = new QPushButton(tr("Close"), this);
    back_ = new QPushButton(tr("Back"), this);
    next_ = new QPushButton(tr("Next"), this);
    next_->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(count_);
    buttons->addStretch(1);
    for (auto* button : {close, back_, next_}) buttons->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 12);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    connect(back_, &QPushButton::clicked, this, [this] { go(stop_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { go(stop_ + 1); });
    connect(this, &QObject::destroyed, frame_, &QObject::deleteLater);
    window->installEventFilter(this);
    std::erase_if(stops_, [](const TourStop& stop) { return !stop.place; });
    for (const TourStop& stop : stops_) stop.place->installEventFilter(this);
    go(0);
    frame_->show();
    QWidget::show();
    next_->setFocus();
}

void Tour::go(int stop) {
    if (stop >= static_cast<int>(stops_.size())) {
        close();
        return;
    }
    stop_ = std::max(stop, 0);
    const TourStop& here = stops_[static_cast<std::size_t>(stop_)];
    title_->setText(here.title);
    text_->setText(here.text);
    setAccessibleName(here.title);
    setAccessibleDescription(here.text);
    count_->setText(QStringLiteral("%1/%2").arg(stop_ + 1).arg(stops_.size()));
    back_->setEnabled(stop_ > 0);
    next_->setText(stop_ + 1 < static_cast<int>(stops_.size()) ? tr("Next") : tr("Done"));
    place();
}

void Tour::place() {
    const TourStop& here = stops_[static_cast<std::size_t>(stop_)];
    if (!here.place) return;
    QWidget* window = parentWidget();
    const QRect spot(here.place->mapTo(window, QPoint()), here.place->size());
    frame_->setGeometry(spot.adjusted(-2, -2, 2, 2).intersected(window->rect()));
    adjustSize();
    // On the place if there is room, otherwise next to it.
    QPoint at(spot.right() + gap_px, spot.center().y() - height() / 2);
    if (at.x() + width() > window->width()) at.setX(spot.left() - gap_px - width());
    if (spot.width() > width() && spot.height() > 3 * height())
        at = {spot.center().x() - width() / 2, spot.bottom() - 3 * height() / 2};
    else if (at.x() < 0)
        at = spot.center() - rect().center();
    at.setX(std::clamp(at.x(), gap_px, std::max(gap_px, window->width() - width() - gap_px)));
    at.setY(std::clamp(at.y(), gap_px, std::max(gap_px, window->height() - height() - gap_px)));
    move(at);
    frame_->raise();
    raise();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    // Docks get their new sizes one after the other.
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection);
    return QFrame::eventFilter(watched, event);
}

/// Escape closes the tour instead of cancelling a tool.
bool Tour::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

void Tour::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape) return QFrame::keyPressEvent(event);
    close();
}

void Tour::closeEvent(QCloseEvent* event) {
    QSettings().setValue(seenKey, true);
    QFrame::closeEvent(event);
}

}  // namespace momentree::app
