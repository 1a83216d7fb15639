// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include "core/platform/shared_library.hpp"

namespace momentree::platform {
namespace {

const link_map& mapOf(void* library) {
    link_map* map = nullptr;
    dlinfo(library, RTLD_DI_LINKMAP, &map);
    return *map;
}

}  // namespace

const char* const librarySuffix = ".so";

/// Every Linux with a desktop has these, and two copies of them in a process would clash.
bool isOfSystem(const std::string& library) {
    for (const char* name : {"ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so",
                             "librt.so", "libstdc++.so", "libgcc_s.so"})
        if (library.starts_with(name)) return true;
    return false;
}

SharedLibrary::SharedLibrary(const std::string& name)
    : library_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) problem_ = dlerror();
}

SharedLibrary::~SharedLibrary() {
    if (library_ != nullptr) dlclose(library_);
}

void* SharedLibrary::address(const char* name) const { return dlsym(library_, name); }

std::string SharedLibrary::path() const { return mapOf(library_).l_name; }

std::vector<std::string> SharedLibrary::needed() const {
    const ElfW(Dyn)* const entries = mapOf(library_).l_ld;
    const char* names = nullptr;
    for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    std::vector<std::string> found;
    for (const ElfW(Dyn)* entry = entries; entry->d_tag != DT_NULL; ++entry)
        if (entry->d_tag == DT_NEEDED) found.emplace_back(names + entry->d_un.d_val);
    return found;
}

}  // namespace momentree::platform
