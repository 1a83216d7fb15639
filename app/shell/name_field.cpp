// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/name_field.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/base/theme/theme.hpp"

namespace momentree::app {
namespace {

constexpr int nameWidth = 220;

}  // namespace

NameField::NameField(const QString& name, std::function<QString(const QString&)> take,
                     QWidget* parent)
    : QFrame(parent, Qt::Popup), take_(std::move(take)) {
    setObjectName("nameField");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    line_ = new QLineEdit(name, this);
    line_->setAccessibleName(tr("New name of %1").arg(name));
    line_->setMinimumWidth(nameWidth);
    line_->selectAll();
    problem_ = new QLabel(this);
    problem_->setWordWrap(true);
    problem_->setTextFormat(Qt::PlainText);
    QPalette text = palette();
    text.setColor(QPalette::WindowText, themeColors(isDark(text)).error);
    problem_->setPalette(text);
    problem_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(4);
    layout->addWidget(line_);
    layout->addWidget(problem_);
    connect(line_, &QLineEdit::returnPressed, this, &NameField::finish);
}

void NameField::open(const QPoint& globalPosition) {
    move(globalPosition);
    show();
    line_->setFocus();
}

void NameField::finish() {
    const QString why = take_(line_->text());
    if (why.isEmpty()) {
        close();
        return;
    }
    problem_->setText(why);
    problem_->show();
    line_->selectAll();
    adjustSize();
}

}  // namespace momentree::app
