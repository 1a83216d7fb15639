// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace momentree::fpga {

/// The arithmetic of the accelerator using only integer operations, equal to `rtl/fp32_*.sv` to the
/// last bit: IEEE binary32 as bit patterns, rounded to nearest even. A subnormal operand counts as
/// zero with its sign; a result below 2^-126 after rounding becomes zero with its sign. Every
/// resulting NaN is `fp32Nan`. Accelerators may be built with fewer bits of the fraction: results
/// are rounded to these, once, and the lower bits of operands are taken as zero.
inline constexpr int fp32Fraction = 23, fp32LeastFraction = 12;
std::uint32_t fp32Add(std::uint32_t a, std::uint32_t b, int fraction = fp32Fraction);
/// a + (b with its sign flipped)
std::uint32_t fp32Sub(std::uint32_t a, std::uint32_t b, int fraction = fp32Fraction);
std::uint32_t fp32Mul(std::uint32_t a, std::uint32_t b, int fraction = fp32Fraction);

/// 1/a, correctly rounded; zero gives infinity and infinity gives zero, with the same sign.
std::uint32_t fp32Rcp(std::uint32_t a, int fraction = fp32Fraction);

/// Nearest integer, ties to even; zeros keep their sign and infinity is unchanged.
std::uint32_t fp32Rint(std::uint32_t a, int fraction = fp32Fraction);

/// What an accelerator with fewer bits of the fraction keeps of a word that is written to it.
constexpr std::uint32_t fp32Kept(std::uint32_t bits, int fraction) {
    return bits & ~0u << (fp32Fraction - fraction);
}
/// The nearest number with so many bits of the fraction; with 23, the word itself.
std::uint32_t fp32Nearest(std::uint32_t bits, int fraction);

inline constexpr std::uint32_t fp32Nan = 0x7FC0'0000;
inline constexpr std::uint32_t fp32Infinity = 0x7F80'0000;
inline constexpr std::uint32_t fp32SignBit = 0x8000'0000;

inline bool fp32IsNan(std::uint32_t a) { return (a & ~fp32SignBit) > fp32Infinity; }
inline bool fp32IsInfinite(std::uint32_t a) { return (a & ~fp32SignBit) == fp32Infinity; }

/// Flags that the hardware accumulates over all results since they were cleared.
struct Fp32Flags {
    bool nan = false;
    bool infinite = false;

    void note(std::uint32_t result) {
        nan |= fp32IsNan(result);
        infinite |= fp32IsInfinite(result);
    }
    bool operator==(const Fp32Flags&) const = default;
};

/// A number of the accelerator, for algorithms that are templates over their scalar.
class Fp32Soft {
public:
    constexpr Fp32Soft() = default;
    explicit Fp32Soft(float value) : bits_(std::bit_cast<std::uint32_t>(value)) {}
    static constexpr Fp32Soft fromBits(std::uint32_t bits) {
        Fp32Soft number;
        number.bits_ = bits;
        return number;
    }

    constexpr std::uint32_t bits() const { return bits_; }
    float value() const { return std::bit_cast<float>(bits_); }

    friend Fp32Soft operator+(Fp32Soft a, Fp32Soft b) {
        return fromBits(fp32Add(a.bits_, b.bits_));
    }
    friend Fp32Soft operator-(Fp32Soft a, Fp32Soft b) {
        return fromBits(fp32Sub(a.bits_, b.bits_));
    }
    friend Fp32Soft operator*(Fp32Soft a, Fp32Soft b) {
        return fromBits(fp32Mul(a.bits_, b.bits_));
    }
    friend constexpr Fp32Soft operator-(Fp32Soft a) { return fromBits(a.bits_ ^ fp32SignBit); }
    friend Fp32Soft reciprocal(Fp32Soft a) { return fromBits(fp32Rcp(a.bits_)); }
    friend Fp32Soft nearestInteger(Fp32Soft a) { return fromBits(fp32Rint(a.bits_)); }

private:
    std::uint32_t bits_ = 0;
};

}  // namespace momentree::fpga
