// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/base/theme/theme.hpp"
#include "fpga_link/timing/timing_model.hpp"

namespace momentree::app {

/// The parts of a batch from the request to the last row, from left to right: measured and modelled
/// times of each part, and the same steps on this machine.
class WaterfallChart final : public QWidget {
    Q_OBJECT
public:
    explicit WaterfallChart(QWidget* parent = nullptr);
    void setMeasured(const std::vector<fpga::TimingRow>& rows);
    void setModelled(const std::vector<fpga::TimingRow>& rows);
    /// @param ns time of the same steps in software on this machine, 0: unknown
    void setSoftware(double ns, bool scaled);

    struct Bar {
        QString part;
        bool modelled = false;  ///< of the figure
        bool whatIf = false;    ///< of the modelled waterfall
        double start_ns = 0.0, ns = 0.0;
    };
    const std::vector<Bar>& bars() const { return bars_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {340, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void collect();
    void drawHead(QPainter& painter, const ThemeColors& colors, double y) const;
    void drawPart(QPainter& painter, const ThemeColors& colors, const QString& part,
                  double y) const;
    void drawBar(QPainter& painter, const ThemeColors& colors, const QColor& colour, const Bar& bar,
                 const QString& label, double y) const;
    QStringList parts() const;
    double end(bool whatIf) const;
    double along(double ns) const;

    bool isSimulated() const;
    std::vector<fpga::TimingRow> measured_, modelled_;
    double software_ = 0.0;
    bool scaled_ = false;
    std::vector<Bar> bars_;
};

}  // namespace momentree::app
