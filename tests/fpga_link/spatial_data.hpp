// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

#include "fpga_link/functions/spatial_functions.hpp"
#include "function_data.hpp"

namespace momentree::test {

/// Random input for the functions of the accelerator in space.
class SpatialData : public RandomWords {
public:
    using RandomWords::RandomWords;

    std::array<double, 6> vector(double size) {
        std::array<double, 6> v{};
        for (double& x : v) x = uniform(-size, size);
        return v;
    }
    /// Row by row.
    std::array<double, 9> rotation() {
        double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
        const double size = std::sqrt(w * w + x * x + y * y + z * z);
        for (double* part : {&w, &x, &y, &z}) *part /= size;
        return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    }
    std::array<double, 3> unit() {
        const std::array<double, 9> R = rotation();
        return {R[0], R[3], R[6]};
    }

    /// A body of 0.1 kg to 10 kg and about 1 m.
    fpga::functions::SpatialBody<double> body() {
        const auto vector3 = [&] {
            return std::array{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        };
        fpga::functions::SpatialBody<double> body;
        body.inverseMass = uniform(0.1, 10);
        const std::array<double, 9> R = rotation();
        const std::array principal{uniform(0.5, 50), uniform(0.5, 50), uniform(0.5, 50)};
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = r; c < 3; ++c) {
                double entry = 0.0;
                for (std::size_t k = 0; k < 3; ++k)
                    entry += R[3 * r + k] * principal[k] * R[3 * c + k];
                body.inverseInertia(r, c) = static_cast<double>(static_cast<float>(entry));
            }
        body.s1 = vector3();
        body.s2 = vector3();
        body.momentum = vector(3);
        return body;
    }
};

}  // namespace momentree::test
