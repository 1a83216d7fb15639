// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/frame.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "fpga_link/protocol/codec.hpp"
#include "fpga_link/protocol/crc32.hpp"

namespace momentree::fpga::wire {

namespace {

constexpr std::array<std::uint8_t, 4> magic{'H', 'D', 'C', 'L'};

struct Header {
    std::array<std::uint8_t, 4> start{};
    std::uint8_t major = 0, minor = 0;
    std::uint16_t type = 0;
    std::uint32_t sequence = 0;
    std::uint32_t size = 0;
    std::uint32_t crc = 0;
    std::uint32_t flags = 0;

    template <class F, class M>
    static void fields(F& f, M& m) {
        f(m.start, m.major, m.minor, m.type, m.sequence, m.size, m.crc, m.flags);
    }
};

constexpr std::size_t crcOffset = 16;

/// CRC of a whole frame, with zero in its own field.
std::uint32_t crcOf(BytesView bytes) {
    constexpr std::array<std::uint8_t, sizeof(Header::crc)> zero{};
    const std::uint32_t start = crc32(crc32(0, bytes.first(crcOffset)), zero);
    return crc32(start, bytes.subspan(crcOffset + zero.size()));
}

BadFrame refused(ErrorCode code, const Header& header, const std::string& text) {
    return {code, header.type, header.sequence, text};
}

}  // namespace

std::string nameOf(ErrorCode code) {
    static constexpr std::array names{
        "BAD_MAGIC",      "BAD_VERSION", "TOO_LARGE", "BAD_CRC",     "UNKNOWN_TYPE", "BAD_PAYLOAD",
        "BAD_STATE",      "BUSY",        "AUTH",      "UNSUPPORTED", "LIMIT",        "FABRIC_IO",
        "FABRIC_TIMEOUT", "NUMERIC",     "SINGULAR",  "INTERNAL",    "NOT_PERMITTED"};
    const auto number = static_cast<std::size_t>(code);
    if (number < 1 || number > names.size()) return "code " + std::to_string(number);
    return names[number - 1];
}

Parsed parse(BytesView bytes) {
    const std::size_t seen = std::min(bytes.size(), magic.size());
    if (!std::equal(magic.begin(), magic.begin() + seen, bytes.begin()))
        return BadFrame{ErrorCode::BadMagic, 0, 0,
                        "these bytes are no frame: a frame begins with HDCL"};
    if (bytes.size() > magic.size() && bytes[magic.size()] != majorVersion)
        return BadFrame{ErrorCode::BadVersion, 0, 0,
                        "protocol version " + std::to_string(bytes[magic.size()]) +
                            ", but this program speaks version " + std::to_string(majorVersion)};
    if (bytes.size() < headerSize) return NeedMore{headerSize};

    Header header;
    Reader reader(bytes.first(headerSize));
    reader(header);
    if (header.flags != 0)
        return refused(ErrorCode::BadVersion, header, "flags in the header must be 0");
    if (header.size > maxPayload)
        return refused(ErrorCode::TooLarge, header,
                       "a payload of " + std::to_string(header.size) + " bytes; at most " +
                           std::to_string(maxPayload) + " are allowed");
    const std::size_t size = headerSize + header.size;
    if (bytes.size() < size) return NeedMore{size};
    const BytesView payload = bytes.subspan(headerSize, header.size);
    if (crcOf(bytes.first(size)) != header.crc)
        return refused(ErrorCode::BadCrc, header,
                       "the frame was damaged on its way: its CRC-32 does not match");
    return Frame{header.type, header.sequence, payload, size};
}

void seal(Bytes& bytes, std::uint16_t type, std::uint32_t sequence) {
    assert(bytes.size() >= headerSize && bytes.size() - headerSize <= maxPayload);
    const auto put = [&](std::size_t at, std::uint32_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    };
    std::copy(magic.begin(), magic.end(), bytes.begin());
    put(4, majorVersion, 1);
    put(5, minorVersion, 1);
    put(6, type, 2);
    put(8, sequence, 4);
    put(12, static_cast<std::uint32_t>(bytes.size() - headerSize), 4);
    put(20, 0, 4);
    put(crcOffset, crcOf(bytes), 4);
}

Bytes frame(std::uint16_t type, std::uint32_t sequence, BytesView payload) {
    Bytes bytes(headerSize + payload.size());
    std::copy(payload.begin(), payload.end(), bytes.begin() + headerSize);
    seal(bytes, type, sequence);
    return bytes;
}

}  // namespace momentree::fpga::wire
