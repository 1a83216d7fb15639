// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace momentree::cli {

/// During its lifetime, the first Ctrl-C (or SIGTERM) is only recorded; the second one ends the
/// program.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    bool requested() const;

private:
    using Handler = void (*)(int);
    Handler oldInterrupt_, oldTerminate_;
};

}  // namespace momentree::cli
