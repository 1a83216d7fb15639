// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hdf5.h>

#include <mutex>
#include <string>

namespace momentree {

/// Held while the library is used: Debian's is not thread-safe. It keeps the cause of the first
/// failure, which the caller reports.
class Hdf5Lock {
public:
    Hdf5Lock();
    Hdf5Lock(const Hdf5Lock&) = delete;
    Hdf5Lock& operator=(const Hdf5Lock&) = delete;
    ~Hdf5Lock();
    /// "the disk is full", another error of the system, or what the library says itself.
    const std::string& cause() const { return cause_; }

private:
    static std::mutex& mutex();
    std::lock_guard<std::mutex> lock_;
    std::string cause_;
};

/// Closes an object of the library when it goes out of scope. Invalid if the object could not be
/// created.
class Handle {
public:
    Handle(hid_t id, herr_t (*release)(hid_t)) : id_(id), release_(release) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close(); }
    hid_t id() const { return id_; }
    bool valid() const { return id_ >= 0; }
    /// Returns false if something could not be written.
    bool close() {
        const bool good = id_ >= 0 && release_(id_) >= 0;
        id_ = H5I_INVALID_HID;
        return good;
    }

private:
    hid_t id_;
    herr_t (*release_)(hid_t);
};

}  // namespace momentree
