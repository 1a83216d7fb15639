// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QMainWindow;

namespace momentree::app {

/// The initial place of a panel. Panels with the same place are tabs.
enum class DockPlace { Left, LeftBelow, LeftBeside, Right, RightBelow, Bottom };

struct DockSettings {
    const char* name;  ///< used in saved layouts
    QString title;
    QString help;  ///< for "What's this?", shown below the title
    DockPlace place;
    int tab = 0;  ///< order among the tabs of a place; the first is in front
    bool shown = true;
    /// [px] Contents that are higher scroll; 0: the dock is as high as its contents need.
    int leastHeight = 0;
};

/// A panel of the window with its initial place.
class PanelDock final : public QDockWidget {
    Q_OBJECT
public:
    PanelDock(QMainWindow& window, QWidget* content, const DockSettings& settings);

    DockPlace place() const { return place_; }
    int tab() const { return tab_; }
    bool shownAtFirst() const { return shown_; }
    /// Shows it in front of other tabs.
    void present();
    /// A fixed panel has no frame to drag it by, and perhaps no title of its own.
    void setFrame(bool movable, bool titled);

Q_SIGNALS:
    void titledChanged(bool titled);
    void presented(momentree::app::PanelDock* dock);

private:
    DockPlace place_;
    int tab_;
    bool shown_;
};

/// The title in the panel stands in for that of its dock.
template <typename Panel>
void titleOnce(PanelDock* dock, Panel& panel) {
    panel.showTitle(false);
    QObject::connect(dock, &PanelDock::titledChanged, &panel,
                     [&panel](bool titled) { panel.showTitle(!titled); });
}

}  // namespace momentree::app
