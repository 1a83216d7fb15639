// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/gallery/gallery.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include "app/panels/gallery/card_list.hpp"

namespace momentree::app {
namespace {

constexpr QSize pictureSize(272, 168);
constexpr int linesOfText = 3;

}  // namespace

Gallery::Gallery(std::shared_ptr<const Catalogue> catalogue, QStringList files, QWidget* parent)
    : QDialog(parent), files_(std::move(files)) {
    setObjectName("gallery");
    setWindowTitle(tr("Recent files and examples"));
    list_ = new CardList(std::move(catalogue), files_, pictureSize, linesOfText, this);
    list_->setAccessibleName(windowTitle());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 0, 0);
    if (files_.isEmpty())
        layout->addWidget(
            new QLabel(tr("No examples found. Check the installation of Momentree."), this));
    layout->addWidget(list_);
    resize(3 * list_->cardSize().width() + 40, 3 * list_->cardSize().height() + 20);
    connect(list_, &CardList::chosen, this, [this](const QString& file) {
        hide();
        Q_EMIT chosen(file);
    });
}

int Gallery::pendingPictures() const { return list_->pendingPictures(); }

}  // namespace momentree::app
