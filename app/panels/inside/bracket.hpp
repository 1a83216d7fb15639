// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/trace/evaluation_trace.hpp"

namespace momentree::app {

/// The tree of a traced evaluation laid out as a bracket: single bodies at the left, inboard at the
/// top, outboard at the bottom; joined nodes to the right of their parts. Closed nodes hide their
/// parts.
class Bracket {
public:
    Bracket() = default;
    explicit Bracket(const std::vector<TracedNode>& nodes);

    struct Place {
        bool shown = false;
        int column = 0;    ///< from the left
        double row = 0.0;  ///< from the top
    };
    const std::vector<Place>& places() const { return places_; }
    int columns() const { return columns_; }
    double rows() const { return rows_; }

    const std::vector<int>& parts(int node) const { return parts_[at(node)]; }
    bool closed(int node) const { return closed_[at(node)]; }
    void setClosed(int node, bool closed);
    /// Closes nodes until at most `rows` are left; the largest stay open.
    void closeToFit(int rows);
    void openAll();
    /// The node, or the closed one that contains it.
    int visible(int node) const;

private:
    static std::size_t at(int node) { return static_cast<std::size_t>(node); }
    void layOut();

    std::vector<int> parent_;
    std::vector<std::vector<int>> parts_;
    std::vector<int> tops_, inward_;  ///< nodes without parent; all nodes, parts before wholes
    std::vector<int> weight_;         ///< number of single bodies in each
    std::vector<char> closed_;
    std::vector<Place> places_;
    int columns_ = 0;
    double rows_ = 0.0;
};

}  // namespace momentree::app
