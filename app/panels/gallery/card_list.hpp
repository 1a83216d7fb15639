// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QStringList>
#include <memory>

#include "core/session/catalogue.hpp"

namespace momentree::render {
class Scene;
}

namespace momentree::app {

/// Model files as cards with picture, title and a line of text. Pictures are drawn when first
/// shown, one at a time, and cached for later starts.
class CardList final : public QListWidget {
    Q_OBJECT
public:
    /// @param picture size [px]
    /// @param lines of text below the title
    CardList(std::shared_ptr<const Catalogue> catalogue, const QStringList& files, QSize picture,
             int lines, QWidget* parent = nullptr);
    ~CardList() override;

    /// Another title and line than those of the file.
    void name(int row, const QString& title, const QString& line);

    QSize cardSize() const;
    /// Lets the last card of a full row end at the right edge; for lists without a scroll bar.
    void endFlush();
    int pendingPictures() const { return static_cast<int>(pending_.size()); }

Q_SIGNALS:
    void chosen(const QString& file);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Loaded;
    void loadNext();
    void finish(QListWidgetItem* item, const Loaded& loaded);

    std::shared_ptr<const Catalogue> catalogue_;
    QSize picture_;
    int lines_;
    QList<QListWidgetItem*> pending_;
    std::unique_ptr<render::Scene> scene_;
    int round_ = 0;
};

}  // namespace momentree::app
