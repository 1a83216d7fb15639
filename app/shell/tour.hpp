// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <vector>

class QLabel;
class QPushButton;

namespace momentree::app {

/// A place in the window and its purpose.
struct TourStop {
    QPointer<QWidget> place;
    QString title, text;
};

/// A short tour of the window: a frame around each place, with a sentence next to it.
class Tour final : public QFrame {
    Q_OBJECT
public:
    Tour(std::vector<TourStop> stops, QWidget* window);

    int stop() const { return stop_; }

    /// Whether the user has already seen the tour.
    static bool seen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void go(int stop);
    void place();

    std::vector<TourStop> stops_;
    int stop_ = 0;
    QWidget* frame_;
    QLabel *title_, *text_, *count_;
    QPushButton *back_, *next_;
};

}  // namespace momentree::app
