// SPDX-License-Identifier: Apache-2.0
// A board that says what a test tells it, and a line that mistreats whole frames.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <functional>
#include <thread>

#include "fpga_link/protocol/messages.hpp"
#include "fpga_link/protocol/socket.hpp"

namespace momentree::test {

inline fpga::Descriptor listenAnywhere() {
    auto listener = fpga::listenOn({"127.0.0.1", 0});
    if (!listener) qFatal("%s", listener.error().c_str());
    return std::move(*listener);
}

/// Takes the whole frames from the beginning of `input`.
inline void takeFrames(fpga::wire::Bytes& input,
                       const std::function<void(const fpga::wire::Frame&)>& take) {
    std::size_t at = 0;
    while (true) {
        const auto parsed = fpga::wire::parse(fpga::wire::BytesView(input).subspan(at));
        const auto* frame = std::get_if<fpga::wire::Frame>(&parsed);
        if (frame == nullptr) break;
        take(*frame);
        at += frame->size;
    }
    input.erase(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(at));
}

/// Serves one client after the other.
class ScriptedBoard {
public:
    /// What it says to a frame.
    using Answer = std::function<fpga::wire::Bytes(const fpga::wire::Frame&)>;
    /// What it says unasked, once in a millisecond.
    using Unasked = std::function<fpga::wire::Bytes()>;

    explicit ScriptedBoard(Answer answer, Unasked unasked = {})
        : answer_(std::move(answer)), unasked_(std::move(unasked)) {
        thread_ = std::thread([this] {
            while (!stop_) serve();
        });
    }
    ~ScriptedBoard() {
        stop_ = true;
        thread_.join();
    }
    fpga::Address address() const { return {"127.0.0.1", fpga::portOf(listener_.number())}; }

private:
    void serve() {
        pollfd waiting{listener_.number(), POLLIN, 0};
        if (::poll(&waiting, 1, 5) <= 0) return;
        const fpga::Descriptor client(::accept(listener_.number(), nullptr, nullptr));
        fpga::prepareStream(client.number());
        fpga::wire::Bytes input;
        std::array<std::uint8_t, 65536> bytes;
        while (!stop_) {
            pollfd readable{client.number(), POLLIN, 0};
            if (::poll(&readable, 1, 1) > 0) {
                const ssize_t size = ::recv(client.number(), bytes.data(), bytes.size(), 0);
                if (size <= 0) return;
                input.insert(input.end(), bytes.begin(), bytes.begin() + size);
                takeFrames(input, [&](const auto& frame) { say(client, answer_(frame)); });
            }
            if (unasked_) say(client, unasked_());
        }
    }
    /// What does not fit is lost: nobody reads it.
    static void say(const fpga::Descriptor& client, const fpga::wire::Bytes& bytes) {
        if (!bytes.empty()) [[maybe_unused]]
            const auto sent = ::send(client.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }

    Answer answer_;
    Unasked unasked_;
    fpga::Descriptor listener_ = listenAnywhere();
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

enum class FrameFault { Lost, Doubled, Swapped, Late };

/// Between a client and an agent; treats one frame of one direction badly.
class FrameProxy {
public:
    FrameProxy(const fpga::Address& agent, FrameFault fault, bool ofAgent, int number)
        : agent_(agent), fault_(fault), ofAgent_(ofAgent), number_(number) {
        thread_ = std::thread([this] {
            while (!stop_) serve();
        });
    }
    ~FrameProxy() {
        stop_ = true;
        thread_.join();
    }
    fpga::Address address() const { return {"127.0.0.1", fpga::portOf(listener_.number())}; }
    void repair() { number_ = -1; }  ///< for later connections
    std::atomic<bool> done{false};   ///< whether the frame came

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Way {
        const fpga::Descriptor* from;
        const fpga::Descriptor* to;
        bool faulty;
        int seen = 0;
        fpga::wire::Bytes input = {}, kept = {}, output = {};
        Time due = {};
    };

    void serve() {
        pollfd waiting{listener_.number(), POLLIN, 0};
        if (::poll(&waiting, 1, 5) <= 0) return;
        const fpga::Descriptor client(::accept(listener_.number(), nullptr, nullptr));
        auto line = fpga::Descriptor(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(agent_.port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(line.number(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) return;
        fpga::prepareStream(client.number());
        fpga::prepareStream(line.number());
        Way up{&client, &line, !ofAgent_}, down{&line, &client, ofAgent_};
        while (!stop_) {
            std::array<pollfd, 2> fds{pollfd{client.number(), POLLIN, 0},
                                      pollfd{line.number(), POLLIN, 0}};
            ::poll(fds.data(), fds.size(), 1);
            if (fds[0].revents != 0 && !take(up)) return;
            if (fds[1].revents != 0 && !take(down)) return;
            for (Way* way : {&up, &down})
                if (!give(*way)) return;
        }
    }

    bool take(Way& way) {
        std::array<std::uint8_t, 65536> bytes;
        const ssize_t size = ::recv(way.from->number(), bytes.data(), bytes.size(), 0);
        if (size == 0 || (size < 0 && errno != EAGAIN)) return false;
        if (size > 0) way.input.insert(way.input.end(), bytes.begin(), bytes.begin() + size);
        takeFrames(way.input, [&](const fpga::wire::Frame& frame) {
            fpga::wire::Bytes whole = fpga::wire::frame(frame.type, frame.sequence, frame.payload);
            const auto pass = [&](const fpga::wire::Bytes& it) {
                way.output.insert(way.output.end(), it.begin(), it.end());
            };
            const bool mistreated = way.faulty && way.seen++ == number_;
            if (mistreated) done = true;
            if (mistreated && (fault_ == FrameFault::Swapped || fault_ == FrameFault::Late)) {
                if (fault_ == FrameFault::Late)
                    way.due = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
                way.kept = std::move(whole);
                return;
            }
            if (mistreated && fault_ == FrameFault::Lost) return;
            pass(whole);
            if (mistreated) pass(whole);
            if (way.due == Time{}) pass(std::exchange(way.kept, {}));
        });
        return true;
    }

    static bool give(Way& way) {
        if (!way.kept.empty() && way.due != Time{} && way.due <= std::chrono::steady_clock::now())
            way.output.insert(way.output.end(), way.kept.begin(), way.kept.end()), way.kept.clear();
        if (way.output.empty()) return true;
        const ssize_t sent =
            ::send(way.to->number(), way.output.data(), way.output.size(), MSG_NOSIGNAL);
        if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        way.output.erase(way.output.begin(), way.output.begin() + sent);
        return true;
    }

    fpga::Address agent_;
    FrameFault fault_;
    bool ofAgent_;
    std::atomic<int> number_;
    fpga::Descriptor listener_ = listenAnywhere();
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace momentree::test
