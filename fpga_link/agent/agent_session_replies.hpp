// SPDX-License-Identifier: Apache-2.0
// Receives and sends the messages of a session.
#pragma once

#include "fpga_link/agent/agent_session.hpp"

namespace momentree::fpga {

/// Decodes the payload; sends an ERROR on failure.
template <class Message>
bool AgentSession::take(const wire::Frame& frame, Message& message) {
    auto decoded = wire::decode<Message>(frame.payload);
    if (decoded)
        message = std::move(*decoded);
    else
        refuse(frame, wire::ErrorCode::BadPayload, decoded.error());
    return decoded.has_value();
}

template <class Message>
void AgentSession::send(const Message& message, std::uint32_t sequence) {
    const wire::Bytes frame = wire::encode(message, sequence);
    output_.insert(output_.end(), frame.begin(), frame.end());
    ++counts_.framesSent;
    counts_.bytesSent += frame.size();
}

/// Decodes a request, calls a function, and sends the result.
template <class Message, class Call>
bool AgentSession::answer(const wire::Frame& frame, const Call& call) {
    Message message;
    if (!take(frame, message)) return true;
    const auto reply = call(message);
    if (reply)
        send(*reply, frame.sequence);
    else
        refuse(frame, reply.error().code, reply.error().text);
    return true;
}

}  // namespace momentree::fpga
