// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace momentree {

/// SHA-256 of bytes added in pieces.
class Sha256 {
public:
    Sha256() { sha256_init(&context_); }
    void add(std::string_view bytes);
    /// 64 lower-case hexadecimal digits for the bytes so far; more can be added.
    std::string digest() const;

private:
    sha256_ctx context_;
};

std::string sha256(std::string_view bytes);

}  // namespace momentree
