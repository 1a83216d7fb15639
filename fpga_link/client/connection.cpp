// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/client/connection.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t readSize = std::size_t{256} * 1024;
/// Interval between checks whether the caller requests a stop.
constexpr milliseconds connectSlice{20};

bool wouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

tl::unexpected<BoardError> brokenBy(int error) {
    return trouble(Trouble::Broken, {textOfError(error)});
}

tl::unexpected<BoardError> stopped() { return trouble(Trouble::Stopped); }

tl::unexpected<BoardError> unreachable(const Address& address, int error) {
    const std::string where = address.host + ":" + std::to_string(address.port);
    if (error == ECONNREFUSED) return trouble(Trouble::NotListening, {where});
    return trouble(Trouble::Unreachable, {where, textOfError(error)});
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

std::pair<int, AddressList> addressesOf(const Address& address, int flags) {
    addrinfo hints{};
    hints.ai_flags = flags;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(address.port);
    const int failure = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &found);
    return {failure, AddressList(failure == 0 ? found : nullptr, &::freeaddrinfo)};
}

/// The system may take half a minute for a name and cannot be interrupted, so it looks in a thread
/// of its own, which is left alone with its result if the caller stops or runs out of time.
Expected<AddressList> lookUp(const Address& address, Clock::time_point deadline,
                             const std::stop_token& stop) {
    auto result = addressesOf(address, AI_NUMERICHOST);
    if (result.first == EAI_NONAME) {
        std::packaged_task<std::pair<int, AddressList>()> task(
            [address] { return addressesOf(address, 0); });
        auto answer = task.get_future();
        std::thread(std::move(task)).detach();
        while (answer.wait_for(connectSlice) != std::future_status::ready) {
            if (stop.stop_requested()) return stopped();
            if (Clock::now() >= deadline)
                return trouble(Trouble::UnknownHost, {address.host, "no answer in time"});
        }
        result = answer.get();
    }
    if (result.first != 0)
        return trouble(Trouble::UnknownHost, {address.host, ::gai_strerror(result.first)});
    return std::move(result.second);
}

}  // namespace

Connection::Connection(Descriptor socket)
    : socket_(std::move(socket)), firstByte_(Clock::now()), heard_(firstByte_) {}

Expected<Connection> Connection::open(const Address& address, milliseconds patience,
                                      const std::stop_token& stop) {
    const auto deadline = Clock::now() + patience;
    const auto list = lookUp(address, deadline, stop);
    if (!list) return tl::unexpected(list.error());
    int error = ECONNREFUSED;
    for (const addrinfo* one = list->get(); one != nullptr; one = one->ai_next) {
        Connection connection(Descriptor(::socket(one->ai_family, SOCK_STREAM, 0)));
        const int socket = connection.socket_.number();
        if (socket < 0) continue;
        prepareStream(socket);
        error = ::connect(socket, one->ai_addr, one->ai_addrlen) == 0 ? 0 : errno;
        if (error == EINPROGRESS) {
            const auto ready = connection.wait(POLLOUT, deadline, stop);
            if (!ready) return tl::unexpected(ready.error());
            socklen_t size = sizeof error;
            if (*ready)
                ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
            else
                error = ETIMEDOUT;
        }
        if (error != 0) continue;
        // From here on, `recv` waits: one system call per answer instead of three.
        ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) & ~O_NONBLOCK);
        return connection;
    }
    return unreachable(address, error);
}

/// Waits for the socket; false on timeout.
Expected<bool> Connection::wait(short events, Clock::time_point deadline,
                                const std::stop_token& stop) {
    while (true) {
        if (stop.stop_requested()) return stopped();
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
        const auto slice = stop.stop_possible() ? std::min(left, connectSlice) : left;
        pollfd ready{socket_.number(), events, 0};
        const int count = ::poll(
            &ready, 1, static_cast<int>(std::clamp<std::int64_t>(slice.count(), 0, 1 << 30)));
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return brokenBy(errno);
        if (Clock::now() >= deadline) return false;
    }
}

Expected<void> Connection::send(wire::BytesView bytes, Clock::time_point deadline,
                                const std::stop_token& stop) {
    while (!bytes.empty()) {
        const ssize_t sent =
            ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(sent));
            continue;
        }
        if (!wouldBlock(errno)) return brokenBy(errno);
        const auto ready = wait(POLLOUT, deadline, stop);
        if (!ready) return tl::unexpected(ready.error());
        if (!*ready) return trouble(Trouble::Stuck);
    }
    return {};
}

/// Limits the time `recv` waits to between half of `time` and all of it, so that one setting serves
/// many calls.
void Connection::setPatience(Clock::duration time) {
    const auto whole = std::max<std::int64_t>(1, std::chrono::floor<milliseconds>(time).count());
    const milliseconds patience(std::bit_floor(static_cast<std::uint64_t>(whole)));
    if (patience == patience_) return;
    patience_ = patience;
    const auto full = std::chrono::floor<std::chrono::seconds>(patience);
    const std::chrono::microseconds rest = patience - full;
    const timeval limit{static_cast<time_t>(full.count()), static_cast<suseconds_t>(rest.count())};
    ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

/// Reads available bytes; false if none arrived before the deadline.
Expected<bool> Connection::read(Clock::time_point deadline, const std::stop_token& stop) {
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(taken_));
    taken_ = 0;
    std::array<std::uint8_t, readSize> bytes;
    ssize_t size = -1;
    while (size < 0) {
        const auto left = deadline - Clock::now();
        const bool late = left <= Clock::duration::zero();
        if (!late)
            setPatience(stop.stop_possible() ? std::min<Clock::duration>(left, connectSlice)
                                             : left);
        size = ::recv(socket_.number(), bytes.data(), bytes.size(), late ? MSG_DONTWAIT : 0);
        if (size >= 0) break;
        if (!wouldBlock(errno)) return brokenBy(errno);
        if (stop.stop_requested()) return stopped();
        if (late) return false;
    }
    if (size == 0) return trouble(Trouble::Closed);
    heard_ = Clock::now();
    if (input_.empty()) firstByte_ = heard_;
    input_.insert(input_.end(), bytes.begin(), bytes.begin() + size);
    return true;
}

Expected<std::optional<Received>> Connection::receive(Clock::time_point deadline,
                                                      const std::stop_token& stop) {
    while (true) {
        const wire::Parsed parsed = wire::parse(wire::BytesView(input_).subspan(taken_));
        if (const auto* bad = std::get_if<wire::BadFrame>(&parsed))
            return trouble(
                bad->code == wire::ErrorCode::BadVersion ? Trouble::WrongVersion : Trouble::Garbled,
                {bad->text}, bad->code);
        if (const auto* frame = std::get_if<wire::Frame>(&parsed)) {
            taken_ += frame->size;
            return Received{frame->type, frame->sequence,
                            wire::Bytes(frame->payload.begin(), frame->payload.end())};
        }
        const auto more = read(deadline, stop);
        if (!more) return tl::unexpected(more.error());
        if (!*more) return std::nullopt;
    }
}

}  // namespace momentree::fpga
