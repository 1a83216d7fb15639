// SPDX-License-Identifier: Apache-2.0
// An agent in this process with any fabric and configurable deadlines.
#pragma once

#include <thread>

#include "fpga_link/agent/server.hpp"
#include "fpga_link/agent/soft_fabric.hpp"

namespace momentree::test {

class LocalServer {
public:
    explicit LocalServer(fpga::Fabric& fabric, const fpga::SessionTimes& times = {},
                         const fpga::AcceleratorSettings& settings = {},
                         const std::string& host = "127.0.0.1",
                         std::uint8_t minor = fpga::wire::minorVersion,
                         const std::string& secret = {})
        : accelerator_(fabric, settings), host_(host) {
        auto listener = fpga::listenOn({host_, 0});
        if (!listener) qFatal("%s", listener.error().c_str());
        port_ = fpga::portOf(listener->number());
        fpga::ServerOptions options;
        options.session.times = times;
        options.session.secret = secret;
        options.session.agent = "agent of a test";
        options.log = [](const std::string&) {};
        fpga::wire::HelloAck identity = *accelerator_.identify();
        identity.minor = minor;
        server_.emplace(accelerator_, identity, std::move(*listener), std::move(options));
        thread_ = std::thread([this] { server_->run(); });
    }
    ~LocalServer() {
        server_->stop();
        thread_.join();
    }
    fpga::Address address() const { return {host_, port_}; }

private:
    fpga::Accelerator accelerator_;
    std::string host_;
    std::optional<fpga::Server> server_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

/// The software model with configurable faults.
class FaultyFabric final : public fpga::Fabric {
public:
    fpga::FabricInfo info() const override { return soft_->info(); }
    std::uint32_t read32(std::uint32_t offset) override;
    void write32(std::uint32_t offset, std::uint32_t value) override {
        soft_->write32(offset, value);
    }
    bool waitInterrupt(std::chrono::milliseconds timeout) override;
    std::string failure() const override { return gone ? "the device has gone" : ""; }

    std::atomic<bool> nanSamples{false};  ///< without setting the flag
    std::atomic<bool> hangs{false};       ///< nothing ever ends
    std::atomic<bool> gone{false};
    std::atomic<int> goneAfterWaits{-1};
    std::atomic<std::uint32_t> flags{0};  ///< raised after `flagsAfter` steps
    std::atomic<std::uint32_t> flagsAfter{0}, flagStep{0};

private:
    std::unique_ptr<fpga::Fabric> soft_ = fpga::makeSoftFabric();
};

}  // namespace momentree::test
