// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/movie_writer.hpp"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QSaveFile>

#include "app/export/encoder.hpp"

namespace momentree::app {
namespace {

/// Frames wait while the encoder has this much to read [bytes].
constexpr qint64 mostUnread = 64 * 1024 * 1024;

QImage fitted(const QImage& frame, QSize size) {
    const QImage scaled = frame.size() == size
                              ? frame
                              : frame.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    return scaled.convertToFormat(QImage::Format_RGBA8888);
}

}  // namespace

MovieWriter::MovieWriter(MoviePlan plan, std::function<QImage(double)> draw, QObject* parent)
    : QObject(parent), plan_(std::move(plan)), draw_(std::move(draw)), frames_(frameCount(plan_)) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &MovieWriter::step);
    connect(&encoder_, &QProcess::finished, this, &MovieWriter::endEncoder);
    connect(&counter_, &QProcess::finished, this, [this] {
        if (running_) endMovie();
    });
    connect(&encoder_, &QProcess::bytesWritten, this, [this] {
        if (running_ && !inputClosed_) timer_.start();
    });
    connect(&encoder_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(false,
                   tr("Cannot start %1: %2").arg(encoder_.program(), encoder_.errorString()));
    });
}

MovieWriter::~MovieWriter() { cancel(); }

void MovieWriter::start() {
    running_ = true;
    next_ = 0;
    if (frames_ == 0)
        return finish(false, tr("Cannot make the movie: time span, speed and frames per second "
                                "must be positive and give at most %1 frames.")
                                 .arg(mostFrames));
    if (const QString problem = folderProblem(plan_.file); !problem.isEmpty())
        return finish(false, problem);
    if (plan_.kind != MoviePlan::Kind::Pictures) {
        const QString problem = missingEncoder(plan_.kind);
        if (!problem.isEmpty()) return finish(false, problem);
        const QFileInfo info(plan_.file);
        partial_ = info.path() + QStringLiteral("/.") + info.completeBaseName() +
                   QStringLiteral(".part") + movieSuffix(plan_.kind);
        encoder_.start(encoderProgram(), encoderArguments(plan_, partial_));
        if (!running_) return;
    }
    timer_.start();
}

void MovieWriter::step() {
    if (!running_ || inputClosed_) return;
    if (encoder_.bytesToWrite() > mostUnread) return;  // continues when some of it has been read
    if (next_ >= frames_) {
        if (plan_.kind == MoviePlan::Kind::Pictures) return finish(true, {});
        inputClosed_ = true;
        return encoder_.closeWriteChannel();
    }
    const QImage frame = fitted(draw_(frameTime(plan_, next_)), plan_.size);
    if (plan_.kind == MoviePlan::Kind::Pictures) {
        if (!writePicture(frame)) return;
    } else {
        feedEncoder(frame);
    }
    ++next_;
    emit progressed(next_, frames_);
    timer_.start();
}

bool MovieWriter::writePicture(const QImage& frame) {
    QSaveFile file(pictureName(plan_.file, next_));
    if (file.open(QIODevice::WriteOnly) && frame.save(&file, "PNG") && file.commit()) return true;
    finish(false, tr("Cannot write %1: %2").arg(file.fileName(), file.errorString()));
    return false;
}

void MovieWriter::feedEncoder(const QImage& frame) {
    for (int y = 0; y < frame.height(); ++y)
        encoder_.write(reinterpret_cast<const char*>(frame.constScanLine(y)), 4 * frame.width());
}

void MovieWriter::endEncoder(int exitCode) {
    if (!running_) return;
    const QString said = QString::fromLocal8Bit(encoder_.readAllStandardError()).trimmed();
    if (exitCode != 0 || encoder_.exitStatus() != QProcess::NormalExit || !inputClosed_)
        return finish(false, tr("ffmpeg could not make the movie: %1")
                                 .arg(said.isEmpty() ? tr("no message") : said));
    complaint_ = said;
    count();
}

/// On a full disk, ffmpeg may report success.
void MovieWriter::count() {
    if (counterProgram().isEmpty()) return endMovie();
    counter_.start(counterProgram(), counterArguments(partial_));
}

void MovieWriter::endMovie() {
    bool known = false;
    const int written = counter_.readAllStandardOutput().trimmed().toInt(&known);
    if (!known && !complaint_.isEmpty())
        return finish(false, tr("ffmpeg could not make the movie: %1").arg(complaint_));
    if (known && written != frames_)
        return finish(false, tr("Only %1 of %2 frames could be written: %3")
                                 .arg(written)
                                 .arg(frames_)
                                 .arg(complaint_.isEmpty() ? tr("no message") : complaint_));
    QFile::remove(plan_.file);
    if (!QFile::rename(partial_, plan_.file))
        return finish(false, tr("Cannot write %1").arg(plan_.file));
    finish(true, {});
}

void MovieWriter::cancel() {
    if (running_) finish(false, tr("stopped after %1 of %2 frames").arg(next_).arg(frames_));
}

void MovieWriter::finish(bool whole, const QString& problem) {
    running_ = false;
    if (encoder_.state() != QProcess::NotRunning) {
        encoder_.kill();
        encoder_.waitForFinished();
    }
    if (counter_.state() != QProcess::NotRunning) {
        counter_.kill();
        counter_.waitForFinished();
    }
    if (!partial_.isEmpty()) QFile::remove(partial_);
    emit finished(whole, problem);
}

}  // namespace momentree::app
