// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.hpp"

namespace momentree::cli {
namespace {

// A signal handler can only access globals.
volatile std::sig_atomic_t signalled = 0;

void note(int) { signalled = 1; }

}  // namespace

Interrupt::Interrupt() {
    signalled = 0;
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &oldInterrupt_);
    sigaction(SIGTERM, &action, &oldTerminate_);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &oldInterrupt_, nullptr);
    sigaction(SIGTERM, &oldTerminate_, nullptr);
}

bool Interrupt::requested() const { return signalled != 0; }

}  // namespace momentree::cli
