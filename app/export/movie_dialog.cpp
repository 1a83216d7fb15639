// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/movie_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include "app/base/picture_record.hpp"
#include "app/base/theme/theme.hpp"
#include "app/export/encoder.hpp"
#include "app/export/movie_writer.hpp"
#include "app/export/plot_strip.hpp"
#include "app/runs/run_controller.hpp"
#include "app/scene/scene_picture.hpp"
#include "app/scene/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double stripPart = 0.4;  ///< fraction of the width used for plots
constexpr int largestSide = 7680;

QSpinBox* pixelsBox(int value) {
    auto* box = new QSpinBox;
    box->setRange(64, largestSide);
    box->setSingleStep(2);
    box->setValue(value);
    box->setSuffix(QStringLiteral(" px"));
    return box;
}

}  // namespace

MovieDialog::MovieDialog(RunController& run, Viewport& viewport, const QString& file,
                         QWidget* parent)
    : QDialog(parent), run_(run), viewport_(viewport), form_(tr("Make"), 3) {
    setWindowTitle(tr("Export movie"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    run_.playback().pause();
    build();
    const double end = run_.playback().computedTime();
    const double first = run_.session().recording()->at(0, 0);
    form_.begin->setRange(first, end);
    form_.end->setRange(first, end);
    form_.begin->setValue(first);
    form_.end->setValue(end);
    form_.file->setText(file);
    takeKind();
}

MovieDialog::~MovieDialog() {
    // A movie stopped by closing the window is not reported.
    if (writer_) writer_->disconnect(this);
}

void MovieDialog::build() {
    kind_ = new QComboBox;
    kind_->addItem(tr("MP4 movie (H.264)"));
    kind_->addItem(tr("WebM movie (VP9)"));
    kind_->addItem(tr("Animated GIF"));
    kind_->addItem(tr("Sequence of PNG pictures"));
    speed_ = new QDoubleSpinBox;
    speed_->setRange(0.001, 1000.0);
    speed_->setDecimals(3);
    speed_->setValue(run_.playback().speed() > 0.0 ? run_.playback().speed() : 1.0);
    speed_->setSuffix(tr(" × real time"));
    rate_ = new QSpinBox;
    rate_->setRange(1, 120);
    rate_->setValue(30);
    rate_->setSuffix(tr(" frames/s"));
    // Not of the viewport: movies of one model have one size, whatever the window's.
    width_ = pixelsBox(1280);
    height_ = pixelsBox(720);
    width_->setAccessibleName(tr("Width"));
    height_->setAccessibleName(tr("Height"));
    auto* size = new QHBoxLayout;
    size->addWidget(width_, 1);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(height_, 1);
    plots_ = new QCheckBox(tr("Energy and drift next to the scene"));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Format"), kind_);
    form_.addFile(*form);
    form_.addSpan(*form);
    form->addRow(tr("Speed"), speed_);
    form->addRow(tr("Rate"), rate_);
    form->addRow(tr("Size"), size);
    form->addRow(QString(), plots_);
    form_.addEnding(*form);
    resize(520, sizeHint().height());
    connect(kind_, &QComboBox::currentIndexChanged, this, &MovieDialog::takeKind);
    connect(form_.choose, &QPushButton::clicked, this, &MovieDialog::chooseFile);
    connect(form_.action, &QPushButton::clicked, this, &MovieDialog::make);
    connect(form_.close, &QPushButton::clicked, this, &MovieDialog::reject);
    for (const QDoubleSpinBox* box : {form_.begin, form_.end, speed_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &MovieDialog::follow);
    connect(rate_, &QSpinBox::valueChanged, this, &MovieDialog::follow);
    connect(form_.file, &QLineEdit::textChanged, this, &MovieDialog::follow);
}

MoviePlan MovieDialog::plan() const {
    MoviePlan plan;
    plan.kind = static_cast<MoviePlan::Kind>(kind_->currentIndex());
    plan.begin = form_.begin->value();
    plan.end = form_.end->value();
    plan.speed = speed_->value();
    plan.framesPerSecond = rate_->value();
    // Encoders require even sizes.
    plan.size = QSize(width_->value() & ~1, height_->value() & ~1);
    plan.plots = plots_->isChecked();
    plan.file = form_.file->text();
    return plan;
}

void MovieDialog::setPlan(const MoviePlan& plan) {
    kind_->setCurrentIndex(static_cast<int>(plan.kind));
    form_.begin->setValue(plan.begin);
    form_.end->setValue(plan.end);
    speed_->setValue(plan.speed);
    rate_->setValue(static_cast<int>(plan.framesPerSecond));
    width_->setValue(plan.size.width());
    height_->setValue(plan.size.height());
    plots_->setChecked(plan.plots);
    form_.file->setText(plan.file);
}

void MovieDialog::takeKind() {
    const QFileInfo info(form_.file->text());
    form_.file->setText(info.dir().filePath(info.completeBaseName() + movieSuffix(plan().kind)));
    follow();
}

void MovieDialog::follow() {
    const MoviePlan now = plan();
    QString missing = missingEncoder(now.kind);
    if (missing.isEmpty()) missing = folderProblem(now.file);
    const int frames = frameCount(now);
    const QString length =
        frames == 0
            ? tr("Choose an end after the beginning, with at most %1 frames.").arg(mostFrames)
            : tr("%1 frames, %2 s long").arg(frames).arg(frames / now.framesPerSecond, 0, 'f', 1);
    form_.note->setText(missing.isEmpty() ? length : missing);
    form_.action->setEnabled(missing.isEmpty() && frames > 0 && !making());
}

void MovieDialog::chooseFile() {
    const QString suffix = movieSuffix(plan().kind);
    QString file = QFileDialog::getSaveFileName(this, tr("Export movie"), form_.file->text(),
                                                QStringLiteral("*%1").arg(suffix));
    if (file.isEmpty()) return;
    if (!file.endsWith(suffix, Qt::CaseInsensitive)) file += suffix;
    form_.file->setText(file);
}

void MovieDialog::make() {
    if (making()) return;
    making_ = plan();
    shownBefore_ = run_.playback().shownTime();
    if (making_.plots)
        strip_ = std::make_unique<PlotStrip>(
            run_.session().recording(), run_.session().layout(),
            QSize(static_cast<int>(stripPart * making_.size.width()), making_.size.height()),
            making_.begin, making_.end, isDark(palette()));
    record_ = making_.kind == MoviePlan::Kind::Pictures
                  ? pictureRecord({run_.session().recording()->origin()})
                  : QString();
    writer_ = std::make_unique<MovieWriter>(making_, [this](double time) { return frame(time); });
    form_.progress->setRange(0, std::max(writer_->frames(), 1));
    form_.progress->setValue(0);
    form_.setWriting(true);
    connect(writer_.get(), &MovieWriter::progressed, form_.progress, &QProgressBar::setValue);
    connect(writer_.get(), &MovieWriter::finished, this, &MovieDialog::end);
    writer_->start();
}

/// The picture at that time with all its layers; nothing that the window shows is cut off.
QImage MovieDialog::frame(double time) const {
    run_.playback().showAt(time);
    QImage image(making_.size, QImage::Format_RGB32);
    const int beside = strip_ ? static_cast<int>(stripPart * image.width()) : 0;
    const QSize room(image.width() - beside, image.height());
    QPainter painter(&image);
    painter.drawImage(QPoint(), pictureOf(viewport_, room));
    if (strip_) strip_->draw(painter, QPoint(room.width(), 0), time);
    painter.end();
    if (!record_.isEmpty()) image.setText(recordKey, record_);
    return image;
}

void MovieDialog::end(bool whole, const QString& problem) {
    writer_.release()->deleteLater();
    strip_.reset();
    run_.playback().seek(shownBefore_);
    form_.setWriting(false);
    follow();
    form_.note->setText(whole ? tr("%1 is ready").arg(QFileInfo(making_.file).fileName())
                              : problem);
    if (whole) emit made(making_.file);
}

void MovieDialog::reject() {
    if (making()) return writer_->cancel();
    QDialog::reject();
}

}  // namespace momentree::app
