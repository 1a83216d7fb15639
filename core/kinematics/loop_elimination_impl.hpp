// SPDX-License-Identifier: Apache-2.0
// Definitions for loop_elimination.hpp, included where they are instantiated.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/kinematics/loop_elimination.hpp"
#include "core/math/solve.hpp"

namespace momentree {

namespace elimination {
/// Smallest pivot, of 1 in usual poses, for which a link is stiffened. Multipliers with smaller
/// ones wait for the freedoms of more joints.
inline constexpr double healthy = 1e-3;
/// More wait only in nearly singular poses, where small pivots must do. At most six independent
/// ones have no response at all.
inline constexpr int mostWaiting = 12, mostHard = 6;
/// Part of a wrench that is rounding.
inline constexpr double noWrench = 1e-6;
}  // namespace elimination

template <typename S>
void LoopElimination<S>::hold(const Tree& tree, std::vector<Row> rows, S length) {
    rows_ = std::move(rows);
    length_ = length;
    if (rows_.empty()) return;
    const std::size_t links = tree.bodies.size(), count = rows_.size();
    parent_.clear();
    for (const TreeBody& body : tree.bodies) parent_.push_back(body.parent);
    std::vector<std::vector<int>> ends(links);
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t end = 0; end < 2; ++end)
            if (const int link = rows_[k].link[end]; link != ground)
                ends[at(link)].push_back(static_cast<int>(2 * k + end));
    firstEnd_.assign(1, 0);
    ends_.clear();
    for (const std::vector<int>& own : ends) {
        ends_.insert(ends_.end(), own.begin(), own.end());
        firstEnd_.push_back(static_cast<int>(ends_.size()));
    }
    wrench_.assign(2 * count, V6<S>::zero());
    leftOut_.assign(count, 0);
    for (std::vector<S>* vector : {&gap_, &l_, &step_, &sigma_}) vector->assign(count, S(0));
    count_.assign(links, 0);
    freedoms_.resize(6 * links);
    arm_.assign(links, V3<S>::zero());
    D_.assign(links, V6<S>::zero());
    V_ = D_;
    closed_.assign(links, 0);
    done_ = firstPassing_ = firstAlong_ = closed_;
    planFronts(tree);
}

/// Children give their fronts to their parent: the widest in place, the others by merging. The last
/// front is that of ground.
template <typename S>
void LoopElimination<S>::planFronts(const Tree& tree) {
    using elimination::mostWaiting;
    struct Open {
        int row, seen;  ///< ends in the subtree
    };
    const std::size_t links = tree.bodies.size();
    std::vector<std::vector<Open>> open(links);  ///< rows with an end outside
    std::vector<Open> atGround;
    std::vector<int> inside(links, 0), width(links, 0);  ///< rows that may wait; all
    std::vector<std::vector<int>> others(links);
    std::vector<int> free;
    buffer_.assign(links, -1);
    fresh_.assign(links, 1);
    fronts_.clear();
    std::size_t passing = 0, widest = 0, groundWidth = 0;
    const auto join = [](std::vector<Open>& rows) {
        std::ranges::sort(rows, {}, &Open::row);
        std::size_t count = 0;
        for (const Open& next : rows) {
            if (count > 0 && rows[count - 1].row == next.row)
                rows[count - 1].seen += next.seen;
            else
                rows[count++] = next;
        }
        rows.resize(count);
    };
    const auto takeComplete = [&](std::vector<Open>& rows) {
        return static_cast<int>(
            std::erase_if(rows, [&](const Open& o) { return o.seen == endsOf(o.row); }));
    };
    for (std::size_t i = links; i-- > 0;) {
        int best = -1, here = 0;
        for (const int child : tree.children[i]) {
            if (best < 0 || width[at(child)] > width[at(best)]) best = child;
            inside[i] += inside[at(child)];
            here += std::min(mostWaiting, inside[at(child)]);
            open[i].insert(open[i].end(), open[at(child)].begin(), open[at(child)].end());
            open[at(child)].clear();
        }
        for (int e = firstEnd_[i]; e < firstEnd_[i + 1]; ++e)
            open[i].push_back({ends_[at(e)] / 2, 1});
        join(open[i]);
        here += static_cast<int>(open[i].size());
        inside[i] += takeComplete(open[i]);
        if (best >= 0) {
            fresh_[i] = 0;
            buffer_[i] = buffer_[at(best)];
            for (const int child : tree.children[i])
                if (child != best) others[i].push_back(child), free.push_back(buffer_[at(child)]);
        } else {
            if (free.empty()) {
                free.push_back(static_cast<int>(fronts_.size()));
                fronts_.emplace_back();
            }
            buffer_[i] = free.back();
            free.pop_back();
        }
        width[i] = here;
        Front& front = fronts_[at(buffer_[i])];
        front.width = std::max(front.width, here);
        const std::size_t waiting = at(std::min(mostWaiting, inside[i]));
        passing += open[i].size() + waiting;
        widest = std::max(widest, at(here));
        if (tree.bodies[i].parent != ground) continue;
        free.push_back(buffer_[i]);
        atGround.insert(atGround.end(), open[i].begin(), open[i].end());
        join(atGround);
        groundWidth = std::max(groundWidth, atGround.size() + waiting + at(mostWaiting));
        takeComplete(atGround);
    }
    firstOf_.assign(1, 0);
    merged_.clear();
    for (const std::vector<int>& rest : others) {
        merged_.insert(merged_.end(), rest.begin(), rest.end());
        firstOf_.push_back(static_cast<int>(merged_.size()));
    }
    fronts_.emplace_back().width = static_cast<int>(groundWidth);
    for (Front& front : fronts_) {
        const std::size_t size = at(front.width);
        front.row.resize(size), front.unseen.resize(size), front.G.resize(size);
        front.L.resize(size * size);
    }
    records_.reserve(rows_.size() + 1);
    others_.reserve(rows_.size() * std::max(widest, groundWidth));
    passing_.reserve(passing);
    along_.reserve(6 * passing);
    e_.resize(6 * widest);
    place_.resize(widest);
    const std::size_t most = std::max(widest, groundWidth);
    order_.reserve(most);
    A_.resize(most * most);
    B_.resize(most);
}

