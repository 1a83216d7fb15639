// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace momentree::app {

/// A line at the bottom of the picture: what the tool expects, and for some seconds why an action
/// was not possible.
class HintBar final : public QWidget {
    Q_OBJECT
public:
    explicit HintBar(QWidget* picture);

    void setHint(const QString& hint);
    void complain(const QString& why);
    void settle();  ///< removes the complaint
    QString text() const { return complaint_.isEmpty() ? hint_ : complaint_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QString hint_, complaint_;
    QTimer timer_;
};

}  // namespace momentree::app
