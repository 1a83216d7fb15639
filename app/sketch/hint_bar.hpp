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
    /// Shows only complaints, higher up: the hint is elsewhere, and a control is below.
    void setQuiet(bool quiet);
    const QString& hint() const { return hint_; }
    QString text() const { return complaint_.isEmpty() ? hint_ : complaint_; }

Q_SIGNALS:
    void hintChanged(const QString& hint);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QString hint_, complaint_;
    QTimer timer_;
    bool quiet_ = false;
};

}  // namespace momentree::app
