// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace momentree::test {

/// Operands that hit corner cases of binary32 arithmetic far more often than uniform bits.
class Fp32Vectors {
public:
    explicit Fp32Vectors(std::uint64_t seed) : random_(seed) {}

    std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }

    /// One operand: uniform bits, corner patterns of exponent and fraction, or moderate numbers.
    std::uint32_t operand() {
        switch (random_() % 4) {
            case 0:
                return any();
            case 1:
                return corner();
            case 2:
                return moderate();
            default:
                return special_[random_() % special_.size()];
        }
    }

    struct Pair {
        std::uint32_t a;
        std::uint32_t b;
    };

    /// Two operands; half of the pairs have a relation that is difficult for an adder or
    /// multiplier.
    Pair pair() {
        const std::uint32_t a = random_() % 2 != 0 ? moderate() : corner();
        switch (random_() % 8) {
            case 0:
                return {a, (a ^ 0x8000'0000u) + static_cast<std::uint32_t>(random_() % 9) - 4};
            case 1:
                return {a, nearExponent(a, 2)};
            case 2:
                return {a, nearExponent(a, 27)};
            case 3:
                return {a, productNear(a, 1)};
            case 4:
                return {a, productNear(a, 254)};
            case 5:
                return {a, special_[random_() % special_.size()]};
            case 6:
                return {operand(), operand()};
            default:
                return {any(), any()};
        }
    }

private:
    static std::uint32_t pack(std::uint32_t sign, std::uint32_t exponent, std::uint32_t fraction) {
        return sign << 31 | (exponent & 0xFF) << 23 | (fraction & 0x7F'FFFF);
    }

    std::uint32_t corner() {
        static constexpr std::array<std::uint32_t, 12> exponents{0,   1,   2,   23,  126, 127,
                                                                 128, 150, 151, 253, 254, 255};
        static constexpr std::array<std::uint32_t, 8> fractions{
            0, 1, 2, 0x3F'FFFF, 0x40'0000, 0x40'0001, 0x7F'FFFE, 0x7F'FFFF};
        return pack(any() & 1, exponents[random_() % exponents.size()],
                    fractions[random_() % fractions.size()]);
    }

    std::uint32_t moderate() { return pack(any() & 1, 112 + any() % 40, any()); }

    std::uint32_t nearExponent(std::uint32_t a, std::uint32_t distance) {
        const std::uint32_t exponent = (a >> 23 & 0xFF) + any() % (2 * distance + 1) - distance;
        return pack(any() & 1, exponent, any());
    }

    /// An operand whose product with `a` has an exponent within two of `target`.
    std::uint32_t productNear(std::uint32_t a, std::uint32_t target) {
        return pack(any() & 1, target + 127 - (a >> 23 & 0xFF) + any() % 5 - 2, any());
    }

    static constexpr std::array<std::uint32_t, 16> special_{
        0x0000'0000, 0x8000'0000, 0x7F80'0000, 0xFF80'0000, 0x7FC0'0000, 0xFFC0'0000,
        0x7F80'0001, 0x0000'0001, 0x807F'FFFF, 0x0080'0000, 0x8080'0000, 0x7F7F'FFFF,
        0xFF7F'FFFF, 0x3F80'0000, 0xBF80'0000, 0x3F00'0000};

    std::mt19937_64 random_;
};

/// Number of random vectors: `quick`, or `thorough` if MOMENTREE_LONG is set.
inline int vectorCount(int quick, int thorough) {
    return std::getenv("MOMENTREE_LONG") != nullptr ? thorough : quick;
}

}  // namespace momentree::test
