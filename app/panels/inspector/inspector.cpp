// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/inspector.hpp"

#include <QAction>
#include <QColorDialog>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "app/base/scrolling.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/base/unit_line.hpp"
#include "app/base/value_text.hpp"
#include "app/document/fields/shared_fields.hpp"
#include "app/document/number_keys.hpp"
#include "app/panels/inspector/fold.hpp"
#include "app/panels/inspector/read_out.hpp"
#include "core/model/model.hpp"

namespace momentree::app {
namespace {

constexpr float refusedTint = 0.14F;  ///< also visible behind selected text
constexpr int leastWidth = 220;       ///< at which fields are still readable

constexpr int fieldWidth = 84, listWidth = 176;  ///< narrower fields go below their name [px]

constexpr qsizetype mostNeighbours = 3;  ///< that are named

constexpr int edge = 12;  ///< of the panel [px]

/// Whether a field has no value, or only zeros.
bool isNothing(const QString& text) {
    return std::ranges::all_of(text.split(','), [](const QString& part) {
        return part.trimmed().isEmpty() || part.trimmed() == "0";
    });
}

/// Of more than two numbers.
bool isList(const QString& text) { return text.count(',') > 1; }

QStringList namesOf(const std::vector<Field>& fields) {
    QStringList names;
    for (const Field& field : fields) names << field.fold + field.name + field.unit;
    return names;
}

/// Nothing is chosen for a text that is not offered.
void showChoice(QComboBox& combo, const Field& field, const QString& text) {
    combo.setPlaceholderText(field.differs ? Inspector::tr("mixed") : Inspector::tr("other"));
    combo.setCurrentIndex(combo.findText(text));
}

QIcon swatchOf(const QString& color, const QPalette& palette) {
    QPixmap picture(16, 16);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette.color(QPalette::Mid));
    if (QColor::isValidColor(color)) painter.setBrush(QColor(color));
    painter.drawRoundedRect(QRectF(1.5, 1.5, 13.0, 13.0), 2.0, 2.0);
    return QIcon(picture);
}

/// "Body, joined to ground and link2".
QString kindText(const ModelDescription& model, const Element& element) {
    QString kind = elementType(model, element);
    kind.replace(0, 1, kind.left(1).toUpper());
    if (element.kind != Element::Kind::Body) return kind;
    const std::string name = elementName(model, element).toStdString();
    QStringList neighbours;
    for (const JointDescription& joint : model.joints) {
        if ((joint.a.body == name) == (joint.b.body == name)) continue;
        const std::string& other = joint.a.body == name ? joint.b.body : joint.a.body;
        if (const QString text = QString::fromStdString(other); !neighbours.contains(text))
            neighbours << text;
    }
    if (neighbours.isEmpty()) return kind;
    if (neighbours.size() > mostNeighbours)
        return Inspector::tr("%1, joined to %2 others").arg(kind).arg(neighbours.size());
    const QString last = neighbours.takeLast();
    return neighbours.isEmpty() ? Inspector::tr("%1, joined to %2").arg(kind, last)
                                : Inspector::tr("%1, joined to %2 and %3")
                                      .arg(kind, neighbours.join(QStringLiteral(", ")), last);
}

/// As high as its rows at its width, which scroll areas do not ask for.
class Rows final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    bool event(QEvent* event) override {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            setMinimumHeight(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                           : layout()->totalSizeHint().height());
        return done;
    }
};

}  // namespace

Inspector::Inspector(ModelDocument& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    setMinimumWidth(leastWidth);
    title_ = new QLabel(this);
    title_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);
    title_->setContentsMargins(edge, metric::rowGap, metric::rowGap, 0);
    title_->setFont(textFont(TextSize::Title));
    kind_ = new QLabel(this);
    kind_->setObjectName("elementKind");
    kind_->setTextFormat(Qt::PlainText);
    kind_->setContentsMargins(edge, 0, edge, 4);
    kind_->setWordWrap(true);
    kind_->setForegroundRole(QPalette::PlaceholderText);
    more_ = new QToolButton(this);
    more_->setObjectName("elementMore");
    more_->setIcon(themedIcon("more"));
    more_->setAutoRaise(true);
    more_->setFocusPolicy(Qt::TabFocus);
    connect(more_, &QToolButton::clicked, this, [this] {
        Q_EMIT menuWanted(element(), more_->mapToGlobal(QPoint(0, more_->height())));
    });
    problem_ = new QLabel(this);
    problem_->setObjectName("inspectorProblem");
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->setContentsMargins(edge, 2, edge, 4);
    problem_->hide();
    acts_ =
        new QLabel(tr("Delete removes them, Ctrl+D duplicates them; Mirror, Array and Align are "
                      "in the Edit menu"),
                   this);
    acts_->setWordWrap(true);
    acts_->setContentsMargins(edge, 0, edge, 4);
    acts_->setForegroundRole(QPalette::PlaceholderText);
    page_ = new Rows(this);
    form_ = new QFormLayout(page_);
    form_->setContentsMargins(edge, 4, 4, 4);
    form_->setVerticalSpacing(4);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form_->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form_->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    readOut_ = new ReadOut(this);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(page_);
    column->addWidget(readOut_, 1);
    column->addStretch();
    QScrollArea* scroll = scrolling(content, this);
    // Always visible, so that fields keep their width when a message makes the page shorter.
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(more_, 0, Qt::AlignTop);
    layout->addLayout(head);
    layout->addWidget(kind_);
    layout->addWidget(acts_);
    layout->addWidget(scroll, 1);
    layout->addWidget(problem_);  // at the bottom, so that it does not move the fields
    connect(&document_, &ModelDocument::changed, this, &Inspector::refresh);
    rebuild();
}

