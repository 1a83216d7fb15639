// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_form.hpp"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>

namespace momentree::app {

QDoubleSpinBox* secondsBox(double least, double most, int decimals) {
    auto* box = new QDoubleSpinBox;
    box->setDecimals(decimals);
    box->setRange(least, most);
    box->setSuffix(QStringLiteral(" s"));
    box->setKeyboardTracking(false);
    return box;
}

ExportForm::ExportForm(const QString& actionText, int decimals)
    : file(new QLineEdit),
      choose(new QPushButton(tr("Choose…"))),
      begin(secondsBox(0.0, 0.0, decimals)),
      end(secondsBox(0.0, 0.0, decimals)),
      note(new QLabel),
      progress(new QProgressBar),
      action(new QPushButton(actionText)),
      close(new QPushButton(tr("Close"))) {
    note->setWordWrap(true);
    note->setMinimumHeight(3 * note->fontMetrics().lineSpacing());
    note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    progress->setValue(0);
    action->setDefault(true);
}

void ExportForm::addFile(QFormLayout& form) const {
    auto* place = new QHBoxLayout;
    file->setAccessibleName(tr("File"));
    place->addWidget(file, 1);
    place->addWidget(choose);
    form.addRow(tr("File"), place);
}

void ExportForm::addSpan(QFormLayout& form) const {
    auto* span = new QHBoxLayout;
    begin->setAccessibleName(tr("First simulated time"));
    end->setAccessibleName(tr("Last simulated time"));
    span->addWidget(begin, 1);
    span->addWidget(new QLabel(tr("to")));
    span->addWidget(end, 1);
    form.addRow(tr("Simulated time"), span);
}

void ExportForm::addEnding(QFormLayout& form) const {
    form.addRow(note);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(progress, 1);
    buttons->addWidget(action);
    buttons->addWidget(close);
    form.addRow(buttons);
}

void ExportForm::setWriting(bool writing) const {
    close->setText(writing ? tr("Stop") : tr("Close"));
    if (writing) action->setEnabled(false);
}

}  // namespace momentree::app
