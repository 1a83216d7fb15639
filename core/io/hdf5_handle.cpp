// SPDX-License-Identifier: Apache-2.0
#include "core/io/hdf5_handle.hpp"

#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

namespace momentree {
namespace {

/// The innermost error comes first. That of the system is in its text, after "errno = ".
herr_t keepCause(unsigned number, const H5E_error2_t* error, void* out) {
    std::string& cause = *static_cast<std::string*>(out);
    const std::string_view text = error->desc == nullptr ? "" : error->desc;
    constexpr std::string_view mark = "errno = ";
    const std::size_t at = text.find(mark);
    int code = 0;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + mark.size(), text.data() + text.size(), code);
    if (code != 0)
        cause = code == ENOSPC ? "the disk is full" : std::generic_category().message(code);
    else if (number == 0)
        cause = text;
    return 0;
}

/// Called by the library when one of its functions fails.
herr_t failed(hid_t stack, void* out) {
    if (!static_cast<std::string*>(out)->empty()) return 0;
    return H5Ewalk2(stack, H5E_WALK_UPWARD, &keepCause, out);
}

}  // namespace

std::mutex& Hdf5Lock::mutex() {
    static std::mutex one;
    return one;
}

Hdf5Lock::Hdf5Lock() : lock_(mutex()) {
    // At the end of the program the library would close a file again whose first close has failed,
    // for example on a full disk, and crash. Everything is closed by then.
    [[maybe_unused]] static const herr_t noCleanup = H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, &failed, &cause_);
}

Hdf5Lock::~Hdf5Lock() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace momentree
