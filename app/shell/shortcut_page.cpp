// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/shortcut_page.hpp"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/commands/actions.hpp"

namespace momentree::app {
namespace {

constexpr auto group = "shortcuts";
constexpr auto usualProperty = "usualShortcuts";

QString keysText(const QAction* action) {
    QStringList texts;
    for (const QKeySequence& key : action->shortcuts())
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral("   "));
}

QList<QKeySequence> usualKeys(const QAction* action) {
    const QVariant usual = action->property(usualProperty);
    return usual.isValid() ? usual.value<QList<QKeySequence>>() : action->shortcuts();
}

void give(QAction* action, const QList<QKeySequence>& keys) {
    if (!action->property(usualProperty).isValid())
        action->setProperty(usualProperty, QVariant::fromValue(action->shortcuts()));
    action->setShortcuts(keys);
    action->setToolTip(toolTipOf(action->text(), keys.value(0)));
}

}  // namespace

void ShortcutPage::restore(const QList<QAction*>& actions) {
    QSettings settings;
    settings.beginGroup(group);
    for (QAction* action : actions) {
        if (!settings.contains(action->objectName())) continue;
        const QString text = settings.value(action->objectName()).toString();
        give(action, text.isEmpty()
                         ? QList<QKeySequence>()
                         : QKeySequence::listFromString(text, QKeySequence::PortableText));
    }
}

