// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/messages/messages_panel.hpp"

#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QTime>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/base/theme/themed_icon.hpp"

namespace momentree::app {
namespace {

enum Role { FileRole = Qt::UserRole + 1, LineRole, PlaceRole, FaultRole };
constexpr std::size_t maximumPerEvent = 200;
constexpr int maximumEvents = 50;
constexpr qint64 longestLine = 2000;
constexpr int contextLines = 8;

/// Lines around `line` with their numbers; `index` is the row of `line` in the result.
QStringList linesAround(const QString& path, int line, int& index) {
    QFile file(path);
    QStringList lines;
    index = -1;
    if (line <= 0 || path.isEmpty() || !file.open(QIODevice::ReadOnly)) return lines;
    for (int number = 1; number <= line + contextLines && !file.atEnd(); ++number) {
        const QByteArray bytes = file.readLine();
        if (number < line - contextLines) continue;
        if (number == line) index = static_cast<int>(lines.size());
        QString text = QString::fromUtf8(bytes.left(longestLine));
        while (text.endsWith('\n') || text.endsWith('\r')) text.chop(1);
        lines << QStringLiteral("%1  %2").arg(number, 5).arg(text);
    }
    return lines;
}

/// Makes rows as high as their wrapped text, which trees do not do by themselves.
class WrappedText final : public QStyledItemDelegate {
public:
    explicit WrappedText(QTreeWidget* list) : QStyledItemDelegate(list), list_(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int level = index.parent().isValid() ? 2 : 1;
        QStyleOptionViewItem wrapped = option;
        // Needs a rectangle with a height; without one, text is measured as a single line.
        const int width = list_->viewport()->width() - level * list_->indentation();
        wrapped.rect = QRect(0, 0, std::max(1, width), 1);
        return QStyledItemDelegate::sizeHint(wrapped, index);
    }

private:
    QTreeWidget* list_;
};

}  // namespace

MessagesPanel::MessagesPanel(QWidget* parent) : QWidget(parent) {
    list_ = new QTreeWidget(this);
    list_->setObjectName("messages");
    list_->setAccessibleName(tr("Messages"));
    list_->setHeaderHidden(true);
    list_->setIndentation(16);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setWordWrap(true);
    list_->setItemDelegate(new WrappedText(list_));
    list_->viewport()->installEventFilter(this);
    excerpt_ = new QPlainTextEdit(this);
    excerpt_->setObjectName("excerpt");
    excerpt_->setAccessibleName(tr("Position in the file"));
    excerpt_->setReadOnly(true);
    excerpt_->setLineWrapMode(QPlainTextEdit::NoWrap);
    excerpt_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    excerpt_->setPlaceholderText(tr("Select a message to see its position in the file."));
    excerpt_->setFrameShape(QFrame::NoFrame);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(list_);
    splitter->addWidget(excerpt_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(list_, &QTreeWidget::currentItemChanged, this, &MessagesPanel::showPlace);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (list_->hasFocus()) choose(item);  // not if a new message moves the list
    });
    connect(list_, &QTreeWidget::itemClicked, this, &MessagesPanel::choose);
}

void MessagesPanel::add(const QString& heading, const QString& file,
                        const Diagnostics& diagnostics) {
    auto* group =
        new QTreeWidgetItem({QTime::currentTime().toString("HH:mm:ss") + "   " + heading});
    QFont strong = list_->font();
    strong.setBold(true);
    group->setFont(0, strong);
    const std::size_t shown = std::min(diagnostics.size(), maximumPerEvent);
    for (std::size_t k = 0; k < shown; ++k) {
        const Diagnostic& diagnostic = diagnostics[k];
        auto* item = new QTreeWidgetItem(group, {diagnosticText(diagnostic)});
        const bool bad = diagnostic.severity == Diagnostic::Severity::Error;
        item->setIcon(0, themedIcon(bad ? "error" : "warning"));
        item->setToolTip(0, item->text(0));
        item->setData(0, FileRole, file);
        item->setData(0, LineRole, diagnostic.line);
        item->setData(0, PlaceRole, QVariant::fromValue(diagnostic.place));
    }
    if (shown < diagnostics.size())
        new QTreeWidgetItem(group, {tr("and %1 more").arg(diagnostics.size() - shown)});
    list_->insertTopLevelItem(0, group);
    group->setExpanded(true);
    while (list_->topLevelItemCount() > maximumEvents)
        delete list_->takeTopLevelItem(list_->topLevelItemCount() - 1);
    if (group->childCount() > 0) list_->setCurrentItem(group->child(0));
}

bool MessagesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(list_, &QTreeWidget::doItemsLayout, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void MessagesPanel::addFault(const QString& heading, const QString& file,
                             const Diagnostics& diagnostics) {
    for (QTreeWidgetItem* group : faults()) delete group;
    add(heading, file, diagnostics);
    list_->topLevelItem(0)->setData(0, FaultRole, true);
}

std::vector<QTreeWidgetItem*> MessagesPanel::faults() const {
    std::vector<QTreeWidgetItem*> found;
    for (int k = 0; k < list_->topLevelItemCount(); ++k)
        if (QTreeWidgetItem* group = list_->topLevelItem(k); group->data(0, FaultRole).toBool())
            found.push_back(group);
    return found;
}

void MessagesPanel::settle() {
    for (QTreeWidgetItem* group : faults()) {
        group->setData(0, FaultRole, false);
        group->setText(0, tr("%1 (fixed)").arg(group->text(0)));
        for (int k = 0; k < group->childCount(); ++k) {
            group->child(k)->setIcon(0, QIcon());
            group->child(k)->setForeground(0, palette().placeholderText());
        }
    }
}

void MessagesPanel::clear() {
    list_->clear();
    excerpt_->clear();
}

int MessagesPanel::count() const { return list_->topLevelItemCount(); }

void MessagesPanel::choose(const QTreeWidgetItem* item) {
    const QVariant place = item ? item->data(0, PlaceRole) : QVariant();
    if (place.isValid()) Q_EMIT placeChosen(place.value<Place>());
}

void MessagesPanel::showPlace() {
    const QTreeWidgetItem* item = list_->currentItem();
    excerpt_->clear();
    excerpt_->setExtraSelections({});
    if (!item) return;
    int index = -1;
    const QStringList lines =
        linesAround(item->data(0, FileRole).toString(), item->data(0, LineRole).toInt(), index);
    excerpt_->setPlainText(lines.join('\n'));
    if (index < 0) return;
    const QTextCursor cursor(excerpt_->document()->findBlockByNumber(index));
    QTextEdit::ExtraSelection mark;
    mark.cursor = cursor;
    QColor tint = themeColors(isDark(palette())).error;
    tint.setAlpha(60);
    mark.format.setBackground(tint);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    excerpt_->setExtraSelections({mark});
    excerpt_->setTextCursor(cursor);
    excerpt_->centerCursor();
}

}  // namespace momentree::app
