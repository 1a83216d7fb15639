// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/proof.hpp"

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <sys/random.h>

#include <cstdlib>
#include <fstream>
#include <string_view>

namespace momentree::fpga::wire {

namespace {

Proof proof(std::string_view who, const std::string& secret, const Nonce& nonce,
            const Nonce& challenge) {
    hmac_sha256_ctx context;
    const auto add = [&](const void* bytes, std::size_t size) {
        hmac_sha256_update(&context, size, static_cast<const std::uint8_t*>(bytes));
    };
    hmac_sha256_set_key(&context, secret.size(),
                        reinterpret_cast<const std::uint8_t*>(secret.data()));
    add(who.data(), who.size());
    add(nonce.data(), nonce.size());
    add(challenge.data(), challenge.size());
    Proof result;
    hmac_sha256_digest(&context, result.size(), result.data());
    return result;
}

}  // namespace

tl::expected<std::string, std::string> readSecret(const std::string& file) {
    std::ifstream stream(file);
    std::string secret;
    if (!std::getline(stream, secret))
        return tl::unexpected("cannot read a secret from '" + file + "'");
    if (secret.size() < shortestSecret)
        return tl::unexpected("the secret in '" + file + "' is too short: use at least " +
                              std::to_string(shortestSecret) + " characters in one line");
    return secret;
}

Nonce freshNonce() {
    Nonce nonce;
    // Requests of up to 256 bytes are never cut short; older kernels without this call are not
    // supported.
    if (getrandom(nonce.data(), nonce.size(), 0) != static_cast<ssize_t>(nonce.size()))
        std::abort();
    return nonce;
}

Proof clientProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge) {
    return proof("momentree client", secret, nonce, challenge);
}

Proof agentProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge) {
    return proof("momentree agent", secret, nonce, challenge);
}

bool equal(const Proof& a, const Proof& b) { return memeql_sec(a.data(), b.data(), a.size()) != 0; }

}  // namespace momentree::fpga::wire
