// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/naudet/tree_pieces.hpp"

#include <algorithm>
#include <numeric>

namespace momentree {
namespace {

// In units of the work for one link on one thread, for revolute chains on two threads and two
// processors: compared with one thread, 128 links were 1.21 times as fast, 256 1.36, 512 1.54.
constexpr double closedLink = 1.1;   ///< of a piece at the end of the row, or a subtree
constexpr double openLink = 1.4;     ///< of a piece that carries another
constexpr double overhead = 30.0;    ///< of two fork-joins and a junction
constexpr double worthwhile = 1.25;  ///< gain below which one thread is used

std::vector<int> sizesOf(const Tree& tree) {
    std::vector<int> size(tree.bodies.size(), 1);
    for (std::size_t i = size.size(); i-- > 0;)
        if (const int parent = tree.bodies[i].parent; parent != ground)
            size[static_cast<std::size_t>(parent)] += size[i];
    return size;
}

/// Assigns pieces, largest first, to the thread with the least work.
void share(TreePieces& cut, int threads) {
    std::vector<int> order(cut.pieces.size());
    std::iota(order.begin(), order.end(), 0);
    const auto size = [&](int k) { return cut.pieces[static_cast<std::size_t>(k)].links.size(); };
    std::ranges::stable_sort(order, [&](int a, int b) { return size(a) > size(b); });
    std::vector<std::size_t> load(static_cast<std::size_t>(threads), 0);
    cut.shares.resize(load.size());
    for (const int k : order) {
        const auto least = std::ranges::min_element(load) - load.begin();
        load[static_cast<std::size_t>(least)] += size(k);
        cut.shares[static_cast<std::size_t>(least)].push_back(k);
    }
}

int heaviest(const std::vector<int>& links, const std::vector<int>& size) {
    const auto found = std::ranges::max_element(
        links, {}, [&](int i) { return size[static_cast<std::size_t>(i)]; });
    return found == links.end() ? -1 : *found;
}

/// Cost of the busiest thread plus the sequential part.
double costOf(const TreePieces& cut) {
    double busiest = 0.0;
    for (const std::vector<int>& share : cut.shares) {
        double own = 0.0;
        for (const int k : share) {
            const TreePiece& piece = cut.pieces[static_cast<std::size_t>(k)];
            own +=
                (piece.end < 0 ? closedLink : openLink) * static_cast<double>(piece.links.size());
        }
        busiest = std::max(busiest, own);
    }
    return overhead + static_cast<double>(cut.top.size()) + busiest;
}

}  // namespace

TreePieces subtreePieces(const Tree& tree, int threads) {
    const int n = static_cast<int>(tree.bodies.size());
    const std::vector<int> size = sizesOf(tree);
    const int limit = std::max(1, n / (4 * threads));  // small enough to balance the threads' work
    TreePieces cut;
    std::vector<int> pieceOf(tree.bodies.size(), -1);
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const int parent = tree.bodies[at].parent;
        if (parent != ground) pieceOf[at] = pieceOf[static_cast<std::size_t>(parent)];
        if (pieceOf[at] < 0 && size[at] <= limit) {
            pieceOf[at] = static_cast<int>(cut.pieces.size());
            cut.pieces.emplace_back();
        }
        if (pieceOf[at] < 0)
            cut.top.push_back(i);
        else
            cut.pieces[static_cast<std::size_t>(pieceOf[at])].links.push_back(i);
    }
    for (TreePiece& piece : cut.pieces) piece.onWay.assign(piece.links.size(), false);
    share(cut, threads);
    return cut;
}

TreePieces piecesInRow(const Tree& tree, int threads) {
    const auto n = static_cast<int>(tree.bodies.size());
    const std::vector<int> size = sizesOf(tree);
    TreePieces cut;
    cut.inRow = true;
    // Pieces that carry another one are smaller, so that all take the same time.
    const double inner = n / (threads - 1 + openLink / closedLink);
    std::vector<int> pieceOf(tree.bodies.size(), -1);
    int before = -1;  // number of complete shares of links before the way's last link
    for (int i = 0; i >= 0; i = heaviest(tree.children[static_cast<std::size_t>(i)], size)) {
        const auto at = static_cast<std::size_t>(i);
        const int shares = std::min(threads - 1, static_cast<int>((n - size[at]) / inner));
        if (shares != before) cut.pieces.emplace_back();
        before = shares;
        pieceOf[at] = static_cast<int>(cut.pieces.size()) - 1;
        cut.pieces.back().end = i;
    }
    cut.pieces.back().end = -1;
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool onWay = pieceOf[at] >= 0;
        if (!onWay) pieceOf[at] = pieceOf[static_cast<std::size_t>(tree.bodies[at].parent)];
        TreePiece& piece = cut.pieces[static_cast<std::size_t>(pieceOf[at])];
        piece.links.push_back(i);
        piece.onWay.push_back(onWay && piece.end >= 0);
    }
    for (std::size_t k = 0; k < cut.pieces.size(); ++k) cut.shares.push_back({static_cast<int>(k)});
    return cut;
}

TreePieces piecesOf(const Tree& tree, int threads) {
    if (threads < 2 || tree.bodies.empty()) return {};
    TreePieces best = subtreePieces(tree, threads);
    if (std::ranges::count(tree.bodies, ground, &TreeBody::parent) == 1)
        if (TreePieces row = piecesInRow(tree, threads); costOf(row) < costOf(best))
            best = std::move(row);
    if (costOf(best) * worthwhile > static_cast<double>(tree.bodies.size())) return {};
    return best;
}

}  // namespace momentree
