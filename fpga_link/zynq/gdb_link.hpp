// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace momentree::fpga {

/// The processor of an emulator, over GDB's remote protocol. Every failure throws
/// std::runtime_error: the emulator has ended, or does not answer.
class GdbLink {
public:
    /// Connects to a socket in the file system; waits a few seconds for it to appear.
    explicit GdbLink(const std::string& path);
    ~GdbLink();
    GdbLink(const GdbLink&) = delete;
    GdbLink& operator=(const GdbLink&) = delete;

    struct Registers {
        std::array<std::uint32_t, 16> r{};
        std::uint32_t cpsr = 0;
    };
    Registers registers();
    /// After `registers()`.
    void setRegisters(const Registers& values);

    /// The word at a virtual address.
    std::uint32_t read32(std::uint32_t address);
    void writePhysical32(std::uint32_t address, std::uint32_t value);

    void setBreakpoint(std::uint32_t address, bool on);
    /// Stops before every access to `length` bytes at a virtual address.
    void setWatchpoint(std::uint32_t address, std::uint32_t length, bool on);

    void run();
    void interrupt();
    /// Why the processor stopped, or nothing if it still runs after `timeout`.
    std::optional<std::string> stopped(std::chrono::milliseconds timeout);
    void step();

private:
    void send(const std::string& command);
    std::optional<std::string> received(std::chrono::milliseconds timeout);
    std::string ask(const std::string& command);
    void order(const std::string& command);

    int socket_ = -1;
    std::string input_;
    std::string registers_;  ///< as the emulator sent them
};

}  // namespace momentree::fpga
