// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "app/document/model_document.hpp"

class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace momentree::app {

class UnitLine;

/// The parameters of the model, each with a slider between two limits. Moving it changes the model
/// immediately, as one step of the history, and restarts the run. Default limits are half and twice
/// the value.
class ParameterPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ParameterPanel(ModelDocument& document, QWidget* parent = nullptr);

Q_SIGNALS:
    void refused(const QString& why);

private:
    struct Range {
        double low = 0.0, high = 1.0;
    };
    struct Row {
        std::string name;
        QLineEdit* title;
        UnitLine *value, *low, *high;
        QSlider* slider;
        QToolButton* gone;
    };
    void refresh();
    void rebuild();
    void addRow(std::size_t index);
    UnitLine* addField(int width);
    void connectRow(std::size_t index);
    void nameRow(Row& row, const std::string& name);
    void addParameter();
    void showValues();
    void showRange(const Row& row, const ParameterDescription& parameter);
    void removeParameter(std::size_t index);
    void takeLimit(std::size_t index, bool upper);
    void take(std::size_t index, const QString& text);
    void slide(std::size_t index, int position);
    void rename(std::size_t index, const QString& name);
    Range rangeOf(const ParameterDescription& parameter);

    ModelDocument& document_;
    QWidget* page_ = nullptr;
    QLabel* empty_;
    QWidget* holder_;
    std::vector<Row> rows_;
    std::map<std::string, Range> ranges_;  ///< around the values; fixed while a slider moves
    int gesture_ = 0;
};

}  // namespace momentree::app
