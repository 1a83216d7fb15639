// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/gallery/gallery.hpp"

#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/theme.hpp"
#include "app/panels/gallery/thumbnail.hpp"
#include "core/io/model_file.hpp"

namespace momentree::app {
namespace {

enum Role { FileRole = Qt::UserRole + 1, NoteRole, PictureRole };
constexpr QSize pictureSize(272, 168);
constexpr int cardMargin = 8, cardPadding = 1, textHeight = 72;
constexpr QSize cardSize(pictureSize.width() + 2 * (cardMargin + cardPadding),
                         pictureSize.height() + textHeight + 2 * (cardMargin + cardPadding));

/// A card: picture, title, one line.
class CardDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return cardSize;
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QPalette& palette = option.palette;
        const bool marked = option.state.testFlag(QStyle::State_Selected) ||
                            option.state.testFlag(QStyle::State_MouseOver);
        const QRectF card =
            QRectF(option.rect).adjusted(cardMargin, cardMargin, -cardMargin, -cardMargin);
        const QColor edge =
            marked ? palette.color(QPalette::Highlight) : palette.color(QPalette::Mid);
        painter->setPen(QPen(edge, marked ? 2.0 : 1.0));
        painter->setBrush(palette.base());
        painter->drawRoundedRect(card, 5, 5);

        const QRect picture(card.toRect().topLeft() + QPoint(cardPadding, cardPadding),
                            pictureSize);
        const auto image = index.data(PictureRole).value<QImage>();
        if (image.isNull()) {
            painter->setPen(palette.color(QPalette::PlaceholderText));
            painter->drawText(picture, Qt::AlignCenter, QObject::tr("…"));
        } else {
            painter->setRenderHint(QPainter::SmoothPixmapTransform);
            painter->drawImage(picture.adjusted(2, 2, -2, 0), image);
        }
        QRect text(picture.left() + 10, picture.bottom() + 8, picture.width() - 20,
                   textHeight - 10);
        QFont strong = option.font;
        strong.setBold(true);
        painter->setFont(strong);
        painter->setPen(palette.color(QPalette::Text));
        const QFontMetrics metrics(strong);
        painter->drawText(text, Qt::AlignTop | Qt::AlignLeft,
                          metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight,
                                             text.width()));
        painter->setFont(option.font);
        painter->setPen(palette.color(QPalette::PlaceholderText));
        text.setTop(text.top() + metrics.lineSpacing());
        // A little less than three full lines, since words do not fill lines completely.
        const QString note = QFontMetrics(option.font)
                                 .elidedText(index.data(NoteRole).toString(), Qt::ElideRight,
                                             text.width() * 27 / 10);
        painter->drawText(text, Qt::TextWordWrap, note);
        painter->restore();
    }
};

/// The first sentence, for a card.
QString firstSentence(const QString& text) {
    const qsizetype end = text.indexOf(QStringLiteral(". "));
    return end < 0 ? text : text.left(end + 1);
}

}  // namespace

struct Gallery::Loaded {
    QString title, note, cache;
    QImage picture;
    std::shared_ptr<Result<PreparedRun>> run;  ///< null if the picture was cached
};

Gallery::Gallery(std::shared_ptr<const Catalogue> catalogue, QStringList files, QWidget* parent)
    : QDialog(parent), catalogue_(std::move(catalogue)), files_(std::move(files)) {
    setObjectName("gallery");
    setWindowTitle(tr("Recent files and examples"));
    list_ = new QListWidget(this);
    list_->setObjectName("examples");
    list_->setAccessibleName(windowTitle());
    list_->setViewMode(QListView::IconMode);
    list_->setResizeMode(QListView::Adjust);
    list_->setMovement(QListView::Static);
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    list_->setItemDelegate(new CardDelegate(list_));
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setFrameShape(QFrame::NoFrame);
    list_->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 0, 0);
    if (files_.isEmpty())
        layout->addWidget(
            new QLabel(tr("No examples found. Check the installation of Momentree."), this));
    layout->addWidget(list_);
    resize(3 * cardSize.width() + 40, 3 * cardSize.height() + 20);
    connect(list_, &QListWidget::itemClicked, this, &Gallery::choose);
    connect(list_, &QListWidget::itemActivated, this, &Gallery::choose);
    fill();
}

Gallery::~Gallery() = default;

void Gallery::fill() {
    for (const QString& file : files_) {
        auto* item = new QListWidgetItem(QFileInfo(file).baseName(), list_);
        item->setData(FileRole, file);
        item->setToolTip(file);
    }
}

void Gallery::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    if (!pending_.isEmpty()) return;
    for (int k = 0; k < list_->count(); ++k)
        if (list_->item(k)->data(PictureRole).value<QImage>().isNull()) pending_ << list_->item(k);
    loadNext();
}

void Gallery::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !list_) return;
    ++round_;  // the pictures show the other theme
    pending_.clear();
    for (int k = 0; k < list_->count(); ++k) list_->item(k)->setData(PictureRole, QImage());
    if (!isVisible()) return;
    for (int k = 0; k < list_->count(); ++k) pending_ << list_->item(k);
    loadNext();
}

void Gallery::loadNext() {
    if (pending_.isEmpty() || !isVisible()) {
        pending_.clear();
        scene_.reset();
        return;
    }
    QListWidgetItem* item = pending_.first();
    const QString file = item->data(FileRole).toString();
    const bool dark = isDark(palette());
    const QSize pixels = pictureSize * devicePixelRatioF();
    const auto job = [catalogue = catalogue_, file, dark, pixels] {
        Loaded loaded;
        if (const auto description = readModelFile(file.toStdString())) {
            loaded.title = QString::fromStdString(description->title);
            loaded.note = firstSentence(QString::fromStdString(description->text));
        }
        loaded.cache = thumbnailPath(file, dark, pixels);
        if (!loaded.picture.load(loaded.cache))
            loaded.run =
                std::make_shared<Result<PreparedRun>>(prepareFile(*catalogue, file.toStdString()));
        return loaded;
    };
    inBackground(this, job, [this, item, round = round_](const Loaded& loaded) {
        if (round != round_ || pending_.isEmpty() || pending_.first() != item) return;
        pending_.removeFirst();
        finish(item, loaded);
        loadNext();
    });
}

void Gallery::finish(QListWidgetItem* item, const Loaded& loaded) {
    if (!loaded.title.isEmpty()) item->setText(loaded.title);
    item->setData(NoteRole, loaded.note);
    QImage picture = loaded.picture;
    if (loaded.run && *loaded.run) {
        if (!scene_) scene_ = std::make_unique<render::Scene>();
        const double scale = devicePixelRatioF();
        picture =
            drawThumbnail(*scene_, **loaded.run, isDark(palette()), pictureSize * scale, scale);
        if (scene_->problem().empty()) picture.save(loaded.cache);
    } else if (loaded.run) {
        item->setData(NoteRole, messageText(loaded.run->error().front().message));
    }
    item->setData(PictureRole, picture);
}

void Gallery::choose(QListWidgetItem* item) {
    // A click may also activate an item after the window has closed.
    if (!isVisible()) return;
    hide();
    Q_EMIT chosen(item->data(FileRole).toString());
}

}  // namespace momentree::app
