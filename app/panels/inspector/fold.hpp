// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace momentree::app {

/// The title of a group, which shows and hides it, with a summary while it is hidden. What is open
/// is remembered by the titles.
class Fold final : public QToolButton {
    Q_OBJECT
public:
    explicit Fold(const QString& title, QWidget* parent = nullptr);

    bool isOpen() const { return isChecked(); }
    void setSummary(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void remember(bool open);

    QString summary_;
};

}  // namespace momentree::app
