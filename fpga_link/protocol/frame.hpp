// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace momentree::fpga::wire {

using Bytes = std::vector<std::uint8_t>;
using BytesView = std::span<const std::uint8_t>;

inline constexpr std::uint8_t majorVersion = 1;
inline constexpr std::uint8_t minorVersion = 6;
inline constexpr std::size_t headerSize = 24;
inline constexpr std::size_t maxPayload = 1u << 20;

/// Codes of ERROR frames. The first four are fatal, because the following bytes cannot be trusted.
enum class ErrorCode : std::uint16_t {
    BadMagic = 1,
    BadVersion = 2,
    TooLarge = 3,
    BadCrc = 4,
    UnknownType = 5,
    BadPayload = 6,
    BadState = 7,
    Busy = 8,
    Authentication = 9,
    Unsupported = 10,
    Limit = 11,
    FabricIo = 12,
    FabricTimeout = 13,
    Numeric = 14,
    Singular = 15,
    Internal = 16,
    NotPermitted = 17,
};
/// "BAD_MAGIC" and so on; "code 99" for others.
std::string nameOf(ErrorCode code);

/// A whole frame at the beginning of a byte sequence; `payload` points into it.
struct Frame {
    std::uint16_t type = 0;
    std::uint32_t sequence = 0;
    BytesView payload;
    std::size_t size = 0;  ///< of header and payload
};
struct NeedMore {
    std::size_t total = 0;  ///< bytes of the frame, as far as known
};
struct BadFrame {
    ErrorCode code = ErrorCode::BadMagic;
    std::uint16_t type = 0;
    std::uint32_t sequence = 0;
    std::string text;  ///< the error and the remedy
};
using Parsed = std::variant<NeedMore, Frame, BadFrame>;

/// Looks for a frame at the beginning of `bytes`. Errors are detected as early as possible; a
/// length is checked before anything is allocated for it.
Parsed parse(BytesView bytes);

/// Header and payload; the payload has at most `maxPayload` bytes.
Bytes frame(std::uint16_t type, std::uint32_t sequence, BytesView payload);

/// Fills in the header of `bytes`, whose first `headerSize` bytes are reserved for it.
void seal(Bytes& bytes, std::uint16_t type, std::uint32_t sequence);

}  // namespace momentree::fpga::wire
