// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/series_dialog.hpp"

#include <QApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/export/movie_plan.hpp"
#include "app/runs/run_controller.hpp"

namespace momentree::app {
namespace {

constexpr int usualFrames = 1000;
constexpr int decimals = 6;  ///< of times

}  // namespace

SeriesDialog::SeriesDialog(const RunController& run, QWidget* parent)
    : QDialog(parent),
      model_(run.sharedModel()),
      recording_(run.session().recording()),
      form_(tr("Write"), decimals) {
    setWindowTitle(tr("Export a series for ParaView"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    const QString name = QFileInfo(run.file()).fileName().section('.', 0, 0);
    form_.file->setText(folder.filePath((name.isEmpty() ? tr("motion") : name) + ".xdmf"));
    form_.end->setValue(form_.end->maximum());
    const double span = form_.end->maximum() - form_.begin->minimum();
    if (recording_->size() > usualFrames) interval_->setValue(span / usualFrames);
    follow();
}

SeriesDialog::~SeriesDialog() {
    if (going_) *going_ = false;
}

void SeriesDialog::build() {
    const double first = recording_->at(0, 0), last = recording_->at(recording_->size() - 1, 0);
    form_.begin->setRange(first, last);
    form_.end->setRange(first, last);
    interval_ = secondsBox(0.0, std::max(last - first, 0.0), decimals);
    interval_->setSpecialValueText(tr("every sample"));
    auto* form = new QFormLayout(this);
    form_.addFile(*form);
    form_.addSpan(*form);
    form->addRow(tr("Time between frames"), interval_);
    form_.addEnding(*form);
    resize(520, sizeHint().height());
    connect(form_.choose, &QPushButton::clicked, this, &SeriesDialog::chooseFile);
    connect(form_.action, &QPushButton::clicked, this, &SeriesDialog::write);
    connect(form_.close, &QPushButton::clicked, this, &SeriesDialog::reject);
    connect(form_.file, &QLineEdit::textChanged, this, &SeriesDialog::follow);
    for (const QDoubleSpinBox* box : {form_.begin, form_.end, interval_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &SeriesDialog::follow);
}

render::SeriesPlan SeriesDialog::plan() const {
    return {form_.file->text().toStdString(), form_.begin->value(), form_.end->value(),
            interval_->value()};
}

void SeriesDialog::setPlan(const render::SeriesPlan& plan) {
    form_.file->setText(QString::fromStdString(plan.file));
    form_.begin->setValue(plan.begin);
    form_.end->setValue(plan.end);
    interval_->setValue(plan.interval);
}

void SeriesDialog::follow() {
    const auto frames = static_cast<int>(render::seriesRows(*recording_, plan()).size());
    const QString numbers = QFileInfo(form_.file->text()).completeBaseName() + ".frames.h5";
    const bool named = form_.file->text().endsWith(QLatin1String(".xdmf"), Qt::CaseInsensitive);
    const QString problem = folderProblem(form_.file->text());
    form_.note->setText(
        !problem.isEmpty() ? problem
        : !named           ? tr("The name must end in .xdmf.")
        : frames == 0      ? tr("There are no samples: choose an end after the beginning.")
        : frames == 1      ? tr("1 frame; its numbers are written to %1").arg(numbers)
                      : tr("%1 frames; their numbers are written to %2").arg(frames).arg(numbers));
    form_.action->setEnabled(problem.isEmpty() && named && frames > 0 && !writing());
}

void SeriesDialog::chooseFile() {
    QString file = QFileDialog::getSaveFileName(this, windowTitle(), form_.file->text(),
                                                tr("Series for ParaView (*.xdmf)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(QLatin1String(".xdmf"), Qt::CaseInsensitive)) file += ".xdmf";
    form_.file->setText(file);
}

void SeriesDialog::write() {
    if (writing()) return;
    going_ = std::make_shared<std::atomic<bool>>(true);
    const QString file = form_.file->text();
    const QPointer<SeriesDialog> self(this);
    const auto told = [self, going = going_](std::size_t done, std::size_t frames) {
        QMetaObject::invokeMethod(qApp, [self, done, frames] {
            if (!self) return;
            self->form_.progress->setRange(0, static_cast<int>(frames));
            self->form_.progress->setValue(static_cast<int>(done));
        });
        return going->load();
    };
    const auto job = [model = model_, rows = recording_, plan = plan(), told] {
        return std::make_shared<Result<bool>>(render::writeSeries(*model, *rows, plan, told));
    };
    form_.setWriting(true);
    inBackground(this, job,
                 [this, file](const std::shared_ptr<Result<bool>>& result) { end(*result, file); });
}

void SeriesDialog::end(const Result<bool>& result, const QString& file) {
    going_.reset();
    form_.setWriting(false);
    const bool whole = result && *result;
    form_.progress->setValue(whole ? form_.progress->maximum() : 0);
    follow();
    form_.note->setText(!result ? diagnosticText(result.error().front())
                        : whole ? tr("%1 is ready").arg(QFileInfo(file).fileName())
                                : tr("Stopped; no file was written."));
    if (whole) emit written(file);
}

void SeriesDialog::reject() {
    if (going_) {
        *going_ = false;
        return;
    }
    QDialog::reject();
}

}  // namespace momentree::app
