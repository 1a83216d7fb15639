// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <vector>

#include "core/diagnostics/row_layout.hpp"
#include "core/session/recording.hpp"

class QPainter;

namespace momentree::app {

/// Energy and drift plots of a recording over a time span, one above the other, next to the frames
/// of a movie. Drawn once; each frame adds a line at its time.
class PlotStrip {
public:
    /// @param size in pixels of the movie
    PlotStrip(const std::shared_ptr<const Recording>& recording, const RowLayout& layout,
              QSize size, double begin, double end, bool dark);
    void draw(QPainter& painter, QPoint at, double time) const;

private:
    struct Plot {
        QImage image;
        QRect area;  ///< of the curves, in the strip
    };
    std::vector<Plot> plots_;
    double begin_, end_;
    bool dark_;
};

}  // namespace momentree::app
