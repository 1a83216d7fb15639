// SPDX-License-Identifier: Apache-2.0
// A network of this process with a faulty line: packets are delayed and lost, so that TCP has to
// retransmit. Like `tc netem`, but independent of kernel support for it.
#pragma once

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fpga_link/protocol/socket.hpp"

namespace momentree::test {

/// Connections to `farHost` pass through the line and arrive at `nearHost`.
class LossyLine {
public:
    static constexpr const char* nearHost = "10.74.20.1";
    static constexpr const char* farHost = "10.74.20.2";

    std::atomic<int> delay_ms{0};     ///< each way
    std::atomic<int> lossPercent{0};  ///< each way
    std::atomic<bool> pulled{false};  ///< nothing passes
    std::atomic<int> lost{0};         ///< packets so far

    /// Puts the caller into a separate network; call before starting the first thread.
    /// @return empty, or why this machine does not allow it
    std::string enter() {
        const unsigned user = ::geteuid();
        // Sufficient for root; other users become root of that network.
        if (::unshare(CLONE_NEWNET) != 0) {
            if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return failed("unshare");
            std::ofstream("/proc/self/uid_map") << "0 " << user << " 1\n";
        }
        tun_ = fpga::Descriptor(::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC));
        if (!tun_) return failed("/dev/net/tun");
        ifreq request{};
        request.ifr_flags = IFF_TUN | IFF_NO_PI;
        if (::ioctl(tun_.number(), TUNSETIFF, &request) != 0) return failed("TUNSETIFF");
        if (!configure(request)) return failed("the address of the line");
        thread_ = std::thread([this] { work(); });
        return {};
    }
    ~LossyLine() {
        if (!thread_.joinable()) return;
        stop_.wake();
        thread_.join();
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Packet {
        Clock::time_point due;
        std::vector<unsigned char> bytes;
    };

    static std::string failed(const std::string& what) {
        return what + ": " + fpga::textOfError(errno);
    }

    /// 10.74.20.1/24, up.
    static bool configure(ifreq& request) {
        const fpga::Descriptor socket(::socket(AF_INET, SOCK_DGRAM, 0));
        const auto setAddress = [&](unsigned long command, std::uint32_t value) {
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(value);
            std::memcpy(&request.ifr_addr, &address, sizeof address);
            return ::ioctl(socket.number(), command, &request) == 0;
        };
        if (!setAddress(SIOCSIFADDR, 0x0A4A1401) || !setAddress(SIOCSIFNETMASK, 0xFFFFFF00))
            return false;
        request.ifr_flags = IFF_UP | IFF_RUNNING;
        return ::ioctl(socket.number(), SIOCSIFFLAGS, &request) == 0;
    }

    void work() {
        std::array<unsigned char, 65'536> bytes;
        while (true) {
            int patience = -1;
            if (!packets_.empty()) {
                const auto left = std::chrono::ceil<std::chrono::milliseconds>(
                    packets_.front().due - Clock::now());
                patience = std::max(0, static_cast<int>(left.count()));
            }
            std::array<pollfd, 2> fds{pollfd{tun_.number(), POLLIN, 0},
                                      pollfd{stop_.read.number(), POLLIN, 0}};
            ::poll(fds.data(), fds.size(), patience);
            if (fds[1].revents != 0) return;
            const ssize_t size = ::read(tun_.number(), bytes.data(), bytes.size());
            if (size > 0) take(bytes.data(), static_cast<std::size_t>(size));
            give();
        }
    }

    /// Swaps source and destination, which keeps all checksums valid.
    void take(unsigned char* bytes, std::size_t size) {
        constexpr std::size_t source = 12, destination = 16, address = 4;
        if (size < destination + address || bytes[0] >> 4 != 4) return;
        if (pulled || static_cast<int>(random_() % 100) < lossPercent) {
            ++lost;
            return;
        }
        std::swap_ranges(bytes + source, bytes + source + address, bytes + destination);
        packets_.push_back({Clock::now() + std::chrono::milliseconds(delay_ms),
                            std::vector<unsigned char>(bytes, bytes + size)});
    }

    void give() {
        for (; !packets_.empty() && packets_.front().due <= Clock::now(); packets_.pop_front())
            if (const auto& bytes = packets_.front().bytes;
                !pulled && ::write(tun_.number(), bytes.data(), bytes.size()) < 0)
                ++lost;
    }

    fpga::Descriptor tun_;
    fpga::WakePipe stop_;
    std::mt19937 random_{29};
    std::deque<Packet> packets_;
    std::thread thread_;
};

}  // namespace momentree::test
