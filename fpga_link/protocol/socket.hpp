// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace momentree::fpga {

/// Owns a file descriptor.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { reset(); }

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    void reset();

private:
    int number_ = -1;
};

/// A pipe that wakes a thread from poll(); both ends are non-blocking and closed on exec().
struct WakePipe {
    WakePipe();
    void wake() const;   ///< safe in signal handlers
    void drain() const;  ///< discards all wakes so far

    Descriptor read, write;
};

/// "HOST:PORT" or "[IPV6]:PORT".
struct Address {
    std::string host;
    std::uint16_t port = 0;
};
tl::expected<Address, std::string> parseAddress(const std::string& text);

/// Makes a socket non-blocking and sends small frames at once.
void prepareStream(int socket);

/// A listening socket, or the reason why there is none.
tl::expected<Descriptor, std::string> listenOn(const Address& address);
std::uint16_t portOf(int socket);

/// "Connection refused" and similar texts.
std::string textOfError(int error);

}  // namespace momentree::fpga
