// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/cluster/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/kinematics/motion_space.hpp"
#include "core/math/index.hpp"

namespace momentree {
namespace {

using V = V6<double>;

/// Smallest pivot of the dimensionless K that counts; smaller ones occur in singular poses.
constexpr double leastPivot = 1e-8;

/// A = L diag L^T of the first m rows, in place; reads the lower triangle.
void factorise(Eigen::MatrixXd& A, int m) {
    for (int j = 0; j < m; ++j)
        for (int i = j; i < m; ++i) {
            for (int k = 0; k < j; ++k) A(i, j) -= A(i, k) * A(j, k) * A(k, k);
            if (i > j) A(i, j) /= A(j, j);
        }
}
void solveInPlace(const Eigen::MatrixXd& A, Eigen::VectorXd& b, int m) {
    for (int i = 0; i < m; ++i)
        for (int k = 0; k < i; ++k) b[i] -= A(i, k) * b[k];
    for (int i = 0; i < m; ++i) b[i] /= A(i, i);
    for (int i = m; i-- > 0;)
        for (int k = i + 1; k < m; ++k) b[i] -= A(k, i) * b[k];
}

}  // namespace

void Clusters::hold(const ClosureStructure& structure) {
    rowScale_.clear();
    for (const int k : model_.tree.closures) {
        const Constraint& c = model_.constraints[toIndex(k)];
        for (int i = 0; i < c.ownRows(); ++i)
            rowScale_.push_back(structure.relative[c.firstRow + i]);
    }
    for (Cluster& own : clusters_) {
        const std::size_t speeds = toIndex(own.nu);
        own.scale.clear();
        for (const Cluster::Member& member : own.members)
            for (int j = 0; j < member.speeds; ++j)
                own.scale.push_back(
                    structure.ranks
                        .speedScale[model_.tree.bodies[toIndex(member.link)].firstU + j]);
        own.dependent.reserve(speeds);
        own.free.reserve(speeds);
        own.B.assign(own.members.size() * speeds, V::zero());
        own.S = own.B;
        own.F.assign(speeds, V::zero());
        own.Z = own.F;
        own.K.setZero(std::ssize(own.rows), own.nu + 1);
        own.D.setZero(own.nu, own.nu);
        own.us.setZero(own.nu);
        own.y = own.us;
        own.rates = own.us;
    }
}

int Clusters::most() const {
    int most = 0;
    for (const Cluster& own : clusters_) most = std::max(most, own.nu);
    return most;
}

void Clusters::find() {
    rows_.list();
    join();
    fill();
}

/// Each row joins the links between its ends and the link that carries them all.
void Clusters::join() {
    const std::vector<TreeBody>& tree = model_.tree.bodies;
    std::vector<int> first(tree.size());  // of the links joined so far
    std::iota(first.begin(), first.end(), 0);
    const auto firstOf = [&](int i) {
        while (first[toIndex(i)] != i) i = first[toIndex(i)];
        return i;
    };
    std::vector<char> moved(tree.size(), 0);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        // Ends that climb to their parents, the last link first, meet at the carrier.
        std::vector<int> climbing;
        for (const ClosureRows::End& end : rows_[r].ends) climbing.push_back(end.link);
        if (rows_[r].toGround) climbing.push_back(ground);
        int joined = ground;
        const auto take = [&](int link) {
            moved[toIndex(link)] = 1;
            if (joined != ground) {
                const int a = firstOf(joined), b = firstOf(link);
                first[toIndex(std::max(a, b))] = std::min(a, b);
            }
            joined = link;
        };
        for (;;) {
            std::ranges::sort(climbing);
            const auto again = std::ranges::unique(climbing);
            climbing.erase(again.begin(), again.end());
            if (climbing.size() == 1) break;
            take(climbing.back());
            climbing.back() = tree[toIndex(climbing.back())].parent;
        }
    }
    of_.assign(tree.size(), -1);
    for (int i = 0; i < std::ssize(tree); ++i) {
        if (moved[toIndex(i)] == 0) continue;
        const int start = firstOf(i);
        if (start == i) {
            of_[toIndex(i)] = static_cast<int>(clusters_.size());
            clusters_.emplace_back().carrier = tree[toIndex(i)].parent;
        }
        of_[toIndex(i)] = of_[toIndex(start)];
    }
}

void Clusters::fill() {
    const std::vector<TreeBody>& tree = model_.tree.bodies;
    std::vector<int> place(tree.size(), -1);  // in `members`
    for (int i = 0; i < std::ssize(tree); ++i) {
        if (!contain(i)) continue;
        Cluster& own = clusters_[toIndex(of_[toIndex(i)])];
        const int parent = tree[toIndex(i)].parent;
        const bool inside = parent != ground && of_[toIndex(parent)] == of_[toIndex(i)];
        place[toIndex(i)] = static_cast<int>(own.members.size());
        own.members.push_back({.link = i,
                               .inner = inside ? place[toIndex(parent)] : -1,
                               .firstSpeed = own.nu,
                               .speeds = speedCount(tree[toIndex(i)].joint)});
        own.nu += own.members.back().speeds;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        int last = ground;
        for (const ClosureRows::End& end : rows_[r].ends) last = std::max(last, end.link);
        if (last != ground) clusters_[toIndex(of_[toIndex(last)])].rows.push_back(r);
    }
}

