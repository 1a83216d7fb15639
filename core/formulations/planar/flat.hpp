// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree {

/// A vector in the plane, over any scalar with + - *.
template <typename S>
struct Flat {
    S x{}, y{};

    S& operator[](int k) { return k == 0 ? x : y; }
    const S& operator[](int k) const { return k == 0 ? x : y; }
    friend Flat operator+(const Flat& a, const Flat& b) { return {a.x + b.x, a.y + b.y}; }
    friend Flat operator-(const Flat& a, const Flat& b) { return {a.x - b.x, a.y - b.y}; }
    friend Flat operator-(const Flat& a) { return {-a.x, -a.y}; }
    friend Flat operator*(const S& k, const Flat& a) { return {k * a.x, k * a.y}; }
    friend S dot(const Flat& a, const Flat& b) { return a.x * b.x + a.y * b.y; }
    friend S cross(const Flat& a, const Flat& b) { return a.x * b.y - a.y * b.x; }
};

inline double reciprocal(double a) { return 1.0 / a; }
inline float reciprocal(float a) { return 1.0F / a; }

}  // namespace momentree