template <typename S>
void LoopElimination<S>::begin() {
    records_.clear(), others_.clear(), passing_.clear(), along_.clear();
    std::ranges::fill(leftOut_, 0);
    fronts_.back().size = 0;
    dropped_ = 0;
    leastPivot_ = S(1);
    largestLeft_ = S(0);
}

/// The index of a row in the present front, added if it is not there.
template <typename S>
int LoopElimination<S>::placeOf(int row) {
    Front& front = *front_;
    for (int i = 0; i < front.size; ++i)
        if (front.row[at(i)] == row) return i;
    const int last = front.size++;
    front.row[at(last)] = row;
    front.unseen[at(last)] = endsOf(row);
    front.G[at(last)] = V6<S>::zero();
    for (int i = 0; i <= last; ++i) front.entry(i, last) = front.entry(last, i) = S(0);
    return last;
}

template <typename S>
void LoopElimination<S>::merge(const Front& from) {
    Front& front = *front_;
    for (int i = 0; i < from.size; ++i) {
        const int row = from.row[at(i)], to = placeOf(row);
        place_[at(i)] = to;
        front.unseen[at(to)] -= endsOf(row) - from.unseen[at(i)];
        front.G[at(to)] += from.G[at(i)];
        for (int j = 0; j <= i; ++j) {
            const int other = place_[at(j)];
            front.entry(to, other) += from.entry(i, j);
            front.entry(other, to) = front.entry(to, other);
        }
    }
}

template <typename S>
void LoopElimination<S>::gather(int link) {
    front_ = &fronts_[at(buffer_[at(link)])];
    counted_ = !(tolerance_ > S(0));
    if (fresh_[at(link)]) front_->size = 0;
    for (int k = firstOf_[at(link)]; k < firstOf_[at(link) + 1]; ++k)
        merge(fronts_[at(buffer_[at(merged_[at(k)])])]);
    for (int k = firstEnd_[at(link)]; k < firstEnd_[at(link) + 1]; ++k) {
        const int end = ends_[at(k)], i = placeOf(end / 2);
        front_->G[at(i)] += wrench_[at(end)];
        --front_->unseen[at(i)];
    }
}

