// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

#include "app/export/export_form.hpp"
#include "app/export/movie_plan.hpp"

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace momentree::app {

class MovieWriter;
class PlotStrip;
class RunController;
class Viewport;

/// Asks for the settings of a movie and creates it, with progress; the picture follows. Restores
/// the current time at the end.
class MovieDialog final : public QDialog {
    Q_OBJECT
public:
    /// @param file suggested name, with or without suffix
    MovieDialog(RunController& run, Viewport& viewport, const QString& file,
                QWidget* parent = nullptr);
    ~MovieDialog() override;
    MoviePlan plan() const;
    void setPlan(const MoviePlan& plan);
    bool making() const { return writer_ != nullptr; }

public slots:
    void make();
    void reject() override;  ///< stops a movie in progress, then closes

signals:
    void made(const QString& file);

private:
    void build();
    void follow();
    void chooseFile();
    void takeKind();
    QImage frame(double time) const;
    void end(bool whole, const QString& problem);

    RunController& run_;
    Viewport& viewport_;
    std::unique_ptr<MovieWriter> writer_;
    QString record_;  ///< of the run, in a sequence of pictures
    std::unique_ptr<PlotStrip> strip_;
    MoviePlan making_;
    double shownBefore_ = 0.0;
    QComboBox* kind_;
    ExportForm form_;
    QDoubleSpinBox* speed_;
    QSpinBox *rate_, *width_, *height_;
    QCheckBox* plots_;
};

}  // namespace momentree::app
