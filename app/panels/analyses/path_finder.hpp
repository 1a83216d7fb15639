// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>

#include "app/analyses/synthesis_output.hpp"

class QComboBox;
class QDoubleSpinBox;
class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace momentree::app {

class CurveCanvas;
class Workspace;

/// Finds a linkage for a curve that is drawn or read, and puts it into the document.
class PathFinder final : public QWidget {
    Q_OBJECT
public:
    explicit PathFinder(Workspace& workspace);
    ~PathFinder() override;

    CurveCanvas& canvas() { return *canvas_; }
    bool searching() const { return search_ != nullptr; }
    /// Null until one is found for this curve.
    const SynthesisOutput* found() const { return found_.get(); }
    /// Reads points of a table. Returns false with an error message in `why`.
    bool readCurve(const QString& path, QString* why);
    void showTitle(bool shown);  ///< not where the dock has one
    QSize sizeHint() const override { return {760, 400}; }

Q_SIGNALS:
    void ended();  ///< a search
    /// The linkage is in the document; show how it moves and trace the point.
    void used(const std::string& body, const std::string& marker);

private:
    struct Search;
    void lay();
    PathRequest asked() const;
    /// Whether the search that was cancelled, or ran out of time, is the one that is asked for.
    bool goesOn() const;
    void start();
    void startChain();
    void cancel();
    void follow();
    void forget();  ///< what was found
    void say(const QString& text);
    void present(const FoundPath& path, double goodEnough);
    void take(const std::shared_ptr<Search>& search);
    void use();
    void askForCurve();

    Workspace& workspace_;
    QLabel* title_;
    CurveCanvas* canvas_;
    QComboBox* family_;
    QDoubleSpinBox *width_, *transmission_;
    QPushButton *find_, *use_;
    QProgressBar* progress_;
    QLabel* said_;
    QHBoxLayout* values_;
    QTimer timer_;
    std::shared_ptr<Search> search_;  ///< that is running
    std::shared_ptr<Search> paused_;  ///< the last that was cancelled or ran out of time
    std::unique_ptr<SynthesisOutput> found_;
};

}  // namespace momentree::app
