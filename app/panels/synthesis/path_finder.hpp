// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <memory>

#include "app/panels/synthesis/linkage_finder.hpp"

class QComboBox;
class QDoubleSpinBox;
class QProgressBar;

namespace momentree::app {

class CurveCanvas;

/// A linkage whose point follows a curve that is drawn or read.
class PathFinder final : public LinkageFinder {
    Q_OBJECT
public:
    explicit PathFinder(Workspace& workspace);
    ~PathFinder() override;

    CurveCanvas& canvas() { return *canvas_; }
    bool searching() const { return search_ != nullptr; }
    /// Null until one is found for this curve.
    const LinkageModel* found() const { return found_.get(); }
    /// Reads points of a table. Returns false with an error message in `why`.
    bool readCurve(const QString& path, QString* why);

Q_SIGNALS:
    void ended();  ///< a search

private:
    struct Search;
    PathFinder(Workspace& workspace, CurveCanvas* canvas);
    void lay();
    PathRequest asked() const;
    /// Whether the search that was cancelled, or ran out of time, is the one that is asked for.
    bool goesOn() const;
    void start();
    void startChain();
    void cancel();
    void follow();
    void forget(const QString& why = {});  ///< what was found
    void present(const FoundPath& path, double goodEnough);
    void take(const std::shared_ptr<Search>& search);
    Result<LinkageModel> model() const override;
    void askForCurve();

    CurveCanvas* canvas_;
    QComboBox* family_;
    QDoubleSpinBox *width_, *transmission_;
    QPushButton* find_;
    QProgressBar* progress_;
    QTimer timer_;
    std::shared_ptr<Search> search_;  ///< that is running
    std::shared_ptr<Search> paused_;  ///< the last that was cancelled or ran out of time
    std::unique_ptr<LinkageModel> found_;
};

}  // namespace momentree::app
