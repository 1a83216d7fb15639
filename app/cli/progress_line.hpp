// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/session/session.hpp"
#include "core/study/run_study.hpp"

namespace momentree::cli {

/// Percentage, simulated time, real-time factor and remaining time.
std::string progressText(const RunFigures& figures, double duration);

/// Numbers of completed, failed and all runs, and remaining time.
std::string progressText(const StudyProgress& progress);

/// Shows a line that is overwritten, if standard error is a terminal and `quiet` is not set.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();  ///< clears the line
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    void show(const RunFigures& figures, double duration);
    void show(const StudyProgress& progress);
    void show(const std::string& text);
    void showFrames(std::size_t done, std::size_t frames);
    void showShare(double share);            ///< of the whole work, 0 to 1
    void showTime(double time, double end);  ///< [s]

private:
    bool on_;
};

/// "1:15" for 75 s, "0:12" for 12 s, with hours if necessary.
std::string clockText(double seconds);

}  // namespace momentree::cli
