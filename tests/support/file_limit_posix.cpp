// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>

#include <csignal>

#include "support/file_limit.hpp"

namespace momentree::test {

struct FileLimit::Before {
    struct rlimit limit {};
    void (*handler)(int) = nullptr;
};

FileLimit::FileLimit() : before_(std::make_unique<Before>()) {
    ::getrlimit(RLIMIT_FSIZE, &before_->limit);
    before_->handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small { 4096, before_->limit.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &small);
}

FileLimit::~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_->limit);
    std::signal(SIGXFSZ, before_->handler);
}

}  // namespace momentree::test
