// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/shown_row.hpp"

#include <algorithm>
#include <cmath>

namespace momentree::app {
namespace {

void blendQuaternion(const double* a, const double* b, double s, double* out) {
    double dot = 0.0;
    for (int k = 0; k < 4; ++k) dot += a[k] * b[k];
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    double norm = 0.0;
    for (int k = 0; k < 4; ++k) {
        out[k] = (1.0 - s) * a[k] + s * sign * b[k];
        norm += out[k] * out[k];
    }
    norm = std::sqrt(norm);
    for (int k = 0; k < 4; ++k) out[k] = norm > 0.0 ? out[k] / norm : a[k];
}

}  // namespace

void rowForDisplay(const Recording& recording, const RowLayout& layout, int bodyCount, double t,
                   std::span<double> out) {
    const std::size_t index = recording.rowAt(t);
    const auto a = recording.row(index);
    std::copy(a.begin(), a.end(), out.begin());
    if (t <= a[0] || index + 1 >= recording.size()) return;

    const auto b = recording.row(index + 1);
    const double s = (t - a[0]) / (b[0] - a[0]);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = (1.0 - s) * a[k] + s * b[k];
    for (int body = 0; body < bodyCount; ++body) {
        const auto e0 = static_cast<std::size_t>(layout.body(body) + 3);
        blendQuaternion(&a[e0], &b[e0], s, &out[e0]);
    }
}

}  // namespace momentree::app
