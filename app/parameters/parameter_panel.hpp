// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "app/document/model_document.hpp"

class QGridLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace momentree::app {

/// The named parameters of the model, each with a slider: moving one changes the model at once, as
/// one step of the history, and what runs starts again with it.
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
        QLineEdit *title, *value;
        QSlider* slider;
    };
    void refresh();
    void rebuild();
    void addRow(std::size_t index);
    void addParameter();
    void showValues();
    void take(std::size_t index, const QString& text);
    void slide(std::size_t index, int position);
    void rename(std::size_t index, const QString& name);
    Range& rangeOf(const ParameterDescription& parameter);

    ModelDocument& document_;
    QWidget* page_ = nullptr;
    QLabel* empty_;
    QWidget* holder_;
    std::vector<Row> rows_;
    std::map<std::string, Range> ranges_;  ///< of sliders; they stay while a value moves
    int gesture_ = 0;
};

}  // namespace momentree::app
