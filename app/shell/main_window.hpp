// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>

#include "app/commands/actions.hpp"
#include "app/shell/dock_widths.hpp"
#include "app/workspace/host.hpp"
#include "app/workspace/workspace.hpp"

namespace momentree::app {

class DrawingView;
class RecoveryOffer;
class Spaces;

/// The window: creates panels and features for one workspace, and stores its layout.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::shared_ptr<const Catalogue> catalogue);
    ~MainWindow() override;

    Workspace& workspace() { return workspace_; }
    Host& host() { return *host_; }
    /// Finds a panel or feature by its class; it must exist.
    template <typename T>
    T& part() const {
        return *findChild<T*>();
    }

    RunController& run() { return workspace_.run; }
    RunSet& runs() { return workspace_.runs; }
    ModelDocument& document() { return workspace_.document; }
    LiveModel& live() { return workspace_.live; }
    Selection& selection() { return workspace_.selection; }
    Actions& actions() { return actions_; }
    Viewport& viewport() { return host_->viewport; }
    Notice& notice() { return host_->notice; }
    FileCommands& files() { return host_->files; }
    Spaces& spaces() { return *spaces_; }

    void open(const QString& file) { files().open(file); }
    /// Offers unsaved work of a crashed run of the program. Returns false if there is none.
    bool offerRecovery();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeCentre();
    void addFeatures();
    void addStartPage();
    void connectHelp();
    void showTitle();
    void restoreLayout();
    void saveLayout();

    Actions actions_;
    Workspace workspace_;
    Host* host_ = nullptr;
    DrawingView* drawing_ = nullptr;
    RecoveryOffer* recovery_ = nullptr;
    Spaces* spaces_ = nullptr;
    DockWidths dockWidths_{*this};
};

}  // namespace momentree::app
