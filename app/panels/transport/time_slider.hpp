// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSlider>
#include <optional>
#include <vector>

#include "app/panels/transport/bookmarks.hpp"

class QPainter;

namespace momentree::app {

/// Something that happened in a run.
struct TimeMark {
    double time = 0.0;  ///< [s]
    QString text;       ///< what, where and what to do
    bool ends = false;  ///< it ended the run
    bool operator==(const TimeMark&) const = default;
};

/// The time axis of a run with the planned, computed and current time. A click jumps, dragging
/// scrubs; only computed times can be selected.
class TimeSlider final : public QAbstractSlider {
    Q_OBJECT
public:
    explicit TimeSlider(QWidget* parent = nullptr);

    void setBookmarks(std::vector<Bookmark> bookmarks);
    /// Marks below the axis, with their texts as tool tips; a click shows their time.
    void setMarks(std::vector<TimeMark> marks);
    const std::vector<TimeMark>& marks() const { return marks_; }
    double xOf(double time) const;                                  ///< where a time is [pixels]
    void setTimes(double shown, double computed, double duration);  ///< [s]
    /// Marks the time under the mouse in a plot [s].
    void setCrosshair(std::optional<double> seconds);

    QSize sizeHint() const override { return {300, 26}; }
    QSize minimumSizeHint() const override { return {40, 26}; }

Q_SIGNALS:
    void scrubbed(double time);  ///< the user wants to see this time [s]
    /// The mouse is over a time [s]; empty: it has left.
    void hovered(std::optional<double> seconds);
    /// The user has right-clicked a bookmark.
    void bookmarkMenuWanted(int index, const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void sliderChange(SliderChange change) override;

private:
    QRectF groove() const;
    double timeAt(double x) const;
    void scrubTo(double x);
    int bookmarkAt(double x) const;  ///< -1: none
    /// The mark nearest to x within reach, null for none.
    const TimeMark* markAt(double x) const;
    QString toolTipAt(double x) const;
    void paintMarks(QPainter& painter) const;

    double shown_ = 0.0, computed_ = 0.0, duration_ = 0.0;
    double hover_ = -1.0;
    std::optional<double> crosshair_;
    std::vector<Bookmark> bookmarks_;
    std::vector<TimeMark> marks_;
    bool updating_ = false;
};

}  // namespace momentree::app
