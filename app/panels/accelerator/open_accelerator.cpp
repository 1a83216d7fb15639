// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/accelerator/open_accelerator.hpp"

#include "app/panels/accelerator/accelerators.hpp"
#include "app/panels/accelerator/board_secrets.hpp"
#include "fpga_link/offload/board_link.hpp"

namespace momentree::app {

fpga::Expected<OpenAccelerator> openAccelerator(const QString& address,
                                                const std::stop_token& stop) {
    std::optional<fpga::OwnAgent> own;
    fpga::Address place;
    fpga::ClientOptions options;
    const std::string id = fpga::boardOf(address.toStdString());
    if (fpga::virtualBoardOf(id)) {
        auto agent = fpga::OwnAgent::start(fpga::commandFor(virtualAcceleratorCommand(), id));
        if (!agent) return tl::unexpected(agent.error());
        place = agent->address();
        own.emplace(std::move(*agent));
    } else {
        const auto parsed = fpga::parseAddress(id);
        if (!parsed) return fpga::trouble(fpga::Trouble::BadAddress, {address.toStdString()});
        place = *parsed;
        auto secret = boardSecret(place);
        if (!secret) return tl::unexpected(secret.error());
        options.secret = std::move(*secret);
    }
    auto client = fpga::BoardClient::connect(place, options, stop);
    if (!client) return tl::unexpected(client.error());
    return OpenAccelerator{std::move(own), std::move(*client)};
}

}  // namespace momentree::app
