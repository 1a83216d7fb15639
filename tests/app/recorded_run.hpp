// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/runs/plot_source.hpp"
#include "core/diagnostics/row_layout.hpp"

namespace momentree::app {

/// A body on a hinge with one probe, with rows made up by a test.
struct RecordedRun {
    std::shared_ptr<const Model> model;
    RowLayout layout;
    std::shared_ptr<Recording> recording;

    static std::shared_ptr<const Model> pendulum() {
        auto made = std::make_shared<Model>();
        made->name = "pendulum";
        made->bodies.push_back({});
        made->bodies.back().name = "arm";
        made->joints.push_back({});
        made->joints.back().name = "pin";
        made->joints.back().kind = Revolute{};
        Probe probe;
        probe.what.column = "tip.x";
        probe.what.quantity = "position";
        made->probes.push_back(probe);
        return made;
    }

    RecordedRun()
        : model(pendulum()),
          layout(*model),
          recording(std::make_shared<Recording>(layout.width(), 200000)) {}

    int column(const char* name) const { return layout.column(name); }

    /// Appends rows at index * interval, continuing the index; columns not set are 0.
    void append(int rows, double interval,
                const std::function<void(double time, std::span<double> row)>& fill) {
        for (int i = 0; i < rows; ++i) {
            const double time = interval * static_cast<double>(recording->size());
            const std::span<double> row = recording->nextRow();
            std::fill(row.begin(), row.end(), 0.0);
            row[0] = time;
            fill(time, row);
            recording->commit();
        }
    }
    PlotSource source(const QString& name, int style) const {
        return {recording, layout, name, style};
    }
};

}  // namespace momentree::app
