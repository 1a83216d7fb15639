// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <atomic>
#include <memory>

#include "app/export/export_form.hpp"
#include "render/series.hpp"

namespace momentree::app {

class RunController;

/// Asks which instants of a recorded motion to write for ParaView and writes them on another
/// thread, with progress; the window stays usable.
class SeriesDialog final : public QDialog {
    Q_OBJECT
public:
    /// Uses the rows recorded so far.
    explicit SeriesDialog(const RunController& run, QWidget* parent = nullptr);
    ~SeriesDialog() override;
    render::SeriesPlan plan() const;
    void setPlan(const render::SeriesPlan& plan);
    bool writing() const { return going_ != nullptr; }

public slots:
    void write();
    void reject() override;  ///< stops an export in progress, then closes

signals:
    void written(const QString& file);

private:
    void build();
    void follow();
    void chooseFile();
    void end(const Result<bool>& result, const QString& file);

    std::shared_ptr<const Model> model_;
    std::shared_ptr<const Recording> recording_;
    std::shared_ptr<std::atomic<bool>> going_;  ///< cleared to stop; null while nothing is written
    ExportForm form_;
    QDoubleSpinBox* interval_;
};

}  // namespace momentree::app
