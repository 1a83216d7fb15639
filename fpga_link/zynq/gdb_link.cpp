// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/zynq/gdb_link.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace momentree::fpga {

namespace {

constexpr std::chrono::seconds longestAnswer{20};

std::string hexOf(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "%x", static_cast<unsigned>(value));
    return text;
}

/// Eight digits, bytes in the order of memory.
std::string bytesOf(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(__builtin_bswap32(value)));
    return text;
}

std::uint32_t wordIn(const std::string& text, std::size_t byte) {
    if (text.size() < 2 * byte + 8)
        throw std::runtime_error("the emulator answered '" + text + "' where a word was expected");
    const auto digits = text.substr(2 * byte, 8);
    return __builtin_bswap32(static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16)));
}

}  // namespace

GdbLink::GdbLink(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw std::runtime_error(path + " is too long");
    std::memcpy(address.sun_path, path.c_str(), path.size());
    for (int attempt = 0; attempt < 100; ++attempt) {
        socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
            return;
        ::close(socket_);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    throw std::runtime_error("no emulator listens at " + path);
}

GdbLink::~GdbLink() { ::close(socket_); }

void GdbLink::send(const std::string& command) {
    unsigned sum = 0;
    for (const unsigned char letter : command) sum += letter;
    char end[8];
    std::snprintf(end, sizeof end, "#%02x", sum & 0xFF);
    const std::string packet = "$" + command + end;
    if (::send(socket_, packet.data(), packet.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(packet.size()))
        throw std::runtime_error("the emulator has ended");
}

std::optional<std::string> GdbLink::received(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (true) {
        // Acknowledgements come between packets.
        const auto start = input_.find('$'), mark = input_.find('#');
        if (start != std::string::npos && mark != std::string::npos && input_.size() > mark + 2) {
            std::string packet = input_.substr(start + 1, mark - start - 1);
            input_.erase(0, mark + 3);
            if (::send(socket_, "+", 1, MSG_NOSIGNAL) != 1)
                throw std::runtime_error("the emulator has ended");
            return packet;
        }
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd waiting{socket_, POLLIN, 0};
        const int ready =
            ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (ready <= 0) return {};
        char bytes[4096];
        const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
        if (count <= 0) throw std::runtime_error("the emulator has ended");
        input_.append(bytes, static_cast<std::size_t>(count));
    }
}

std::string GdbLink::ask(const std::string& command) {
    send(command);
    auto answer = received(longestAnswer);
    if (!answer) throw std::runtime_error("the emulator does not answer '" + command + "'");
    return *answer;
}

void GdbLink::order(const std::string& command) {
    const std::string answer = ask(command);
    if (answer != "OK")
        throw std::runtime_error("the emulator answers '" + answer + "' to '" + command + "'");
}

GdbLink::Registers GdbLink::registers() {
    registers_ = ask("g");
    Registers found;
    for (std::size_t i = 0; i < found.r.size(); ++i) found.r[i] = wordIn(registers_, 4 * i);
    // The last one; older emulators have obsolete registers in between.
    found.cpsr = wordIn(registers_, registers_.size() / 2 - 4);
    return found;
}

void GdbLink::setRegisters(const Registers& values) {
    for (std::size_t i = 0; i < values.r.size(); ++i)
        registers_.replace(8 * i, 8, bytesOf(values.r[i]));
    registers_.replace(registers_.size() - 8, 8, bytesOf(values.cpsr));
    order("G" + registers_);
}

std::uint32_t GdbLink::read32(std::uint32_t address) {
    return wordIn(ask("m" + hexOf(address) + ",4"), 0);
}

void GdbLink::writePhysical32(std::uint32_t address, std::uint32_t value) {
    order("Qqemu.PhyMemMode:1");
    order("M" + hexOf(address) + ",4:" + bytesOf(value));
    order("Qqemu.PhyMemMode:0");
}

void GdbLink::setBreakpoint(std::uint32_t address, bool on) {
    order((on ? "Z0," : "z0,") + hexOf(address) + ",4");
}

void GdbLink::setWatchpoint(std::uint32_t address, std::uint32_t length, bool on) {
    order((on ? "Z4," : "z4,") + hexOf(address) + "," + hexOf(length));
}

void GdbLink::run() { send("c"); }

void GdbLink::interrupt() {
    if (::send(socket_, "\x03", 1, MSG_NOSIGNAL) != 1)
        throw std::runtime_error("the emulator has ended");
}

std::optional<std::string> GdbLink::stopped(std::chrono::milliseconds timeout) {
    return received(timeout);
}

void GdbLink::step() {
    const std::string answer = ask("s");
    if (answer.empty() || answer[0] != 'T')
        throw std::runtime_error("the emulator answers '" + answer + "' to a single step");
}

}  // namespace momentree::fpga
