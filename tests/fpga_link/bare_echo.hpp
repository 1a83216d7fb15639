// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <vector>

#include "fpga_link/protocol/socket.hpp"

namespace momentree::test {

/// A process that receives requests and sends answers of given sizes over TCP on this machine,
/// without looking at the bytes. It sleeps, wakes and uses the kernel like the agent and its
/// client, with the same options, to measure the part of a call caused by TCP.
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
        fpga::prepareStream(socket_.number());
        ::fcntl(socket_.number(), F_SETFL, ::fcntl(socket_.number(), F_GETFL) & ~O_NONBLOCK);
        const timeval patience{32, 0};
        ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        process_ = ::fork();
        if (process_ == 0) serve(listener.number());
    }
    BareEcho(const BareEcho&) = delete;
    BareEcho& operator=(const BareEcho&) = delete;
    ~BareEcho() {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }
    pid_t process() const { return process_; }
    void call() {
        const int socket = socket_.number();
        if (::send(socket, bytes_.data(), request_, MSG_NOSIGNAL | MSG_DONTWAIT) !=
            static_cast<ssize_t>(request_))
            std::abort();
        for (std::size_t at = 0; at < reply_;) {
            const ssize_t got = ::recv(socket, bytes_.data() + at, reply_ - at, 0);
            if (got <= 0) std::abort();
            at += static_cast<std::size_t>(got);
        }
    }

private:
    [[noreturn]] void serve(int listener) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int events = ::epoll_create1(EPOLL_CLOEXEC);
        int client = -1;
        const auto watch = [events](int source) {
            epoll_event event{EPOLLIN, {.fd = source}};
            ::epoll_ctl(events, EPOLL_CTL_ADD, source, &event);
        };
        watch(listener);
        for (std::size_t at = 0;;) {
            std::array<epoll_event, 4> ready;
            if (::epoll_wait(events, ready.data(), static_cast<int>(ready.size()), 5000) <= 0)
                continue;
            if (client < 0) {
                client = ::accept(listener, nullptr, nullptr);
                fpga::prepareStream(client);
                watch(client);
                continue;
            }
            const ssize_t got = ::recv(client, bytes_.data(), bytes_.size(), 0);
            if (got == 0) std::_Exit(0);
            at += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
            if (at < request_) continue;
            at = 0;
            if (::send(client, bytes_.data(), reply_, MSG_NOSIGNAL) < 0) std::_Exit(1);
        }
    }

    std::size_t request_, reply_;
    std::vector<char> bytes_;
    fpga::Descriptor socket_;
    pid_t process_ = -1;
};

}  // namespace momentree::test
