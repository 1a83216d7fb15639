// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/agent/server.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <utility>

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;

/// Time for a closing connection to deliver its last frames.
constexpr milliseconds farewell{1'000};
constexpr std::size_t mostLeaving = 16;
constexpr std::size_t readSize = std::size_t{64} * 1024;
/// Clients that wait beside the one that controls the board.
constexpr std::size_t mostWaiting = 32;
/// What one turn does at most for a client, and for newcomers, before it serves the others.
constexpr int readsPerTurn = 4, acceptsPerTurn = 8;
constexpr milliseconds betweenLogs{1'000};

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

/// Whether the other end has closed its direction, however much of it is still to be read.
bool hungUp(int socket) {
    pollfd line{socket, POLLRDHUP, 0};
    return ::poll(&line, 1, 0) > 0;
}

/// The host's part of an address, by which clients are counted: of IPv6 the network.
std::string sourceOf(const sockaddr_storage& address) {
    const auto bytes = [](const void* first, std::size_t size) {
        return std::string(static_cast<const char*>(first), size);
    };
    if (address.ss_family == AF_INET6)
        return bytes(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr, 8);
    return bytes(&reinterpret_cast<const sockaddr_in&>(address).sin_addr, 4);
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
void Server::watch(Client& client) {
    std::uint32_t wanted = client.session.takesInput() ? std::uint32_t{EPOLLIN} : 0;
    if (!client.session.output().empty()) wanted |= EPOLLOUT;
    if (wanted == client.watched) return;
    client.watched = wanted;
    epoll_event event{wanted, {.fd = client.socket.number()}};
    ::epoll_ctl(events_.number(), EPOLL_CTL_MOD, client.socket.number(), &event);
}

/// Sleeps until something happens, then serves everything.
/// @return the time of waking up
Clock::time_point Server::turn(Clock::time_point before) {
    for (Client& client : clients_) watch(client);
    std::array<epoll_event, mostWaiting + 4> events;
    const int count = ::epoll_wait(events_.number(), events.data(), static_cast<int>(events.size()),
                                   timeout(before));
    const auto now = Clock::now();
    bool newcomers = false;
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        if (event.data.fd == wake_.read.number())
            wake_.drain();
        else if (event.data.fd == listener_.number())
            newcomers = true;
        else if (event.data.fd == options_.lifeline)
            readLifeline();
        for (Client& client : clients_)
            if (client.socket.number() == event.data.fd)
                client.heard = (event.events & ~std::uint32_t{EPOLLOUT}) != 0;
    }
    if (owner_ != nullptr)
        owner_->session.takeReports();
    else
        board_.takeReports();
    if (owner_ != nullptr) serve(*owner_, now);
    for (Client& client : clients_)
        if (&client != owner_) serve(client, now);
    finishEnded(now);  // makes room for those who ask for the board
    assignBoard(now);
    finishEnded(now);
    for (int i = 0; newcomers && i < acceptsPerTurn; ++i) newcomers = acceptOne(now);
    serveLeaving(now);
    return now;
}

void Server::serve(Client& client, Clock::time_point now) {
    if (std::exchange(client.heard, false)) receive(client, now);
    client.session.tick(now);
    transmit(client);
}

void Server::readLifeline() {
    std::array<char, 64> ignored;
    if (::read(options_.lifeline, ignored.data(), ignored.size()) <= 0) stop_ = true;
}

int Server::timeout(Clock::time_point now) const {
    auto next = now + std::chrono::hours(1);
    for (const Client& client : clients_) next = std::min(next, client.session.nextTick());
    if (!leaving_.empty()) next = std::min(next, now + milliseconds(50));
    const auto left = std::chrono::duration_cast<milliseconds>(next - now).count();
    return static_cast<int>(std::clamp<std::int64_t>(left + 1, 1, 3'600'000));
}

/// @return false if nobody waits to be accepted
bool Server::acceptOne(Clock::time_point now) {
    sockaddr_storage from{};
    socklen_t size = sizeof from;
    Descriptor socket(::accept(listener_.number(), reinterpret_cast<sockaddr*>(&from), &size));
    if (!socket) return false;
    if (!makeRoom(now)) return true;
    prepareStream(socket.number());
    epoll_event event{EPOLLIN, {.fd = socket.number()}};
    ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, socket.number(), &event);
    const std::uint32_t number = ++sessions_;
    clients_.push_back({std::move(socket), sourceOf(from), number,
                        AgentSession(board_, identity_, options_.session, number, now)});
    return true;
}

/// If too many clients wait, the one that has waited longest of those from the busiest host goes,
/// so that a flood from one host does not keep others out.
/// @return false if all have proven themselves
bool Server::makeRoom(Clock::time_point now) {
    if (clients_.size() <= mostWaiting) return true;
    std::map<std::string, std::pair<int, Client*>> hosts;
    for (Client& client : clients_) {
        if (&client == owner_ || client.session.asksForBoard()) continue;
        auto& [waiting, oldest] = hosts[client.source];
        if (waiting++ == 0) oldest = &client;
    }
    const auto busiest =
        std::ranges::max_element(hosts, {}, [](const auto& host) { return host.second.first; });
    if (busiest == hosts.end()) return false;
    busiest->second.second->session.turnAway("too many clients wait; try again");
    finishEnded(now);
    return true;
}

/// The first that asks for the board gets it, as soon as it has ended the job of an earlier owner.
void Server::assignBoard(Clock::time_point now) {
    for (Client& client : clients_) {
        if (!client.session.asksForBoard()) continue;
        if (hungUp(client.socket.number())) {
            client.lost = true;  // and keeps nobody else from the board
            continue;
        }
        if (owner_ != nullptr) {
            const auto age =
                std::chrono::duration_cast<std::chrono::seconds>(owner_->session.age(now));
            client.session.turnAway("another client controls this board, since " +
                                    std::to_string(age.count()) + " s; wait until it leaves");
        } else if (!board_.busy()) {
            owner_ = &client;
            board_.setOwned(true);
            options_.log("session " + std::to_string(client.number) + " begins");
            client.session.admit(now);
        }
        transmit(client);
    }
}

void Server::receive(Client& client, Clock::time_point now) {
    std::array<std::uint8_t, readSize> bytes;
    for (int i = 0; i < readsPerTurn && client.session.takesInput(); ++i) {
        const ssize_t size = ::recv(client.socket.number(), bytes.data(), bytes.size(), 0);
        if (size > 0) {
            client.session.receive(wire::BytesView(bytes).first(static_cast<std::size_t>(size)),
                                   now);
            if (static_cast<std::size_t>(size) < bytes.size()) return;
        } else {
            client.lost = size == 0 || !wouldBlock(errno);
            return;
        }
    }
}

void Server::transmit(Client& client) {
    if (!client.session.output().empty() &&
        !sendSome(client.socket.number(), client.session.output()))
        client.lost = true;
}

void Server::logRarely(const std::string& text) {
    const auto now = Clock::now();
    if (now - logged_ < betweenLogs) return;
    logged_ = now;
    options_.log(text);
}

void Server::finishEnded(Clock::time_point now) {
    for (auto client = clients_.begin(); client != clients_.end();) {
        const auto here = client++;
        if (!here->lost && !here->session.over()) continue;
        finish(*here, now);
        clients_.erase(here);
    }
}

void Server::finish(Client& client, Clock::time_point now) {
    const bool owned = &client == owner_;
    const std::string why = client.lost ? "the client has gone" : client.session.lastWord();
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, client.socket.number(), nullptr);
    if (!client.lost && (owned || leaving_.size() < mostLeaving))
        leaving_.push_back(
            {std::move(client.socket), std::move(client.session.output()), now + farewell});
    if (!owned) return logRarely("a client was not admitted: " + why);
    options_.log("session " + std::to_string(client.number) + " ends: " + why);
    owner_ = nullptr;
    board_.setOwned(false);
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
        ssize_t size = 1;
        for (int i = 0; i < readsPerTurn && size > 0; ++i)
            size = ::recv(one.socket.number(), ignored.data(), ignored.size(), 0);
        if (size > 0) return now >= one.until;
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
        if (owner_ != nullptr) {
            owner_->session.takeReports();
            transmit(*owner_);
        } else {
            board_.takeReports();
        }
    }
    for (Client& client : clients_) {
        client.session.end();
        transmit(client);
    }
    finishEnded(Clock::now());
    while (Clock::now() < until && !leaving_.empty()) {
        serveLeaving(Clock::now());
        ::poll(nullptr, 0, 5);
    }
    if (!board_.busy()) board_.accelerator().reset();
}

}  // namespace momentree::fpga
