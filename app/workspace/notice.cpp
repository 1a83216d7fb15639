// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/notice.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {

Notice::Notice(QWidget* parent) : QFrame(parent) {
    setObjectName("notice");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    icon_ = new QLabel(this);
    title_ = new QLabel(this);
    title_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);
    QFont strong = title_->font();
    strong.setBold(true);
    title_->setFont(strong);
    details_ = new QLabel(this);
    details_->setTextFormat(Qt::PlainText);
    details_->setWordWrap(true);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setIcon(themedIcon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &QWidget::hide);

    auto* text = new QVBoxLayout;
    text->setSpacing(3);
    text->addWidget(title_);
    text->addWidget(details_);
    buttons_ = new QHBoxLayout;
    buttons_->setSpacing(6);
    text->addLayout(buttons_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 10, 8, 10);
    layout->setSpacing(10);
    layout->addWidget(icon_, 0, Qt::AlignTop);
    layout->addLayout(text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void Notice::announce(Kind kind, const QString& title, const QString& details,
                      std::vector<Answer> answers) {
    kind_ = kind;
    stays_ = false;
    icon_->setPixmap(themedIcon(kind == Kind::Error     ? "error"
                                : kind == Kind::Warning ? "warning"
                                                        : "check")
                         .pixmap(24, 24));
    title_->setText(title);
    details_->setText(details);
    details_->setVisible(!details.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(details);
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    for (Answer& answer : answers) {
        auto* button = new QPushButton(answer.text, this);
        connect(button, &QPushButton::clicked, this, [act = std::move(answer.act)] { act(); });
        buttons_->addWidget(button);
    }
    buttons_->addStretch(1);
    setVisible(true);
}

QString Notice::title() const { return title_->text(); }
QString Notice::details() const { return details_->text(); }

void Notice::paintEvent(QPaintEvent*) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    const QColor accent = kind_ == Kind::Error     ? colors.error
                          : kind_ == Kind::Warning ? colors.warning
                                                   : colors.success;
    QColor tint = accent;
    tint.setAlpha(32);
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    painter.fillRect(rect(), tint);
    painter.fillRect(QRect(0, 0, 4, height()), accent);
}

}  // namespace momentree::app
