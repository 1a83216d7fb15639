// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>

namespace momentree::test {

/// Three infinitesimals with square zero.
enum Infinitesimal : unsigned { Motion = 1, Seed = 2, Flow = 4 };

/// A number with its exact mixed derivatives along three directions: c[s] is the coefficient of the
/// product of the infinitesimals in the bit set s. As accurate as complex steps, but without the
/// conjugations of complex numbers in Eigen's products.
struct Jet {
    std::array<double, 8> c{};

    Jet() = default;
    explicit(false) Jet(double value) { c[0] = value; }
    double value() const { return c[0]; }
    /// The derivative along one direction, as a function of the others.
    Jet derivative(Infinitesimal direction) const;
    Jet& operator+=(const Jet& b);
    Jet& operator-=(const Jet& b);
    Jet& operator*=(const Jet& b);
    Jet& operator/=(const Jet& b);
};

/// The infinitesimal itself.
Jet infinitesimal(Infinitesimal direction);
Jet operator+(const Jet& a, const Jet& b);
Jet operator-(const Jet& a, const Jet& b);
Jet operator-(const Jet& a);
Jet operator*(const Jet& a, const Jet& b);
Jet operator/(const Jet& a, const Jet& b);
Jet sin(const Jet& a);
Jet cos(const Jet& a);
Jet sqrt(const Jet& a);

}  // namespace momentree::test

template <>
struct Eigen::NumTraits<momentree::test::Jet> : Eigen::NumTraits<double> {
    using Real = momentree::test::Jet;
    using NonInteger = Real;
    using Nested = Real;
    using Literal = double;
    enum { IsComplex = 0, RequireInitialization = 1, ReadCost = 8, AddCost = 8, MulCost = 27 };
};
