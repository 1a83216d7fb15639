// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.hpp"

#include <csignal>

namespace momentree::cli {
namespace {

// A signal handler can only access globals.
volatile std::sig_atomic_t signalled = 0;

void note(int signal) {
    signalled = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
    signalled = 0;
    oldInterrupt_ = std::signal(SIGINT, note);
    oldTerminate_ = std::signal(SIGTERM, note);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, oldInterrupt_);
    std::signal(SIGTERM, oldTerminate_);
}

bool Interrupt::requested() const { return signalled != 0; }

}  // namespace momentree::cli
