// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fpga_link/protocol/session_messages.hpp"

namespace momentree::fpga::wire {

/// Unpredictable random bytes.
Nonce freshNonce();

/// HMAC-SHA-256, keyed with the shared secret, of the prover's role, the nonce of HELLO and the
/// challenge of HELLO_ACK.
Proof clientProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge);
Proof agentProof(const std::string& secret, const Nonce& nonce, const Nonce& challenge);

/// Compares in constant time.
bool equal(const Proof& a, const Proof& b);

}  // namespace momentree::fpga::wire
