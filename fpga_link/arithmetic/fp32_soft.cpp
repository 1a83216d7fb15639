// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/arithmetic/fp32_soft.hpp"

#include <algorithm>
#include <utility>

namespace momentree::fpga {

namespace {

constexpr int fractionBits = fp32Fraction;
constexpr std::uint32_t hiddenBit = 1u << fractionBits;
constexpr std::uint32_t fractionMask = hiddenBit - 1;
constexpr int largestExponent = 255;

std::uint32_t signOf(std::uint32_t a) { return a & fp32SignBit; }
std::uint32_t magnitudeOf(std::uint32_t a) { return a & ~fp32SignBit; }
int exponentOf(std::uint32_t a) { return static_cast<int>((a >> fractionBits) & 0xFF); }
std::uint32_t significandOf(std::uint32_t a) { return hiddenBit | (a & fractionMask); }
bool isZero(std::uint32_t a) { return exponentOf(a) == 0; }
int leadingBitOf(std::uint64_t a) { return static_cast<int>(std::bit_width(a)) - 1; }

/// `value` >> `places` with the lost bits combined in the last place.
std::uint64_t shiftedWithSticky(std::uint64_t value, int places) {
    if (places == 0) return value;
    if (places > 62) return value != 0;
    const std::uint64_t lost = value & ((std::uint64_t{1} << places) - 1);
    return (value >> places) | static_cast<std::uint64_t>(lost != 0);
}

/// Rounds `significand` * 2^(exponent - 127 - leadingBit) to a number. Its leading one is at
/// `leadingBit`, which is the hidden bit or at least three places above it.
std::uint32_t rounded(std::uint32_t sign, int exponent, std::uint64_t significand, int leadingBit,
                      int fraction) {
    const std::uint64_t grs = shiftedWithSticky(significand << 3, leadingBit - fraction);
    std::uint64_t kept = grs >> 3;
    const std::uint64_t rest = grs & 7;
    if (rest > 4 || (rest == 4 && (kept & 1) != 0)) ++kept;
    kept <<= fractionBits - fraction;
    if (kept == 2ull * hiddenBit) {
        kept >>= 1;
        ++exponent;
    }
    if (exponent >= largestExponent) return sign | fp32Infinity;
    if (exponent <= 0) return sign;
    return sign | static_cast<std::uint32_t>(exponent) << fractionBits |
           (static_cast<std::uint32_t>(kept) & fractionMask);
}

/// The sum of two finite nonzero numbers, |big| >= |small|.
std::uint32_t addedFinite(std::uint32_t big, std::uint32_t small, int fraction) {
    constexpr int guardBits = 3;
    const std::uint64_t left = std::uint64_t{significandOf(big)} << guardBits;
    const std::uint64_t right = shiftedWithSticky(std::uint64_t{significandOf(small)} << guardBits,
                                                  exponentOf(big) - exponentOf(small));
    const std::uint64_t sum = signOf(big) == signOf(small) ? left + right : left - right;
    if (sum == 0) return 0;
    const int leadingBit = leadingBitOf(sum);
    const int exponent = exponentOf(big) + leadingBit - fractionBits - guardBits;
    // Only an exact difference has its leading one below the hidden bit.
    return leadingBit < fractionBits
               ? rounded(signOf(big), exponent, sum << (fractionBits - leadingBit), fractionBits,
                         fraction)
               : rounded(signOf(big), exponent, sum, leadingBit, fraction);
}

}  // namespace

std::uint32_t fp32Add(std::uint32_t a, std::uint32_t b, int fraction) {
    a = fp32Kept(a, fraction);
    b = fp32Kept(b, fraction);
    if (fp32IsNan(a) || fp32IsNan(b)) return fp32Nan;
    if (fp32IsInfinite(a)) return fp32IsInfinite(b) && a != b ? fp32Nan : a;
    if (fp32IsInfinite(b)) return b;
    if (isZero(a) && isZero(b)) return signOf(a) & signOf(b);
    if (isZero(a)) return b;
    if (isZero(b)) return a;
    if (magnitudeOf(a) < magnitudeOf(b)) std::swap(a, b);
    return addedFinite(a, b, fraction);
}

std::uint32_t fp32Sub(std::uint32_t a, std::uint32_t b, int fraction) {
    return fp32Add(a, b ^ fp32SignBit, fraction);
}

std::uint32_t fp32Mul(std::uint32_t a, std::uint32_t b, int fraction) {
    a = fp32Kept(a, fraction);
    b = fp32Kept(b, fraction);
    const std::uint32_t sign = signOf(a ^ b);
    if (fp32IsNan(a) || fp32IsNan(b)) return fp32Nan;
    if (fp32IsInfinite(a) || fp32IsInfinite(b))
        return isZero(a) || isZero(b) ? fp32Nan : sign | fp32Infinity;
    if (isZero(a) || isZero(b)) return sign;
    const std::uint64_t product = std::uint64_t{significandOf(a)} * significandOf(b);
    const int leadingBit = leadingBitOf(product);
    const int exponent = exponentOf(a) + exponentOf(b) - 127 + leadingBit - 2 * fractionBits;
    return rounded(sign, exponent, product, leadingBit, fraction);
}

std::uint32_t fp32Rcp(std::uint32_t a, int fraction) {
    a = fp32Kept(a, fraction);
    if (fp32IsNan(a)) return fp32Nan;
    if (fp32IsInfinite(a)) return signOf(a);
    if (isZero(a)) return signOf(a) | fp32Infinity;
    if ((a & fractionMask) == 0)
        return rounded(signOf(a), 254 - exponentOf(a), hiddenBit, fractionBits, fraction);
    // 2^50 / significand has its leading one at bit 26, with three places for rounding.
    const std::uint64_t numerator = std::uint64_t{1} << 50;
    const std::uint64_t divisor = significandOf(a);
    const std::uint64_t quotient = numerator / divisor;
    const std::uint64_t sticky = numerator % divisor != 0;
    return rounded(signOf(a), 253 - exponentOf(a), quotient | sticky, 26, fraction);
}

std::uint32_t fp32Rint(std::uint32_t a, int fraction) {
    a = fp32Kept(a, fraction);
    if (fp32IsNan(a)) return fp32Nan;
    const int exponent = exponentOf(a);
    if (exponent >= 127 + fractionBits) return a;
    // In units of 1/8, with everything below combined in the last place.
    const std::uint64_t eighths = exponent == 0
                                      ? 0
                                      : shiftedWithSticky(std::uint64_t{significandOf(a)} << 3,
                                                          127 + fractionBits - exponent);
    std::uint64_t integer = eighths >> 3;
    const std::uint64_t rest = eighths & 7;
    if (rest > 4 || (rest == 4 && (integer & 1) != 0)) ++integer;
    if (integer == 0) return signOf(a);
    const int leadingBit = leadingBitOf(integer);
    return rounded(signOf(a), 127 + leadingBit, integer << (fractionBits - leadingBit),
                   fractionBits, fraction);
}

std::uint32_t fp32Nearest(std::uint32_t bits, int fraction) {
    if (fraction == fp32Fraction || fp32IsInfinite(bits)) return bits;
    if (fp32IsNan(bits)) return fp32Nan;
    if (isZero(bits)) return signOf(bits);
    return rounded(signOf(bits), exponentOf(bits), significandOf(bits), fractionBits, fraction);
}

}  // namespace momentree::fpga
