// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "fpga_link/protocol/socket.hpp"

namespace momentree::test {

/// Over TCP on this machine, takes as many bytes as a request has and gives as many as its answer,
/// without looking at them: the least that a call can cost.
class BareEcho {
public:
    BareEcho(std::size_t request, std::size_t reply)
        : request_(request), reply_(reply), bytes_(std::max(request, reply)) {
        fpga::Descriptor listener = std::move(*fpga::listenOn({"127.0.0.1", 0}));
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(fpga::portOf(listener.number()));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socket_ = fpga::Descriptor(::socket(AF_INET, SOCK_STREAM, 0));
        if (::connect(socket_.number(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
            std::abort();
        pollfd ready{listener.number(), POLLIN, 0};
        ::poll(&ready, 1, -1);
        other_ = fpga::Descriptor(::accept(listener.number(), nullptr, nullptr));
        for (const int socket : {socket_.number(), other_.number()}) sendAtOnce(socket);
        thread_ = std::thread([this] { serve(); });
    }
    ~BareEcho() {
        ::shutdown(socket_.number(), SHUT_RDWR);
        thread_.join();
    }
    void call() {
        whole(socket_.number(), bytes_, request_, true);
        whole(socket_.number(), bytes_, reply_, false);
    }

private:
    static void sendAtOnce(int socket) {
        const int yes = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    static bool whole(int socket, std::vector<char>& bytes, std::size_t size, bool out) {
        for (std::size_t at = 0; at < size;) {
            const ssize_t done = out ? ::send(socket, bytes.data() + at, size - at, MSG_NOSIGNAL)
                                     : ::recv(socket, bytes.data() + at, size - at, 0);
            if (done <= 0) return false;
            at += static_cast<std::size_t>(done);
        }
        return true;
    }
    void serve() {
        std::vector<char> bytes(bytes_.size());
        while (whole(other_.number(), bytes, request_, false) &&
               whole(other_.number(), bytes, reply_, true)) {
        }
    }

    std::size_t request_, reply_;
    std::vector<char> bytes_;
    fpga::Descriptor socket_, other_;
    std::thread thread_;
};

}  // namespace momentree::test