void Clusters::embed(double t, std::span<const BodyKinematics<double>> bodies,
                     CoupledAngles coupled, std::span<const TreeLink<double>> links,
                     const AbaRecursion<double>& tree, double beta) {
    rows_.evaluate(t, bodies, coupled, links, beta);
    for (Cluster& own : clusters_) {
        place(own, links, tree);
        eliminate(own, gather(own));
        const std::size_t nu = toIndex(own.nu);
        for (std::size_t i = 0; i < own.members.size(); ++i) {
            const std::span<const V> B(&own.B[i * nu], nu);
            const std::span<V> S(&own.S[i * nu], nu);
            for (std::size_t j = 0; j < own.m(); ++j) S[j] = B[toIndex(own.free[j])];
            for (std::size_t k = 0; k < own.dependent.size(); ++k) {
                const V& moved = B[toIndex(own.dependent[k])];
                const auto row = static_cast<Eigen::Index>(k);
                for (std::size_t j = 0; j < own.m(); ++j) S[j] -= own.K(row, own.free[j]) * moved;
                own.members[i].c += own.K(row, own.nu) * moved;
            }
        }
    }
}

/// B_i = X B_inner, with H in the own columns; c_i = X c_inner + c.
void Clusters::place(Cluster& own, std::span<const TreeLink<double>> links,
                     const AbaRecursion<double>& tree) const {
    const std::size_t nu = toIndex(own.nu);
    for (std::size_t i = 0; i < own.members.size(); ++i) {
        Cluster::Member& member = own.members[i];
        const TreeLink<double>& link = links[toIndex(member.link)];
        member.arm = link.r;
        member.c = tree.terms(toIndex(member.link)).c;
        if (member.inner >= 0) {
            const std::size_t inner = toIndex(member.inner);
            member.arm += own.members[inner].arm;
            member.c += shiftVelocity(link.r, own.members[inner].c);
            for (std::size_t j = 0; j < nu; ++j)
                own.B[i * nu + j] = shiftVelocity(link.r, own.B[inner * nu + j]);
        }
        onMotion(link, [&](const auto& H) {
            const auto columns = H.columns();
            for (std::size_t j = 0; j < columns.size(); ++j)
                own.B[i * nu + toIndex(member.firstSpeed) + j] = columns[j];
        });
    }
}

/// K = J B and k = c - J [c_i]; the carrier's own part vanishes, since rows do not resist a rigid
/// motion. Returns the number of rows.
Eigen::Index Clusters::gather(Cluster& own) const {
    const std::size_t nu = toIndex(own.nu);
    Eigen::Index count = 0;
    for (const std::size_t r : own.rows) {
        if (!rows_[r].pivot) continue;
        own.K.row(count).setZero();
        own.K(count, own.nu) = rows_.c(r) * rowScale_[r];
        for (const ClosureRows::End& end : rows_[r].ends) {
            const auto member = std::ranges::find(own.members, end.link, &Cluster::Member::link);
            if (member == own.members.end()) continue;
            const V J = rowScale_[r] * V::of(end.J);
            const std::size_t i = static_cast<std::size_t>(member - own.members.begin());
            own.K(count, own.nu) -= dot(J, member->c);
            for (std::size_t j = 0; j < nu; ++j)
                own.K(count, static_cast<int>(j)) += dot(J, own.B[i * nu + j]);
        }
        ++count;
    }
    return count;
}

/// Gauss-Jordan elimination with complete pivoting: row k of K then gives the dependent speed k.
void Clusters::eliminate(Cluster& own, Eigen::Index count) {
    own.dependent.clear();
    own.free.clear();
    for (int j = 0; j < own.nu; ++j) own.free.push_back(j);
    Eigen::MatrixXd& K = own.K;
    for (Eigen::Index k = 0; k < count; ++k) {
        double largest = leastPivot;
        Eigen::Index row = -1;
        std::size_t column = 0;
        for (std::size_t j = 0; j < own.free.size(); ++j)
            for (Eigen::Index i = k; i < count; ++i)
                if (const double pivot =
                        std::abs(K(i, own.free[j])) / own.scale[toIndex(own.free[j])];
                    pivot > largest) {
                    largest = pivot;
                    row = i;
                    column = j;
                }
        if (row < 0) return;
        const int speed = own.free[column];
        own.free.erase(own.free.begin() + static_cast<std::ptrdiff_t>(column));
        own.dependent.push_back(speed);
        const double pivot = K(row, speed);
        for (int j = 0; j <= own.nu; ++j) {
            const double moved = K(row, j);
            K(row, j) = K(k, j);
            K(k, j) = moved / pivot;
        }
        for (Eigen::Index i = 0; i < count; ++i) {
            if (i == k) continue;
            const double factor = K(i, speed);
            for (int j = 0; j <= own.nu; ++j) K(i, j) -= factor * K(k, j);
        }
    }
}

