// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/session/session.hpp"
#include "core/study/run_study.hpp"

namespace momentree::cli {

/// Percent, simulated time, real-time factor and time to go, on one line that is written over.
std::string progressText(const RunFigures& figures, double duration);

/// Runs done, failed and in all, and time to go.
std::string progressText(const StudyProgress& progress);

/// Shows it on standard error where that is a terminal, nothing elsewhere or when quiet.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();  ///< clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    void show(const RunFigures& figures, double duration);
    void show(const StudyProgress& progress);
    void showFrames(std::size_t done, std::size_t frames);

private:
    bool on_;
};

/// "75 s" as "1:15", "12 s" as "0:12", hours where there are any.
std::string clockText(double seconds);

}  // namespace momentree::cli
