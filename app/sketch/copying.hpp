// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "app/document/edits/fragment.hpp"
#include "app/document/selection.hpp"
#include "app/sketch/edits.hpp"

namespace momentree::app {

enum class Side { Right, Below };

/// Commands of the Edit menu for the selected links. Each is one step of the history.
class Copying final {
public:
    Copying(Viewport& viewport, const DrawingPlane& plane, Edits& edits, Selection& selection)
        : viewport_(viewport), plane_(plane), edits_(edits), selection_(selection) {}

    /// Copies the selected links to the clipboard as the text of a model file. Returns false if
    /// there are none.
    bool copy();
    /// Adds the mechanism on the clipboard, with its centre over the point `at` of the work plane
    /// and its nearest part on the plane, or with a small offset from its old position.
    void paste(const std::optional<Vector3d>& at);
    /// Copies the selected links with a small offset.
    void duplicate();
    /// Copies the selected links, mirrored at their right or lower edge in the work plane.
    void mirror(Side side);
    /// Asks how to copy the selected links several times, and does it.
    void array(QWidget* window);

private:
    bool linksAreSelected();
    std::optional<ModelDescription> selected();
    Vector3d aLittle() const;
    Vector3d shiftTo(const Vector3d& at, const ModelDescription& fragment) const;
    void add(const QString& name, const ModelDescription& fragment,
             const std::vector<Placement>& placements);

    Viewport& viewport_;
    const DrawingPlane& plane_;
    Edits& edits_;
    Selection& selection_;
};

}  // namespace momentree::app
