// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <functional>
#include <vector>

namespace momentree::app {

class Analyses;
class Host;
class PlotDocks;
class Workspace;

/// The questions that can be asked about a mechanism, each with whether it can be answered now. The
/// chosen one shows its panels.
class Questions final : public QListWidget {
    Q_OBJECT
public:
    Questions(Workspace& workspace, Host& host, PlotDocks& plots, const Analyses& analyses);

    /// Shows the panels of the chosen question only.
    void answer();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Question {
        QString title, what;
        QStringList docks;
        std::function<QString()> missing;  ///< empty if it can be answered
        bool reactions = false;            ///< shows them in the picture
    };
    void add(Question question);
    void showReactions(bool on);
    void follow();
    void followCommands();
    void chooseFirst();

    Workspace& workspace_;
    Host& host_;
    PlotDocks& plots_;
    std::vector<Question> questions_;
    bool reactionsAsked_ = false;  ///< their arrows are shown for the question
};

}  // namespace momentree::app
