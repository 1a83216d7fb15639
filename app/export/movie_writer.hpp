// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <functional>

#include "app/export/movie_plan.hpp"

class QImage;

namespace momentree::app {

/// Creates a movie frame by frame in the event loop, so that the window stays responsive and
/// writing can be stopped. The movie file appears when it is complete; pictures written before a
/// stop are kept.
class MovieWriter final : public QObject {
    Q_OBJECT
public:
    /// @param draw the frame at a simulated time [s]; scaled to the plan's size if necessary
    MovieWriter(MoviePlan plan, std::function<QImage(double)> draw, QObject* parent = nullptr);
    ~MovieWriter() override;
    void start();
    /// Stops immediately and emits `finished`.
    void cancel();
    int frames() const { return frames_; }
    int framesDone() const { return next_; }

signals:
    void progressed(int framesDone, int frames);
    /// @param problem error message, empty if the movie is complete
    void finished(bool whole, const QString& problem);

private:
    void step();
    bool writePicture(const QImage& frame);
    void feedEncoder(const QImage& frame);
    void endEncoder(int exitCode);
    void count();
    void endMovie();
    void finish(bool whole, const QString& problem);

    MoviePlan plan_;
    std::function<QImage(double)> draw_;
    QProcess encoder_, counter_;
    QTimer timer_;     ///< starts the next frame
    QString partial_;  ///< temporary file of the encoder
    int frames_ = 0, next_ = 0;
    bool running_ = false, inputClosed_ = false;
    QString complaint_;  ///< of the encoder
};

}  // namespace momentree::app