ShortcutPage::ShortcutPage(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), actions_(actions) {
    setObjectName("shortcutPage");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard and mouse"));
    search_ = new QLineEdit(this);
    search_->setObjectName("shortcutSearch");
    search_->setPlaceholderText(tr("Search for commands and keys"));
    search_->setAccessibleName(search_->placeholderText());
    search_->setClearButtonEnabled(true);
    table_ = new QTableWidget(0, 2, this);
    table_->setAccessibleName(tr("Commands and their keys"));
    table_->setHorizontalHeaderLabels({tr("Command"), tr("Key")});
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    which_ = new QLabel(this);
    key_ = new QKeySequenceEdit(this);
    key_->setObjectName("shortcutKey");
    key_->setClearButtonEnabled(true);
    which_->setBuddy(key_);
    // Of Qt, which do not take the name of the field.
    for (auto* part : key_->findChildren<QWidget*>())
        part->setAccessibleName(part->inherits("QLineEdit") ? tr("Key") : tr("Remove the key"));
    usual_ = new QPushButton(tr("Restore &default"), this);
    usual_->setObjectName("shortcutUsual");
    conflict_ = new QLabel(this);
    conflict_->setObjectName("shortcutConflict");
    conflict_->setWordWrap(true);
    over_ = new QPushButton(tr("&Reassign"), this);
    over_->setObjectName("shortcutTakeOver");
    auto* line = new QHBoxLayout;
    line->addWidget(which_, 1);
    line->addWidget(key_);
    line->addWidget(usual_);
    auto* told = new QHBoxLayout;
    told->addWidget(conflict_, 1);
    told->addWidget(over_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* all = buttons->addButton(tr("Restore all defaults"), QDialogButtonBox::ResetRole);
    // Return in the search field must not press a button.
    for (auto* button : findChildren<QPushButton*>()) button->setAutoDefault(false);
    auto* mouse = new QLabel(tr("Mouse: click to select, drag to move, drag with the right button "
                                "to turn the view, with the middle button or Shift to shift it; "
                                "the wheel zooms at the pointer, a double click shows everything."),
                             this);
    mouse->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search_);
    layout->addWidget(table_, 1);
    layout->addLayout(line);
    layout->addLayout(told);
    layout->addWidget(mouse);
    layout->addWidget(buttons);
    connect(search_, &QLineEdit::textChanged, this, &ShortcutPage::filter);
    connect(table_, &QTableWidget::currentCellChanged, this, &ShortcutPage::choose);
    connect(key_, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutPage::take);
    connect(usual_, &QPushButton::clicked, this, &ShortcutPage::reset);
    connect(over_, &QPushButton::clicked, this, &ShortcutPage::takeOver);
    connect(all, &QPushButton::clicked, this, &ShortcutPage::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fill();
    table_->setCurrentCell(0, 0);
    resize(640, 680);
}

void ShortcutPage::fill() {
    table_->setRowCount(static_cast<int>(actions_.size()));
    for (int row = 0; row < actions_.size(); ++row) {
        const QAction* action = actions_[row];
        if (!table_->item(row, 0)) {
            table_->setItem(row, 0, new QTableWidgetItem(action->icon(), plainText(action)));
            table_->setItem(row, 1, new QTableWidgetItem);
            table_->item(row, 0)->setToolTip(action->statusTip());
        }
        table_->item(row, 1)->setText(keysText(action));
    }
}

QAction* ShortcutPage::current() const { return actions_.value(table_->currentRow()); }

void ShortcutPage::choose() {
    QAction* action = current();
    wanted_ = {};
    conflict_->clear();
    over_->hide();
    key_->setEnabled(action);
    usual_->setEnabled(action && action->shortcuts() != usualKeys(action));
    if (!action) return which_->clear();
    which_->setText(tr("Key of “%1”:").arg(plainText(action)));
    key_->setAccessibleName(which_->text());
    const QSignalBlocker quiet(key_);
    key_->setKeySequence(action->shortcut());
}

QAction* ShortcutPage::holderOf(const QKeySequence& key) const {
    for (QAction* action : actions_)
        if (action != current() && action->shortcuts().contains(key)) return action;
    return nullptr;
}

void ShortcutPage::take(const QKeySequence& keys) {
    QAction* action = current();
    if (!action) return;
    // One key combination: shortcuts of several strokes are not supported.
    const QKeySequence key = keys.isEmpty() ? QKeySequence() : QKeySequence(keys[0]);
    if (const QAction* holder = key.isEmpty() ? nullptr : holderOf(key)) {
        wanted_ = key;
        conflict_->setText(tr("%1 is the key of “%2”, which would lose it")
                               .arg(key.toString(QKeySequence::NativeText), plainText(holder)));
        return over_->show();
    }
    set(action, key.isEmpty() ? QList<QKeySequence>() : QList{key});
    choose();
}

void ShortcutPage::set(QAction* action, const QList<QKeySequence>& keys) {
    give(action, keys);
    QSettings settings;
    settings.beginGroup(group);
    if (keys == usualKeys(action))
        settings.remove(action->objectName());
    else
        settings.setValue(action->objectName(),
                          QKeySequence::listToString(keys, QKeySequence::PortableText));
    fill();
}

void ShortcutPage::takeOver() {
    const QKeySequence key = wanted_;
    if (QAction* holder = holderOf(key)) {
        QList<QKeySequence> left = holder->shortcuts();
        left.removeAll(key);
        set(holder, left);
    }
    if (QAction* action = current()) set(action, {key});
    choose();
}

void ShortcutPage::reset() {
    QAction* action = current();
    if (!action) return;
    for (const QKeySequence& key : usualKeys(action))
        if (holderOf(key)) {
            const QSignalBlocker quiet(key_);
            key_->setKeySequence(key);
            return take(key);
        }
    set(action, usualKeys(action));
    choose();
}

void ShortcutPage::resetAll() {
    for (QAction* action : actions_) set(action, usualKeys(action));
    choose();
}

void ShortcutPage::filter(const QString& text) {
    for (int row = 0; row < table_->rowCount(); ++row) {
        bool fits = false;
        for (int column = 0; column < 2; ++column)
            fits = fits || table_->item(row, column)->text().contains(text, Qt::CaseInsensitive);
        table_->setRowHidden(row, !fits);
    }
    for (int row = 0; row < table_->rowCount(); ++row)
        if (!table_->isRowHidden(row)) return table_->setCurrentCell(row, 0);
    table_->setCurrentCell(-1, -1);
}

}  // namespace momentree::app
