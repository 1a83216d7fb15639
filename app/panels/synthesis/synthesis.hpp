// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/synthesis/function_finder.hpp"
#include "app/panels/synthesis/path_finder.hpp"
#include "app/panels/synthesis/position_finder.hpp"

namespace momentree::app {

/// Linkages found for what they are to do, with a panel for each question.
class Synthesis final : public QObject {
    Q_OBJECT
public:
    Synthesis(Workspace& workspace, QObject* parent);

    PathFinder& paths() const { return *paths_; }
    PositionFinder& positions() const { return *positions_; }
    FunctionFinder& functions() const { return *functions_; }

Q_SIGNALS:
    /// A linkage is in the document; show how it moves and trace the point.
    void used(const std::string& body, const std::string& marker);

private:
    PathFinder* paths_;
    PositionFinder* positions_;
    FunctionFinder* functions_;
};

}  // namespace momentree::app
