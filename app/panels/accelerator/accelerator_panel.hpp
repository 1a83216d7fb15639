// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <stop_token>

#include "app/panels/accelerator/accelerator_inquiry.hpp"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace momentree {
struct RunFigures;
}

namespace momentree::app {

class RunController;

/// Shows a board: its identity, its self test, and whether it computes the run on screen. Uses a
/// worker thread and keeps no connection, so that runs can use the board.
class AcceleratorPanel final : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorPanel(RunController& run, QWidget* parent = nullptr);
    ~AcceleratorPanel() override;

    QString address() const;
    void setAddress(const QString& address);
    QString state() const;
    /// "virtual-board" or "board:HOST:PORT".
    QString backend() const;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

Q_SIGNALS:
    void useWanted(const QString& backend);  ///< for the run on screen
    void compareWanted();                    ///< show the panel that compares software and board

private:
    QWidget* makeHead();
    void askForSecret();
    void ask(bool selfTest);
    void take(const QString& address, const AcceleratorAnswer& answer);
    void showFacts(const AcceleratorAnswer& answer);
    void showChecks(const fpga::wire::SelfTestResult& result);
    void showState(const QString& text, const char* icon);
    void log(const QString& text);
    void followRun();
    void findAgents(bool tell = false);
    QString liveState(const RunFigures& figures) const;

    RunController& run_;
    QComboBox* address_;
    QPushButton *ask_, *test_, *compare_, *use_, *reconnect_;
    QComboBox* mode_;
    QLabel *icon_, *state_;
    QTableWidget* facts_;
    QPlainTextEdit* log_;
    std::stop_source stop_;
    bool asking_ = false, ready_ = false;
    QString iconName_;
    QString lastRun_;  ///< last logged state of the run
};

}  // namespace momentree::app
