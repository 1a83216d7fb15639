// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

#include "app/cli/interrupt.hpp"

namespace momentree::cli {

/// Turns a recorded Ctrl-C into a stop request, which a signal handler cannot do.
class StopOnInterrupt {
public:
    StopOnInterrupt()
        : watch_([this](const std::stop_token& ending) {
              using namespace std::chrono_literals;
              while (!ending.stop_requested() && !stop.stop_requested()) {
                  if (interrupt_.requested()) stop.request_stop();
                  std::this_thread::sleep_for(20ms);
              }
          }) {}
    /// Whether Ctrl-C was recorded; true at once, while `stop` follows within 20 ms.
    bool requested() const { return interrupt_.requested(); }
    std::stop_source stop;

private:
    Interrupt interrupt_;
    std::jthread watch_;
};

}  // namespace momentree::cli
