// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <thread>

#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/functions/register_map.hpp"

namespace momentree::fpga {

namespace {

constexpr std::size_t windowBytes = 0x1'0000;
constexpr std::size_t burstBytes = 4096;
constexpr std::chrono::microseconds betweenLooks{200};

/// One load of eight registers, which the processor of a Zynq makes one burst of; elsewhere, eight
/// loads, whose order is as good.
void loadBurst(const volatile std::uint32_t* from, std::uint32_t* to) {
#ifdef __arm__
    asm volatile("ldmia %0, {r2-r6, r8-r10}\n\tstmia %1, {r2-r6, r8-r10}"
                 :
                 : "r"(from), "r"(to)
                 : "r2", "r3", "r4", "r5", "r6", "r8", "r9", "r10", "memory");
#else
    for (std::size_t i = 0; i < Fabric::burstWords; ++i) to[i] = from[i];
#endif
}

std::string hex(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(value));
    return text;
}

/// Owns a file descriptor and a mapping.
class Mapping {
public:
    Mapping() = default;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() {
        if (words != nullptr) ::munmap(const_cast<std::uint32_t*>(words), windowBytes);
        if (samples != nullptr) ::munmap(const_cast<std::uint32_t*>(samples), burstBytes);
        if (file >= 0) ::close(file);
    }
    /// @return the error, empty on success
    std::string open(const std::string& device, std::uint64_t base) {
        file = ::open(device.c_str(), O_RDWR | O_SYNC | O_CLOEXEC);
        if (file < 0) return device + " cannot be opened: " + reason(errno);
        struct stat status {};
        // Access beyond the end of a file would end the program.
        if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
            static_cast<std::uint64_t>(status.st_size) < base + windowBytes)
            return device + " is shorter than the accelerator's window of 64 KiB";
        void* const window = ::mmap(nullptr, windowBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                                    static_cast<off_t>(base));
        if (window == MAP_FAILED)
            return "64 KiB of " + device + " at " + hex(base) +
                   " cannot be mapped: " + reason(errno);
        words = static_cast<volatile std::uint32_t*>(window);
        return {};
    }

    /// The window of bursts, if there is one there; a plain file may be too short for it.
    void openBursts(off_t offset) {
        struct stat status {};
        const bool plain = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
        if (plain && status.st_size < offset + static_cast<off_t>(burstBytes)) return;
        void* const window = ::mmap(nullptr, burstBytes, PROT_READ, MAP_SHARED, file, offset);
        if (window != MAP_FAILED) samples = static_cast<volatile std::uint32_t*>(window);
    }

    int file = -1;
    volatile std::uint32_t* words = nullptr;
    volatile std::uint32_t* samples = nullptr;  ///< null without bursts

private:
    static std::string reason(int code) {
        if (code == ENOENT || code == ENODEV)
            return "there is no such device; load the bitstream and its device-tree overlay first "
                   "(fpga_link/README.md)";
        if (code == EACCES || code == EPERM)
            return "this user may not; give it the device's group or run with more rights";
        return std::strerror(code);
    }
};

/// Only single 32-bit loads and stores, as the registers require.
class MappedFabric final : public Fabric {
public:
    MappedFabric(FabricKind kind, std::string device) : kind_(kind), device_(std::move(device)) {}

    std::string open(std::uint64_t base) {
        std::string fault = mapping_.open(device_, base);
        if (!fault.empty()) return fault;
        const std::uint32_t id = read32(registers::id);
        if (id == idValue) {
            openBursts(base);
            return {};
        }
        return "there is no accelerator behind " + device_ + " at " + hex(base) +
               ": its first word is " + hex(id) + ", not " + hex(idValue) +
               "; load the bitstream first, or name another device or base address";
    }

    FabricInfo info() const override { return {kind_, device_, true}; }
    std::string failure() const override { return failure_; }
    std::optional<std::uint64_t> interrupts() const override {
        if (kind_ != FabricKind::Uio) return {};
        return interrupts_;
    }
    std::uint32_t read32(std::uint32_t offset) override { return mapping_.words[offset / 4]; }
    void write32(std::uint32_t offset, std::uint32_t value) override {
        mapping_.words[offset / 4] = value;
    }

    bool takesBursts() const override { return mapping_.samples != nullptr; }
    void takeSamples(std::span<std::uint32_t> words) override {
        for (; takesBursts() && words.size() >= burstWords; words = words.subspan(burstWords))
            loadBurst(mapping_.samples, words.data());
        Fabric::takeSamples(words);
    }

    bool waitInterrupt(std::chrono::milliseconds timeout) override {
        const auto end = std::chrono::steady_clock::now() + timeout;
        while (!pending()) {
            const auto now = std::chrono::steady_clock::now();
            if (now >= end || !failure_.empty()) return false;
            if (kind_ == FabricKind::Uio)
                sleepUntilInterrupt(std::chrono::ceil<std::chrono::milliseconds>(end - now));
            else
                std::this_thread::sleep_for(betweenLooks);
        }
        return true;
    }

private:
    /// UIO has a second map where the device tree names the second window.
    void openBursts(std::uint64_t base) {
        if ((read32(registers::capabilities) & burstsBit) == 0) return;
        mapping_.openBursts(kind_ == FabricKind::Uio
                                ? static_cast<off_t>(::sysconf(_SC_PAGESIZE))
                                : static_cast<off_t>(base + registers::burstWindow));
    }
    bool pending() {
        return (read32(registers::interruptStatus) & read32(registers::interruptEnable)) != 0;
    }

    /// The driver masks the interrupt when it arrives; writing 1 unmasks it. The line is
    /// level-triggered, so none is missed in between.
    void sleepUntilInterrupt(std::chrono::milliseconds timeout) {
        const std::uint32_t on = 1;
        std::uint32_t count = 0;
        if (::write(mapping_.file, &on, sizeof on) != sizeof on) return fails("enable interrupts");
        pollfd waiting{mapping_.file, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(timeout.count()));
        if (ready < 0 && errno != EINTR) return fails("wait");
        if (ready <= 0) return;
        if (::read(mapping_.file, &count, sizeof count) != sizeof count)
            return fails("take interrupts");
        ++interrupts_;
    }
    void fails(const char* what) {
        failure_ = device_ + " does not " + what + ": " + std::strerror(errno);
    }

    FabricKind kind_;
    std::string device_;
    Mapping mapping_;
    std::string failure_;
    std::uint64_t interrupts_ = 0;
};

OpenedFabric opened(FabricKind kind, const std::string& device, std::uint64_t base) {
    auto fabric = std::make_unique<MappedFabric>(kind, device);
    std::string fault = fabric->open(base);
    if (!fault.empty()) return tl::unexpected(std::move(fault));
    return fabric;
}

}  // namespace

OpenedFabric openUioFabric(const std::string& device) { return opened(FabricKind::Uio, device, 0); }

OpenedFabric openDevMemFabric(std::uint64_t base, const std::string& device) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    if (base % page != 0)
        return tl::unexpected("the base address " + hex(base) + " is no multiple of " + hex(page));
    return opened(FabricKind::DevMem, device, base);
}

}  // namespace momentree::fpga
