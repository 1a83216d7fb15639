// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/server.hpp"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;

/// Time for a closing connection to deliver its last frames.
constexpr milliseconds farewell{1'000};
constexpr std::size_t mostLeaving = 16;
constexpr std::size_t readSize = std::size_t{64} * 1024;

bool wouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

/// Sends as much as possible; returns false if the connection is broken.
bool sendSome(int socket, wire::Bytes& output) {
    std::size_t at = 0;
    bool good = true;
    while (good && at < output.size()) {
        const ssize_t sent = ::send(socket, output.data() + at, output.size() - at, MSG_NOSIGNAL);
        if (sent >= 0)
            at += static_cast<std::size_t>(sent);
        else if (wouldBlock(errno))
            break;
        else
            good = false;
    }
    output.erase(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(at));
    return good;
}

}  // namespace

Server::Server(Accelerator& accelerator, const wire::HelloAck& identity, Descriptor listener,
               ServerOptions options)
    : options_(std::move(options)),
      identity_(identity),
      listener_(std::move(listener)),
      events_(::epoll_create1(EPOLL_CLOEXEC)),
      board_(accelerator, [this] { wake_.wake(); }) {
    for (const int source : {wake_.read.number(), listener_.number(), options_.lifeline}) {
        epoll_event event{EPOLLIN, {.fd = source}};
        if (source >= 0) ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, source, &event);
    }
}

void Server::stop() {
    stop_ = true;
    wake_.wake();
}

void Server::run() {
    auto now = Clock::now();
    while (!stop_) now = turn(now);
    shutDown();
}

/// Updates the client's events of interest in the kernel if they have changed.
void Server::watchClient() {
    std::uint32_t wanted = session_->takesInput() ? std::uint32_t{EPOLLIN} : 0;
    if (!session_->output().empty()) wanted |= EPOLLOUT;
    if (wanted == watched_) return;
    watched_ = wanted;
    epoll_event event{wanted, {.fd = socket_.number()}};
    ::epoll_ctl(events_.number(), EPOLL_CTL_MOD, socket_.number(), &event);
}

/// Sleeps until something happens, then serves everything.
/// @return the time of waking up
Clock::time_point Server::turn(Clock::time_point before) {
    if (session_) watchClient();
    std::array<epoll_event, 4> events;
    const int count = ::epoll_wait(events_.number(), events.data(), static_cast<int>(events.size()),
                                   timeout(before));
    const auto now = Clock::now();
    bool newcomer = false, heard = false;
    for (int i = 0; i < count; ++i) {
        const int source = events[static_cast<std::size_t>(i)].data.fd;
        if (source == wake_.read.number())
            wake_.drain();
        else if (source == listener_.number())
            newcomer = true;
        else if (source == options_.lifeline)
            readLifeline();
        else
            heard |= (events[static_cast<std::size_t>(i)].events & ~std::uint32_t{EPOLLOUT}) != 0;
    }
    if (session_)
        session_->takeReports();
    else
        board_.takeReports();
    // Before a new client is refused, so that a client that has left makes room for it.
    if (session_) {
        if (heard) receive(now);
        session_->tick(now);
        transmit();
        if (lost_ || session_->over()) finishSession(now);
    }
    if (newcomer) accept();
    serveLeaving(now);
    return now;
}

void Server::readLifeline() {
    std::array<char, 64> ignored;
    if (::read(options_.lifeline, ignored.data(), ignored.size()) <= 0) stop_ = true;
}

int Server::timeout(Clock::time_point now) const {
    auto next = now + std::chrono::hours(1);
    if (session_) next = session_->nextTick();
    if (!leaving_.empty()) next = std::min(next, now + milliseconds(50));
    const auto left = std::chrono::duration_cast<milliseconds>(next - now).count();
    return static_cast<int>(std::clamp<std::int64_t>(left + 1, 1, 3'600'000));
}

void Server::accept() {
    Descriptor socket(::accept(listener_.number(), nullptr, nullptr));
    if (!socket) return;
    prepareStream(socket.number());
    const auto now = Clock::now();
    if (session_)
        refuse(std::move(socket), now);
    else
        begin(std::move(socket), now);
}

void Server::begin(Descriptor socket, Clock::time_point now) {
    socket_ = std::move(socket);
    lost_ = false;
    watched_ = EPOLLIN;
    epoll_event event{watched_, {.fd = socket_.number()}};
    ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, socket_.number(), &event);
    session_.emplace(board_, identity_, options_.session, ++sessions_, now);
    options_.log("session " + std::to_string(sessions_) + " begins");
}

void Server::refuse(Descriptor socket, Clock::time_point now) {
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(session_->age(now)).count();
    options_.log("a second client was refused");
    if (leaving_.size() >= mostLeaving) return;
    const wire::Error busy{wire::ErrorCode::Busy, 0, wire::yes,
                           "another client controls this board, since " + std::to_string(age) +
                               " s; wait until it leaves"};
    leaving_.push_back({std::move(socket), wire::encode(busy, 0), now + farewell});
}

void Server::receive(Clock::time_point now) {
    std::array<std::uint8_t, readSize> bytes;
    while (session_->takesInput()) {
        const ssize_t size = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
        if (size > 0) {
            session_->receive(wire::BytesView(bytes).first(static_cast<std::size_t>(size)), now);
            if (static_cast<std::size_t>(size) < bytes.size()) return;
        } else if (size < 0 && wouldBlock(errno)) {
            return;
        } else {
            lost_ = true;
            return;
        }
    }
}

void Server::transmit() {
    if (!session_->output().empty() && !sendSome(socket_.number(), session_->output()))
        lost_ = true;
}

void Server::finishSession(Clock::time_point now) {
    options_.log("session " + std::to_string(sessions_) +
                 " ends: " + (lost_ ? "the client has gone" : session_->lastWord()));
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, socket_.number(), nullptr);
    if (!lost_)
        leaving_.push_back({std::move(socket_), std::move(session_->output()), now + farewell});
    socket_.reset();
    session_.reset();
    if (board_.busy()) board_.forget();
    if (options_.once) stop_ = true;
}

/// Sends the remaining output, then closes the connection for writing. Further input is discarded,
/// because closing a socket with unread input would discard the output.
void Server::serveLeaving(Clock::time_point now) {
    const auto left = [&](Leaving& one) {
        if (!sendSome(one.socket.number(), one.output)) return true;
        if (one.output.empty() && !std::exchange(one.shut, true))
            ::shutdown(one.socket.number(), SHUT_WR);
        std::array<std::uint8_t, 4096> ignored;
        ssize_t size = 0;
        while ((size = ::recv(one.socket.number(), ignored.data(), ignored.size(), 0)) > 0) {
        }
        return size == 0 || !wouldBlock(errno) || now >= one.until;
    };
    leaving_.erase(std::remove_if(leaving_.begin(), leaving_.end(), left), leaving_.end());
}

void Server::shutDown() {
    const auto until = Clock::now() + farewell;
    if (board_.busy()) board_.abort();
    while (Clock::now() < until && board_.busy()) {
        pollfd wake{wake_.read.number(), POLLIN, 0};
        ::poll(&wake, 1, 20);
        wake_.drain();
        if (session_) {
            session_->takeReports();
            transmit();
        } else {
            board_.takeReports();
        }
    }
    if (session_) {
        session_->end();
        transmit();
        finishSession(Clock::now());
    }
    while (Clock::now() < until && !leaving_.empty()) {
        serveLeaving(Clock::now());
        ::poll(nullptr, 0, 5);
    }
    if (!board_.busy()) board_.accelerator().reset();
}

}  // namespace momentree::fpga
