// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>
#include <memory>

#include "core/session/catalogue.hpp"

class QListWidget;
class QListWidgetItem;

namespace momentree::render {
class Scene;
}

namespace momentree::app {

/// The examples with picture, title and a line of text. Pictures are drawn when first shown, one at
/// a time, and cached for later starts.
class Gallery final : public QDialog {
    Q_OBJECT
public:
    Gallery(std::shared_ptr<const Catalogue> catalogue, QStringList files,
            QWidget* parent = nullptr);
    ~Gallery() override;
    const QStringList& files() const { return files_; }

    int pendingPictures() const { return static_cast<int>(pending_.size()); }

Q_SIGNALS:
    void chosen(const QString& file);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Loaded;
    void fill();
    void loadNext();
    void finish(QListWidgetItem* item, const Loaded& loaded);
    void choose(QListWidgetItem* item);

    std::shared_ptr<const Catalogue> catalogue_;
    QStringList files_;
    QListWidget* list_ = nullptr;
    QList<QListWidgetItem*> pending_;
    std::unique_ptr<render::Scene> scene_;
    int round_ = 0;
};

}  // namespace momentree::app
