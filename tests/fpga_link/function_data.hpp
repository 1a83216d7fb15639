// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "fpga_link/functions/planar_functions.hpp"

namespace momentree::test {

/// Random input for the functions of the accelerator.
class FunctionData {
public:
    explicit FunctionData(std::uint64_t seed) : random_(seed) {}

    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }

    /// A body of 0.1 kg to 10 kg and about 1 m, every word already a binary32 number.
    fpga::functions::BodyWindow<double> body() {
        const auto word = [&](double low, double high) {
            return static_cast<double>(static_cast<float>(uniform(low, high)));
        };
        return {
            word(0.1, 10), word(0.5, 50), {word(-1, 1), word(-1, 1)}, {word(-1, 1), word(-1, 1)},
            word(-3, 3),   word(-3, 3)};
    }

    /// A 4x4 matrix: general, symmetric positive definite, with rows of very different size, nearly
    /// singular, or requiring every row exchange.
    std::array<float, 16> matrix() {
        std::array<float, 16> m{};
        for (float& entry : m) entry = static_cast<float>(uniform(-2, 2));
        switch (random_() % 5) {
            case 0:
                return positive(m);
            case 1:
                for (std::size_t i = 0; i < 16; ++i)
                    m[i] = std::ldexp(m[i], static_cast<int>(i / 4) * 9 - 13);
                return m;
            case 2:
                for (std::size_t i = 0; i < 4; ++i) m[12 + i] = m[i] * (1 + 1e-6F * m[4 + i]);
                return m;
            case 3:
                for (std::size_t i = 0; i < 4; ++i) m[5 * i] = 0;
                return m;
            default:
                return m;
        }
    }

    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }

private:
    static std::array<float, 16> positive(const std::array<float, 16>& m) {
        std::array<float, 16> product{};
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j) {
                product[4 * i + j] = i == j ? 0.01F : 0.0F;
                for (std::size_t k = 0; k < 4; ++k)
                    product[4 * i + j] += m[4 * i + k] * m[4 * j + k];
            }
        return product;
    }

    std::mt19937_64 random_;
};

/// The words of a structure of Fp32Soft in the order of the register map.
template <class Structure>
std::vector<std::uint32_t> wordsOf(const Structure& structure) {
    static_assert(std::is_trivially_copyable_v<Structure>);
    std::vector<std::uint32_t> words(sizeof(Structure) / sizeof(std::uint32_t));
    std::memcpy(words.data(), &structure, sizeof(Structure));
    return words;
}

inline fpga::Fp32Soft soft(double value) { return fpga::Fp32Soft(static_cast<float>(value)); }

inline fpga::functions::BodyWindow<fpga::Fp32Soft> soft(
    const fpga::functions::BodyWindow<double>& body) {
    return {soft(body.inverseMass),
            soft(body.inverseInertia),
            {soft(body.s1[0]), soft(body.s1[1])},
            {soft(body.s2[0]), soft(body.s2[1])},
            soft(body.p1),
            soft(body.p2)};
}

}  // namespace momentree::test
