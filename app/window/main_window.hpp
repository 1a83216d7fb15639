// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>

#include "app/model_tree/element.hpp"
#include "app/run/run_controller.hpp"
#include "app/window/actions.hpp"

class QDockWidget;
class QLabel;
class QMenu;

namespace momentree::app {

class FileCommands;
class Gallery;
class MessagesPanel;
class ModelTree;
class Notice;
class PlotDocks;
class PropertyView;
class Viewport;

/// The window: owns the parts and connects them, nothing else.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::shared_ptr<const Catalogue> catalogue);
    ~MainWindow() override;

    void open(const QString& file);
    RunController& run() { return run_; }
    Viewport& viewport() { return *viewport_; }
    Actions& actions() { return actions_; }
    Notice& notice() { return *notice_; }
    FileCommands& files() { return *files_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeCentre();
    void makeDocks();
    void makeBars();
    void makeMenus();
    void makeViewMenu();
    void makeStatusBar();
    void fillRecent();
    void placeDocks();
    void restoreLayout();
    void saveLayout();

    void connectRun();
    void connectActions();
    void connectScene();
    void connectTheme();
    void togglePanels(const QList<QDockWidget*>& docks);

    void startRun(bool newModel);
    void showNow();
    void followState();
    void tellFailure();
    void showRefusal(const Refusal& refusal);
    void select(const Element& element);
    void showMessages();
    void showGallery();
    void say(const QString& text);

    std::shared_ptr<const Catalogue> catalogue_;
    Actions actions_;
    RunController run_;
    FileCommands* files_;
    Viewport* viewport_ = nullptr;
    Notice* notice_ = nullptr;
    QLabel* preparing_ = nullptr;
    ModelTree* tree_ = nullptr;
    PropertyView* properties_ = nullptr;
    MessagesPanel* messages_ = nullptr;
    PlotDocks* plots_ = nullptr;
    QDockWidget *treeDock_ = nullptr, *propertiesDock_ = nullptr, *messagesDock_ = nullptr;
    QMenu* recent_ = nullptr;
    Gallery* gallery_ = nullptr;
    Element element_;
    bool failureTold_ = false;
};

}  // namespace momentree::app
