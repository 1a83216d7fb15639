// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/compiler/planar_system.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fpga_link/compiler/system_equations.hpp"

namespace momentree::fpga {

namespace {

constexpr double dependentPivot = 1e-9;  // relative to the diagonal

std::size_t placeOf(int i) { return static_cast<std::size_t>(i); }

std::set<int> bodiesOf(const PlanarConstraint& constraint) {
    std::set<int> bodies;
    for (const PlanarConstraint::Term& term : constraint.terms) {
        const PlanarCoordinate& c = term.coordinate;
        for (const int body : {c.A.body, c.B.body, c.axisBody})
            if (body != planarGround) bodies.insert(body);
    }
    return bodies;
}

std::vector<SystemPose<double>> posesOf(const PlanarSystemState& state) {
    std::vector<SystemPose<double>> poses{{{0.0, 0.0, 0.0}, 1.0, 0.0}};
    for (std::size_t i = 0; i + 2 < state.coordinates.size(); i += 3) {
        const double* q = &state.coordinates[i];
        poses.push_back({{q[0], q[1], q[2]}, std::cos(q[2]), std::sin(q[2])});
    }
    return poses;
}

std::vector<Row<double>> rowsAt(const PlanarSystem& system, const PlanarSystemState& state) {
    const std::vector<SystemPose<double>> poses = posesOf(state);
    std::vector<Row<double>> rows;
    for (const PlanarConstraint& constraint : system.constraints)
        rows.push_back(rowOf(constraint, poses, 0.0, 1.0));
    return rows;
}

std::vector<Triple<double>> mobilitiesOf(const PlanarSystem& system) {
    std::vector<Triple<double>> mobility;
    for (const PlanarBody& body : system.bodies)
        mobility.push_back(
            {1.0 / body.mass, 1.0 / body.mass, body.inertia > 0.0 ? 1.0 / body.inertia : 0.0});
    return mobility;
}

}  // namespace

bool PlanarLaw::readsTime() const {
    return std::any_of(polynomial.begin() + (polynomial.empty() ? 0 : 1), polynomial.end(),
                       [](double c) { return c != 0.0; });
}

double PlanarLaw::at(double t) const {
    double f = 0.0;
    for (std::size_t k = polynomial.size(); k-- > 0;) f = f * t + polynomial[k];
    return f + amplitude * std::sin(frequency * t + phase);
}

double PlanarLaw::rateAt(double t) const {
    double f = 0.0;
    for (std::size_t k = polynomial.size(); k-- > 1;)
        f = f * t + static_cast<double>(k) * polynomial[k];
    return f + amplitude * frequency * std::cos(frequency * t + phase);
}

bool PlanarConstraint::isOfAngles() const {
    return std::ranges::all_of(terms, [](const Term& term) {
        return term.coordinate.kind == PlanarCoordinate::Kind::Angle;
    });
}

Elimination eliminationOf(const PlanarSystem& system) {
    const std::size_t n = system.constraints.size();
    std::vector<std::set<int>> bodies, near(n);
    for (const PlanarConstraint& constraint : system.constraints)
        bodies.push_back(bodiesOf(constraint));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j &&
                std::ranges::any_of(bodies[i], [&](int body) { return bodies[j].contains(body); }))
                near[i].insert(static_cast<int>(j));
    Elimination result;
    std::vector<int> position(n, -1);
    std::vector<std::set<int>> later;
    for (std::size_t k = 0; k < n; ++k) {
        int best = -1;
        for (std::size_t i = 0; i < n; ++i)
            if (position[i] < 0 && (best < 0 || near[i].size() < near[placeOf(best)].size()))
                best = static_cast<int>(i);
        position[placeOf(best)] = static_cast<int>(k);
        result.order.push_back(best);
        later.push_back(near[placeOf(best)]);
        for (const int i : later.back()) {
            near[placeOf(i)].erase(best);
            for (const int j : later.back())
                if (i != j) near[placeOf(i)].insert(j);
        }
    }
    for (const std::set<int>& constraints : later) {
        result.below.emplace_back();
        for (const int i : constraints) result.below.back().push_back(position[placeOf(i)]);
        std::ranges::sort(result.below.back());
    }
    return result;
}

