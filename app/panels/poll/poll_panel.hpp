// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "app/panels/poll/poll_chart.hpp"

class QCheckBox;
class QComboBox;
class QCustomPlot;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

namespace momentree::app {

class PollServer;
class Workspace;

/// Asks the class a question, and shows the answers next to the run when the teacher reveals them.
class PollPanel final : public QWidget {
    Q_OBJECT
public:
    explicit PollPanel(Workspace& workspace, QWidget* parent = nullptr);
    ~PollPanel() override;

    /// Fills in a question that is ready to be opened; none may be open.
    void offer(const PollQuestion& question, int right);
    const PollServer* server() const { return server_.get(); }
    bool revealed() const { return revealed_; }
    QSize sizeHint() const override { return {340, 560}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeForm();
    void makeResult();
    void followKind();
    void fillQuantities();
    void openOrClose();
    void open();
    void reveal();
    void draw();
    void say(const QString& problem);
    void follow();
    PollQuestion asked() const;
    PollTruth truth() const;
    /// The column of the run over time.
    PollTruth recorded() const;

    Workspace& workspace_;
    QComboBox *kind_, *quantity_, *right_;
    QLineEdit* text_;
    QPlainTextEdit* choices_;
    QLabel *choicesLabel_, *quantityLabel_, *rightLabel_;
    QCheckBox* network_;
    QPushButton *open_, *reveal_;
    QWidget* form_;
    QLabel *address_, *count_, *problem_;
    QCustomPlot* plot_;
    std::unique_ptr<PollServer> server_;
    bool revealed_ = false;
};

}  // namespace momentree::app
