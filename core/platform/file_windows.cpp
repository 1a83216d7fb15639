// SPDX-License-Identifier: Apache-2.0
#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>

#include "core/platform/file.hpp"

namespace momentree::platform {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t atOnce = std::size_t{1} << 30;  // the functions below count by int
constexpr int mayWrite = 2;

int openFile(const std::string& path, int flags) {
    const int file =
        ::_wopen(fs::path(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    std::error_code none;
    if (file < 0 && errno == EACCES) errno = fs::is_directory(path, none) ? EISDIR : EACCES;
    return file;
}

FileFacts factsFrom(const struct _stat64& status) {
    const int type = status.st_mode & _S_IFMT;
    const FileKind kind = type == _S_IFDIR   ? FileKind::Folder
                          : type == _S_IFREG ? FileKind::Regular
                                             : FileKind::Other;
    return {kind, static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace

int openToRead(const std::string& path) { return openFile(path, _O_RDONLY); }
int openToWrite(const std::string& path) { return openFile(path, _O_WRONLY | _O_CREAT | _O_TRUNC); }
int createFile(const std::string& path) { return openFile(path, _O_WRONLY | _O_CREAT | _O_EXCL); }

std::optional<FileFacts> factsOf(int file) {
    struct _stat64 status {};
    if (::_fstat64(file, &status) != 0) return std::nullopt;
    return factsFrom(status);
}

std::optional<FileFacts> factsOf(const std::string& path) {
    struct _stat64 status {};
    if (::_wstat64(fs::path(path).c_str(), &status) != 0) return std::nullopt;
    return factsFrom(status);
}

std::ptrdiff_t readSome(int file, std::span<char> bytes) {
    if (file == standardInput) ::_setmode(file, _O_BINARY);
    return ::_read(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), atOnce)));
}

std::ptrdiff_t writeSome(int file, std::string_view bytes) {
    return ::_write(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), atOnce)));
}

bool truncateFile(int file, std::size_t size) {
    const int problem = ::_chsize_s(file, static_cast<long long>(size));
    if (problem != 0) errno = problem;
    return problem == 0;
}

// EBADF: pipes and the console.
bool synchronise(int file) { return ::_commit(file) == 0 || errno == EBADF || errno == EINVAL; }

bool closeFile(int file) { return ::_close(file) == 0; }

// A new file inherits the rights of its folder.
bool takeRights(int, const FileFacts&) { return true; }

// The system writes the change of a folder with the file.
void synchroniseFolder(const std::string&) {}

// Folders of a user's profile are closed to others.
bool isOwnAlone(const std::string& path, FileKind kind) {
    const std::optional<FileFacts> facts = factsOf(path);
    return facts && facts->kind == kind && !fs::is_symlink(path);
}

bool isWritable(const std::string& path) {
    return ::_waccess(fs::path(path).c_str(), mayWrite) == 0;
}

bool allowsNewFiles(const std::string& folder) { return isWritable(folder); }

std::optional<std::string> makeTemporaryFolder(const std::string& name) {
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const fs::path path = fs::temp_directory_path() / (name + "-" + std::to_string(random()));
        if (::_wmkdir(path.c_str()) == 0) return path.string();
        if (errno != EEXIST) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace momentree::platform