void dropRepeated(std::vector<PlanarConstraint>& constraints) {
    constexpr double dependent = 1e-9;  // relative to a row of length 1
    std::size_t width = 1;
    for (const PlanarConstraint& constraint : constraints)
        for (const int body : bodiesOf(constraint)) width = std::max(width, placeOf(body) + 1);
    std::vector<std::vector<double>> basis;
    std::erase_if(constraints, [&](const PlanarConstraint& constraint) {
        if (!constraint.isOfAngles()) return false;
        std::vector<double> row(width, 0.0);
        for (const PlanarConstraint::Term& term : constraint.terms) {
            if (term.coordinate.B.body >= 0) row[placeOf(term.coordinate.B.body)] += term.ratio;
            if (term.coordinate.A.body >= 0) row[placeOf(term.coordinate.A.body)] -= term.ratio;
        }
        const auto along = [&](const std::vector<double>& a, const std::vector<double>& b) {
            double sum = 0.0;
            for (std::size_t i = 0; i < width; ++i) sum += a[i] * b[i];
            return sum;
        };
        const double size = std::sqrt(along(row, row));
        for (const std::vector<double>& known : basis) {
            const double share = along(row, known);
            for (std::size_t i = 0; i < width; ++i) row[i] -= share * known[i];
        }
        const double left = std::sqrt(along(row, row));
        if (!(left > dependent * size)) return true;
        for (double& entry : row) entry /= left;
        basis.push_back(row);
        return false;
    });
}

std::vector<double> velocitiesOf(const PlanarSystem& system, const PlanarSystemState& state) {
    const Elimination elimination = eliminationOf(system);
    const std::vector<Row<double>> rows = rowsAt(system, state);
    const std::vector<Triple<double>> W = mobilitiesOf(system);
    std::vector<Triple<double>> v;
    for (std::size_t i = 0; i < W.size(); ++i) {
        const double* p = &state.momenta[3 * i];
        v.push_back({W[i].x * p[0], W[i].y * p[1], W[i].a * p[2]});
    }
    std::vector<double> b;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        double sum = -system.constraints[k].law.rateAt(state.time);
        for (const RowPart<double>& part : rows[k].parts)
            sum += dot(part.along, v[placeOf(part.body)]);
        b.push_back(sum);
    }
    const std::vector<double> sigma = Factor<double>(elimination, rows, W, 0.0).solve(b);
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const RowPart<double>& part : rows[k].parts) {
            const Triple<double>& w = W[placeOf(part.body)];
            const Triple<double> impulse = sigma[k] * part.along;
            v[placeOf(part.body)] =
                v[placeOf(part.body)] -
                Triple<double>{w.x * impulse.x, w.y * impulse.y, w.a * impulse.a};
        }
    std::vector<double> speeds;
    for (const Triple<double>& own : v) speeds.insert(speeds.end(), {own.x, own.y, own.a});
    return speeds;
}

PivotReport pivotsOf(const PlanarSystem& system, const PlanarSystemState& state) {
    const Elimination elimination = eliminationOf(system);
    const Factor<double> factor(elimination, rowsAt(system, state), mobilitiesOf(system), 0.0);
    PivotReport report;
    for (std::size_t k = 0; k < factor.pivots.size(); ++k) {
        const double diagonal = factor.diagonal[k];
        const double relative = diagonal > 0.0 ? factor.pivots[k] / diagonal : 0.0;
        report.diagonal = k == 0 ? diagonal : std::min(report.diagonal, diagonal);
        if (report.constraint >= 0 && relative >= report.smallest) continue;
        report.smallest = relative;
        report.constraint = elimination.order[k];
    }
    return report;
}

bool PivotReport::isDependent() const { return constraint >= 0 && !(smallest > dependentPivot); }

}  // namespace momentree::fpga
