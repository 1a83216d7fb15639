// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/media/movie_dialog.hpp"

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
#include <cmath>

#include "app/media/encoder.hpp"
#include "app/media/movie_writer.hpp"
#include "app/media/plot_strip.hpp"
#include "app/run/run_controller.hpp"
#include "app/theme/theme.hpp"
#include "app/viewport/viewport.hpp"

namespace momentree::app {
namespace {

constexpr double stripPart = 0.4;  ///< of the width, for plots beside the scene
constexpr int largestSide = 7680;

QDoubleSpinBox* secondsBox(double most) {
    auto* box = new QDoubleSpinBox;
    box->setRange(0.0, most);
    box->setDecimals(3);
    box->setSuffix(QStringLiteral(" s"));
    box->setKeyboardTracking(false);
    return box;
}

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
    : QDialog(parent), run_(run), viewport_(viewport) {
    setWindowTitle(tr("Export movie"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    run_.pause();
    build();
    const double end = run_.computedTime();
    const double first = run_.session().recording()->at(0, 0);
    begin_->setRange(first, end);
    end_->setRange(first, end);
    begin_->setValue(first);
    end_->setValue(end);
    file_->setText(file);
    const double aspect = viewport_.height() > 0
                              ? static_cast<double>(viewport_.width()) / viewport_.height()
                              : 16.0 / 9.0;
    width_->setValue(2 * static_cast<int>(std::lround(0.5 * aspect * height_->value())));
    takeKind();
}

MovieDialog::~MovieDialog() {
    // What is stopped with the window tells nobody.
    if (writer_) writer_->disconnect(this);
}

void MovieDialog::build() {
    kind_ = new QComboBox;
    kind_->addItem(tr("MP4 movie (H.264)"));
    kind_->addItem(tr("WebM movie (VP9)"));
    kind_->addItem(tr("Animated GIF"));
    kind_->addItem(tr("Sequence of PNG pictures"));
    file_ = new QLineEdit;
    auto* choose = new QPushButton(tr("Choose…"));
    auto* place = new QHBoxLayout;
    place->addWidget(file_, 1);
    place->addWidget(choose);
    begin_ = secondsBox(0.0);
    end_ = secondsBox(0.0);
    auto* span = new QHBoxLayout;
    span->addWidget(begin_, 1);
    span->addWidget(new QLabel(tr("to")));
    span->addWidget(end_, 1);
    speed_ = new QDoubleSpinBox;
    speed_->setRange(0.001, 1000.0);
    speed_->setDecimals(3);
    speed_->setValue(run_.speed() > 0.0 ? run_.speed() : 1.0);
    speed_->setSuffix(tr(" × real time"));
    rate_ = new QSpinBox;
    rate_->setRange(1, 120);
    rate_->setValue(30);
    rate_->setSuffix(tr(" frames/s"));
    width_ = pixelsBox(1280);
    height_ = pixelsBox(720);
    auto* size = new QHBoxLayout;
    size->addWidget(width_, 1);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(height_, 1);
    plots_ = new QCheckBox(tr("Energy and drift beside the scene"));
    note_ = new QLabel;
    note_->setWordWrap(true);
    note_->setMinimumHeight(3 * note_->fontMetrics().lineSpacing());
    note_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    progress_ = new QProgressBar;
    progress_->setValue(0);
    make_ = new QPushButton(tr("Make"));
    make_->setDefault(true);
    close_ = new QPushButton(tr("Close"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(progress_, 1);
    buttons->addWidget(make_);
    buttons->addWidget(close_);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Format"), kind_);
    form->addRow(tr("File"), place);
    form->addRow(tr("Simulated time"), span);
    form->addRow(tr("Speed"), speed_);
    form->addRow(tr("Rate"), rate_);
    form->addRow(tr("Size"), size);
    form->addRow(QString(), plots_);
    form->addRow(note_);
    form->addRow(buttons);
    resize(520, sizeHint().height());
    connect(kind_, &QComboBox::currentIndexChanged, this, &MovieDialog::takeKind);
    connect(choose, &QPushButton::clicked, this, &MovieDialog::chooseFile);
    connect(make_, &QPushButton::clicked, this, &MovieDialog::make);
    connect(close_, &QPushButton::clicked, this, &MovieDialog::reject);
    for (const QDoubleSpinBox* box : {begin_, end_, speed_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &MovieDialog::follow);
    connect(rate_, &QSpinBox::valueChanged, this, &MovieDialog::follow);
}

MoviePlan MovieDialog::plan() const {
    MoviePlan plan;
    plan.kind = static_cast<MoviePlan::Kind>(kind_->currentIndex());
    plan.begin = begin_->value();
    plan.end = end_->value();
    plan.speed = speed_->value();
    plan.framesPerSecond = rate_->value();
    // Encoders want even sides.
    plan.size = QSize(width_->value() & ~1, height_->value() & ~1);
    plan.plots = plots_->isChecked();
    plan.file = file_->text();
    return plan;
}

void MovieDialog::setPlan(const MoviePlan& plan) {
    kind_->setCurrentIndex(static_cast<int>(plan.kind));
    begin_->setValue(plan.begin);
    end_->setValue(plan.end);
    speed_->setValue(plan.speed);
    rate_->setValue(static_cast<int>(plan.framesPerSecond));
    width_->setValue(plan.size.width());
    height_->setValue(plan.size.height());
    plots_->setChecked(plan.plots);
    file_->setText(plan.file);
}

void MovieDialog::takeKind() {
    const QFileInfo info(file_->text());
    file_->setText(info.dir().filePath(info.completeBaseName() + movieSuffix(plan().kind)));
    follow();
}

void MovieDialog::follow() {
    const MoviePlan now = plan();
    const QString missing = missingEncoder(now.kind);
    const int frames = frameCount(now);
    const QString length =
        frames == 0
            ? tr("This makes no movie: the end must come after the beginning, with at most "
                 "%1 frames.")
                  .arg(mostFrames)
            : tr("%1 frames, %2 s long").arg(frames).arg(frames / now.framesPerSecond, 0, 'f', 1);
    note_->setText(missing.isEmpty() ? length : missing);
    make_->setEnabled(missing.isEmpty() && frames > 0 && !making());
}

void MovieDialog::chooseFile() {
    const QString suffix = movieSuffix(plan().kind);
    QString file = QFileDialog::getSaveFileName(this, tr("Export movie"), file_->text(),
                                                QStringLiteral("*%1").arg(suffix));
    if (file.isEmpty()) return;
    if (!file.endsWith(suffix, Qt::CaseInsensitive)) file += suffix;
    file_->setText(file);
}

void MovieDialog::make() {
    if (making()) return;
    making_ = plan();
    shownBefore_ = run_.shownTime();
    if (making_.plots)
        strip_ = std::make_unique<PlotStrip>(
            run_.session().recording(), run_.session().layout(),
            QSize(static_cast<int>(stripPart * making_.size.width()), making_.size.height()),
            making_.begin, making_.end, isDark(palette()));
    writer_ = std::make_unique<MovieWriter>(making_, [this](double time) { return frame(time); });
    progress_->setRange(0, std::max(writer_->frames(), 1));
    progress_->setValue(0);
    close_->setText(tr("Stop"));
    make_->setEnabled(false);
    connect(writer_.get(), &MovieWriter::progressed, progress_, &QProgressBar::setValue);
    connect(writer_.get(), &MovieWriter::finished, this, &MovieDialog::end);
    writer_->start();
}

/// What the picture shows at that time, with all its layers, filling the frame.
QImage MovieDialog::frame(double time) const {
    run_.showAt(time);
    QImage image(making_.size, QImage::Format_RGB32);
    const int beside = strip_ ? static_cast<int>(stripPart * image.width()) : 0;
    const QSize room(image.width() - beside, image.height());
    const double scale = std::max(static_cast<double>(room.width()) / viewport_.width(),
                                  static_cast<double>(room.height()) / viewport_.height());
    const QImage scene = viewport_.picture(scale / viewport_.devicePixelRatioF());
    QPainter painter(&image);
    // The middle of the picture, where its sides have another proportion.
    const QPoint from((scene.width() - room.width()) / 2, (scene.height() - room.height()) / 2);
    painter.drawImage(QRect(QPoint(), room), scene, QRect(from, room));
    if (strip_) strip_->draw(painter, QPoint(room.width(), 0), time);
    return image;
}

void MovieDialog::end(bool whole, const QString& problem) {
    writer_.release()->deleteLater();
    strip_.reset();
    run_.seek(shownBefore_);
    close_->setText(tr("Close"));
    follow();
    note_->setText(whole ? tr("%1 is ready").arg(QFileInfo(making_.file).fileName()) : problem);
    if (whole) emit made(making_.file);
}

void MovieDialog::reject() {
    if (making()) return writer_->cancel();
    QDialog::reject();
}

}  // namespace momentree::app
