// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "app/panels/studies/study_chart.hpp"

class QBoxLayout;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace momentree::app {

class SegmentBar;
class StudyFile;
class SweepRow;
class Workspace;

/// Sweeps one or two settings of the run on screen, or shows the study of a file: computes its runs
/// in the background and draws one of their figures.
class StudiesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit StudiesPanel(Workspace& workspace, QWidget* parent = nullptr);
    ~StudiesPanel() override;

    StudyJob& job() { return *job_; }
    StudyChart& chart() { return *chart_; }
    SweepRow& row(int index) { return *rows_[static_cast<std::size_t>(index)]; }
    /// Shows a study with the runs that its folder has. Returns false with a message in `why`.
    bool open(const QString& file, QString* why);
    /// Writes the study to a file with its finished runs. Returns false with a message in `why`.
    bool saveAs(const QString& file, QString* why);
    QString status() const;  ///< what is said below the chart

    QSize sizeHint() const override { return {640, 380}; }
    QSize minimumSizeHint() const override { return {QWidget::minimumSizeHint().width(), 260}; }

Q_SIGNALS:
    void failed(const QString& what, const QString& why);
    void said(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeRows();
    QWidget* makeView();
    void arrange();
    void offer();
    void plan();
    Study sweptStudy() const;
    bool usePlan(Study study, std::shared_ptr<const ModelDescription> model, std::string folder);
    void closeFile();
    void follow();
    void followButtons();
    void fillOver();
    void chooseTelling();
    /// The one chosen, or the first.
    const StudyMetric& metric() const;
    void sayStatus(std::optional<std::size_t> pointed);
    void addChosen();
    void copyTable();
    void askToOpen();
    void askToSave();

    Workspace& workspace_;
    StudyJob* job_;
    StudyChart* chart_;
    std::array<SweepRow*, 2> rows_{};
    QBoxLayout* body_;  ///< controls and chart, below or beside each other
    QWidget *controls_, *form_;
    QList<QLabel*> captions_;  ///< of ranges
    QLabel *title_, *status_, *overWord_;
    QComboBox *metric_, *over_;
    SegmentBar* kind_;
    QProgressBar* progress_;
    QPushButton *compute_, *add_;
    QToolButton *open_, *save_, *close_;
    QTimer soon_;   ///< until a changed plan is read
    QString file_;  ///< of an opened study; empty for the fields
    QString why_;   ///< no plan
    bool metricChosen_ = false;
    bool outdated_ = true;  ///< the model or the run on screen changed while hidden
};

}  // namespace momentree::app
