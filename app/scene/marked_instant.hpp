// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/scene/sight.hpp"

namespace momentree::app {

/// The outline of the mechanism at an instant other than the current one.
class MarkedInstant final : public PictureLayer {
public:
    /// A recorded row of the displayed model; empty for none.
    void mark(std::vector<double> row) { row_ = std::move(row); }
    bool marked() const { return !row_.empty(); }
    void paint(QPainter& painter, const Sight& sight) override;

private:
    std::vector<double> row_;
};

}  // namespace momentree::app
