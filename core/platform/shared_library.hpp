// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded while the program runs.
#pragma once

#include <string>
#include <vector>

namespace momentree::platform {

extern const char* const librarySuffix;  ///< ".so"

/// Whether a library, by its file name, is part of every system, so that programs must not bring
/// their own.
bool isOfSystem(const std::string& library);

class SharedLibrary {
public:
    /// @param name a path, or a name that the system looks up
    explicit SharedLibrary(const std::string& name);
    ~SharedLibrary();
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;

    bool isOpen() const { return library_ != nullptr; }
    const std::string& problem() const { return problem_; }  ///< why it is not open
    /// Null if the library has no such function.
    template <typename Function>
    void find(const char* name, Function*& function) const {
        function = reinterpret_cast<Function*>(address(name));
    }
    std::string path() const;
    /// The file names of the libraries that it needs.
    std::vector<std::string> needed() const;

private:
    void* address(const char* name) const;
    void* library_ = nullptr;
    std::string problem_;
};

}  // namespace momentree::platform
