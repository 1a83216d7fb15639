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

/// Shows current background work, its duration, and a button that cancels it. Visible only if the
/// work takes longer than a moment.
class BusyStatus final : public QWidget {
    Q_OBJECT
public:
    explicit BusyStatus(QWidget* parent = nullptr);

    /// @param of owner of the work; a new one replaces its previous one
    /// @param cancel cancels the work immediately
    /// @param after [ms] delay before it is shown
    void begin(const QObject* of, const QString& name, std::function<void()> cancel,
               int after = moment_ms);
    void end(const QObject* of);
    void cancel();  ///< cancels the displayed work
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
    const Work* shown() const;  ///< the oldest that takes longer than a moment
    void follow();

    std::vector<Work> works_;  ///< oldest first
    QTimer clock_;
    QProgressBar* bar_;
    QLabel* text_;
    QToolButton* cancel_;
};

}  // namespace momentree::app
