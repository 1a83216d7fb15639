// SPDX-License-Identifier: Apache-2.0
#if __has_include(<gnu/libc-version.h>)
#include <gnu/libc-version.h>
#endif
#if __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif

#include <cstdlib>
#include <fstream>
#include <system_error>

#include "core/platform/machine.hpp"

namespace momentree::platform {

namespace fs = std::filesystem;

std::optional<std::string> processorName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return std::nullopt;
}

std::string processorFacts() {
    std::ifstream info("/proc/cpuinfo");
    std::string facts;
    for (std::string line; std::getline(info, line) && !line.empty();)
        if (line.starts_with("flags") || line.starts_with("Features") ||
            line.starts_with("model name"))
            facts += line + '\n';
    return facts;
}

std::pair<std::string, std::string> systemLibrary() {
#ifdef __GLIBC__
    return {"glibc", gnu_get_libc_version()};
#else
    return {"libc", "of the system"};
#endif
}

fs::path programFile() {
    std::error_code none;
    fs::path file = fs::read_symlink("/proc/self/exe", none);
#if __has_include(<sys/auxv.h>)
    if (file.empty())  // /proc is not mounted, as in a bare chroot
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the system gives addresses as numbers.
        if (const auto* started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN)))
            file = fs::absolute(started, none);
#endif
    return file;
}

std::optional<fs::path> cacheFolder() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && fs::path(cache).is_absolute())
        return fs::path(cache);
    if (const char* home = std::getenv("HOME"); home && fs::path(home).is_absolute())
        return fs::path(home) / ".cache";
    return std::nullopt;
}

const char folderSeparator = ':';

}  // namespace momentree::platform
