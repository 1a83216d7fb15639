// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/three_positions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Transmission angle below which a four-bar may leave its flat pose on the other branch [rad].
constexpr double flatAngle = 0.015;

Complex turned(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// Between two directions or their extensions, in [0, pi/2].
double acuteAngle(Complex a, Complex b) {
    const Complex quotient = std::conj(a) * b;
    return std::atan2(std::abs(quotient.imag()), std::abs(quotient.real()));
}

struct Dyad {
    Complex G, z;
    double length = 0.0;
    std::array<Complex, 3> at;  ///< moving pivot in the poses
};

/// Two dyads as a four-bar, if it fits.
std::optional<ThreePoseFourBar> fourBarOf(const Dyad& first, const Dyad& second,
                                          const ThreePoseRequest& request, double size) {
    ThreePoseFourBar f{first.G, second.G, first.z, second.z};
    f.a = first.length;
    f.b = std::abs(second.z - first.z);
    f.c = second.length;
    f.d = std::abs(second.G - first.G);
    for (const double length : {f.b, f.d})
        if (length < request.shortest * size || length > request.longest * size) return {};
    if (std::abs(f.b - f.c) > std::abs(f.d - f.a) || f.b + f.c < f.a + f.d) return {};
    f.angleInPoses = 0.5 * std::numbers::pi;
    double side = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Complex coupler = second.at[k] - first.at[k], rocker = second.at[k] - second.G;
        const double now = (std::conj(coupler) * rocker).imag();
        if (now * side < 0.0 || now == 0.0) return {};
        side = now;
        f.angleInPoses = std::min(f.angleInPoses, acuteAngle(coupler, rocker));
        f.crank[k] = std::arg(std::conj(second.G - first.G) * (first.at[k] - first.G));
    }
    f.transmissionAngle = 0.5 * std::numbers::pi;
    for (const double length : {std::abs(f.d - f.a), f.d + f.a}) {
        const double cosMu = (f.b * f.b + f.c * f.c - length * length) / (2.0 * f.b * f.c);
        f.transmissionAngle =
            std::min(f.transmissionAngle, std::acos(std::min(1.0, std::abs(cosMu))));
    }
    if (f.transmissionAngle < std::max(flatAngle, request.transmissionAngle)) return {};
    return f;
}

}  // namespace

std::optional<Complex> circumcentre(Complex a, Complex b, Complex c) {
    const Complex w = (c - a) / (b - a);
    if (!std::isfinite(w.real()) || std::abs(w.imag()) <= 1e-12 * std::abs(w)) return {};
    return a + (b - a) * (w - std::norm(w)) / (w - std::conj(w));
}

std::optional<Complex> moverOf(const ThreePoses& poses, Complex G) {
    std::array<Complex, 3> seen;
    for (std::size_t k = 0; k < 3; ++k) seen[k] = turned(-poses[k].th) * (G - poses[k].p);
    return circumcentre(seen[0], seen[1], seen[2]);
}

std::optional<Complex> centreOf(const ThreePoses& poses, Complex z) {
    std::array<Complex, 3> at;
    for (std::size_t k = 0; k < 3; ++k) at[k] = poses[k].p + turned(poses[k].th) * z;
    return circumcentre(at[0], at[1], at[2]);
}

std::optional<Complex> hingeOf(const ThreePoses& poses) {
    const auto turn = [&](std::size_t k) { return turned(poses[k].th - poses[0].th); };
    constexpr double straight = 1e-12, same = 1e-9, rounding = 1e-14;
    if (std::abs(1.0 - turn(1)) < straight) return {};
    const Complex p = poses[0].p, hinge = (poses[1].p - turn(1) * p) / (1.0 - turn(1));
    const double off = std::abs(poses[2].p - hinge - turn(2) * (p - hinge));
    const double known = rounding * (std::abs(p) + std::abs(hinge));
    return off <= same * std::abs(p - hinge) + known ? std::optional(hinge) : std::nullopt;
}

double ThreePoseRequest::size() const {
    double most = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        most = std::max(most, std::abs(poses[(k + 1) % 3].p - poses[k].p));
    return most > 0.0 ? most : std::abs(pivots.largest - pivots.least);
}

PlaneBox pivotsAround(const ThreePoses& poses) {
    Complex least{INFINITY, INFINITY}, largest{-INFINITY, -INFINITY};
    for (const PlanePose& pose : poses) {
        least = {std::min(least.real(), pose.p.real()), std::min(least.imag(), pose.p.imag())};
        largest = {std::max(largest.real(), pose.p.real()),
                   std::max(largest.imag(), pose.p.imag())};
    }
    const double margin =
        std::max({largest.real() - least.real(), largest.imag() - least.imag(), 1e-9});
    return {least - Complex(margin, margin), largest + Complex(margin, margin)};
}

