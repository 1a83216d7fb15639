// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/protocol/socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <system_error>

namespace momentree::fpga {

namespace {

/// A burst of connections waits here until it is accepted; beyond, TCP tries again after a second.
constexpr int backlog = SOMAXCONN;

void doNotBlock(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

}  // namespace

void Descriptor::reset() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
}

WakePipe::WakePipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    doNotBlock(ends[0]);
    doNotBlock(ends[1]);
}

void WakePipe::wake() const {
    const int before = errno;
    // If the pipe is full, the reader wakes as well.
    [[maybe_unused]] const auto written = ::write(write.number(), "w", 1);
    errno = before;
}

void WakePipe::drain() const {
    std::array<char, 64> bytes;
    while (::read(read.number(), bytes.data(), bytes.size()) > 0) {
    }
}

tl::expected<Address, std::string> parseAddress(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const auto wrong = [&] {
        return tl::unexpected("'" + text +
                              "' is no address; write HOST:PORT, for example "
                              "192.168.1.10:7420, or [fe80::1]:7420");
    };
    if (colon == std::string::npos || colon == 0) return wrong();
    Address address{text.substr(0, colon), 0};
    const char* const first = text.data() + colon + 1;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, address.port);
    if (error != std::errc{} || end != last || first == last) return wrong();
    if (address.host.front() == '[') {
        if (address.host.back() != ']' || address.host.size() < 3) return wrong();
        address.host = address.host.substr(1, address.host.size() - 2);
    } else if (address.host.find(':') != std::string::npos) {
        return wrong();
    }
    return address;
}

void prepareStream(int socket) {
    doNotBlock(socket);
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

tl::expected<Descriptor, std::string> listenOn(const Address& address) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST;
    addrinfo* list = nullptr;
    const std::string port = std::to_string(address.port);
    const int failure = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &list);
    if (failure != 0)
        return tl::unexpected("cannot listen on '" + address.host + "': " + gai_strerror(failure) +
                              "; give the number of an address of this machine");
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
    Descriptor socket(::socket(list->ai_family, SOCK_STREAM, 0));
    const int yes = 1;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!socket || ::bind(socket.number(), list->ai_addr, list->ai_addrlen) != 0 ||
        ::listen(socket.number(), backlog) != 0)
        return tl::unexpected("cannot listen on " + address.host + ":" + port + ": " +
                              textOfError(errno));
    doNotBlock(socket.number());
    return socket;
}

std::uint16_t portOf(int socket) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
    return ntohs(address.ss_family == AF_INET6
                     ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                     : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

std::string textOfError(int error) { return std::generic_category().message(error); }

}  // namespace momentree::fpga
