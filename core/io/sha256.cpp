// SPDX-License-Identifier: Apache-2.0
#include "core/io/sha256.hpp"

#include <array>
#include <cstdint>

namespace momentree {

void Sha256::add(std::string_view bytes) {
    sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::digest() const {
    sha256_ctx finished = context_;
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> bytes{};
    sha256_digest(&finished, bytes.size(), bytes.data());
    std::string hex;
    for (const std::uint8_t byte : bytes)
        for (const int half : {byte >> 4, byte & 15}) hex += "0123456789abcdef"[half];
    return hex;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.digest();
}

}  // namespace momentree
