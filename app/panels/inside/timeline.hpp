// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/model/model.hpp"
#include "core/session/trace_instant.hpp"

namespace momentree::app {

/// The activity of each thread during a few steps: a lane for the phases of the calling thread and
/// one for the pieces of work of each thread. The wheel zooms, dragging moves, a double click shows
/// everything.
class Timeline final : public QWidget {
    Q_OBJECT
public:
    struct Bar {
        std::int64_t begin = 0, end = 0;  ///< [ns] from the beginning of the first step
        Phase phase = Phase::Count;
        const TracedPass* pass = nullptr;  ///< null for a phase
        int node = -1;
    };
    struct Lane {
        QString name;
        std::vector<Bar> bars;  ///< in order of time
    };

    explicit Timeline(QWidget* parent = nullptr);
    void setTrace(std::shared_ptr<const Model> model, std::shared_ptr<const InstantTrace> trace);
    /// Lanes that were not traced here, such as those of a board.
    void setFurther(std::vector<Lane> lanes);
    void setThreads(int threads);       ///< at least as many lanes, even if some are empty
    void setNote(const QString& note);  ///< below the lanes
    void fit();

    const std::vector<Lane>& lanes() const { return lanes_; }
    double shownFrom() const { return from_; }  ///< [ns]
    double shownTo() const { return to_; }
    QRectF barRect(int lane, const Bar& bar) const;
    QString tipAt(QPoint at) const;

    QSize sizeHint() const override { return {520, 260}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

Q_SIGNALS:
    void nodeChosen(int node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void collect();
    void show(double from, double to);
    double xOf(double ns) const;
    double nsAt(double x) const;
    QRectF laneRect(int lane) const;
    const Bar* barAt(QPoint at) const;
    void drawAxis(QPainter& painter) const;
    void drawLane(QPainter& painter, int lane) const;
    void drawLegend(QPainter& painter) const;

    std::shared_ptr<const Model> model_;
    std::shared_ptr<const InstantTrace> trace_;
    std::vector<Lane> lanes_, further_;
    std::vector<Phase> phases_;  ///< those that occur
    QString note_;
    int threads_ = 1;
    double end_ = 1.0, from_ = 0.0, to_ = 1.0;  ///< [ns]
    QPoint pressed_, last_;
    bool dragged_ = false;
};

}  // namespace momentree::app
