// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "app/panels/inside/heat_map.hpp"
#include "core/trace/evaluation_trace.hpp"

namespace momentree::app {

/// All results of one piece of work as heat maps. The current equation is highlighted; results of
/// later equations are pale.
class MatrixCards final : public QWidget {
    Q_OBJECT
public:
    explicit MatrixCards(QWidget* parent = nullptr);

    void setResults(const std::vector<TracedResult>& results);
    void setCurrent(int result);
    void setScale(HeatScale scale);
    HeatScale scale() const { return scale_; }
    int count() const { return static_cast<int>(cards_.size()); }
    const HeatMap& map(int card) const { return cards_[static_cast<std::size_t>(card)].map; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {380, heightForWidth(380)}; }

Q_SIGNALS:
    void chosen(int result);
    void currentMoved(const QRect& card);  ///< should be made visible

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Card {
        QString symbol;
        HeatMap map;
        QRect place;
    };
    static int layOut(std::vector<Card>& cards, int width);  ///< returns the height
    int cardAt(QPoint at) const;
    QString tipAt(QPoint at) const;

    std::vector<Card> cards_;
    int current_ = 0;
    HeatScale scale_ = HeatScale::Linear;
};

}  // namespace momentree::app
