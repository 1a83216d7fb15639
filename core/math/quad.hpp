// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cfloat>
#if LDBL_MANT_DIG == 113
#include <cmath>
#else
// As in GCC's <quadmath.h>, which other compilers do not find.
extern "C" {
__float128 sqrtq(__float128) noexcept;
__float128 sinq(__float128) noexcept;
__float128 cosq(__float128) noexcept;
__float128 tanhq(__float128) noexcept;
__float128 atan2q(__float128, __float128) noexcept;
}
#endif

namespace momentree {

/// IEEE binary128: 113 bits, about 34 digits, the same on every machine; slow. A struct, so that
/// functions of mathematics are found for it and Eigen knows its precision.
struct Quad {
#if LDBL_MANT_DIG == 113
    using Native = long double;
    static Native squareRoot(Native x) { return std::sqrt(x); }
    static Native sine(Native x) { return std::sin(x); }
    static Native cosine(Native x) { return std::cos(x); }
    static Native hyperbolicTangent(Native x) { return std::tanh(x); }
    static Native tangentsAngle(Native y, Native x) { return std::atan2(y, x); }
#else
    using Native = __float128;
    static Native squareRoot(Native x) { return sqrtq(x); }
    static Native sine(Native x) { return sinq(x); }
    static Native cosine(Native x) { return cosq(x); }
    static Native hyperbolicTangent(Native x) { return tanhq(x); }
    static Native tangentsAngle(Native y, Native x) { return atan2q(y, x); }
#endif
    Native value;  ///< uninitialised, as built-in numbers

    Quad() = default;
    template <typename T>
    requires std::is_arithmetic_v<T> Quad(T x)
        : value(static_cast<Native>(x)) {}  // implicit, as between built-in types
    static Quad of(Native x) {
        Quad q;
        q.value = x;
        return q;
    }
    template <typename T>
    requires std::is_arithmetic_v<T>
    explicit operator T() const { return static_cast<T>(value); }

    Quad& operator+=(const Quad& b) { return value += b.value, *this; }
    Quad& operator-=(const Quad& b) { return value -= b.value, *this; }
    Quad& operator*=(const Quad& b) { return value *= b.value, *this; }
    Quad& operator/=(const Quad& b) { return value /= b.value, *this; }
    friend Quad operator+(const Quad& a, const Quad& b) { return of(a.value + b.value); }
    friend Quad operator-(const Quad& a, const Quad& b) { return of(a.value - b.value); }
    friend Quad operator*(const Quad& a, const Quad& b) { return of(a.value * b.value); }
    friend Quad operator/(const Quad& a, const Quad& b) { return of(a.value / b.value); }
    friend Quad operator-(const Quad& a) { return of(-a.value); }
    friend bool operator==(const Quad& a, const Quad& b) { return a.value == b.value; }
    friend bool operator<(const Quad& a, const Quad& b) { return a.value < b.value; }
    friend bool operator>(const Quad& a, const Quad& b) { return a.value > b.value; }
    friend bool operator<=(const Quad& a, const Quad& b) { return a.value <= b.value; }
    friend bool operator>=(const Quad& a, const Quad& b) { return a.value >= b.value; }
    friend Quad sqrt(const Quad& a) { return of(squareRoot(a.value)); }
    friend Quad abs(const Quad& a) { return of(a.value < 0 ? -a.value : a.value); }
    friend Quad sin(const Quad& a) { return of(sine(a.value)); }
    friend Quad cos(const Quad& a) { return of(cosine(a.value)); }
    friend Quad tanh(const Quad& a) { return of(hyperbolicTangent(a.value)); }
    friend Quad atan2(const Quad& y, const Quad& x) { return of(tangentsAngle(y.value, x.value)); }
    friend bool isfinite(const Quad& a) { return a.value - a.value == 0; }
};

}  // namespace momentree

template <>
struct Eigen::NumTraits<momentree::Quad> : Eigen::GenericNumTraits<momentree::Quad> {
    enum {
        IsComplex = 0,
        IsInteger = 0,
        IsSigned = 1,
        RequireInitialization = 0,
        ReadCost = 2,
        AddCost = 40,
        MulCost = 40
    };
    using Real = momentree::Quad;
    using NonInteger = momentree::Quad;
    using Literal = double;
    static Real epsilon() { return 1.0 / (1ULL << 56) / (1ULL << 56); }
    static Real dummy_precision() { return 1e-30; }
    static Real highest() { return DBL_MAX; }
    static Real lowest() { return -DBL_MAX; }
    static int digits10() { return 33; }
};
