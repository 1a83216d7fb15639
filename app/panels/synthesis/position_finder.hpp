// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "app/panels/synthesis/linkage_finder.hpp"

class QTableWidget;

namespace momentree::app {

class PositionCanvas;

/// All four-bars that take a body through three positions, and one of them in these positions. They
/// are found again while a position is dragged.
class PositionFinder final : public LinkageFinder {
    Q_OBJECT
public:
    explicit PositionFinder(Workspace& workspace);

    PositionCanvas& canvas() { return *canvas_; }
    /// The best transmission angle first.
    const std::vector<ThreePoseFourBar>& found() const { return found_; }
    bool rests() const { return !searching_; }  ///< what was found is that of the positions

Q_SIGNALS:
    void ended();  ///< a search

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Picture;
    PositionFinder(Workspace& workspace, const Picture& picture);
    void addFields();
    void follow();
    void take(const ThreePoseRequest& request, const Result<std::vector<ThreePoseFourBar>>& found);
    void fillTable();
    void choose(int row);
    void writePoses();
    Result<LinkageModel> model() const override;

    PositionCanvas* canvas_;
    QTableWidget* table_;
    std::array<std::array<QDoubleSpinBox*, 3>, 3> fields_{};  ///< x, y [m], angle [degrees]
    QDoubleSpinBox *transmission_, *longest_;
    std::vector<ThreePoseFourBar> found_;
    ThreePoses poses_;  ///< of what was found
    bool searching_ = false, again_ = false;
};

}  // namespace momentree::app
