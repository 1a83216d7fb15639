// SPDX-License-Identifier: Apache-2.0
#include "core/model/plane_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/math/quad.hpp"

namespace momentree {
namespace {

using PlanePoint = PlaneCurve::Point;

PlanePoint operator+(const PlanePoint& a, const PlanePoint& b) {
    return {a[0] + b[0], a[1] + b[1]};
}
PlanePoint operator-(const PlanePoint& a, const PlanePoint& b) {
    return {a[0] - b[0], a[1] - b[1]};
}
PlanePoint operator*(double k, const PlanePoint& a) { return {k * a[0], k * a[1]}; }
double innerProduct(const PlanePoint& a, const PlanePoint& b) { return a[0] * b[0] + a[1] * b[1]; }
double outerProduct(const PlanePoint& a, const PlanePoint& b) { return a[0] * b[1] - a[1] * b[0]; }
double squaredLength(const PlanePoint& a) { return innerProduct(a, a); }

/// Solves a symmetric tridiagonal system in place; `across` couples the first with the last row.
class SplineSystem {
public:
    std::vector<double> diagonal, off;  ///< off[k] couples k and k + 1
    double across = 0.0;

    void solve(std::vector<PlanePoint>& x) const {
        if (across == 0.0) return solveBand(diagonal, x);
        // Sherman and Morrison: the band plus u v^T.
        const std::size_t n = diagonal.size();
        std::vector<double> band = diagonal;
        const double gamma = -diagonal[0];
        band[0] -= gamma;
        band[n - 1] -= across * across / gamma;
        std::vector<PlanePoint> u(n, PlanePoint{});
        u[0] = {gamma, 0.0};
        u[n - 1] = {across, 0.0};
        solveBand(band, x);
        solveBand(band, u);
        const double denominator = 1.0 + u[0][0] + across / gamma * u[n - 1][0];
        const PlanePoint factor = (1.0 / denominator) * (x[0] + (across / gamma) * x[n - 1]);
        for (std::size_t k = 0; k < n; ++k) x[k] = x[k] - u[k][0] * factor;
    }

private:
    void solveBand(std::vector<double> d, std::vector<PlanePoint>& x) const {
        for (std::size_t k = 1; k < d.size(); ++k) {
            const double factor = off[k - 1] / d[k - 1];
            d[k] -= factor * off[k - 1];
            x[k] = x[k] - factor * x[k - 1];
        }
        for (std::size_t k = d.size(); k-- > 0;) {
            if (k + 1 < d.size()) x[k] = x[k] - off[k] * x[k + 1];
            x[k] = (1.0 / d[k]) * x[k];
        }
    }
};

/// Second derivatives of the spline: periodic, or natural for an open curve.
std::vector<PlanePoint> bendsOf(const std::vector<PlanePoint>& p, const std::vector<double>& h,
                                bool closed) {
    const std::size_t n = p.size();
    SplineSystem system;
    system.diagonal.assign(n, 1.0);
    system.off.assign(n - 1, 0.0);
    std::vector<PlanePoint> bends(n, PlanePoint{});
    for (std::size_t k = closed ? 0 : 1; k + (closed ? 0 : 1) < n; ++k) {
        const std::size_t before = k > 0 ? k - 1 : n - 1, after = k + 1 < n ? k + 1 : 0;
        const double left = h[before], right = h[k];
        system.diagonal[k] = (left + right) / 3.0;
        if (k + 1 < n && (closed || k + 2 < n)) system.off[k] = right / 6.0;
        bends[k] = (1.0 / right) * (p[after] - p[k]) - (1.0 / left) * (p[k] - p[before]);
    }
    if (closed) system.across = h[n - 1] / 6.0;
    system.solve(bends);
    return bends;
}

/// Whether two segments have a point in common.
bool segmentsMeet(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c,
                  const PlanePoint& d) {
    const double abc = outerProduct(b - a, c - a), abd = outerProduct(b - a, d - a);
    const double cda = outerProduct(d - c, a - c), cdb = outerProduct(d - c, b - c);
    return abc * abd <= 0.0 && cda * cdb <= 0.0 && (abc != abd || cda != cdb);
}

}  // namespace

PlaneCurve::PlaneCurve(std::vector<Point> points, bool closed)
    : closed_(closed), points_(std::move(points)) {
    constexpr std::size_t fineness = 256;
    const std::size_t n = points_.size();
    double area = 0.0;
    for (std::size_t k = 0; k + (closed_ ? 0 : 1) < n; ++k) {
        lengths_.push_back(std::sqrt(squaredLength(points_[next(k)] - points_[k])));
        area += outerProduct(points_[k], points_[next(k)]);
    }
    bends_ = bendsOf(points_, lengths_, closed_);
    if (closed_ && area > 0.0) side_ = -1.0;
    perPiece_ = (fineness + pieces() - 1) / pieces();
    const std::size_t count = pieces() * perPiece_ + (closed_ ? 0 : 1);
    for (std::size_t k = 0; k < count; ++k) samples_.push_back(at(placeOf(k)).c);
}

double PlaneCurve::placeOf(std::size_t sample) const {
    return static_cast<double>(sample) / static_cast<double>(perPiece_);
}

/// The piece of a place, which is then its share of it.
std::size_t PlaneCurve::pieceOf(double& place) const {
    const auto count = static_cast<double>(pieces());
    if (closed_) place -= count * std::floor(place / count);
    const double piece = std::clamp(std::floor(place), 0.0, count - 1.0);
    place -= piece;
    return static_cast<std::size_t>(piece);
}

/// The spline (order 0) or a derivative by the parameter.
template <typename S>
std::array<S, 2> PlaneCurve::derivative(std::size_t piece, const S& b, int order) const {
    const S h = static_cast<S>(lengths_[piece]), a = S(1) - b;
    std::array<S, 2> result;
    for (std::size_t k = 0; k < 2; ++k) {
        const S p = static_cast<S>(points_[piece][k]), q = static_cast<S>(points_[next(piece)][k]);
        const S P = static_cast<S>(bends_[piece][k]), Q = static_cast<S>(bends_[next(piece)][k]);
        if (order == 2)
            result[k] = a * P + b * Q;
        else if (order == 1)
            result[k] =
                (q - p) / h + h / S(6) * ((S(3) * b * b - S(1)) * Q - (S(3) * a * a - S(1)) * P);
        else
            result[k] = a * p + b * q + h * h / S(6) * ((a * a * a - a) * P + (b * b * b - b) * Q);
    }
    return result;
}

template <typename S>
CurveFoot<S> PlaneCurve::at(std::size_t piece, const S& share) const {
    using std::sqrt;
    const std::array<S, 2> d = derivative(piece, share, 1), dd = derivative(piece, share, 2);
    const S speed = sqrt(d[0] * d[0] + d[1] * d[1]);
    return {derivative(piece, share, 0),
            {d[0] / speed, d[1] / speed},
            (d[0] * dd[1] - d[1] * dd[0]) / (speed * speed * speed)};
}

CurveFoot<double> PlaneCurve::at(double place) const {
    const std::size_t piece = pieceOf(place);
    return at(piece, place);
}

/// The zero of a slope between the neighbours of a sample, by Newton's method within bounds.
/// @param slope of a piece and a share of it: the slope by the parameter, and its own slope
template <typename S, typename Slope>
CurveFoot<S> PlaneCurve::lowestNear(std::size_t sample, const Slope& slope) const {
    constexpr int most = 60, refinements = 3;
    const double step = 1.0 / static_cast<double>(perPiece_), start = placeOf(sample);
    double low = start - step, high = start + step, place = start;
    if (!closed_) {
        low = std::max(low, 0.0);
        high = std::min(high, static_cast<double>(pieces()));
    }
    for (int k = 0; k < most; ++k) {
        double share = place;
        const std::size_t piece = pieceOf(share);
        const auto [f, df] = slope(piece, share);
        (f < 0.0 ? low : high) = place;
        double following = place - f / (df * lengths_[piece]);
        if (!(following >= low && following <= high)) following = 0.5 * (low + high);
        const double moved = std::abs(following - place);
        place = following;
        if (f == 0.0 || moved < 4.0 * std::numeric_limits<double>::epsilon() * (1.0 + place)) break;
    }
    const std::size_t piece = pieceOf(place);
    S share = static_cast<S>(place);
    if constexpr (!std::is_same_v<S, float> && !std::is_same_v<S, double>)
        for (int k = 0; k < refinements; ++k) {
            const auto [f, df] = slope(piece, share);
            share -= f / (df * static_cast<S>(lengths_[piece]));
        }
    return at(piece, share);
}

template <typename S>
CurveFoot<S> PlaneCurve::nearest(const std::array<S, 2>& x) const {
    const Point rounded{static_cast<double>(x[0]), static_cast<double>(x[1])};
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < samples_.size(); ++k)
        if (const double distance = squaredLength(samples_[k] - rounded); distance < least) {
            least = distance;
            best = k;
        }
    CurveFoot<S> foot = lowestNear<S>(best, [&]<typename T>(std::size_t piece, const T& share) {
        const std::array<T, 2> c = derivative(piece, share, 0), d = derivative(piece, share, 1),
                               dd = derivative(piece, share, 2);
        const T u = c[0] - static_cast<T>(x[0]), v = c[1] - static_cast<T>(x[1]);
        return std::pair<T, T>(u * d[0] + v * d[1],
                               d[0] * d[0] + d[1] * d[1] + u * dd[0] + v * dd[1]);
    });
    if (closed_) return foot;
    // Beyond its ends the curve is straight.
    const auto apart = [&](const CurveFoot<S>& from) {
        const S u = x[0] - from.c[0], v = x[1] - from.c[1];
        return u * u + v * v;
    };
    for (const bool atEnd : {false, true}) {
        CurveFoot<S> end = at(atEnd ? pieces() - 1 : 0, atEnd ? S(1) : S(0));
        const S along = (x[0] - end.c[0]) * end.t[0] + (x[1] - end.c[1]) * end.t[1];
        if (atEnd ? !(along > S(0)) : !(along < S(0))) continue;
        end.c = {end.c[0] + along * end.t[0], end.c[1] + along * end.t[1]};
        end.curvature = S(0);
        if (apart(end) <= apart(foot)) foot = end;
    }
    return foot;
}

