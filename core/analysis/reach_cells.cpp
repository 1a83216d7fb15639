// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/reach_cells.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/math/index.hpp"

namespace momentree {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int cellsInPlane = 500, cellsInSpace = 120;  ///< along the longest side
constexpr int parts = 6;  ///< of the edge of a cube that is cut by a bound and has too many sides
constexpr double flat = 1e-6;  ///< relative to the extent

/// Cells of a plane or of space, of the same size.
template <int Dim>
class Cells {
public:
    using Vec = Eigen::Matrix<double, Dim, 1>;
    using Box = Eigen::AlignedBox<double, Dim>;

    Cells(const Box& box, int along) : first_(box.min()) {
        edge_ = box.sizes().maxCoeff() / along;
        for (int k = 0; k < Dim; ++k)
            count_[k] = std::max(1, static_cast<int>(std::ceil(box.sizes()[k] / edge_)));
        covered_.assign(static_cast<std::size_t>(count_.template cast<Index>().prod()), 0);
    }
    /// The cells whose middles x are in the image of a cube around c: |n.(x - c)| is at most what
    /// the edges of the cube allow, for the normals n of the faces of the image.
    /// @param edges images of half the edges [Dim x freedom]
    /// @param holds whether x - c counts
    template <typename Holds>
    void cover(const Vec& c, const Eigen::Matrix<double, Dim, Eigen::Dynamic, 0, Dim, 3>& edges,
               const Holds& holds) {
        std::array<Vec, 3> normals;
        std::array<double, 3> most{};
        int faces = 0;
        for (Index i = 0; i < edges.cols(); ++i) {
            if (edges.col(i).isZero(0.0)) continue;  // moves other points
            Vec& normal = normals[toIndex(faces)];
            if constexpr (Dim == 2)
                normal = Vec(-edges(1, i), edges(0, i));
            else
                normal = edges.col(i).cross(edges.col((i + 1) % edges.cols()));
            most[toIndex(faces)] = (normal.transpose() * edges).cwiseAbs().sum();
            if (most[toIndex(faces)] == 0.0) return;  // the image is flat
            ++faces;
        }
        if (faces < Dim) return;
        const Vec half = edges.cwiseAbs().rowwise().sum();
        Eigen::Matrix<int, Dim, 1> from, to;
        for (int k = 0; k < Dim; ++k) {
            from[k] = std::max(0, static_cast<int>(std::ceil(at(c[k] - half[k], k))));
            to[k] = std::min(count_[k] - 1, static_cast<int>(std::floor(at(c[k] + half[k], k))));
            if (from[k] > to[k]) return;
        }
        for (auto cell = from;;) {
            const Vec x = middle(cell) - c;
            bool inside = true;
            for (int k = 0; inside && k < faces; ++k)
                inside = std::abs(normals[toIndex(k)].dot(x)) <= most[toIndex(k)];
            if (inside && holds(x)) covered_[indexOf(cell)] = 1;
            int k = 0;
            while (k < Dim && ++cell[k] > to[k]) cell[k] = from[k], ++k;
            if (k == Dim) break;
        }
    }
    double edge() const { return edge_; }
    /// Calls f(middle, whether it is beside a cell that is not covered) for all covered cells.
    template <typename F>
    void visit(const F& f) const {
        Eigen::Matrix<int, Dim, 1> cell = Eigen::Matrix<int, Dim, 1>::Zero();
        for (const char covered : covered_) {
            if (covered) f(middle(cell), isAtEdge(cell));
            for (int k = 0; k < Dim && ++cell[k] == count_[k]; ++k) cell[k] = 0;
        }
    }

private:
    bool isAtEdge(const Eigen::Matrix<int, Dim, 1>& cell) const {
        for (int k = 0; k < Dim; ++k)
            for (const int side : {-1, 1}) {
                auto beside = cell;
                beside[k] += side;
                if (beside[k] < 0 || beside[k] == count_[k] || !covered_[indexOf(beside)])
                    return true;
            }
        return false;
    }
    double at(double x, int k) const { return (x - first_[k]) / edge_ - 0.5; }
    Vec middle(const Eigen::Matrix<int, Dim, 1>& cell) const {
        return first_ + edge_ * (cell.template cast<double>().array() + 0.5).matrix();
    }
    std::size_t indexOf(const Eigen::Matrix<int, Dim, 1>& cell) const {
        std::size_t index = 0;
        for (int k = Dim - 1; k >= 0; --k) index = index * toIndex(count_[k]) + toIndex(cell[k]);
        return index;
    }

