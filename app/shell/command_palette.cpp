// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/command_palette.hpp"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/base/theme/tokens.hpp"
#include "app/commands/actions.hpp"

namespace momentree::app {
namespace {

constexpr int rowHeight = 28;
enum Role { ActionRole = Qt::UserRole + 1, KeyRole };

/// Name on the left, shortcut on the right.
class CommandDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(
            option.palette.color(chosen ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(0, 0, -12, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(KeyRole).toString());
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {100, rowHeight};
    }
};

/// The menu that contains a command, "Export"; empty if none.
QString menuOf(const QAction* action) {
    for (const QObject* object : action->associatedObjects())
        if (const auto* menu = qobject_cast<const QMenu*>(object); menu && !menu->title().isEmpty())
            return plainText(menu->menuAction());
    return {};
}

QList<QAction*> commandsOf(const QList<QAction*>& menu) {
    QList<QAction*> commands;
    for (QAction* action : menu) {
        if (action->menu())
            commands += commandsOf(action->menu()->actions());
        else if (!action->isSeparator() && action->isVisible())
            commands << action;
    }
    return commands;
}

/// How well a command matches the typed text: 0 not at all, larger is better.
int fit(const QAction* action, const QStringList& words) {
    const QString name = plainText(action), tip = action->statusTip(), menu = menuOf(action);
    int sum = 1;
    for (const QString& word : words) {
        if (name.startsWith(word, Qt::CaseInsensitive))
            sum += 8;
        else if (name.contains(word, Qt::CaseInsensitive))
            sum += 4;
        else if (menu.contains(word, Qt::CaseInsensitive))
            sum += 2;
        else if (tip.contains(word, Qt::CaseInsensitive))
            sum += 1;
        else
            return 0;
    }
    return sum;
}

}  // namespace

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* window)
    : QDialog(window, Qt::Popup), actions_(actions), named_(actions.size()) {
    if (const auto* main = qobject_cast<QMainWindow*>(window))
        for (QAction* action : commandsOf(main->menuBar()->actions()))
            if (!actions_.contains(action)) actions_ << action;
    setObjectName("commandPalette");
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Commands"));
    search_ = new QLineEdit(this);
    search_->setObjectName("commandSearch");
    search_->setPlaceholderText(tr("Type a command"));
    search_->setAccessibleName(tr("Search for commands"));
    search_->installEventFilter(this);
    list_ = new QListWidget(this);
    list_->setAccessibleName(tr("Commands"));
    list_->setItemDelegate(new CommandDelegate(list_));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setIconSize({18, 18});
    list_->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    resize(520, 420);
    const QRect place = window->geometry();
    move(place.center().x() - width() / 2, place.top() + 90);
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::carryOut);
    connect(list_, &QListWidget::currentRowChanged, this, &CommandPalette::announce);
    narrow({});
    search_->setFocus();
}

void CommandPalette::narrow(const QString& typed) {
    const QStringList words = typed.split(' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, qsizetype>> found;
    // Disabled commands come last.
    for (qsizetype k = 0; k < actions_.size(); ++k)
        if (const int quality = fit(actions_[k], words); quality > 0)
            found.emplace_back(actions_[k]->isEnabled() ? -quality : 0, k);
    std::ranges::sort(found);
    list_->clear();
    for (const auto& [quality, k] : found) {
        const QAction* action = actions_[k];
        // The name of a menu entry may not be sufficient: "New from template: Four-bar linkage".
        const QString name =
            k < named_ ? plainText(action) : menuOf(action) + ": " + plainText(action);
        auto* item = new QListWidgetItem(action->icon(), name, list_);
        item->setToolTip(action->statusTip());
        item->setData(ActionRole, static_cast<int>(k));
        item->setData(KeyRole, action->shortcut().toString(QKeySequence::NativeText));
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    if (found.empty()) {
        auto* nothing = new QListWidgetItem(tr("No command matches"), list_);
        nothing->setFlags(Qt::NoItemFlags);
        nothing->setForeground(palette().placeholderText());
    }
    list_->setCurrentRow(0);
}

/// To screen readers: the list never has the focus.
void CommandPalette::announce(int row) {
    if (!QAccessible::isActive() || row < 0) return;
    QAccessibleEvent event(list_, QAccessible::Focus);
    event.setChild(row);
    QAccessible::updateAccessibility(&event);
}

void CommandPalette::carryOut() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled)) return;
    QAction* action = actions_[item->data(ActionRole).toInt()];
    accept();
    action->trigger();
}

void CommandPalette::paintEvent(QPaintEvent* /*event*/) {
    const ThemeColors& colors = themeColors(isDark(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.raised);
    painter.setPen(colors.fieldLine);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QApplication::sendEvent(list_, event);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            carryOut();
            return true;
        default:
            return QDialog::eventFilter(watched, event);
    }
}

}  // namespace momentree::app