template <typename S>
CurveFoot<S> PlaneCurve::lowest(const std::array<S, 2>& m) const {
    const Point rounded{static_cast<double>(m[0]), static_cast<double>(m[1])};
    std::size_t best = 0;
    for (std::size_t k = 1; k < samples_.size(); ++k)
        if (innerProduct(rounded, samples_[k]) < innerProduct(rounded, samples_[best])) best = k;
    return lowestNear<S>(best, [&]<typename T>(std::size_t piece, const T& share) {
        const T u = static_cast<T>(m[0]), v = static_cast<T>(m[1]);
        const std::array<T, 2> d = derivative(piece, share, 1), dd = derivative(piece, share, 2);
        return std::pair<T, T>(u * d[0] + v * d[1], u * dd[0] + v * dd[1]);
    });
}

template CurveFoot<double> PlaneCurve::nearest(const std::array<double, 2>&) const;
template CurveFoot<float> PlaneCurve::nearest(const std::array<float, 2>&) const;
template CurveFoot<Quad> PlaneCurve::nearest(const std::array<Quad, 2>&) const;
template CurveFoot<double> PlaneCurve::lowest(const std::array<double, 2>&) const;
template CurveFoot<float> PlaneCurve::lowest(const std::array<float, 2>&) const;
template CurveFoot<Quad> PlaneCurve::lowest(const std::array<Quad, 2>&) const;