void Clusters::articulate(Cluster& own, AbaRecursion<double>& tree) {
    const std::size_t nu = toIndex(own.nu), m = own.m();
    own.D.setZero();
    std::fill(own.F.begin(), own.F.end(), V::zero());
    for (std::size_t i = 0; i < own.members.size(); ++i) {
        const Cluster::Member& member = own.members[i];
        const Inertia<double>& IA = tree.terms(toIndex(member.link)).IA;
        for (std::size_t j = 0; j < m; ++j) {
            const V U = IA * own.S[i * nu + j];
            own.F[j] += shiftWrench(member.arm, U);
            for (std::size_t k = j; k < m; ++k)
                own.D(static_cast<int>(k), static_cast<int>(j)) += dot(own.S[i * nu + k], U);
        }
        if (own.carrier != ground) tree.terms(toIndex(own.carrier)).IA.addShifted(member.arm, IA);
    }
    factorise(own.D, static_cast<int>(m));
    if (own.carrier == ground) return;
    Inertia<double>& above = tree.terms(toIndex(own.carrier)).IA;
    for (std::size_t j = 0; j < m; ++j) {
        const auto row = static_cast<Eigen::Index>(j);
        V z = own.F[j];
        for (std::size_t k = 0; k < j; ++k)
            z -= own.D(row, static_cast<Eigen::Index>(k)) * own.Z[k];
        own.Z[j] = z;
        z = (1.0 / std::sqrt(own.D(row, row))) * z;
        above.A.subtractOuter(z.l, z.l);
        above.B.subtractOuter(z.l, z.a);
        above.C.subtractOuter(z.a, z.a);
    }
}

void Clusters::force(Cluster& own, AbaRecursion<double>& tree) {
    const std::size_t nu = toIndex(own.nu), m = own.m();
    V P = V::zero();
    own.us.setZero();
    for (std::size_t i = 0; i < own.members.size(); ++i) {
        const Cluster::Member& member = own.members[i];
        const AbaRecursion<double>::Terms& terms = tree.terms(toIndex(member.link));
        const V w = terms.pA + terms.IA * member.c;
        P += shiftWrench(member.arm, w);
        for (std::size_t j = 0; j < m; ++j)
            own.us[static_cast<Eigen::Index>(j)] -= dot(own.S[i * nu + j], w);
    }
    if (own.carrier == ground) return;
    own.y = own.us;
    solveInPlace(own.D, own.y, static_cast<int>(m));
    for (std::size_t j = 0; j < m; ++j) P += own.y[static_cast<Eigen::Index>(j)] * own.F[j];
    tree.terms(toIndex(own.carrier)).pA += P;
}

void Clusters::accelerate(Cluster& own, std::span<const TreeLink<double>> links,
                          AbaRecursion<double>& tree, double* udot) {
    const std::size_t m = own.m();
    own.y = own.us;
    if (own.carrier != ground)
        for (std::size_t j = 0; j < m; ++j)
            own.y[static_cast<Eigen::Index>(j)] -=
                dot(own.F[j], tree.terms(toIndex(own.carrier)).A);
    solveInPlace(own.D, own.y, static_cast<int>(m));
    for (std::size_t j = 0; j < m; ++j)
        own.rates[own.free[j]] = own.y[static_cast<Eigen::Index>(j)];
    for (std::size_t k = 0; k < own.dependent.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        double rate = own.K(row, own.nu);
        for (std::size_t j = 0; j < m; ++j)
            rate -= own.K(row, own.free[j]) * own.y[static_cast<Eigen::Index>(j)];
        own.rates[own.dependent[k]] = rate;
    }
    for (const Cluster::Member& member : own.members) {
        const TreeLink<double>& link = links[toIndex(member.link)];
        AbaRecursion<double>::Terms& terms = tree.terms(toIndex(member.link));
        terms.A = terms.c;
        if (link.parent != ground)
            terms.A += shiftVelocity(link.r, tree.terms(toIndex(link.parent)).A);
        const double* rates = own.rates.data() + member.firstSpeed;
        std::copy(rates, rates + member.speeds, udot + link.firstU);
        onMotion(link, [&](const auto& H) {
            using Speeds = VecN<double, std::decay_t<decltype(H)>::nu>;
            terms.A += H * Speeds(Eigen::Map<const Speeds>(rates));
        });
    }
}

}  // namespace momentree
