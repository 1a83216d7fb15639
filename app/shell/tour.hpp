// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <vector>

class QLabel;
class QPushButton;

namespace momentree::app {

/// A place of the window and what it is for.
struct TourStop {
    QPointer<QWidget> place;
    QString title, text;
};

/// Leads through the window in a few stops: a frame around each, with a sentence beside it.
class Tour final : public QFrame {
    Q_OBJECT
public:
    Tour(std::vector<TourStop> stops, QWidget* window);

    int stop() const { return stop_; }

    /// Whether this user has seen the tour.
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
