// SPDX-License-Identifier: Apache-2.0
// Runs a model file and prints its total energy over time.
#include <cstdio>

#include "core/io/model_file.hpp"
#include "core/session/run.hpp"

int main(int count, char** arguments) {
    using namespace momentree;
    const Catalogue catalogue;
    const auto run =
        readModelFile(count > 1 ? arguments[1] : "-")
            .and_then([](auto description) { return buildModel(std::move(description)); })
            .and_then([&](auto m) { return Run::create(catalogue, m, specOf(catalogue, *m, {})); });
    if (!run) return std::puts(toString(run.error().front()).c_str()), 1;
    while (!(*run)->finished() && (*run)->advance({}).status == StepStatus::Reached) continue;
    const Recording& rows = *(*run)->recording();
    for (std::size_t k = 0; k < rows.size(); ++k)
        std::printf("%g %.9g\n", rows.at(k, 0), rows.at(k, (*run)->layout().total()));
}
