// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "fpga_link/protocol/session_messages.hpp"

namespace momentree::fpga::wire {

/// A shared secret is the first line of a file, without its line end.
inline constexpr std::size_t shortestSecret = 16;
/// @return why it cannot be used, if so
tl::expected<std::string, std::string> readSecret(const std::string& file);

/// Unpredictable random bytes.
Nonce freshNonce();

/// HMAC-SHA-256, keyed with the shared secret, of the prover's role, the nonce of HELLO and the
/// challenge of HELLO_ACK.
Proof clientProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge);
Proof agentProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge);

/// Compares in constant time.
bool equal(const Proof& a, const Proof& b);

}  // namespace momentree::fpga::wire