void Inspector::setElements(const std::vector<Element>& elements) {
    const std::vector<Element> shown = elements.empty() ? std::vector{Element{}} : elements;
    if (shown == elements_) return;
    elements_ = shown;
    rebuild();
}

std::vector<Field> Inspector::fields() const {
    const ModelDescription& model = document_.description();
    return several() ? sharedFields(model, elements_) : fieldsOf(model, elements_.front());
}

QString Inspector::title() const {
    const ModelDescription& model = document_.description();
    if (several()) return countText(elements_);
    const Element& element = elements_.front();
    return exists(model, element) ? elementName(model, element) : tr("The model");
}

QString Inspector::problem() const { return problem_->isHidden() ? QString() : problem_->text(); }

void Inspector::rebuild() {
    problem_->hide();
    editors_.clear();
    taking_ = true;  // editors being destroyed must not emit signals when they lose focus
    while (form_->rowCount() > 0) form_->removeRow(0);
    taking_ = false;
    fields_ = fields();
    ModelDescription model = document_.description();
    const Fold* fold = nullptr;
    for (std::size_t k = 0; k < fields_.size(); ++k) {
        const QString& title = fields_[k].fold;
        if (!title.isEmpty() && (!fold || fold->text() != title)) fold = addFold(title);
        addRow(k, fields_[k].text(model));
        showValue(k, model);
        form_->setRowVisible(editors_[k], title.isEmpty() || fold->isOpen());
    }
    showSummaries(model);
    showHead();
}

const Fold* Inspector::addFold(const QString& title) {
    auto* fold = new Fold(title, page_);
    connect(fold, &QToolButton::toggled, this, [this, title](bool open) { showFold(title, open); });
    form_->addRow(fold);
    return fold;
}

/// Folds tell which of them have something in them.
void Inspector::showSummaries(ModelDescription& model) {
    for (auto* fold : page_->findChildren<Fold*>()) {
        QString summary;
        for (const Field& field : fields_) {
            if (!summary.isEmpty() || field.fold != fold->text()) continue;
            summary = field.foldSummary;
            if (!summary.isEmpty() || !field.choices.isEmpty()) continue;
            if (const QString text = field.text(model); !isNothing(text))
                summary = shortNumbers(text);
        }
        fold->setSummary(summary);
    }
}

void Inspector::showFold(const QString& title, bool open) {
    for (std::size_t k = 0; k < fields_.size(); ++k)
        if (fields_[k].fold == title) form_->setRowVisible(editors_[k], open);
}

void Inspector::showHead() {
    title_->setText(title());
    acts_->setVisible(several());
    const bool one = exists(document_.description(), element());
    more_->setVisible(one);
    kind_->setVisible(one);
    if (!one) return;
    kind_->setText(kindText(document_.description(), element()));
    more_->setToolTip(
        tr("What can be done with %1").arg(elementName(document_.description(), element())));
    more_->setAccessibleName(more_->toolTip());
}

