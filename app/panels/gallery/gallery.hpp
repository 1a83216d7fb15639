// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <memory>

#include "core/session/catalogue.hpp"

namespace momentree::app {

class CardList;

/// A window with recent files and examples.
class Gallery final : public QDialog {
    Q_OBJECT
public:
    Gallery(std::shared_ptr<const Catalogue> catalogue, QStringList files,
            QWidget* parent = nullptr);
    const QStringList& files() const { return files_; }

    int pendingPictures() const;

Q_SIGNALS:
    void chosen(const QString& file);

private:
    QStringList files_;
    CardList* list_;
};

}  // namespace momentree::app
