// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/media/series_dialog.hpp"

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

#include "app/messages/messages_panel.hpp"
#include "app/run/background.hpp"
#include "app/run/run_controller.hpp"

namespace momentree::app {
namespace {

constexpr int usualFrames = 1000;

QDoubleSpinBox* secondsBox(double least, double most) {
    auto* box = new QDoubleSpinBox;
    box->setDecimals(6);
    box->setRange(least, most);
    box->setSuffix(QStringLiteral(" s"));
    box->setKeyboardTracking(false);
    return box;
}

}  // namespace

SeriesDialog::SeriesDialog(const RunController& run, QWidget* parent)
    : QDialog(parent), model_(run.sharedModel()), recording_(run.session().recording()) {
    setWindowTitle(tr("Export a series for ParaView"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    const QString name = QFileInfo(run.file()).fileName().section('.', 0, 0);
    file_->setText(folder.filePath((name.isEmpty() ? tr("motion") : name) + ".pvd"));
    end_->setValue(end_->maximum());
    const double span = end_->maximum() - begin_->minimum();
    if (recording_->size() > usualFrames) interval_->setValue(span / usualFrames);
    follow();
}

SeriesDialog::~SeriesDialog() {
    if (going_) *going_ = false;
}

void SeriesDialog::build() {
    const double first = recording_->at(0, 0), last = recording_->at(recording_->size() - 1, 0);
    file_ = new QLineEdit;
    auto* choose = new QPushButton(tr("Choose…"));
    auto* place = new QHBoxLayout;
    place->addWidget(file_, 1);
    place->addWidget(choose);
    begin_ = secondsBox(first, last);
    end_ = secondsBox(first, last);
    auto* span = new QHBoxLayout;
    span->addWidget(begin_, 1);
    span->addWidget(new QLabel(tr("to")));
    span->addWidget(end_, 1);
    interval_ = secondsBox(0.0, std::max(last - first, 0.0));
    interval_->setSpecialValueText(tr("every sample"));
    note_ = new QLabel;
    note_->setWordWrap(true);
    note_->setMinimumHeight(3 * note_->fontMetrics().lineSpacing());
    note_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    progress_ = new QProgressBar;
    progress_->setValue(0);
    write_ = new QPushButton(tr("Write"));
    write_->setDefault(true);
    close_ = new QPushButton(tr("Close"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(progress_, 1);
    buttons->addWidget(write_);
    buttons->addWidget(close_);
    auto* form = new QFormLayout(this);
    form->addRow(tr("File"), place);
    form->addRow(tr("Simulated time"), span);
    form->addRow(tr("Time between frames"), interval_);
    form->addRow(note_);
    form->addRow(buttons);
    resize(520, sizeHint().height());
    connect(choose, &QPushButton::clicked, this, &SeriesDialog::chooseFile);
    connect(write_, &QPushButton::clicked, this, &SeriesDialog::write);
    connect(close_, &QPushButton::clicked, this, &SeriesDialog::reject);
    connect(file_, &QLineEdit::textChanged, this, &SeriesDialog::follow);
    for (const QDoubleSpinBox* box : {begin_, end_, interval_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &SeriesDialog::follow);
}

render::SeriesPlan SeriesDialog::plan() const {
    return {file_->text().toStdString(), begin_->value(), end_->value(), interval_->value()};
}

void SeriesDialog::setPlan(const render::SeriesPlan& plan) {
    file_->setText(QString::fromStdString(plan.file));
    begin_->setValue(plan.begin);
    end_->setValue(plan.end);
    interval_->setValue(plan.interval);
}

void SeriesDialog::follow() {
    const auto frames = static_cast<int>(render::seriesRows(*recording_, plan()).size());
    const QString folder = QFileInfo(file_->text()).completeBaseName();
    const bool named = file_->text().endsWith(QLatin1String(".pvd"), Qt::CaseInsensitive);
    note_->setText(
        !named ? tr("The name must end in .pvd.")
        : frames == 0
            ? tr("No sample lies there: the end must come after the beginning.")
            : tr("%n frame(s), in the folder %1 beside the file", "", frames).arg(folder));
    write_->setEnabled(named && frames > 0 && !writing());
}

void SeriesDialog::chooseFile() {
    QString file = QFileDialog::getSaveFileName(this, windowTitle(), file_->text(),
                                                tr("Series for ParaView (*.pvd)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(QLatin1String(".pvd"), Qt::CaseInsensitive)) file += ".pvd";
    file_->setText(file);
}

void SeriesDialog::write() {
    if (writing()) return;
    going_ = std::make_shared<std::atomic<bool>>(true);
    const QString file = file_->text();
    const QPointer<SeriesDialog> self(this);
    const auto told = [self, going = going_](std::size_t done, std::size_t frames) {
        QMetaObject::invokeMethod(qApp, [self, done, frames] {
            if (!self) return;
            self->progress_->setRange(0, static_cast<int>(frames));
            self->progress_->setValue(static_cast<int>(done));
        });
        return going->load();
    };
    const auto job = [model = model_, rows = recording_, plan = plan(), told] {
        return std::make_shared<Result<bool>>(render::writeSeries(*model, *rows, plan, told));
    };
    close_->setText(tr("Stop"));
    write_->setEnabled(false);
    inBackground(this, job,
                 [this, file](const std::shared_ptr<Result<bool>>& result) { end(*result, file); });
}

void SeriesDialog::end(const Result<bool>& result, const QString& file) {
    going_.reset();
    close_->setText(tr("Close"));
    const bool whole = result && *result;
    progress_->setValue(whole ? progress_->maximum() : 0);
    follow();
    note_->setText(!result ? diagnosticText(result.error().front())
                   : whole ? tr("%1 is ready").arg(QFileInfo(file).fileName())
                           : tr("Stopped; nothing was written."));
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