Result<std::vector<ThreePoseFourBar>> fourBarsThrough(const ThreePoseRequest& request) {
    const ThreePoses& poses = request.poses;
    for (std::size_t k = 0; k < 3; ++k) {
        const PlanePose &one = poses[k], &next = poses[(k + 1) % 3];
        const double apart = std::abs(next.p - one.p);
        if (apart == 0.0 && std::remainder(next.th - one.th, 2.0 * std::numbers::pi) == 0.0)
            return fail(
                error(Place::model("positions"),
                      MOMENTREE_TEXT("positions-coincide",
                                     "two of the positions are the same; give three that differ")));
    }
    if (const auto hinge = hingeOf(poses))
        return fail(error(
            Place::model("positions"),
            MOMENTREE_TEXT("positions-turn",
                           "the body only turns about %1 m, %2 m: a joint there takes it through "
                           "these positions; a four-bar needs some that are no such turn")(
                numberText(hinge->real(), 6), numberText(hinge->imag(), 6))));
    const PlaneBox& box = request.pivots;
    const Complex extent = box.largest - box.least;
    if (request.grid < 2 || request.grid > 200 || !(extent.real() > 0.0) || !(extent.imag() > 0.0))
        return fail(error(Place::model("pivots"),
                          MOMENTREE_TEXT("positions-grid",
                                         "the box of the pivots needs a width and a height, and "
                                         "from 2 to 200 values of each")));
    const double size = request.size();
    std::vector<Dyad> dyads;
    const double steps = request.grid - 1;
    // Exactly 0 in the middle of a box about the origin.
    const auto between = [steps](double from, double to, int at) {
        return (from * (steps - at) + to * at) / steps;
    };
    for (int i = 0; i < request.grid; ++i)
        for (int k = 0; k < request.grid; ++k) {
            Dyad dyad;
            dyad.G = {between(box.least.real(), box.largest.real(), i),
                      between(box.least.imag(), box.largest.imag(), k)};
            const auto z = moverOf(poses, dyad.G);
            if (!z) continue;
            dyad.z = *z;
            for (std::size_t j = 0; j < 3; ++j)
                dyad.at[j] = poses[j].p + turned(poses[j].th) * dyad.z;
            dyad.length = std::abs(dyad.at[0] - dyad.G);
            if (dyad.length < request.shortest * size || dyad.length > request.longest * size)
                continue;
            dyads.push_back(dyad);
        }
    std::vector<ThreePoseFourBar> found;
    for (const Dyad& first : dyads)
        for (const Dyad& second : dyads)
            if (&first != &second)
                if (const auto f = fourBarOf(first, second, request, size)) found.push_back(*f);
    std::ranges::stable_sort(found, std::greater(), &ThreePoseFourBar::transmissionAngle);
    return found;
}

double turnInOrder(const ThreePoseFourBar& fourBar) {
    constexpr double turn = 2.0 * std::numbers::pi;
    const auto after = [&](std::size_t k) {
        const double angle = std::fmod(fourBar.crank[k] - fourBar.crank[0], turn);
        return angle < 0.0 ? angle + turn : angle;
    };
    return after(1) <= after(2) ? turn : -turn;
}

PlanarLinkage linkageOf(const ThreePoseFourBar& f, const ThreePoses& poses) {
    using L = PlanarLinkage;
    const PlanePose& pose = poses[0];
    std::array<Complex, 5> at{f.G1, f.G2, pose.p + turned(pose.th) * f.z1,
                              pose.p + turned(pose.th) * f.z2, pose.p};
    PlanarLinkage linkage;
    linkage.mirrored = (std::conj(at[1] - at[2]) * (at[3] - at[2])).imag() < 0.0;
    if (linkage.mirrored)
        for (Complex& one : at) one = std::conj(one);
    const Complex point = (at[4] - at[2]) / (at[3] - at[2]) * f.b;
    linkage[L::X0] = at[0].real();
    linkage[L::Y0] = at[0].imag();
    linkage[L::Alpha] = std::arg(at[1] - at[0]);
    linkage[L::LengthA] = f.a;
    linkage[L::LengthB] = f.b;
    linkage[L::LengthC] = f.c;
    linkage[L::LengthD] = f.d;
    linkage[L::U] = point.real();
    linkage[L::V] = point.imag();
    return linkage;
}

}  // namespace momentree