/// The multiplier to eliminate next, -1 for none: the one with the largest response.
template <typename S>
int LoopElimination<S>::next() {
    const Front& front = *front_;
    int best = -1, waiting = 0;
    for (int i = 0; i < front.size; ++i) {
        if (front.unseen[at(i)] > 0) continue;
        ++waiting;
        if (best < 0 || front.entry(i, i) > front.entry(best, best)) best = i;
    }
    // Before dependent rows are left out, small pivots may be rounding.
    const S least = counted_ && waiting > elimination::mostWaiting
                        ? SemidefiniteSolver<Mat6<S>>::floor()
                        : S(elimination::healthy);
    return best >= 0 && front.entry(best, best) > least ? best : -1;
}

template <typename S>
V6<S> LoopElimination<S>::eliminate(int a) {
    using std::sqrt;
    Front& front = *front_;
    const S pivot = front.entry(a, a), inverse = S(1) / pivot;
    const V6<S> g = front.G[at(a)];
    leastPivot_ = std::min(leastPivot_, pivot);
    records_.push_back({front.row[at(a)], static_cast<int>(others_.size()), inverse, g});
    for (int i = 0; i < front.size; ++i) {
        if (i == a) continue;
        const S L_i = front.entry(i, a);
        others_.push_back({front.row[at(i)], L_i});
        const S factor = L_i * inverse;
        front.G[at(i)] -= factor * g;
        for (int j = 0; j <= i; ++j) {
            if (j == a) continue;
            front.entry(i, j) -= factor * front.entry(a, j);
            front.entry(j, i) = front.entry(i, j);
        }
    }
    remove(a);
    return sqrt(inverse) * g;
}

template <typename S>
void LoopElimination<S>::remove(int a) {
    Front& front = *front_;
    const int last = --front.size;
    if (a == last) return;
    front.row[at(a)] = front.row[at(last)];
    front.unseen[at(a)] = front.unseen[at(last)];
    front.G[at(a)] = front.G[at(last)];
    for (int i = 0; i < last; ++i)
        if (i != a) front.entry(a, i) = front.entry(i, a) = front.entry(last, i);
    front.entry(a, a) = front.entry(last, last);
}

template <typename S>
void LoopElimination<S>::drop(int a) {
    leftOut_[at(front_->row[at(a)])] = 1;
    remove(a);
}

/// Arranges the complete rows in `order_`: first the `keep` most independent ones, those with the
/// largest response and then those with independent wrenches. With `keep` < 0, it returns
/// how many are independent, to the tolerance.
template <typename S>
int LoopElimination<S>::arrange(int keep) {
    const Front& front = *front_;
    order_.clear();
    for (int i = 0; i < front.size; ++i)
        if (front.unseen[at(i)] == 0) order_.push_back(i);
    const int count = static_cast<int>(order_.size());
    const auto entry = [&](int i, int j) -> S& { return A_[at(i * count + j)]; };
    const auto size = [&](const V6<S>& wrench) {
        return length_ * length_ * dot(wrench.l, wrench.l) + dot(wrench.a, wrench.a);
    };
    const auto product = [&](const V6<S>& x, const V6<S>& y) {
        return length_ * length_ * dot(x.l, y.l) + dot(x.a, y.a);
    };
    for (int i = 0; i < count; ++i) {
        B_[at(i)] = front.G[at(order_[at(i)])];
        for (int j = 0; j < count; ++j) entry(i, j) = front.entry(order_[at(i)], order_[at(j)]);
    }
    const auto exchange = [&](int i, int k) {
        if (i == k) return;
        std::swap(order_[at(i)], order_[at(k)]);
        std::swap(B_[at(i)], B_[at(k)]);
        for (int j = 0; j < count; ++j) std::swap(entry(i, j), entry(k, j));
        for (int j = 0; j < count; ++j) std::swap(entry(j, i), entry(j, k));
    };
    const int most = keep < 0 ? count : std::min(keep, count);
    const S least = tolerance_ > S(0) ? tolerance_ : SemidefiniteSolver<Mat6<S>>::floor();
    int done = 0;
    for (; done < most; ++done) {
        int best = done;
        for (int i = done + 1; i < count; ++i)
            if (entry(i, i) > entry(best, best)) best = i;
        if (!(entry(best, best) > least)) break;
        exchange(done, best);
        for (int i = done + 1; i < count; ++i) {
            const S factor = entry(i, done) / entry(done, done);
            B_[at(i)] -= factor * B_[at(done)];
            for (int j = done + 1; j < count; ++j) entry(i, j) -= factor * entry(done, j);
        }
    }
    for (int i = done; i < count; ++i) largestLeft_ = std::max(largestLeft_, entry(i, i));
    // Rows from far outside have long arms and carry the rounding of many joints: near ones are
    // kept instead.
    const auto whole = [&](int i) {
        const int row = front.row[at(order_[at(i)])];
        return std::max(size(wrench_[at(2 * row)]), size(wrench_[at(2 * row + 1)]));
    };
    const auto worth = [&](int i) {
        const S own = whole(i), now = std::max(own, size(front.G[at(order_[at(i)])]));
        return size(B_[at(i)]) * own / (now * now);
    };
    for (; done < most; ++done) {
        int best = done;
        for (int i = done + 1; i < count; ++i)
            if (worth(i) > worth(best)) best = i;
        const S longest = size(B_[at(best)]);
        if (!(longest > S(elimination::noWrench * elimination::noWrench) * whole(best))) break;
        exchange(done, best);
        for (int i = done + 1; i < count; ++i)
            B_[at(i)] -= (product(B_[at(i)], B_[at(done)]) / longest) * B_[at(done)];
    }
    return done;
}

