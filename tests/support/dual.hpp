// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <concepts>

namespace momentree::test {

/// A number with its derivative along one direction; nests for mixed derivatives. Derivatives are
/// exact like those of the complex step, without complex numbers' conjugations in Eigen's products.
template <typename S>
struct Dual {
    S v{};  ///< value
    S d{};  ///< derivative

    Dual() = default;
    Dual(const S& value, const S& derivative) : v(value), d(derivative) {}
    explicit(false) Dual(const S& value) : v(value) {}
    template <typename Number>
    requires(std::is_arithmetic_v<Number> && !std::same_as<Number, S>) explicit(false)
        Dual(Number value)
        : v(static_cast<S>(static_cast<double>(value))) {}

    Dual& operator+=(const Dual& b) { return *this = *this + b; }
    Dual& operator-=(const Dual& b) { return *this = *this - b; }
    Dual& operator*=(const Dual& b) { return *this = *this * b; }
    Dual& operator/=(const Dual& b) { return *this = *this / b; }
    friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.d + b.d}; }
    friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.d - b.d}; }
    friend Dual operator-(const Dual& a) { return {-a.v, -a.d}; }
    friend Dual operator*(const Dual& a, const Dual& b) {
        return {a.v * b.v, a.v * b.d + a.d * b.v};
    }
    friend Dual operator/(const Dual& a, const Dual& b) {
        const S q = a.v / b.v;
        return {q, (a.d - q * b.d) / b.v};
    }
};

template <typename S>
Dual<S> sin(const Dual<S>& a) {
    using std::cos, std::sin;
    return {sin(a.v), cos(a.v) * a.d};
}
template <typename S>
Dual<S> cos(const Dual<S>& a) {
    using std::cos, std::sin;
    return {cos(a.v), -sin(a.v) * a.d};
}
template <typename S>
Dual<S> sqrt(const Dual<S>& a) {
    using std::sqrt;
    const S root = sqrt(a.v);
    return {root, a.d / (S(2.0) * root)};
}

}  // namespace momentree::test

template <typename S>
struct Eigen::NumTraits<momentree::test::Dual<S>> : Eigen::NumTraits<double> {
    using Real = momentree::test::Dual<S>;
    using NonInteger = Real;
    using Nested = Real;
    using Literal = double;
    enum { IsComplex = 0, RequireInitialization = 1, ReadCost = 4, AddCost = 8, MulCost = 16 };
};
