// SPDX-License-Identifier: Apache-2.0
// momentree-zynq-count PORT SECRET_FILE: instructions of a step in software on the emulated
// processor, which must run with `-icount shift=0` (one instruction a nanosecond), as a table. On
// any other board the columns are nanoseconds.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include "fpga_link/client/board_client.hpp"

namespace momentree::fpga {

namespace {

/// Equal bars, the first one level, each further one turned by a little; closed: as they end.
wire::LoadModel bars(int n, bool closed) {
    wire::LoadModel model;
    model.step = 1e-4;
    model.gravityY = -9.80665;
    model.closed = closed ? wire::yes : std::uint8_t{0};
    for (int i = 0; i < n; ++i)
        model.bodies.push_back({1.0, 0.5, 0.0, 1.0, 1.0 / 12.0, 0.0, 0.3 * i, 0.0});
    return model;
}

int count(std::uint16_t port, const std::string& secret) {
    using std::chrono::seconds;
    ClientOptions options;
    options.secret = secret;
    options.connect = options.answer = options.silence = seconds(120);
    options.longer = seconds(1200);
    auto client = BoardClient::connect({"127.0.0.1", port}, options);
    if (!client) return std::fprintf(stderr, "no connection\n"), 1;
    std::printf("| bodies | instructions of a step | update of two | assembly | inverse |\n");
    std::printf("|---|---|---|---|---|\n");
    for (const auto& [n, closed] : {std::pair{2, false},
                                    {3, true},
                                    {4, false},
                                    {8, false},
                                    {16, false},
                                    {32, false},
                                    {64, false}}) {
        if (!client->load(bars(n, closed))) return std::fprintf(stderr, "no model\n"), 1;
        const auto times = client->timeSoftware(200);
        if (!times) return std::fprintf(stderr, "no times\n"), 1;
        std::printf("| %d%s | %.0f | %.0f | %.0f | %.0f |\n", n, closed ? ", closed" : "",
                    std::accumulate(times->phases.begin(), times->phases.end(), 0.0),
                    times->functions[0], times->functions[1], times->functions[2]);
    }
    return 0;
}

}  // namespace

}  // namespace momentree::fpga

int main(int count, char** arguments) {
    if (count != 3) return std::fputs("usage: momentree-zynq-count PORT SECRET_FILE\n", stderr), 2;
    std::string secret;
    std::ifstream(arguments[2]) >> secret;
    return momentree::fpga::count(static_cast<std::uint16_t>(std::atoi(arguments[1])), secret);
}
