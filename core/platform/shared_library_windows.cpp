// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <filesystem>
#include <system_error>

#include "core/platform/shared_library.hpp"

namespace momentree::platform {
namespace {

namespace fs = std::filesystem;

HMODULE module(void* library) { return static_cast<HMODULE>(library); }

/// Structures in a loaded library are found by their distance from its start.
template <typename Type>
const Type* at(void* library, DWORD distance) {
    return reinterpret_cast<const Type*>(static_cast<const char*>(library) + distance);
}

}  // namespace

const char* const librarySuffix = ".dll";

bool isOfSystem(const std::string& library) {
    wchar_t folder[MAX_PATH];
    const UINT length = ::GetSystemDirectoryW(folder, MAX_PATH);
    std::error_code none;
    return library.starts_with("api-ms-") ||
           fs::exists(fs::path(std::wstring(folder, length)) / library, none);
}

SharedLibrary::SharedLibrary(const std::string& name)
    : library_(::LoadLibraryW(fs::path(name).c_str())) {
    if (library_ == nullptr)
        problem_ = std::system_category().message(static_cast<int>(::GetLastError()));
}

SharedLibrary::~SharedLibrary() {
    if (library_ != nullptr) ::FreeLibrary(module(library_));
}

void* SharedLibrary::address(const char* name) const {
    return reinterpret_cast<void*>(::GetProcAddress(module(library_), name));
}

std::string SharedLibrary::path() const {
    wchar_t name[MAX_PATH];
    const DWORD length = ::GetModuleFileNameW(module(library_), name, MAX_PATH);
    return fs::path(std::wstring(name, length)).string();
}

std::vector<std::string> SharedLibrary::needed() const {
    const auto* const dos = at<IMAGE_DOS_HEADER>(library_, 0);
    const auto* const header = at<IMAGE_NT_HEADERS>(library_, static_cast<DWORD>(dos->e_lfanew));
    const DWORD imports =
        header->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    std::vector<std::string> found;
    if (imports == 0) return found;
    for (const auto* entry = at<IMAGE_IMPORT_DESCRIPTOR>(library_, imports); entry->Name != 0;
         ++entry)
        found.emplace_back(at<char>(library_, entry->Name));
    return found;
}

}  // namespace momentree::platform
