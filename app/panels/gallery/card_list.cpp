// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/gallery/card_list.hpp"

#include <QEvent>
#include <QFileInfo>
#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>
#include <QTextDocument>
#include <filesystem>

#include "app/base/background.hpp"
#include "app/base/diagnostic_text.hpp"
#include "app/base/theme/tokens.hpp"
#include "app/panels/gallery/thumbnail.hpp"
#include "core/io/model_file.hpp"
#include "core/study/study.hpp"

namespace momentree::app {
namespace {

enum Role { FileRole = Qt::UserRole + 1, NoteRole, PictureRole, NamedRole };
constexpr int cardMargin = 8, textGap = 8;

QSize sizeOfCard(const QSize& picture, int lines, const QFont& font) {
    const int text = textGap + QFontMetrics(strongFont(font)).lineSpacing() +
                     lines * QFontMetrics(font).lineSpacing();
    return {picture.width() + 2 * cardMargin, picture.height() + text + 2 * cardMargin};
}

class CardDelegate final : public QStyledItemDelegate {
public:
    CardDelegate(QSize picture, int lines, QObject* parent)
        : QStyledItemDelegate(parent), picture_(picture), lines_(lines) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return sizeOfCard(picture_, lines_, option.font);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeColors& colors = themeColors(isDark(option.palette));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        const QRect card = option.rect.adjusted(0, cardMargin, -2 * cardMargin, -cardMargin);
        const QRectF box = QRectF(QRect(card.topLeft(), picture_)).adjusted(0.5, 0.5, -0.5, -0.5);
        QPainterPath shape;
        shape.addRoundedRect(box, metric::cardRadius, metric::cardRadius);
        const auto image = index.data(PictureRole).value<QImage>();
        painter->fillPath(shape, colors.sceneBottom);
        painter->setClipPath(shape);
        if (!image.isNull()) painter->drawImage(box, image);
        painter->setClipping(false);
        const bool marked = option.state.testFlag(QStyle::State_MouseOver) ||
                            (option.state.testFlag(QStyle::State_Selected) &&
                             option.state.testFlag(QStyle::State_Active));
        painter->setPen(marked ? QPen(colors.accent, metric::focusRing) : QPen(colors.hair, 1.0));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(shape);
        QRect text = card.adjusted(0, picture_.height() + textGap, 0, 0);
        const QFont strong = strongFont(option.font);
        const QFontMetrics metrics(strong);
        painter->setFont(strong);
        painter->setPen(colors.text);
        painter->drawText(text, Qt::AlignTop | Qt::AlignLeft,
                          metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight,
                                             text.width()));
        painter->setFont(option.font);
        painter->setPen(colors.mutedText);
        text.setTop(text.top() + metrics.lineSpacing());
        // A little less than full lines, since words do not fill lines completely.
        const int room = lines_ == 1 ? text.width() : text.width() * (10 * lines_ - 3) / 10;
        const QString note = QFontMetrics(option.font)
                                 .elidedText(index.data(NoteRole).toString(), Qt::ElideRight, room);
        painter->drawText(text, lines_ == 1 ? Qt::TextSingleLine : Qt::TextWordWrap, note);
        painter->restore();
    }

private:
    QSize picture_;
    int lines_;
};

/// The model that a card shows: of the study, if the file is one. Fills in title and text.
std::string modelOfCard(const std::string& file, QString& title, QString& text) {
    if (!file.ends_with(".study.json")) return file;
    const auto study = readStudyFile(file);
    if (!study) return file;
    title = QString::fromStdString(study->title);
    text = QString::fromStdString(study->text);
    return (std::filesystem::path(file).parent_path() / study->model).string();
}

/// The first sentence, for a card.
QString firstSentence(const QString& text) {
    const qsizetype end = text.indexOf(QStringLiteral(". "));
    return end < 0 ? text : text.left(end + 1);
}

}  // namespace

struct CardList::Loaded {
    QString title, text, cache;
    QImage picture;
    std::shared_ptr<Result<PreparedRun>> run;  ///< null if the picture was cached
};

