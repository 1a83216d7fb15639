// SPDX-License-Identifier: Apache-2.0
#include "core/model/law.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace momentree {

void Law::prepare(bool straight) {
    const std::size_t n = times.size();
    linear = straight;
    curvatures.assign(n, 0.0);
    if (n < 3 || linear) return;
    // Thomas algorithm on the natural spline's tridiagonal system.
    std::vector<double> upper(n, 0.0);
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const double left = times[k] - times[k - 1];
        const double right = times[k + 1] - times[k];
        const double rhs =
            6.0 * ((values[k + 1] - values[k]) / right - (values[k] - values[k - 1]) / left);
        const double pivot = 2.0 * (left + right) - left * upper[k - 1];
        upper[k] = right / pivot;
        curvatures[k] = (rhs - left * curvatures[k - 1]) / pivot;
    }
    for (std::size_t k = n - 2; k > 0; --k) curvatures[k] -= upper[k] * curvatures[k + 1];
}

namespace {

Law::Value splineAt(const Law& law, double t) {
    if (law.times.empty()) return {};
    if (t <= law.times.front()) return {law.values.front(), 0.0, 0.0};
    if (t >= law.times.back()) return {law.values.back(), 0.0, 0.0};
    const auto next = std::upper_bound(law.times.begin(), law.times.end(), t);
    const auto k = static_cast<std::size_t>(next - law.times.begin());
    const double h = law.times[k] - law.times[k - 1];
    const double a = (law.times[k] - t) / h;
    const double b = 1.0 - a;
    const double ya = law.values[k - 1], yb = law.values[k];
    const double ca = law.curvatures[k - 1], cb = law.curvatures[k];
    return {a * ya + b * yb + ((a * a * a - a) * ca + (b * b * b - b) * cb) * h * h / 6.0,
            (yb - ya) / h + ((3.0 * b * b - 1.0) * cb - (3.0 * a * a - 1.0) * ca) * h / 6.0,
            a * ca + b * cb};
}

}  // namespace

Law::Value Law::at(double t) const {
    Value value = splineAt(*this, t);
    double f = 0.0, df = 0.0, ddf = 0.0;  // Horner's scheme with two derivatives
    for (std::size_t k = polynomial.size(); k-- > 0;) {
        ddf = ddf * t + 2.0 * df;
        df = df * t + f;
        f = f * t + polynomial[k];
    }
    value.f += f;
    value.df += df;
    value.ddf += ddf;
    if (amplitude != 0.0) {
        const double angle = frequency * t + phase;
        value.f += amplitude * std::sin(angle);
        value.df += amplitude * frequency * std::cos(angle);
        value.ddf -= amplitude * frequency * frequency * std::sin(angle);
    }
    return value;
}

}  // namespace momentree