/// Leaves the dependent rows out that show here, if they are counted.
template <typename S>
bool LoopElimination<S>::leaveOut() {
    if (counted_) return false;
    counted_ = true;
    const int independent = arrange(-1);
    std::ranges::sort(order_.begin() + independent, order_.end(), std::greater<>());
    for (auto it = order_.begin() + independent; it != order_.end(); ++it) drop(*it);
    return true;
}

/// Of many multipliers without response, all but six depend on others: a singular pose.
template <typename S>
void LoopElimination<S>::dropSingular() {
    using namespace elimination;
    const Front& front = *front_;
    int waiting = 0;
    for (int i = 0; i < front.size; ++i) waiting += front.unseen[at(i)] == 0;
    if (waiting <= mostWaiting) return;
    arrange(mostHard);
    dropped_ += waiting - mostHard;
    std::ranges::sort(order_.begin() + mostHard, order_.end(), std::greater<>());
    for (auto it = order_.begin() + mostHard; it != order_.end(); ++it) drop(*it);
}

template <typename S>
void LoopElimination<S>::pass(int link) {
    Front& front = *front_;
    const int freedoms = count_[at(link)], parent = parent_[at(link)];
    const Freedom* own = freedoms_.data() + 6 * at(link);
    firstPassing_[at(link)] = static_cast<int>(passing_.size());
    firstAlong_[at(link)] = static_cast<int>(along_.size());
    const V3<S> arm = arm_[at(link)];
    for (int i = 0; i < front.size; ++i) {
        V6<S> G = front.G[at(i)], rest = G;
        passing_.push_back(front.row[at(i)]);
        S* e = e_.data() + 6 * at(i);
        const std::size_t first = along_.size();
        for (int k = 0; k < freedoms; ++k) {
            e[k] = dot(own[k].h, G);
            along_.push_back(dot(own[k].z, G));
            rest -= e[k] * own[k].Y;
        }
        for (int j = 0; j <= i; ++j) {
            S sum = front.entry(i, j);
            for (int k = 0; k < freedoms; ++k) sum += along_[first + at(k)] * e_[at(6 * j + k)];
            front.entry(i, j) = front.entry(j, i) = sum;
        }
        front.G[at(i)] = shiftWrench(arm, rest);
    }
    if (parent == ground) passToGround(front, link == 0);
    done_[at(link)] = static_cast<int>(records_.size());
}

/// Nothing moves beyond ground: what has no response now never has. Rows between trees wait for
/// their other end.
template <typename S>
void LoopElimination<S>::passToGround(const Front& from, bool last) {
    front_ = &fronts_.back();
    counted_ = !(tolerance_ > S(0));
    merge(from);
    Front& front = *front_;
    for (int i = 0; i < front.size; ++i) front.G[at(i)] = V6<S>::zero();
    for (int a = next(); a >= 0; a = next()) eliminate(a);
    leaveOut();
    int waiting = 0;
    for (int i = 0; i < front.size; ++i) waiting += front.unseen[at(i)] == 0;
    if (!last && waiting <= elimination::mostWaiting) return;
    const S floor = SemidefiniteSolver<Mat6<S>>::floor();
    for (;;) {
        int best = -1;
        for (int i = 0; i < front.size; ++i)
            if (front.unseen[at(i)] == 0 &&
                (best < 0 || front.entry(i, i) > front.entry(best, best)))
                best = i;
        if (best < 0) return;
        if (front.entry(best, best) > floor)
            eliminate(best);
        else
            ++dropped_, drop(best);
    }
}

