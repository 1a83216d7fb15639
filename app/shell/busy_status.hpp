// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QProgressBar;
class QToolButton;

namespace momentree::app {

/// What is computed beside the window just now, for how long, and a button that stops it. Seen only
/// while there is something that takes longer than a moment.
class BusyStatus final : public QWidget {
    Q_OBJECT
public:
    explicit BusyStatus(QWidget* parent = nullptr);

    /// @param of one work each; another that it begins takes the place of the first
    /// @param cancel gives the work up at once
    /// @param after [ms] shown if it goes on for that long
    void begin(const QObject* of, const QString& name, std::function<void()> cancel,
               int after = moment_ms);
    void end(const QObject* of);
    void cancel();  ///< the work that is shown
    bool busy() const { return !isHidden(); }
    QString text() const;

    static constexpr int moment_ms = 300;

Q_SIGNALS:
    void busyChanged(bool busy);

private:
    struct Work {
        const QObject* of;
        QString name;
        std::function<void()> cancel;
        QElapsedTimer since;
        int after;
    };
    const Work* shown() const;  ///< the oldest that has taken longer than a moment
    void follow();

    std::vector<Work> works_;  ///< oldest first
    QTimer clock_;
    QProgressBar* bar_;
    QLabel* text_;
    QToolButton* cancel_;
};

}  // namespace momentree::app
