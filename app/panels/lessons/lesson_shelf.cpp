// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lessons/lesson_shelf.hpp"

#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/lessons/lesson_questions.hpp"

namespace momentree::app {
namespace {

enum Role { NoteRole = Qt::UserRole + 1, MinutesRole, ProgressRole, DoneRole, BadRole };
constexpr int padding = 12, badge = 26, gap = 12;

/// A lesson: its number or a tick, title, duration, and goal.
class LessonDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
        const int width = list ? list->viewport()->width() : option.rect.width();
        const QRect note = noteRect(option, index, QRect(0, 0, width, 1000));
        return {width, note.bottom() + padding};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QPalette& palette = option.palette;
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            QColor back = palette.color(QPalette::Highlight);
            back.setAlphaF(option.state & QStyle::State_Selected ? 0.18F : 0.08F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(back);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(4, 2, -4, -2), 6, 6);
        }
        drawBadge(*painter, option, index);
        const QRect text = textRect(option.rect);
        QFont strong = option.font;
        strong.setWeight(QFont::DemiBold);
        painter->setFont(strong);
        painter->setPen(palette.color(QPalette::Text));
        const QString minutes = index.data(MinutesRole).toString();
        const int timeWidth = QFontMetrics(option.font).horizontalAdvance(minutes);
        painter->drawText(titleRect(option, text), Qt::TextWordWrap,
                          index.data(Qt::DisplayRole).toString());
        painter->setFont(option.font);
        painter->setPen(palette.color(QPalette::PlaceholderText));
        painter->drawText(QRect(text.right() - timeWidth, text.top(), timeWidth + 1,
                                QFontMetrics(option.font).height()),
                          Qt::AlignRight, minutes);
        if (index.data(BadRole).toBool()) painter->setPen(themeColors(isDark(palette)).error);
        painter->drawText(noteRect(option, index, option.rect), Qt::TextWordWrap,
                          index.data(NoteRole).toString());
        painter->restore();
    }

private:
    static QRect textRect(const QRect& item) {
        return item.adjusted(padding + badge + gap, padding, -padding, 0);
    }
    static QRect titleRect(const QStyleOptionViewItem& option, const QRect& text) {
        return text.adjusted(0, 0, -QFontMetrics(option.font).horizontalAdvance("00 min") - gap, 0);
    }
    static QRect noteRect(const QStyleOptionViewItem& option, const QModelIndex& index,
                          const QRect& item) {
        const QRect text = textRect(item);
        QFont strong = option.font;
        strong.setWeight(QFont::DemiBold);
        const QRect title = QFontMetrics(strong).boundingRect(
            titleRect(option, text).adjusted(0, 0, 0, 1000), Qt::TextWordWrap,
            index.data(Qt::DisplayRole).toString());
        return QFontMetrics(option.font)
            .boundingRect(QRect(text.left(), title.bottom() + 4, text.width(), 1000),
                          Qt::TextWordWrap, index.data(NoteRole).toString());
    }
    static void drawBadge(QPainter& painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) {
        const ThemeColors& colors = themeColors(isDark(option.palette));
        const QRectF circle(option.rect.left() + padding, option.rect.top() + padding - 2, badge,
                            badge);
        const bool done = index.data(DoneRole).toBool();
        const double share = index.data(ProgressRole).toDouble();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(option.palette.color(QPalette::Mid), 1.5));
        painter.drawEllipse(circle);
        painter.setPen(QPen(done ? colors.success : colors.accent, 2.5));
        painter.drawArc(circle, 90 * 16, -static_cast<int>((done ? 1.0 : share) * 360 * 16));
        painter.setPen(done ? colors.success : option.palette.color(QPalette::Text));
        painter.drawText(circle, Qt::AlignCenter,
                         done ? QStringLiteral("✓") : QString::number(index.row() + 1));
    }
};

}  // namespace

LessonShelf::LessonShelf(QWidget* parent) : QWidget(parent) {
    list_ = new QListWidget(this);
    list_->setObjectName("lessonList");
    list_->setAccessibleName(tr("Lessons"));
    list_->setFrameShape(QFrame::NoFrame);
    setFocusProxy(list_);
    list_->setItemDelegate(new LessonDelegate(list_));
    list_->setMouseTracking(true);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setResizeMode(QListView::Adjust);
    connect(list_, &QListWidget::itemClicked, this, &LessonShelf::choose);
    connect(list_, &QListWidget::itemActivated, this, &LessonShelf::choose);
    auto* hint = new QLabel(tr("Predict, run, look, explain, your turn. Your own lessons go into "
                               "<a href=\"%1\">this folder</a>.")
                                .arg(QUrl::fromLocalFile(ownLessonsFolder()).toString()),
                            this);
    hint->setWordWrap(true);
    hint->setOpenExternalLinks(true);
    hint->setMargin(10);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* questions = new QPushButton(tr("Ten questions…"), this);
    questions->setObjectName("tenQuestions");
    questions->setToolTip(tr("Answer before the lessons and again after them, and compare"));
    connect(questions, &QPushButton::clicked, this,
            [this] { (new LessonQuestions(window()))->open(); });
    auto* row = new QHBoxLayout;
    row->setContentsMargins(padding, padding, padding, 0);
    row->addWidget(questions);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(list_, 1);
    layout->addLayout(row);
    layout->addWidget(hint);
}

void LessonShelf::refresh() {
    entries_ = allLessons();
    const int row = std::max(0, list_->currentRow());
    list_->clear();
    for (const LessonEntry& entry : entries_) {
        auto* item = new QListWidgetItem(entry.name(), list_);
        if (!entry.lesson) {
            item->setData(BadRole, true);
            item->setData(NoteRole, diagnosticText(entry.problems.front()));
            continue;
        }
        const LessonProgress progress = progressOf(entry.name());
        item->setText(QString::fromStdString(entry.lesson->title));
        item->setData(NoteRole, QString::fromStdString(entry.lesson->teaches));
        item->setData(MinutesRole, tr("%1 min").arg(entry.lesson->minutes));
        item->setData(DoneRole, progress.done);
        item->setData(ProgressRole,
                      progress.step / static_cast<double>(entry.lesson->steps.size()));
    }
    list_->setCurrentRow(std::min(row, list_->count() - 1));
}

void LessonShelf::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void LessonShelf::choose(const QListWidgetItem* item) {
    // A click may also activate an item after the list has been left.
    if (isVisible()) Q_EMIT chosen(entries_[list_->row(item)]);
}

}  // namespace momentree::app
