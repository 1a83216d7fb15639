// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/segment_bar.hpp"

namespace momentree::app {

class Spaces;

/// The tabs of the workspaces, with one for a lesson while it is open. One stop of the Tab key;
/// arrow keys go from tab to tab.
class SpaceSwitch final : public SegmentBar {
    Q_OBJECT
public:
    explicit SpaceSwitch(Spaces& spaces, QWidget* parent = nullptr);

protected:
    int chosen() const override;

private:
    void follow();
    Spaces& spaces_;
};

}  // namespace momentree::app
