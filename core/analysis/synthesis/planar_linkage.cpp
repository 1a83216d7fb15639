// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/planar_linkage.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace momentree {
namespace {

using L = PlanarLinkage;
constexpr Complex I{0.0, 1.0};

Complex turnBy(double angle) { return {std::cos(angle), std::sin(angle)}; }
double cross(Complex a, Complex b) { return a.real() * b.imag() - a.imag() * b.real(); }

/// The loop at one angle.
struct Loop {
    Complex A, crank2, D;  ///< crank2 = e e^(i (n th + f))
    double length;
    double cosG, sinG;  ///< angle between D and link b
    Complex direction;  ///< e^(i psi)
    bool closes;

    Loop(const PlanarLinkage& l, double th)
        : Loop(l, turnBy(th), l.n == 0 ? Complex() : l[L::LengthE] * turnBy(l.n * th + l[L::F])) {}
    Loop(const PlanarLinkage& l, Complex turn, Complex second) : crank2(second) {
        const double b = l[L::LengthB], c = l[L::LengthC];
        A = l[L::LengthA] * turn;
        D = l[L::LengthD] + crank2 - A;
        length = std::sqrt(std::norm(D));
        cosG = (b * b + length * length - c * c) / (2.0 * b * length);
        closes = length > 0.0 && cosG > -1.0 && cosG < 1.0;
        if (!closes) return;
        sinG = std::sqrt((1.0 - cosG) * (1.0 + cosG));
        direction = D / length * Complex(cosG, sinG);
    }
    /// Change of psi with changes of D and b, c.
    double psi(const PlanarLinkage& l, Complex dD, double db, double dc) const {
        const double b = l[L::LengthB], c = l[L::LengthC];
        const double squares = length * length;
        const double dL = dot(D, dD) / length;
        const double dCos = dL * (squares - b * b + c * c) / (2.0 * b * squares) +
                            db * (b * b - squares + c * c) / (2.0 * b * b * length) -
                            dc * c / (b * length);
        return cross(D, dD) / squares - dCos / sinG;
    }
};

}  // namespace

std::optional<LinkagePose> poseOf(const PlanarLinkage& l, double th) {
    const Loop loop(l, l.mirrored ? -th : th);
    if (!loop.closes) return {};
    const Complex O{l[L::X0], l[L::Y0]}, S = turnBy(l[L::Alpha]);
    const Complex z{l[L::U], l[L::V]};
    LinkagePose pose{O,
                     O + S * l[L::LengthD],
                     O + S * loop.A,
                     O + S * (l[L::LengthD] + loop.crank2),
                     O + S * (loop.A + l[L::LengthB] * loop.direction),
                     O + S * (loop.A + z * loop.direction)};
    if (l.mirrored)
        for (Complex* point : {&pose.O1, &pose.O2, &pose.A, &pose.B, &pose.C, &pose.P})
            *point = std::conj(*point);
    return pose;
}

CouplerCurve::CouplerCurve(const PlanarLinkage& l)
    : linkage_(l),
      origin_(l[L::X0], l[L::Y0]),
      frame_(turnBy(l[L::Alpha])),
      arm_(l[L::U], l[L::V]),
      gear_(l.n == 0 ? Complex() : l[L::LengthE] * turnBy(l[L::F])) {}

bool CouplerCurve::at(Complex turn, Complex& P, Complex& rate) const {
    Complex second = gear_;
    for (int k = 0; k < std::abs(linkage_.n); ++k)
        second *= linkage_.n > 0 ? turn : std::conj(turn);
    const Loop loop(linkage_, turn, second);
    if (!loop.closes) return false;
    const Complex arm = arm_ * loop.direction;
    const Complex dA = I * loop.A, dD = I * static_cast<double>(linkage_.n) * loop.crank2 - dA;
    P = origin_ + frame_ * (loop.A + arm);
    rate = frame_ * (dA + I * arm * loop.psi(linkage_, dD, 0.0, 0.0));
    return true;
}

