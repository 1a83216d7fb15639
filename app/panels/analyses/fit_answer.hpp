// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/analyses/answer.hpp"

class QComboBox;
class QMenu;

namespace momentree::app {

class SegmentBar;
class XyPlot;

/// Parameters with which the run agrees best with a measured column, which is shown beside it.
class FitAnswer final : public Answer {
    Q_OBJECT
public:
    FitAnswer(Workspace& workspace, PoseStage& stage);

    /// Reads a table of measurements. Returns false with an error message in `why`.
    bool readData(const QString& file, QString* why);
    /// Gives the model the values that were found.
    void useValues();
    XyPlot& plot() const { return *plot_; }
    QSize sizeHint() const override { return {760, 400}; }

Q_SIGNALS:
    void refused(const QString& why);

protected:
    void present() override;
    void showPoses() override {}
    QString ask(Inquiry& inquiry) const override;

private:
    void offer();
    void offerParameters();
    void offerColumns();
    void askForFile();

    QPushButton *file_, *use_, *parameters_;
    QComboBox *measured_, *column_;
    QMenu* menu_;  ///< of `parameters_`, with a check before those to be found
    SegmentBar* segments_;
    QStackedWidget* stack_;
    XyPlot* plot_;
    QWidget* tables_;
    std::shared_ptr<const MeasuredData> data_;
};

}  // namespace momentree::app