/// What multipliers eliminated later take of a row, with their values known.
template <typename S>
S LoopElimination<S>::rest(const Record& record, const Record& following) const {
    S sum(0);
    for (int k = record.firstOther; k < following.firstOther; ++k)
        sum += others_[at(k)].L * sigma_[at(others_[at(k)].row)];
    return sum;
}

template <typename S>
void LoopElimination<S>::solveScaled() {
    records_.push_back({-1, static_cast<int>(others_.size()), S(0), V6<S>::zero()});
    std::ranges::fill(l_, S(0));
    std::ranges::fill(sigma_, S(0));
    std::ranges::fill(D_, V6<S>::zero());
    const int links = static_cast<int>(parent_.size());
    const auto endPassing = [&](int i) {
        return i == 0 ? static_cast<int>(passing_.size()) : firstPassing_[at(i - 1)];
    };
    // Multipliers that are eliminated leave their share in the momenta and in other rows.
    const auto take = [&](int r) {
        const Record& record = records_[at(r)];
        const S step = (gap_[at(record.row)] - l_[at(record.row)]) * record.inverse;
        step_[at(record.row)] = step;
        const int end = records_[at(r) + 1].firstOther;
        for (int k = record.firstOther; k < end; ++k)
            l_[at(others_[at(k)].row)] += others_[at(k)].L * step;
        return step;
    };
    int r = 0;
    for (int i = links; i-- > 0;) {
        V6<S> D = D_[at(i)];
        for (; r < closed_[at(i)]; ++r) {
            const S step = take(r);
            D -= step * records_[at(r)].g;
        }
        D_[at(i)] = D;
        const int freedoms = count_[at(i)], first = firstPassing_[at(i)], end = endPassing(i);
        const Freedom* own = freedoms_.data() + 6 * at(i);
        const S* along = along_.data() + firstAlong_[at(i)];
        std::array<S, 6> d;
        for (int f = 0; f < freedoms; ++f) d[at(f)] = dot(own[f].h, D);
        for (int k = first; k < end; ++k)
            for (int f = 0; f < freedoms; ++f) l_[at(passing_[at(k)])] -= *along++ * d[at(f)];
        for (; r < done_[at(i)]; ++r) take(r);
        if (parent_[at(i)] == ground) continue;
        for (int k = 0; k < freedoms; ++k) D -= d[at(k)] * own[k].Y;
        D_[at(parent_[at(i)])] += shiftWrench(arm_[at(i)], D);
    }
    for (int i = 0; i < links; ++i) {
        const int before = i == links - 1 ? 0 : done_[at(i) + 1];
        const auto find = [&](int k, const V6<S>& V) {
            const Record& record = records_[at(k)];
            const S taken = rest(record, records_[at(k) + 1]) + dot(record.g, V);
            sigma_[at(record.row)] = step_[at(record.row)] - taken * record.inverse;
        };
        V6<S> V = V6<S>::zero();
        if (parent_[at(i)] == ground)
            for (int k = done_[at(i)]; k-- > closed_[at(i)];) find(k, V);
        else
            V = shiftVelocity(arm_[at(i)], V_[at(parent_[at(i)])]);
        const int freedoms = count_[at(i)], first = firstPassing_[at(i)], end = endPassing(i);
        const Freedom* own = freedoms_.data() + 6 * at(i);
        const S* along = along_.data() + firstAlong_[at(i)];
        std::array<S, 6> u;
        for (int f = 0; f < freedoms; ++f) u[at(f)] = -dot(own[f].z, D_[at(i)]) - dot(own[f].Y, V);
        for (int k = first; k < end; ++k)
            for (int f = 0; f < freedoms; ++f) u[at(f)] += *along++ * sigma_[at(passing_[at(k)])];
        for (int f = 0; f < freedoms; ++f) V += u[at(f)] * own[f].h;
        V_[at(i)] = V;
        for (int k = closed_[at(i)]; k-- > before;) find(k, V);
    }
    records_.pop_back();
}

}  // namespace momentree