bool PlaneCurve::crossesItself() const {
    const std::size_t n = samples_.size();
    const std::size_t segments = closed_ ? n : n - 1;
    for (std::size_t i = 0; i + 2 < segments; ++i)
        for (std::size_t j = i + 2; j < segments; ++j) {
            if (closed_ && i == 0 && j + 1 == segments) continue;
            if (segmentsMeet(samples_[i], samples_[i + 1], samples_[j], samples_[(j + 1) % n]))
                return true;
        }
    return false;
}

PlaneCurve::Obstacle PlaneCurve::tooTightFor(double roller) const {
    for (std::size_t k = 0; k < samples_.size(); ++k) {
        const CurveFoot<double> foot = at(placeOf(k));
        const Point normal{-side_ * foot.t[1], side_ * foot.t[0]};
        const Point centre = foot.c + roller * normal;
        const bool touches =
            std::sqrt(squaredLength(nearest(centre).c - centre)) < roller * (1.0 - 1e-6);
        if (touches || side_ * foot.curvature * roller > 1.0 - 1e-6)
            return {foot.c, 1.0 / std::abs(foot.curvature)};
    }
    return {};
}

bool PlaneCurve::isConvex() const {
    if (!closed_) return false;
    constexpr double least = 1e-6;  // of the curvature of a circle around the curve
    double length = 0.0;
    for (const double h : lengths_) length += h;
    for (std::size_t k = 0; k < samples_.size(); ++k)
        if (!(-side_ * at(placeOf(k)).curvature * length > least)) return false;
    return true;
}

}  // namespace momentree
