// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/choice_combo.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include "app/base/diagnostic_text.hpp"

namespace momentree::app {
namespace {

enum Role { TitleRole = Qt::UserRole + 1, NoteRole };
constexpr int popupWidth = 460;
constexpr int padding = 7;

/// Id and title on the first line, summary or reason below.
class ChoiceDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QFontMetrics metrics(option.font);
        const QRect note = metrics.boundingRect(0, 0, noteWidth(option), 1000, Qt::TextWordWrap,
                                                index.data(NoteRole).toString());
        return {popupWidth, metrics.lineSpacing() + note.height() + 2 * padding};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const bool selected = enabled && option.state.testFlag(QStyle::State_Selected);
        const QPalette& palette = option.palette;
        painter->fillRect(option.rect, selected ? palette.highlight() : palette.base());
        const auto group = enabled ? QPalette::Active : QPalette::Disabled;
        QColor text = palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
        QRect line = option.rect.adjusted(2 * padding, padding, -2 * padding, -padding);

        QFont strong = option.font;
        strong.setBold(true);
        painter->setFont(strong);
        painter->setPen(text);
        const QString id = index.data(Qt::DisplayRole).toString();
        painter->drawText(line, Qt::AlignTop | Qt::AlignLeft, id);
        const int used = QFontMetrics(strong).horizontalAdvance(id + "   ");
        painter->setFont(option.font);
        const QString title = painter->fontMetrics().elidedText(
            index.data(TitleRole).toString(), Qt::ElideRight, line.width() - used);
        painter->drawText(line.adjusted(used, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft, title);

        if (enabled) text.setAlphaF(0.75F);
        painter->setPen(text);
        line.setTop(line.top() + painter->fontMetrics().lineSpacing());
        line.setWidth(noteWidth(option));
        painter->drawText(line, Qt::TextWordWrap, index.data(NoteRole).toString());
        painter->restore();
    }

private:
    /// The same with a scroll bar and without, since heights are asked for before it is known.
    static int noteWidth(const QStyleOptionViewItem& option) {
        const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
        return popupWidth - 4 * padding - style->pixelMetric(QStyle::PM_ScrollBarExtent) -
               2 * style->pixelMetric(QStyle::PM_DefaultFrameWidth);
    }
};

}  // namespace

ChoiceCombo::ChoiceCombo(QWidget* parent) : QComboBox(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setItemDelegate(new ChoiceDelegate(this));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMaxVisibleItems(12);
    connect(this, &QComboBox::activated, this,
            [this](int index) { Q_EMIT chosenByUser(itemData(index).toString()); });
}

void ChoiceCombo::setChoices(const std::vector<Choice>& choices) {
    const std::string before = chosen();
    const QSignalBlocker quiet(this);
    clear();
    auto* items = qobject_cast<QStandardItemModel*>(model());
    for (const Choice& choice : choices) {
        const QString id = QString::fromStdString(choice.id);
        const bool allowed = !choice.refusal;
        const QString note = allowed ? QString::fromStdString(choice.summary)
                                     : tr("Not available: %1").arg(messageText(*choice.refusal));
        addItem(id, id);
        QStandardItem* item = items->item(count() - 1);
        item->setData(QString::fromStdString(choice.title), TitleRole);
        item->setData(note, NoteRole);
        item->setToolTip(note);
        item->setData(note, Qt::AccessibleDescriptionRole);
        item->setEnabled(allowed);
    }
    if (!before.empty()) setChosen(before);
}

void ChoiceCombo::setChosen(const std::string& id) {
    const QString wanted = QString::fromStdString(id);
    int index = findData(wanted);
    if (index < 0) {
        addItem(wanted, wanted);
        index = count() - 1;
    }
    setCurrentIndex(index);
    setToolTip(itemData(index, TitleRole).toString() + "\n" + itemData(index, NoteRole).toString());
}

std::string ChoiceCombo::chosen() const { return currentData().toString().toStdString(); }

void ChoiceCombo::showPopup() {
    view()->setMinimumWidth(popupWidth);
    QComboBox::showPopup();
}

/// The wheel scrolls the page unless the picker has the focus.
void ChoiceCombo::wheelEvent(QWheelEvent* event) {
    hasFocus() ? QComboBox::wheelEvent(event) : event->ignore();
}

}  // namespace momentree::app
