// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "core/platform/file.hpp"

namespace momentree::platform {
namespace {

FileFacts factsFrom(const struct stat& status) {
    const FileKind kind = S_ISDIR(status.st_mode)   ? FileKind::Folder
                          : S_ISREG(status.st_mode) ? FileKind::Regular
                                                    : FileKind::Other;
    return {kind, static_cast<std::uint64_t>(status.st_size), status.st_uid, status.st_gid,
            status.st_mode & 07777};
}

}  // namespace

int openToRead(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }

int openToWrite(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

int createFile(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

std::optional<FileFacts> factsOf(int file) {
    struct stat status {};
    if (::fstat(file, &status) != 0) return std::nullopt;
    return factsFrom(status);
}

std::optional<FileFacts> factsOf(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return factsFrom(status);
}

std::ptrdiff_t readSome(int file, std::span<char> bytes) {
    for (;;) {
        const ssize_t count = ::read(file, bytes.data(), bytes.size());
        if (count >= 0 || errno != EINTR) return count;
    }
}

std::ptrdiff_t writeSome(int file, std::string_view bytes) {
    for (;;) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count >= 0 || errno != EINTR) return count;
    }
}

bool truncateFile(int file, std::size_t size) {
    return ::ftruncate(file, static_cast<off_t>(size)) == 0;
}

bool synchronise(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == EROFS; }

bool closeFile(int file) { return ::close(file) == 0 || errno == EINTR; }

bool takeRights(int file, const FileFacts& other) {
    // Only the superuser can keep another owner; without it, the permissions matter even more.
    if (::fchown(file, other.owner, other.group) != 0) errno = 0;
    return ::fchmod(file, other.permissions) == 0;
}

void synchroniseFolder(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

bool isOwnAlone(const std::string& path, FileKind kind) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && factsFrom(status).kind == kind &&
           status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool isWritable(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

bool allowsNewFiles(const std::string& folder) {
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

std::optional<std::string> makeTemporaryFolder(const std::string& name) {
    std::string path = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (::mkdtemp(path.data()) == nullptr) return std::nullopt;
    return path;
}

}  // namespace momentree::platform
