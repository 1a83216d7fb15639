// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "fpga_link/functions/planar_functions.hpp"

namespace momentree::test {

/// Random words of the accelerator.
class RandomWords {
public:
    explicit RandomWords(std::uint64_t seed) : random_(seed) {}

    /// A number that is already a binary32 number.
    double uniform(double low, double high) {
        return static_cast<double>(
            static_cast<float>(std::uniform_real_distribution<double>(low, high)(random_)));
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }

protected:
    std::mt19937_64 random_;
};

/// Random input for the functions of the accelerator in the plane.
class FunctionData : public RandomWords {
public:
    using RandomWords::RandomWords;

    /// A body of 0.1 kg to 10 kg and about 1 m.
    fpga::functions::BodyWindow<double> body() {
        return {uniform(0.1, 10),
                uniform(0.5, 50),
                {uniform(-1, 1), uniform(-1, 1)},
                {uniform(-1, 1), uniform(-1, 1)},
                uniform(-3, 3),
                uniform(-3, 3)};
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

/// A structure of the functions with its numbers as another type.
template <class To, template <class> class Structure, class From>
Structure<To> converted(const Structure<From>& structure) {
    constexpr std::size_t count = sizeof(Structure<From>) / sizeof(From);
    const auto from = std::bit_cast<std::array<From, count>>(structure);
    std::array<To, count> to{};
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_arithmetic_v<From>)
            to[i] = To(static_cast<float>(from[i]));
        else
            to[i] = static_cast<To>(from[i].value());
    }
    return std::bit_cast<Structure<To>>(to);
}

}  // namespace momentree::test
