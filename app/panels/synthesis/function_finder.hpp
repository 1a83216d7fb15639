// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/synthesis/linkage_finder.hpp"

class QLineEdit;

namespace momentree::app {

class XyPlot;

/// The four-bar whose rocker follows its crank by a function, or by a table of angles.
class FunctionFinder final : public LinkageFinder {
    Q_OBJECT
public:
    explicit FunctionFinder(Workspace& workspace);

    /// Null until one is found.
    const FunctionFourBar* found() const { return found_ ? &found_->fourBar : nullptr; }
    /// Reads pairs of angles in degrees from a table, in place of the function. Returns false with
    /// an error message in `why`.
    bool readPairs(const QString& path, QString* why);

Q_SIGNALS:
    void ended();  ///< a search

protected:
    void showEvent(QShowEvent* event) override;

private:
    FunctionFinder(Workspace& workspace, XyPlot* plot);
    void addFields();
    void takeFunction();
    void follow();
    void take(const Result<FunctionFourBar>& found, const std::vector<AnglePair>& pairs);
    void present();
    void showCurves();
    void askForTable();
    Result<LinkageModel> model() const override;

    XyPlot* plot_;
    QLineEdit* function_;
    QDoubleSpinBox *from_, *to_, *transmission_, *longest_, *ground_;
    std::vector<AnglePair> pairs_;
    struct Found {
        FunctionFourBar fourBar;
        std::vector<AnglePair> pairs;
    };
    std::optional<Found> found_;
    bool searching_ = false, again_ = false;
};

}  // namespace momentree::app
