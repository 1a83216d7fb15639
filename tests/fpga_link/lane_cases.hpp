// SPDX-License-Identifier: Apache-2.0
// Batches on accelerators with different numbers of lanes.
#pragma once

#include "board_process.hpp"
#include "fpga_link/protocol/self_test_text.hpp"
#include "local_server.hpp"
#include "wire_models.hpp"

namespace momentree::test {

/// What a client sees of a batch.
struct LaneBatch {
    std::vector<fpga::wire::Word> rows;
    fpga::wire::RunDone done;
    fpga::wire::ModelAck loaded;
};

/// Chains that differ in masses and starts.
inline fpga::wire::LoadModels laneModels(int count, int bodies, bool closed,
                                         fpga::wire::Method method) {
    fpga::wire::LoadModels models;
    for (int k = 0; k < count; ++k) {
        fpga::Trajectory trajectory = chain(bodies, closed, 1);
        for (fpga::ChainLink& body : trajectory.mechanism.bodies) body.mass *= 1.0 + 0.005 * k;
        if (!closed) trajectory.start.angle[0] += 0.05 * k;
        models.models.push_back(wireModel(trajectory));
        models.models.back().method = method;
    }
    return models;
}

template <class Model>
LaneBatch runOn(fpga::Fabric& fabric, const Model& model, fpga::wire::RunBatch batch = {300, 3}) {
    const LocalServer server(fabric);
    fpga::BoardClient client = connectTo(server.address());
    LaneBatch result;
    const auto loaded = client.load(model);
    if (!loaded) qFatal("%s", textOf(loaded.error()).c_str());
    result.loaded = *loaded;
    const auto done = client.run(batch, [&](std::span<const fpga::wire::Word> rows, std::size_t) {
        result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    });
    if (!done) qFatal("%s", textOf(done.error()).c_str());
    result.done = *done;
    return result;
}

}  // namespace momentree::test
