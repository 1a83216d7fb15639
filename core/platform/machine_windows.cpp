// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <cstdlib>

#include "core/platform/machine.hpp"

namespace momentree::platform {

namespace fs = std::filesystem;

std::optional<std::string> processorName() {
    const char* name = std::getenv("PROCESSOR_IDENTIFIER");
    return name == nullptr ? std::nullopt : std::optional<std::string>(name);
}

// Family, model and stepping, which decide what instructions there are.
std::string processorFacts() { return processorName().value_or(""); }

// mingw-w64 brings the elementary functions itself.
std::pair<std::string, std::string> systemLibrary() { return {"mingw-w64", __MINGW64_VERSION_STR}; }

fs::path programFile() {
    wchar_t name[MAX_PATH];
    const DWORD length = ::GetModuleFileNameW(nullptr, name, MAX_PATH);
    return std::wstring(name, length);
}

std::optional<fs::path> cacheFolder() {
    if (const wchar_t* local = ::_wgetenv(L"LOCALAPPDATA"); local && fs::path(local).is_absolute())
        return fs::path(local);
    return std::nullopt;
}

const char folderSeparator = ';';

}  // namespace momentree::platform
