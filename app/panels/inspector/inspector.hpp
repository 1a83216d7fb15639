// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/document/fields/field.hpp"
#include "app/document/model_document.hpp"

class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace momentree::app {

/// Set on a field with rejected text, which keeps the focus for correction.
inline constexpr const char* refusedProperty = "refused";

class Fold;
class ReadOut;

/// Editable properties of the selected elements, and below them the values of one element at the
/// current time. A field with an error keeps its text and shows the reason; Esc restores the old
/// value.
class Inspector final : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(ModelDocument& document, QWidget* parent = nullptr);

    void setElement(const Element& element) { setElements({element}); }
    void setElements(const std::vector<Element>& elements);
    ReadOut& readOut() { return *readOut_; }
    /// The element that is shown, none if there are several.
    Element element() const { return several() ? Element{} : elements_.front(); }
    QString problem() const;  ///< why the last entry was rejected, empty if it was not

Q_SIGNALS:
    /// The user asks for the menu of the element.
    void menuWanted(const momentree::app::Element& element, const QPoint& globalPosition);

private:
    void rebuild();
    void refresh();
    const Fold* addFold(const QString& title);
    void showSummaries(ModelDescription& model);
    void addRow(std::size_t index, const QString& text);
    void showFold(const QString& title, bool open);
    void showHead();
    void takeOver(std::size_t index, const QString& text, QWidget* editor);
    QLineEdit* addLine(std::size_t index, const QString& text);
    void showValue(std::size_t index, ModelDescription& model);
    void addSwatch(std::size_t index, QLineEdit& line);
    std::vector<Field> fields() const;
    QString title() const;
    bool several() const { return elements_.size() > 1; }
    void complain(QWidget* editor, const QString& why);

    ModelDocument& document_;
    std::vector<Element> elements_{Element{}};  ///< at least one, which may be a null element
    std::vector<Field> fields_;
    std::vector<QWidget*> editors_;
    QLabel *title_, *kind_, *acts_, *problem_;
    QToolButton* more_;  ///< opens the menu of the element
    QWidget* page_;
    QFormLayout* form_;
    ReadOut* readOut_;
    bool taking_ = false;
};

}  // namespace momentree::app
