// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/inspector.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/inspector/number_keys.hpp"
#include "app/inspector/read_out.hpp"
#include "app/messages/messages_panel.hpp"
#include "app/theme/theme.hpp"
#include "core/model/model.hpp"

namespace momentree::app {
namespace {

constexpr int leastWidth = 220;  ///< where fields can still be read

QString titleOf(const ModelDescription& model, const Element& element) {
    return exists(model, element)
               ? elementName(model, element) + "  ·  " + elementType(model, element)
               : Inspector::tr("The model");
}

QStringList shapeOf(const ModelDescription& model, const Element& element) {
    QStringList names;
    for (const Field& field : fieldsOf(model, element)) names << field.name + field.unit;
    return names;
}

}  // namespace

Inspector::Inspector(ModelDocument& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    setMinimumWidth(leastWidth);
    title_ = new QLabel(this);
    title_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);
    title_->setContentsMargins(8, 6, 8, 2);
    QFont strong = font();
    strong.setBold(true);
    title_->setFont(strong);
    problem_ = new QLabel(this);
    problem_->setObjectName("inspectorProblem");
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->setContentsMargins(8, 2, 8, 4);
    problem_->hide();
    page_ = new QWidget(this);
    form_ = new QFormLayout(page_);
    form_->setContentsMargins(8, 4, 8, 4);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form_->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    readOut_ = new ReadOut(this);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(page_);
    column->addWidget(readOut_, 1);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title_);
    layout->addWidget(problem_);
    layout->addWidget(scroll, 1);
    connect(&document_, &ModelDocument::changed, this, &Inspector::refresh);
    rebuild();
}

void Inspector::setElement(const Element& element) {
    if (element == element_) return;
    element_ = element;
    rebuild();
}

QString Inspector::problem() const { return problem_->isHidden() ? QString() : problem_->text(); }

void Inspector::rebuild() {
    problem_->hide();
    editors_.clear();
    taking_ = true;  // an editor that loses the focus as it goes tells nothing any more
    while (form_->rowCount() > 0) form_->removeRow(0);
    taking_ = false;
    fields_ = fieldsOf(document_.description(), element_);
    for (std::size_t k = 0; k < fields_.size(); ++k) addRow(k);
    refresh();
}

void Inspector::addRow(std::size_t index) {
    const Field& field = fields_[index];
    QWidget* editor = nullptr;
    if (field.choices.isEmpty()) {
        auto* line = new QLineEdit(page_);
        connect(line, &QLineEdit::editingFinished, this,
                [this, index, line] { takeOver(index, line->text(), line); });
        line->installEventFilter(new NumberKeys(line));
        editor = line;
    } else {
        auto* combo = new QComboBox(page_);
        combo->addItems(field.choices);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(8);
        connect(combo, &QComboBox::textActivated, this,
                [this, index, combo](const QString& text) { takeOver(index, text, combo); });
        editor = combo;
    }
    const QString label =
        field.unit.isEmpty() ? field.name : tr("%1 [%2]").arg(field.name, field.unit);
    editor->setToolTip(field.help);
    editor->setAccessibleName(label);
    editor->setAccessibleDescription(field.help);
    editor->setWhatsThis(
        QStringLiteral("<b>%1</b><p>%2</p>")
            .arg(label.toHtmlEscaped(), field.help.toHtmlEscaped().replace('\n', "<br>")));
    editor->setObjectName("field " + field.name);
    auto* caption = new QLabel(label, page_);
    caption->setToolTip(field.help);
    caption->setBuddy(editor);
    form_->addRow(caption, editor);
    editors_.push_back(editor);
}

/// Fields show the document; the one being typed in is left alone.
void Inspector::refresh() {
    if (taking_) return;
    if (element_.kind != Element::Kind::None && !exists(document_.description(), element_))
        element_ = {};
    QStringList shown;
    for (const Field& field : fields_) shown << field.name + field.unit;
    if (shown != shapeOf(document_.description(), element_)) return rebuild();
    fields_ = fieldsOf(document_.description(), element_);
    title_->setText(titleOf(document_.description(), element_));
    ModelDescription model = document_.description();
    for (std::size_t k = 0; k < editors_.size(); ++k) {
        const QString text = fields_[k].text(model);
        if (auto* line = qobject_cast<QLineEdit*>(editors_[k])) {
            if (line->hasFocus() && line->isModified()) continue;
            if (line->text() != text) line->setText(text);
            line->setCursorPosition(0);
        } else if (auto* combo = qobject_cast<QComboBox*>(editors_[k])) {
            combo->setCurrentText(text);
        }
    }
}

void Inspector::takeOver(std::size_t index, const QString& text, QWidget* editor) {
    if (taking_) return;
    ModelDescription trial = document_.description();
    const Field field = fields_[index];
    if (field.text(trial) == text) {
        problem_->hide();
        editor->setPalette(palette());
        return;
    }
    QString why = field.take(trial, text);
    const bool built = buildModel(document_.description()).has_value();
    if (why.isEmpty() && built) {
        // What no run could be made of is refused here, where it was typed.
        if (const auto model = buildModel(trial); !model)
            why = diagnosticText(model.error().front());
    }
    if (why.isEmpty()) {
        taking_ = true;
        const auto done = document_.edit(
            tr("%1 of %2").arg(field.name, titleOf(trial, element_).section("  ·  ", 0, 0)),
            [&](ModelDescription& model) { field.take(model, text); });
        taking_ = false;
        if (!done) why = diagnosticText(done.error().front());
    }
    if (!why.isEmpty()) return complain(editor, why);
    problem_->hide();
    editor->setPalette(palette());
    if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setModified(false);
    QMetaObject::invokeMethod(this, &Inspector::refresh, Qt::QueuedConnection);
}

void Inspector::complain(QWidget* editor, const QString& why) {
    const QColor color = themeColors(isDark(palette())).error;
    QPalette red = palette();
    red.setColor(QPalette::Text, color);
    editor->setPalette(red);
    QPalette text = palette();
    text.setColor(QPalette::WindowText, color);
    problem_->setPalette(text);
    problem_->setText(why);
    problem_->show();
}

}  // namespace momentree::app
