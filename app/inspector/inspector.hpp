// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/document/model_document.hpp"
#include "app/inspector/field.hpp"

class QFormLayout;
class QLabel;

namespace momentree::app {

class ReadOut;

/// What can be changed of the selected element, and below it what it does at the shown time. A
/// field that is refused keeps what was typed and says why.
class Inspector final : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(ModelDocument& document, QWidget* parent = nullptr);

    void setElement(const Element& element);
    ReadOut& readOut() { return *readOut_; }
    QString problem() const;  ///< why the last entry was refused, empty if it was not

private:
    void rebuild();
    void refresh();
    void addRow(std::size_t index);
    void takeOver(std::size_t index, const QString& text, QWidget* editor);
    void complain(QWidget* editor, const QString& why);

    ModelDocument& document_;
    Element element_;
    std::vector<Field> fields_;
    std::vector<QWidget*> editors_;
    QLabel *title_, *problem_;
    QWidget* page_;
    QFormLayout* form_;
    ReadOut* readOut_;
    bool taking_ = false;
};

}  // namespace momentree::app