    Vec first_;
    double edge_ = 1.0;
    Eigen::Matrix<int, Dim, 1> count_;
    std::vector<char> covered_;
};

/// Whether a cube around a pose, or a part of it, may pass a bound.
bool isCut(const VisitedPose& pose, std::span<const BoundedCoordinate> bounds, double half) {
    for (std::size_t b = 0; b < bounds.size(); ++b) {
        const auto row = static_cast<Index>(b);
        const double reach = half * pose.rates.row(row).cwiseAbs().sum();
        if (pose.at.bounded[row] - reach < bounds[b].least ||
            pose.at.bounded[row] + reach > bounds[b].most)
            return true;
    }
    return false;
}
bool isWithin(const VisitedPose& pose, std::span<const BoundedCoordinate> bounds,
              const VectorXd& s) {
    for (std::size_t b = 0; b < bounds.size(); ++b) {
        const auto row = static_cast<Index>(b);
        const double value = pose.at.bounded[row] + pose.rates.row(row).dot(s);
        if (value < bounds[b].least || value > bounds[b].most) return false;
    }
    return true;
}

template <int Dim>
CoveredCells covered(const CellRequest& request, const ReachChart& chart, int along) {
    const std::span<const BoundedCoordinate> bounds = request.bounds;
    const std::size_t point = request.point;
    const int freedom = request.freedom;
    const double half = request.half;
    using Edges = Eigen::Matrix<double, Dim, Eigen::Dynamic, 0, Dim, 3>;
    using Vec = Eigen::Matrix<double, Dim, 1>;
    const auto placeOf = [&](const VisitedPose& pose) -> Vec {
        return (chart.axes.transpose() * (pose.r[point] - chart.origin)).template head<Dim>();
    };
    const auto edgesOf = [&](const VisitedPose& pose) -> Edges {
        return half *
               (chart.axes.transpose() * pose.J[point].leftCols(freedom)).template topRows<Dim>();
    };
    typename Cells<Dim>::Box box;
    for (const VisitedPose& pose : request.poses) {
        const Vec c = placeOf(pose), reach = edgesOf(pose).cwiseAbs().rowwise().sum();
        box.extend(c - reach).extend(c + reach);
    }
    Cells<Dim> cells(box, along);
    const auto all = [](const Vec&) { return true; };
    for (const VisitedPose& pose : request.poses) {
        const Vec c = placeOf(pose);
        const Edges edges = edgesOf(pose);
        if (!isCut(pose, bounds, half)) {
            cells.cover(c, edges, all);
        } else if (freedom == Dim) {
            const Eigen::Matrix<double, Dim, Dim> inverse =
                Eigen::Matrix<double, Dim, Dim>(edges).inverse();
            cells.cover(c, edges,
                        [&](const Vec& x) { return isWithin(pose, bounds, half * (inverse * x)); });
        } else {
            // Several places in the cube have the same image: parts of it.
            VectorXd s(freedom);
            for (int k = 0; k < parts * parts * parts; ++k) {
                for (int i = 0, rest = k; i < freedom; ++i, rest /= parts)
                    s[i] = (2.0 * (rest % parts) + 1.0) / parts - 1.0;
                if (isWithin(pose, bounds, half * s))
                    cells.cover(c + edges * s, edges / parts, all);
            }
        }
    }
    CoveredCells out;
    out.cell = cells.edge();
    out.planar = Dim == 2;
    out.normal = chart.axes.col(2);
    cells.visit([&](const Vec& middle, bool atEdge) {
        out.places.push_back(chart.origin + chart.axes.template leftCols<Dim>() * middle);
        if (atEdge) out.edge.push_back(out.places.back());
    });
    out.size = static_cast<double>(out.places.size()) * std::pow(out.cell, Dim);
    return out;
}

}  // namespace

ReachChart chartOf(std::span<const Vector3d> places) {
    ReachChart chart;
    Vector3d mean = Vector3d::Zero();
    for (const Vector3d& place : places) mean += place;
    mean /= static_cast<double>(places.size());
    // The normal is across the two longest chords from the middle that are least parallel.
    Vector3d far = Vector3d::Zero(), across = Vector3d::Zero();
    for (const Vector3d& place : places)
        if (const Vector3d chord = place - mean; chord.norm() > far.norm()) far = chord;
    for (const Vector3d& place : places)
        if (const Vector3d turn = far.cross(place - mean); turn.norm() > across.norm())
            across = turn;
    chart.origin = mean;
    if (!(across.norm() > flat * far.squaredNorm())) return chart;
    const Vector3d normal = across.normalized();
    chart.planar = std::ranges::all_of(places, [&](const Vector3d& place) {
        return std::abs(normal.dot(place - mean)) <= flat * far.norm();
    });
    if (!chart.planar) return chart;
    // In planes across an axis of the world, along the other two.
    Index k = 0;
    normal.cwiseAbs().maxCoeff(&k);
    const Vector3d first = Vector3d::Unit((k + 1) % 3);
    chart.axes.col(2) = normal[k] < 0.0 ? Vector3d(-normal) : normal;
    chart.axes.col(0) = (first - first.dot(normal) * normal).normalized();
    chart.axes.col(1) = chart.axes.col(2).cross(chart.axes.col(0));
    return chart;
}

CoveredCells coveredCells(const CellRequest& request) {
    std::vector<Vector3d> at;
    for (const VisitedPose& pose : request.poses) at.push_back(pose.r[request.point]);
    const ReachChart chart = chartOf(at);
    if (request.dimensions == 2 && chart.planar) return covered<2>(request, chart, cellsInPlane);
    if (request.dimensions == 3) return covered<3>(request, chart, cellsInSpace);
    CoveredCells out;
    const VectorXd here = VectorXd::Zero(request.freedom);
    for (const VisitedPose& pose : request.poses)
        if (isWithin(pose, request.bounds, here)) out.places.push_back(pose.r[request.point]);
    return out;
}

}  // namespace momentree
