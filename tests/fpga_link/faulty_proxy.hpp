// SPDX-License-Identifier: Apache-2.0
// A faulty line: passes bytes between an agent and one client at a time, and corrupts them.
#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <deque>
#include <thread>

#include "fpga_link/client/connection.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::test {

struct LineFaults {
    std::chrono::milliseconds delay{0};  ///< each way
    /// Delays every n-th piece as if it had been lost once; 0: never.
    int stallEvery = 0;
    std::chrono::milliseconds stall{200};
    /// Positions in the bytes from the agent; -1: never.
    std::int64_t cutAfter = -1;   ///< then the line is closed
    std::int64_t deafAfter = -1;  ///< then nothing passes in either direction
    std::int64_t flipAt = -1;     ///< this byte has a flipped bit
};

class FaultyProxy {
public:
    FaultyProxy(const fpga::Address& target, const LineFaults& faults)
        : target_(target), faults_(faults) {
        auto listener = fpga::listenOn({"127.0.0.1", 0});
        if (!listener) qFatal("%s", listener.error().c_str());
        listener_ = std::move(*listener);
        thread_ = std::thread([this] { work(); });
    }
    ~FaultyProxy() {
        stop_ = true;
        wake_.wake();
        thread_.join();
    }
    fpga::Address address() const { return {"127.0.0.1", fpga::portOf(listener_.number())}; }
    void repair() { repaired_ = true; }  ///< for later connections

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Piece {
        Time due;
        std::vector<char> bytes;
    };
    struct Way {
        fpga::Descriptor* from;
        fpga::Descriptor* to;
        std::deque<Piece> pieces;
        bool ended = false;
    };

    void work() {
        while (!stop_) {
            std::array<pollfd, 2> fds{pollfd{wake_.read.number(), POLLIN, 0},
                                      pollfd{listener_.number(), POLLIN, 0}};
            ::poll(fds.data(), fds.size(), -1);
            client_ = fpga::Descriptor(::accept(listener_.number(), nullptr, nullptr));
            if (stop_ || !client_) continue;
            fpga::prepareStream(client_.number());
            connectToTarget();
            if (repaired_) faults_ = {};
            pass();
            client_.reset();
            agent_.reset();
        }
    }

    void connectToTarget() {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(target_.port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        agent_ = fpga::Descriptor(::socket(AF_INET, SOCK_STREAM, 0));
        if (::connect(agent_.number(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
            qFatal("the agent is not there");
        fpga::prepareStream(agent_.number());
    }

    void pass() {
        Way up{&client_, &agent_, {}, false}, down{&agent_, &client_, {}, false};
        seen_ = 0;
        while (!stop_ && !(up.ended && up.pieces.empty()) && !(down.ended && down.pieces.empty())) {
            const bool deaf = faults_.deafAfter >= 0 && seen_ >= faults_.deafAfter;
            const bool cut = faults_.cutAfter >= 0 && seen_ >= faults_.cutAfter;
            if (cut && down.pieces.empty()) return;
            std::array<pollfd, 3> fds{
                pollfd{wake_.read.number(), POLLIN, 0},
                pollfd{up.ended || deaf ? -1 : client_.number(), POLLIN, 0},
                pollfd{down.ended || deaf || cut ? -1 : agent_.number(), POLLIN, 0}};
            const bool pending = !up.pieces.empty() || !down.pieces.empty();
            // A client that gives up on a deaf line must not block the next one.
            if (deaf && clientLeft()) return;
            ::poll(fds.data(), fds.size(), pending ? 1 : deaf ? 5 : -1);
            if (fds[1].revents != 0) take(up, false);
            if (fds[2].revents != 0) take(down, true);
            give(up);
            give(down);
        }
    }

    bool clientLeft() const {
        pollfd client{client_.number(), POLLRDHUP, 0};
        return ::poll(&client, 1, 0) > 0;
    }

    void take(Way& way, bool fromAgent) {
        std::vector<char> bytes(16 * 1024);
        const ssize_t size = ::recv(way.from->number(), bytes.data(), bytes.size(), 0);
        if (size <= 0) {
            way.ended = size == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
            return;
        }
        auto count = static_cast<std::int64_t>(size);
        if (fromAgent) {
            for (const std::int64_t end : {faults_.cutAfter, faults_.deafAfter})
                if (end >= 0) count = std::min(count, std::max<std::int64_t>(end - seen_, 0));
            const std::int64_t flip = faults_.flipAt - seen_;
            if (faults_.flipAt >= 0 && flip >= 0 && flip < count)
                bytes[static_cast<std::size_t>(flip)] ^= 0x10;
            seen_ += count;
        }
        bytes.resize(static_cast<std::size_t>(count));
        auto due = std::chrono::steady_clock::now() + faults_.delay;
        if (faults_.stallEvery > 0 && ++pieces_ % faults_.stallEvery == 0) due += faults_.stall;
        if (!way.pieces.empty()) due = std::max(due, way.pieces.back().due);
        way.pieces.push_back({due, std::move(bytes)});
    }

    static void give(Way& way) {
        while (!way.pieces.empty() && way.pieces.front().due <= std::chrono::steady_clock::now()) {
            auto& bytes = way.pieces.front().bytes;
            const ssize_t sent = ::send(way.to->number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK) way.ended = true;
            if (sent < 0) return;
            bytes.erase(bytes.begin(), bytes.begin() + sent);
            if (!bytes.empty()) return;
            way.pieces.pop_front();
        }
    }

    fpga::Address target_;
    LineFaults faults_;
    fpga::Descriptor listener_, client_, agent_;
    fpga::WakePipe wake_;
    std::atomic<bool> stop_{false}, repaired_{false};
    std::int64_t seen_ = 0;
    int pieces_ = 0;
    std::thread thread_;
};

}  // namespace momentree::test
