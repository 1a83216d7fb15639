// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "core/number_text.hpp"
#include "core/platform/process.hpp"

namespace momentree::cli {

std::string clockText(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::min(std::ceil(seconds), 3.6e8));
    std::array<char, 48> text{};
    const long long hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    if (hours > 0) {
        std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", hours, minutes, rest);
    } else {
        std::snprintf(text.data(), text.size(), "%lld:%02lld", minutes, rest);
    }
    return text.data();
}

std::string progressText(const RunFigures& figures, double duration) {
    const int percent = static_cast<int>(100.0 * figures.time / duration);
    std::string text = std::to_string(percent) + " %  t = " + numberText(figures.time, 4) + " s";
    if (figures.realTimeFactor > 0.0)
        text += "  " + numberText(figures.realTimeFactor, 3) + " x real time  " +
                clockText((duration - figures.time) / figures.realTimeFactor) + " to go";
    return text;
}

std::string progressText(const StudyProgress& progress) {
    const std::size_t percent = 100 * progress.done / std::max<std::size_t>(progress.total, 1);
    std::string text = std::to_string(percent) + " %  " + std::to_string(progress.done) + " of " +
                       std::to_string(progress.total) + " runs";
    if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
    const std::size_t left = progress.total - progress.done;
    if (progress.computed > 0 && left > 0)
        text += "  " +
                clockText(progress.elapsed * static_cast<double>(left) /
                          static_cast<double>(progress.computed)) +
                " to go";
    return text;
}

ProgressLine::ProgressLine(bool quiet) : on_(!quiet && platform::errorsGoToTerminal()) {}

ProgressLine::~ProgressLine() {
    if (on_) std::cerr << "\r\033[K" << std::flush;
}

void ProgressLine::show(const std::string& text) {
    if (on_) std::cerr << "\r\033[K" << text << std::flush;
}

void ProgressLine::show(const RunFigures& figures, double duration) {
    show(progressText(figures, duration));
}

void ProgressLine::show(const StudyProgress& progress) { show(progressText(progress)); }

void ProgressLine::showFrames(std::size_t done, std::size_t frames) {
    if (on_) std::cerr << "\r\033[K" << done << " of " << frames << " frames" << std::flush;
}

void ProgressLine::showShare(double share) {
    if (on_) std::cerr << "\r\033[K" << static_cast<int>(100.0 * share) << " %" << std::flush;
}

void ProgressLine::showTime(double time, double end) {
    if (on_)
        std::cerr << "\r\033[Kt = " << numberText(time, 4) << " of " << numberText(end, 4) << " s"
                  << std::flush;
}

}  // namespace momentree::cli