void Inspector::addRow(std::size_t index, const QString& text) {
    const Field& field = fields_[index];
    QWidget* editor = nullptr;
    if (field.choices.isEmpty()) {
        editor = addLine(index, text);
    } else {
        auto* combo = new QComboBox(page_);
        combo->addItems(field.choices);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(8);
        showChoice(*combo, field, text);
        connect(combo, &QComboBox::textActivated, this,
                [this, index, combo](const QString& chosen) { takeOver(index, chosen, combo); });
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
    // A list is too long for a unit beside it.
    auto* caption = new QLabel(isList(text) ? label : field.name, page_);
    caption->setToolTip(field.help);
    caption->setBuddy(editor);
    caption->setForegroundRole(QPalette::PlaceholderText);
    caption->setMinimumHeight(editor->sizeHint().height());  // in the middle of the row
    form_->addRow(caption, editor);
    editors_.push_back(editor);
}

QLineEdit* Inspector::addLine(std::size_t index, const QString& text) {
    auto* line = new UnitLine(isList(text) ? QString() : fields_[index].unit, page_);
    connect(line, &QLineEdit::editingFinished, this,
            [this, index, line] { takeOver(index, line->text(), line); });
    line->installEventFilter(new NumberKeys(line));
    line->setMinimumWidth(isList(text) ? listWidth : fieldWidth);
    if (fields_[index].color) addSwatch(index, *line);
    line->setText(text);
    line->setCursorPosition(0);
    return line;
}

/// Says what an expression is worth, and why the field of several elements is empty.
void Inspector::showValue(std::size_t index, ModelDescription& model) {
    const Field& field = fields_[index];
    auto* line = dynamic_cast<UnitLine*>(editors_[index]);
    if (line && field.differs)
        line->setPlaceholderText(field.differs(model) ? tr("mixed") : QString());
    if (line && field.value) line->setValue(field.value(model));
}

void Inspector::addSwatch(std::size_t index, QLineEdit& line) {
    QAction* swatch = line.addAction(swatchOf({}, palette()), QLineEdit::TrailingPosition);
    swatch->setToolTip(tr("Choose a colour"));
    connect(&line, &QLineEdit::textChanged, swatch,
            [this, swatch](const QString& typed) { swatch->setIcon(swatchOf(typed, palette())); });
    connect(swatch, &QAction::triggered, this, [this, index, &line] {
        auto* dialog = new QColorDialog(QColor(line.text()), this);
        dialog->setObjectName("colourDialog");
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QColorDialog::colorSelected, &line,
                [this, index, &line](const QColor& color) {
                    line.setText(color.name());
                    takeOver(index, color.name(), &line);
                });
        dialog->open();
    });
}

/// Updates the fields from the document, except the one being edited.
void Inspector::refresh() {
    if (taking_) return;
    const auto gone = [&](const Element& element) {
        return element.kind != Element::Kind::None && !exists(document_.description(), element);
    };
    if (std::ranges::any_of(elements_, gone)) {
        std::erase_if(elements_, gone);
        if (elements_.empty()) elements_ = {Element{}};
    }
    std::vector<Field> now = fields();
    if (namesOf(now) != namesOf(fields_)) return rebuild();
    fields_ = std::move(now);
    showHead();
    ModelDescription model = document_.description();
    for (std::size_t k = 0; k < editors_.size(); ++k) {
        const QString text = fields_[k].text(model);
        if (auto* line = qobject_cast<QLineEdit*>(editors_[k])) {
            if (line->hasFocus() && line->isModified()) continue;
            if (line->text() != text || line->isUndoAvailable()) line->setText(text);
            line->setCursorPosition(0);
            showValue(k, model);
        } else if (auto* combo = qobject_cast<QComboBox*>(editors_[k])) {
            showChoice(*combo, fields_[k], text);
        }
    }
    showSummaries(model);
}

void Inspector::takeOver(std::size_t index, const QString& text, QWidget* editor) {
    if (taking_) return;
    editor->setProperty(refusedProperty, false);
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
        // Rejects values here that no run could start with.
        if (const auto model = buildModel(trial); !model) why = editText(model.error().front());
    }
    if (why.isEmpty()) {
        taking_ = true;
        const auto done = document_.edit(tr("%1 of %2").arg(field.name, title()),
                                         [&](ModelDescription& model) { field.take(model, text); });
        taking_ = false;
        if (!done) why = editText(done.error().front());
    }
    if (!why.isEmpty()) {
        // A rejected choice of a list is reset, since it cannot be corrected by typing.
        ModelDescription now = document_.description();
        if (auto* combo = qobject_cast<QComboBox*>(editor))
            showChoice(*combo, field, field.text(now));
        return complain(editor, why);
    }
    problem_->hide();
    editor->setPalette(palette());
    if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setModified(false);
    QMetaObject::invokeMethod(this, &Inspector::refresh, Qt::QueuedConnection);
}

void Inspector::complain(QWidget* editor, const QString& why) {
    const QColor color = themeColors(isDark(palette())).error;
    if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setProperty(refusedProperty, true);
        line->selectAll();
        QPalette red = palette();
        red.setColor(QPalette::Text, color);
        red.setColor(QPalette::Base, mixed(palette().color(QPalette::Base), color, refusedTint));
        line->setPalette(red);
    }
    QPalette text = palette();
    text.setColor(QPalette::WindowText, color);
    problem_->setPalette(text);
    problem_->setText(why);
    problem_->show();
}

}  // namespace momentree::app