CardList::CardList(std::shared_ptr<const Catalogue> catalogue, const QStringList& files,
                   QSize picture, int lines, QWidget* parent)
    : QListWidget(parent), catalogue_(std::move(catalogue)), picture_(picture), lines_(lines) {
    setObjectName("examples");
    setViewMode(QListView::IconMode);
    setResizeMode(QListView::Adjust);
    setMovement(QListView::Static);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setItemDelegate(new CardDelegate(picture, lines, this));
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    for (const QString& file : files) {
        auto* item = new QListWidgetItem(QFileInfo(file).baseName(), this);
        item->setData(FileRole, file);
    }
    const auto choose = [this](const QListWidgetItem* item) {
        // A click may also activate an item after the list has been left.
        if (isVisible()) Q_EMIT chosen(item->data(FileRole).toString());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
}

CardList::~CardList() = default;

void CardList::endFlush() { setViewportMargins(0, 0, -2 * cardMargin, 0); }

QSize CardList::cardSize() const { return sizeOfCard(picture_, lines_, font()); }

void CardList::name(int row, const QString& title, const QString& line) {
    item(row)->setText(title);
    item(row)->setData(NoteRole, line);
    item(row)->setData(NamedRole, true);
}

void CardList::showEvent(QShowEvent* event) {
    QListWidget::showEvent(event);
    if (!pending_.isEmpty()) return;
    for (int k = 0; k < count(); ++k)
        if (item(k)->data(PictureRole).value<QImage>().isNull()) pending_ << item(k);
    loadNext();
}

void CardList::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    ++round_;  // the pictures show the other theme
    pending_.clear();
    for (int k = 0; k < count(); ++k) item(k)->setData(PictureRole, QImage());
    if (!isVisible()) return;
    for (int k = 0; k < count(); ++k) pending_ << item(k);
    loadNext();
}

void CardList::loadNext() {
    if (pending_.isEmpty() || !isVisible()) {
        pending_.clear();
        scene_.reset();
        return;
    }
    QListWidgetItem* item = pending_.first();
    const QString file = item->data(FileRole).toString();
    const bool dark = isDark(palette());
    const QSize pixels = picture_ * devicePixelRatioF();
    const auto job = [catalogue = catalogue_, file, dark, pixels] {
        Loaded loaded;
        const std::string model = modelOfCard(file.toStdString(), loaded.title, loaded.text);
        if (const auto description = readModelFile(model); description && loaded.text.isEmpty()) {
            loaded.title = QString::fromStdString(description->title);
            loaded.text = QString::fromStdString(description->text);
        }
        loaded.cache = thumbnailPath(QString::fromStdString(model), dark, pixels);
        if (!loaded.picture.load(loaded.cache))
            loaded.run = std::make_shared<Result<PreparedRun>>(prepareFile(*catalogue, model));
        return loaded;
    };
    inBackground(this, job, [this, item, round = round_](const Loaded& loaded) {
        if (round != round_ || pending_.isEmpty() || pending_.first() != item) return;
        pending_.removeFirst();
        finish(item, loaded);
        loadNext();
    });
}

void CardList::finish(QListWidgetItem* item, const Loaded& loaded) {
    if (!item->data(NamedRole).toBool()) {
        if (!loaded.title.isEmpty()) item->setText(loaded.title);
        item->setData(NoteRole, firstSentence(loaded.text));
    }
    item->setToolTip(Qt::convertFromPlainText(loaded.text, Qt::WhiteSpaceNormal));
    QImage picture = loaded.picture;
    if (loaded.run && *loaded.run) {
        if (!scene_) {
            scene_ = std::make_unique<render::Scene>();
            scene_->setFine(true);
        }
        const double scale = devicePixelRatioF();
        picture = drawThumbnail(*scene_, **loaded.run, isDark(palette()), picture_ * scale, scale);
        if (scene_->problem().empty()) picture.save(loaded.cache);
    } else if (loaded.run) {
        item->setData(NoteRole, messageText(loaded.run->error().front().message));
    }
    item->setData(PictureRole, picture);
}

}  // namespace momentree::app
