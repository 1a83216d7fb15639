// SPDX-License-Identifier: Apache-2.0
// momentree-zynq-fabric: puts the simulated accelerator behind the window at 0x43C00000 of an
// emulated Zynq, which has nothing there. The debugger's port of the emulator stops the processor
// before every access to a mapping of the window; the access is made on the bus of the hardware
// description instead, and the instruction is skipped. Guest, emulator and agent are unchanged.
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "fpga_link/fabric/open_fabric.hpp"
#include "fpga_link/zynq/arm_access.hpp"
#include "fpga_link/zynq/gdb_link.hpp"

namespace momentree::fpga {

namespace {

using std::chrono::milliseconds;

constexpr std::uint32_t windowBytes = 0x1'0000;
constexpr unsigned pageBits = 12;
// Shared peripheral interrupt 29 in the set-pending registers of the interrupt controller.
constexpr unsigned interruptNumber = 32 + 29;
constexpr std::uint32_t setPending = 0xF8F0'1000 + 0x200 + 4 * (interruptNumber / 32);
// The accelerator runs for this long before the processor is looked at again.
constexpr milliseconds slice{1};
constexpr milliseconds longestStop{20'000};

volatile std::sig_atomic_t ends = 0;

std::uint32_t addressOf(const std::string& symbol, const std::string& map) {
    std::ifstream file(map);
    std::string address, kind, name;
    while (file >> address >> kind >> name)
        if (name == symbol) return static_cast<std::uint32_t>(std::stoul(address, nullptr, 16));
    throw std::runtime_error(map + " has no symbol " + symbol);
}

class Window {
public:
    Window(Fabric& fabric, GdbLink& processor, std::uint32_t mapsPages)
        : fabric_(fabric), processor_(processor), mapsPages_(mapsPages) {
        processor_.setBreakpoint(mapsPages_, true);
    }

    /// Until the emulator ends (an exception) or the program is asked to end.
    void serve() {
        processor_.run();
        while (ends == 0) {
            // Accesses follow each other: the next one comes sooner than a slice would end.
            auto reason =
                processor_.stopped(std::exchange(accessed_, false) ? slice : milliseconds(0));
            if (!reason && !fabric_.waitInterrupt(slice)) continue;
            if (!reason && raised_) {
                // Its clock does not stand still until the interrupt is taken.
                fabric_.goOn();
                continue;
            }
            if (!reason) reason = raiseInterrupt();
            if (reason) handle(*reason);
            processor_.run();
        }
    }

    std::uint64_t accesses() const { return accesses_; }

private:
    /// @return why the processor stopped
    std::string raiseInterrupt() {
        processor_.interrupt();
        const auto reason = processor_.stopped(longestStop);
        if (!reason) throw std::runtime_error("the emulator cannot be interrupted");
        setInterrupt();
        return *reason;
    }

    /// The line is level-triggered: its rise is latched, and it may rise again after it was low.
    void setInterrupt() {
        processor_.writePhysical32(setPending, 1u << (interruptNumber % 32));
        raised_ = true;
    }

    void handle(const std::string& reason) {
        const auto now = processor_.registers();
        accessed_ = reason.find("watch:") != std::string::npos;
        if (accessed_)
            access(now);
        else if (now.r[15] == mapsPages_)
            mapping(now);
        else
            accessUnsaid(now);
    }

    /// An interrupted processor may be at an access whose watchpoint the emulator has noticed and
    /// not told. It would make this access itself when it goes on, and tell then.
    void accessUnsaid(const GdbLink::Registers& now) {
        constexpr std::uint32_t modeBits = 0x1F, userMode = 0x10, ifThenBits = 0x0600'FC00,
                                always = 0xE;
        if (window_ == 0 || (now.cpsr & modeBits) != userMode) return;
        const std::uint32_t instruction = processor_.read32(now.r[15]);
        const auto next = decodeArmAccess(instruction, isThumb(now), now.r);
        if (!next || next->address - window_ >= windowBytes) return;
        if (isThumb(now) ? (now.cpsr & ifThenBits) != 0 : instruction >> 28 != always) return;
        access(now);
        // At a breakpoint it forgets the watchpoint.
        const std::uint32_t place = now.r[15] + next->length;
        processor_.setBreakpoint(place, true);
        processor_.run();
        if (!processor_.stopped(longestStop))
            throw std::runtime_error("the emulator does not stop");
        processor_.setBreakpoint(place, false);
    }
    static bool isThumb(const GdbLink::Registers& now) { return (now.cpsr & 0x20) != 0; }

    /// remap_pfn_range(area, address, page number, size, protection) of the kernel.
    void mapping(const GdbLink::Registers& now) {
        if (now.r[2] == defaultBase >> pageBits && now.r[3] == windowBytes && window_ != now.r[1]) {
            if (window_ != 0) processor_.setWatchpoint(window_, windowBytes, false);
            window_ = now.r[1];
            processor_.setWatchpoint(window_, windowBytes, true);
        }
        processor_.setBreakpoint(mapsPages_, false);
        processor_.step();
        processor_.setBreakpoint(mapsPages_, true);
    }

    void access(const GdbLink::Registers& now) {
        const bool thumb = isThumb(now);
        const std::uint32_t place = now.r[15];
        const auto known = instructions_.find(place);
        const std::uint32_t instruction = known != instructions_.end()
                                              ? known->second
                                              : instructions_[place] = processor_.read32(place);
        const auto access = decodeArmAccess(instruction, thumb, now.r);
        const std::uint32_t offset = access ? access->address - window_ : windowBytes;
        if (offset >= windowBytes) {
            char text[120];
            std::snprintf(text, sizeof text, "the instruction %08X at %08X is no access to a word",
                          static_cast<unsigned>(instruction), static_cast<unsigned>(place));
            throw std::runtime_error(text);
        }
        ++accesses_;
        GdbLink::Registers after = now;
        if (access->load)
            after.r[access->target] = fabric_.read32(offset);
        else
            fabric_.write32(offset, now.r[access->target]);
        if (access->base) after.r[*access->base] = access->newBase;
        if (thumb) after.cpsr = afterThumb(now.cpsr);
        after.r[15] = place + access->length;
        processor_.setRegisters(after);
        const bool high = fabric_.waitInterrupt(milliseconds(0));
        if (!high)
            raised_ = false;
        else if (!raised_)
            setInterrupt();
        if (!fabric_.failure().empty()) throw std::runtime_error(fabric_.failure());
    }

    Fabric& fabric_;
    GdbLink& processor_;
    std::uint32_t mapsPages_ = 0, window_ = 0;
    std::map<std::uint32_t, std::uint32_t> instructions_;
    bool raised_ = false, accessed_ = false;
    std::uint64_t accesses_ = 0;
};

void serve(const std::string& socket, const std::string& map) {
    auto fabric = openRtlFabric();
    if (!fabric) throw std::runtime_error(fabric.error());
    GdbLink processor(socket);
    Window window(**fabric, processor, addressOf("remap_pfn_range", map));
    window.serve();
    std::printf("%llu accesses\n", static_cast<unsigned long long>(window.accesses()));
}

}  // namespace

}  // namespace momentree::fpga

int main(int count, char** arguments) {
    if (count != 3) {
        std::fputs("usage: momentree-zynq-fabric SOCKET SYSTEM_MAP\n", stderr);
        return 2;
    }
    for (const int signal : {SIGINT, SIGTERM})
        std::signal(signal, [](int) { momentree::fpga::ends = 1; });
    try {
        momentree::fpga::serve(arguments[1], arguments[2]);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "momentree-zynq-fabric: %s\n", fault.what());
        return 1;
    }
    return 0;
}
