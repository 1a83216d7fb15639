// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/space_switch.hpp"

#include <QSignalBlocker>

#include "app/commands/actions.hpp"
#include "app/shell/spaces.hpp"

namespace momentree::app {

SpaceSwitch::SpaceSwitch(Spaces& spaces, QWidget* parent) : SegmentBar(parent), spaces_(spaces) {
    setObjectName("spaceSwitch");
    setAccessibleName(tr("Workspace"));
    for (int k = 0; k < 4; ++k) {
        addTab(Spaces::title(static_cast<Space>(k)));
        const QAction* command = spaces.commands()[k];
        setTabToolTip(k, toolTipOf(command->text(), command->shortcut()));
    }
    connect(&spaces, &Spaces::lessonOpened, this, [this](bool open) {
        const QSignalBlocker quiet(this);
        open ? static_cast<void>(addTab(Spaces::title(Space::Lesson))) : removeTab(count() - 1);
        follow();
    });
    connect(&spaces, &Spaces::changed, this, &SpaceSwitch::follow);
    connect(this, &QTabBar::tabBarClicked, this, [this](int index) {
        if (index >= 0) spaces_.show(static_cast<Space>(index));
    });
    connect(this, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) spaces_.show(static_cast<Space>(index));
    });
    follow();
}

/// In Everything no tab is current; a click on any of them leaves it.
void SpaceSwitch::follow() {
    const QSignalBlocker quiet(this);
    if (spaces_.current() < Space::Everything) setCurrentIndex(static_cast<int>(spaces_.current()));
    update();
}

int SpaceSwitch::chosen() const {
    const int current = static_cast<int>(spaces_.current());
    return current < count() ? current : -1;
}

}  // namespace momentree::app