bool couplerPoint(const PlanarLinkage& l, double th, CouplerPoint& point) {
    const Loop loop(l, th);
    if (!loop.closes) return false;
    const Complex S = turnBy(l[L::Alpha]), arm = Complex(l[L::U], l[L::V]) * loop.direction;
    const Complex local = loop.A + arm;
    const auto moved = [&](Complex dA, Complex dD, double db = 0.0, double dc = 0.0) {
        return S * (dA + I * arm * loop.psi(l, dD, db, dc));
    };
    const Complex dA = I * loop.A;
    point.P = Complex(l[L::X0], l[L::Y0]) + S * local;
    point.rate = moved(dA, I * static_cast<double>(l.n) * loop.crank2 - dA);
    point.slope[L::X0] = 1.0;
    point.slope[L::Y0] = I;
    point.slope[L::Alpha] = I * S * local;
    point.slope[L::LengthD] = moved(0.0, 1.0);
    point.slope[L::LengthA] = moved(loop.A / l[L::LengthA], -loop.A / l[L::LengthA]);
    point.slope[L::LengthB] = moved(0.0, 0.0, 1.0, 0.0);
    point.slope[L::LengthC] = moved(0.0, 0.0, 0.0, 1.0);
    point.slope[L::U] = S * loop.direction;
    point.slope[L::V] = I * S * loop.direction;
    if (l.n == 0) return true;
    point.slope[L::LengthE] = moved(0.0, loop.crank2 / l[L::LengthE]);
    point.slope[L::F] = moved(0.0, I * loop.crank2);
    return true;
}

Reach reachOf(const PlanarLinkage& l) {
    const double a = l[L::LengthA], d = l[L::LengthD], e = l[L::LengthE];
    if (l.n == 0) return {{std::abs(d - a), 0.0}, {std::abs(d + a), std::numbers::pi}};
    constexpr int samples = 96;
    Reach reach;
    reach.least.L = INFINITY;
    const Complex step = turnBy(2.0 * std::numbers::pi / samples);
    Complex first = a, second = e * turnBy(l[L::F]);
    Complex secondStep = 1.0;
    for (int k = 0; k < std::abs(l.n); ++k) secondStep *= l.n > 0 ? step : std::conj(step);
    for (int k = 0; k < samples; ++k) {
        const double length = std::sqrt(std::norm(d + second - first));
        const double th = 2.0 * std::numbers::pi * k / samples;
        if (length < reach.least.L) reach.least = {length, th};
        if (length > reach.largest.L) reach.largest = {length, th};
        first *= step;
        second *= secondStep;
    }
    return reach;
}

std::array<double, PlanarLinkage::parameters> reachSlope(const PlanarLinkage& l, double th) {
    const Complex A = turnBy(th), second = turnBy(l.n * th + l[L::F]);
    const double e = l.n == 0 ? 0.0 : l[L::LengthE];
    Complex D = l[L::LengthD] + e * second - l[L::LengthA] * A;
    D /= std::sqrt(std::norm(D));
    std::array<double, PlanarLinkage::parameters> slope{};
    slope[L::LengthD] = D.real();
    slope[L::LengthA] = -dot(D, A);
    slope[L::LengthE] = l.n == 0 ? 0.0 : dot(D, second);
    slope[L::F] = dot(D, I * e * second);
    return slope;
}

double leastTransmissionAngle(const PlanarLinkage& l) {
    const Reach reach = reachOf(l);
    const double b = l[L::LengthB], c = l[L::LengthC];
    if (reach.largest.L >= b + c || reach.least.L <= std::abs(b - c)) return -1.0;
    double least = 0.5 * std::numbers::pi;
    for (const double length : {reach.least.L, reach.largest.L}) {
        const double cosMu = (b * b + c * c - length * length) / (2.0 * b * c);
        least = std::min(least, std::acos(std::min(1.0, std::abs(cosMu))));
    }
    return least;
}

}  // namespace momentree
