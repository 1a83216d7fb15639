// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inside/bracket.hpp"

#include <algorithm>
#include <queue>

namespace momentree::app {

Bracket::Bracket(const std::vector<TracedNode>& nodes)
    : parts_(nodes.size()),
      weight_(nodes.size(), 0),
      closed_(nodes.size(), 0),
      places_(nodes.size()) {
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        parent_.push_back(nodes[k].parent);
        if (nodes[k].parent >= 0)
            parts_[at(nodes[k].parent)].push_back(static_cast<int>(k));
        else
            tops_.push_back(static_cast<int>(k));
    }
    // With an explicit stack: a chain of a thousand bodies may be as deep.
    std::vector<int> open = tops_;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        inward_.push_back(node);
        open.insert(open.end(), parts_[at(node)].begin(), parts_[at(node)].end());
    }
    std::ranges::reverse(inward_);
    for (const int node : inward_) {
        weight_[at(node)] += nodes[at(node)].kind == TracedNode::Kind::Single ? 1 : 0;
        if (parent_[at(node)] >= 0) weight_[at(parent_[at(node)])] += weight_[at(node)];
    }
    layOut();
}

void Bracket::setClosed(int node, bool closed) {
    closed_[at(node)] = closed && !parts_[at(node)].empty();
    layOut();
}

void Bracket::openAll() {
    std::ranges::fill(closed_, 0);
    layOut();
}

void Bracket::closeToFit(int rows) {
    std::fill(closed_.begin(), closed_.end(), 0);
    for (std::size_t k = 0; k < parts_.size(); ++k) closed_[k] = !parts_[k].empty();
    const auto lighter = [this](int a, int b) { return weight_[at(a)] < weight_[at(b)]; };
    std::priority_queue<int, std::vector<int>, decltype(lighter)> next(lighter, tops_);
    auto shown = static_cast<int>(tops_.size());
    while (!next.empty() && shown < rows) {
        const int node = next.top();
        next.pop();
        if (parts_[at(node)].empty()) continue;
        closed_[at(node)] = 0;
        shown += static_cast<int>(parts_[at(node)].size()) - 1;
        for (const int part : parts_[at(node)]) next.push(part);
    }
    layOut();
}

int Bracket::visible(int node) const {
    int seen = node;
    for (int above = node; above >= 0; above = parent_[at(above)])
        if (closed(above)) seen = above;
    return seen;
}

void Bracket::layOut() {
    std::ranges::fill(places_, Place{});
    for (auto node = inward_.rbegin(); node != inward_.rend(); ++node) {
        const int above = parent_[at(*node)];
        places_[at(*node)].shown = above < 0 || (places_[at(above)].shown && !closed(above));
    }
    // Rows: nodes without visible parts take the next one, in the order of the bodies.
    std::vector<int> open(tops_.rbegin(), tops_.rend());
    rows_ = 0.0;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        if (parts_[at(node)].empty() || closed(node))
            places_[at(node)].row = rows_++;
        else
            open.insert(open.end(), parts_[at(node)].rbegin(), parts_[at(node)].rend());
    }
    columns_ = 0;
    for (const int node : inward_) {
        Place& own = places_[at(node)];
        if (!own.shown || closed(node) || parts_[at(node)].empty()) {
            columns_ = std::max(columns_, own.shown ? 1 : 0);
            continue;
        }
        double sum = 0.0;
        for (const int part : parts_[at(node)]) {
            sum += places_[at(part)].row;
            own.column = std::max(own.column, places_[at(part)].column + 1);
        }
        own.row = sum / static_cast<double>(parts_[at(node)].size());
        columns_ = std::max(columns_, own.column + 1);
    }
}

}  // namespace momentree::app
