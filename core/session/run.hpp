// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/catalogue.hpp"
#include "core/session/recording.hpp"

namespace momentree {

/// A run advanced sample by sample on the caller's thread: stepper, sampling and recording in one
/// place. The command line uses it directly, `Session` on its worker.
class Run {
public:
    /// Checks, assembles, makes the stepper and records the row of time 0.
    static Result<std::unique_ptr<Run>> create(const Catalogue& catalogue,
                                               std::shared_ptr<const Model> model,
                                               const RunSpec& spec,
                                               Diagnostics* warnings = nullptr);
    /// Advances to the next sample time and records it. At a failure the last finite state is
    /// recorded and kept.
    Progress advance(std::stop_token stop);
    bool finished() const { return next_ > last_; }
    double time() const { return time_; }
    std::int64_t steps() const { return steps_; }
    /// Why `advance` failed, for people: time, body, reason, remedy.
    std::string failure(const Progress& progress) const;

    const Model& model() const { return *model_; }
    std::shared_ptr<const Model> sharedModel() const { return model_; }
    const RunSpec& spec() const { return spec_; }
    const RowLayout& layout() const { return layout_; }
    std::shared_ptr<const Recording> recording() const { return recording_; }
    const Stepper& stepper() const { return *stepper_; }

private:
    Run(std::shared_ptr<const Model> model, const RunSpec& spec, std::unique_ptr<Stepper> stepper);
    void record(std::int64_t stepsTaken);

    std::shared_ptr<const Model> model_;
    RunSpec spec_;
    RowLayout layout_;
    std::unique_ptr<Stepper> stepper_;
    std::shared_ptr<Recording> recording_;
    Sample sample_;
    std::array<std::int64_t, phaseCount> phasesBefore_{};
    std::int64_t next_ = 1,
                 last_ =
                     0;  ///< sample indices; time = index * sample, the last one at the duration
    double time_ = 0.0;
    std::int64_t steps_ = 0;
};

}  // namespace momentree
