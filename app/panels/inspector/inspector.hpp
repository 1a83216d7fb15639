// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/document/fields/field.hpp"
#include "app/document/model_document.hpp"

class QFormLayout;
class QLabel;
class QLineEdit;

namespace momentree::app {

/// Of a field whose text was refused: it keeps the keyboard, so that one can mend it.
inline constexpr const char* refusedProperty = "refused";

class ReadOut;

/// What can be changed of the selected elements, and below it what one does at the shown time. A
/// field that is refused keeps what was typed and says why; Esc brings back what was there.
class Inspector final : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(ModelDocument& document, QWidget* parent = nullptr);

    void setElement(const Element& element) { setElements({element}); }
    void setElements(const std::vector<Element>& elements);
    ReadOut& readOut() { return *readOut_; }
    QString problem() const;  ///< why the last entry was refused, empty if it was not

private:
    void rebuild();
    void refresh();
    void addRow(std::size_t index, const QString& text);
    void showHead();
    void takeOver(std::size_t index, const QString& text, QWidget* editor);
    QLineEdit* addLine(std::size_t index, const QString& text);
    void addSwatch(std::size_t index, QLineEdit& line);
    std::vector<Field> fields() const;
    QString title() const;
    bool several() const { return elements_.size() > 1; }
    void complain(QWidget* editor, const QString& why);

    ModelDocument& document_;
    std::vector<Element> elements_{Element{}};  ///< at least one, which may be none
    std::vector<Field> fields_;
    std::vector<QWidget*> editors_;
    QLabel *title_, *acts_, *problem_;
    QWidget* page_;
    QFormLayout* form_;
    ReadOut* readOut_;
    bool taking_ = false;
};

}  // namespace momentree::app
