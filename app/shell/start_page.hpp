// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QGridLayout;

namespace momentree::app {

class Host;
class Workspace;

/// Whether the program begins with the start page.
bool startsWithPage();

/// The page before a drawing: draw, open, examples, lessons and recent files.
class StartPage final : public QWidget {
    Q_OBJECT
public:
    StartPage(Workspace& workspace, Host& host, QWidget* parent);

Q_SIGNALS:
    void drawingWanted();
    void lessonWanted(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHero();
    QWidget* makeFooter();
    void addExamples(QBoxLayout& column);
    void fillLists();

    Workspace& workspace_;
    Host& host_;
    QGridLayout* lists_;
    QWidget* rows_ = nullptr;  ///< of lessons and recent files
};

}  // namespace momentree::app
