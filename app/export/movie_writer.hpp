// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <functional>

#include "app/export/movie_plan.hpp"

class QImage;

namespace momentree::app {

/// Makes a movie frame by frame on the event loop of its thread, so that the window stays alive and
/// the work can be stopped. The file appears when it is whole; of pictures those made stay.
class MovieWriter final : public QObject {
    Q_OBJECT
public:
    /// @param draw the frame of a simulated time [s]; scaled to the plan's size if it is another
    MovieWriter(MoviePlan plan, std::function<QImage(double)> draw, QObject* parent = nullptr);
    ~MovieWriter() override;
    void start();
    /// Ends at once; `finished` says so.
    void cancel();
    int frames() const { return frames_; }
    int framesDone() const { return next_; }

signals:
    void progressed(int framesDone, int frames);
    /// @param problem for people, empty if the movie is whole
    void finished(bool whole, const QString& problem);

private:
    void step();
    bool writePicture(const QImage& frame);
    void feedEncoder(const QImage& frame);
    void endEncoder(int exitCode);
    void finish(bool whole, const QString& problem);

    MoviePlan plan_;
    std::function<QImage(double)> draw_;
    QProcess encoder_;
    QTimer timer_;     ///< to the next frame
    QString partial_;  ///< that the encoder writes to
    int frames_ = 0, next_ = 0;
    bool running_ = false, inputClosed_ = false;
};

}  // namespace momentree::app
