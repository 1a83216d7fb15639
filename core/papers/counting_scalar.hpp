// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

namespace momentree {

/// Operations of the calling thread on `CountingScalar` since `reset`. Changes of sign, comparisons
/// and copies are free.
struct OperationCount {
    std::int64_t additions = 0;  ///< and subtractions
    std::int64_t multiplications = 0;
    std::int64_t divisions = 0;
    std::int64_t roots = 0;
    std::int64_t transcendentals = 0;  ///< sine, cosine, ...

    std::int64_t arithmetic() const { return additions + multiplications + divisions + roots; }
};
inline OperationCount& operationCount() {
    thread_local OperationCount count;
    return count;
}

/// A double that counts its operations; works as the scalar of Eigen's matrices.
struct CountingScalar {
    double value = 0.0;

    CountingScalar() = default;
    CountingScalar(double v) : value(v) {}  // NOLINT: a number is a scalar
    CountingScalar(int v) : value(v) {}     // NOLINT
    explicit operator double() const { return value; }

    CountingScalar& operator+=(const CountingScalar& b) { return *this = *this + b; }
    CountingScalar& operator-=(const CountingScalar& b) { return *this = *this - b; }
    CountingScalar& operator*=(const CountingScalar& b) { return *this = *this * b; }
    CountingScalar& operator/=(const CountingScalar& b) { return *this = *this / b; }

    friend CountingScalar operator+(const CountingScalar& a, const CountingScalar& b) {
        ++operationCount().additions;
        return a.value + b.value;
    }
    friend CountingScalar operator-(const CountingScalar& a, const CountingScalar& b) {
        ++operationCount().additions;
        return a.value - b.value;
    }
    friend CountingScalar operator*(const CountingScalar& a, const CountingScalar& b) {
        ++operationCount().multiplications;
        return a.value * b.value;
    }
    friend CountingScalar operator/(const CountingScalar& a, const CountingScalar& b) {
        ++operationCount().divisions;
        return a.value / b.value;
    }
    friend CountingScalar operator-(const CountingScalar& a) { return -a.value; }
    friend CountingScalar operator+(const CountingScalar& a) { return a; }
    friend bool operator==(const CountingScalar& a, const CountingScalar& b) {
        return a.value == b.value;
    }
    friend auto operator<=>(const CountingScalar& a, const CountingScalar& b) {
        return a.value <=> b.value;
    }
};

inline CountingScalar abs(const CountingScalar& a) { return std::abs(a.value); }
inline CountingScalar abs2(const CountingScalar& a) { return a * a; }
inline CountingScalar sqrt(const CountingScalar& a) {
    ++operationCount().roots;
    return std::sqrt(a.value);
}
inline CountingScalar sin(const CountingScalar& a) {
    ++operationCount().transcendentals;
    return std::sin(a.value);
}
inline CountingScalar cos(const CountingScalar& a) {
    ++operationCount().transcendentals;
    return std::cos(a.value);
}
inline CountingScalar atan2(const CountingScalar& a, const CountingScalar& b) {
    ++operationCount().transcendentals;
    return std::atan2(a.value, b.value);
}
inline CountingScalar copysign(const CountingScalar& a, const CountingScalar& b) {
    return std::copysign(a.value, b.value);
}
inline bool isfinite(const CountingScalar& a) { return std::isfinite(a.value); }
inline bool isnan(const CountingScalar& a) { return std::isnan(a.value); }
inline bool isinf(const CountingScalar& a) { return std::isinf(a.value); }

}  // namespace momentree

namespace Eigen {

template <>
struct NumTraits<momentree::CountingScalar> : NumTraits<double> {
    using Real = momentree::CountingScalar;
    using NonInteger = Real;
    using Nested = Real;
    using Literal = double;
    enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
    enum { ReadCost = 1, AddCost = 1, MulCost = 1 };
    static Real epsilon() { return NumTraits<double>::epsilon(); }
    static Real dummy_precision() { return NumTraits<double>::dummy_precision(); }
    static Real highest() { return NumTraits<double>::highest(); }
    static Real lowest() { return NumTraits<double>::lowest(); }
    static Real infinity() { return NumTraits<double>::infinity(); }
    static Real quiet_NaN() { return NumTraits<double>::quiet_NaN(); }
};

}  // namespace Eigen
