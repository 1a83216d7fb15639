// SPDX-License-Identifier: Apache-2.0
#include "core/io/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

namespace momentree {
namespace {

/// In English, independent of the locale.
Message reason(int code) {
    if (code == ENOSPC) return MOMENTREE_TEXT("disk-full", "the disk is full");
    if (code == ENOENT) return MOMENTREE_TEXT("no-such-file", "there is no such file or folder");
    if (code == EACCES || code == EPERM)
        return MOMENTREE_TEXT("permission-denied", "permission denied");
    if (code == EISDIR) return MOMENTREE_TEXT("is-folder", "it is a folder");
    if (code == EROFS) return MOMENTREE_TEXT("read-only", "the file system is read-only");
    if (code == ENOTDIR) return MOMENTREE_TEXT("not-folder", "a part of the path is not a folder");
    return MOMENTREE_TEXT("system-error", "system error %1, %2")(
        code, std::generic_category().message(code));
}

Diagnostic cannotOpen(const std::string& path, int code) {
    return error({}, MOMENTREE_TEXT("file-not-opened", "cannot open '%1': %2")(path, reason(code)));
}
Diagnostic cannotWrite(const std::string& path, Message why) {
    return error({},
                 MOMENTREE_TEXT("file-not-written", "cannot write '%1': %2")(path, std::move(why)));
}

/// Closes a file descriptor.
struct Descriptor {
    int value = -1;
    explicit Descriptor(int v) : value(v) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (value > STDERR_FILENO) ::close(value);
    }
};

/// The file that is really written: the target of a symbolic link, even if it does not exist yet.
std::string resolved(const std::string& path) {
    std::error_code code;
    std::filesystem::path target = path;
    for (int hop = 0; hop < 40 && std::filesystem::is_symlink(target, code); ++hop) {
        const std::filesystem::path next = std::filesystem::read_symlink(target, code);
        if (code) break;
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target.string();
}

std::string folderOf(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// Creates a file with an unused name in the folder of `path`; its permissions follow the umask.
int createBeside(const std::string& path, std::string& name) {
    const std::filesystem::path target = path;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::string leaf = "." + target.filename().string() + "." +
                                 std::to_string(::getpid()) + "-" + std::to_string(attempt) +
                                 ".tmp";
        name = (std::filesystem::path(folderOf(path)) / leaf).string();
        const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

/// Makes a rename survive a power cut where the file system supports it.
void syncFolder(const std::string& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.value >= 0) ::fsync(descriptor.value);
}

}  // namespace

Result<std::string> readTextFile(const std::string& path) {
    const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (file.value < 0 || ::fstat(file.value, &status) != 0) return fail(cannotOpen(path, errno));
    if (S_ISDIR(status.st_mode))
        return fail(error(
            {}, MOMENTREE_TEXT("file-is-folder", "'%1' is a folder, not a model file")(path)));
    const Diagnostic tooLarge = error(
        {},
        MOMENTREE_TEXT(
            "file-too-large",
            "the file is larger than the limit of 64 MiB (models have at most 100 000 bodies)"));
    if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > largestFile)
        return fail(tooLarge);

    std::string text;
    constexpr std::size_t chunk = std::size_t{1} << 18;
    while (text.size() <= largestFile) {
        const std::size_t before = text.size();
        text.resize(before + chunk);
        const ssize_t got = ::read(file.value, text.data() + before, chunk);
        if (got < 0 && errno != EINTR)
            return fail(error(
                {}, MOMENTREE_TEXT("file-not-read", "cannot read '%1': %2")(path, reason(errno))));
        text.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
        if (got == 0) return text;
    }
    return fail(tooLarge);
}

OutputFile::OutputFile(const std::string& path) : owned_(path != "-") {
    descriptor_ = owned_ ? ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                         : STDOUT_FILENO;
    if (descriptor_ < 0) failed(errno);
}

OutputFile::~OutputFile() {
    if (owned_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::failed(int code) {
    if (!problem_) problem_ = reason(code);
}

bool OutputFile::write(std::string_view text) {
    while (!problem_ && !text.empty()) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
            written_ += static_cast<std::size_t>(written);
        } else if (errno != EINTR) {
            failed(errno);
        }
    }
    return !problem_;
}

bool OutputFile::close() {
    if (!owned_ || descriptor_ < 0) return !problem_;
    // EINVAL: pipes and devices cannot be synchronised.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) failed(errno);
    if (::close(descriptor_) != 0 && errno != EINTR) failed(errno);
    descriptor_ = -1;
    return !problem_;
}

void OutputFile::truncate(std::size_t size) {
    struct stat status {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) failed(errno);
}

std::optional<Message> OutputFile::replace(std::string_view text, const std::string& path,
                                           const struct stat* old) {
    std::string temporary;
    OutputFile file;
    file.descriptor_ = createBeside(path, temporary);
    if (file.descriptor_ < 0) return reason(errno);
    if (old != nullptr) {
        // Only the superuser can keep another owner; without it, the permissions matter even more.
        if (::fchown(file.descriptor_, old->st_uid, old->st_gid) != 0) errno = 0;
        if (::fchmod(file.descriptor_, old->st_mode & 07777) != 0) file.failed(errno);
    }
    file.write(text);
    if (file.close() && ::rename(temporary.c_str(), path.c_str()) != 0) file.failed(errno);
    if (file.problem_) ::unlink(temporary.c_str());
    syncFolder(folderOf(path));
    return file.problem_;
}

Result<void> writeTextAtomically(const std::string& text, const std::string& path) {
    if (auto writable = checkWritable(path); !writable) return writable;
    const std::string target = path == "-" ? path : resolved(path);
    struct stat old {};
    const bool exists = path != "-" && ::stat(target.c_str(), &old) == 0;
    std::optional<Message> problem;
    if (path == "-" || (exists && !S_ISREG(old.st_mode))) {
        OutputFile file(target);
        file.write(text);
        file.close();
        problem = file.problem();
    } else {
        problem = OutputFile::replace(text, target, exists ? &old : nullptr);
        if (problem && exists)
            problem =
                MOMENTREE_TEXT("old-file-unchanged", "%1; the old file is unchanged")(*problem);
    }
    if (problem) return fail(cannotWrite(path, *problem));
    return {};
}

Result<void> writeIfReadable(const std::string& text, const std::string& path,
                             Diagnostics problems) {
    if (problems.empty()) return writeTextAtomically(text, path);
    for (Diagnostic& problem : problems) problem.line = 0;
    problems.insert(
        problems.begin(),
        error({}, MOMENTREE_TEXT("saved-file-unreadable",
                                 "not saved, because the file could not be opened again")));
    return tl::unexpected(std::move(problems));
}

Result<void> checkWritable(const std::string& path) {
    if (path == "-") return {};
    if (path.empty())
        return fail(
            error({}, MOMENTREE_TEXT("file-name-empty", "the name of the output file is empty")));
    const std::string target = resolved(path);
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) return fail(cannotWrite(path, reason(EISDIR)));
        if (::access(target.c_str(), W_OK) != 0) return fail(cannotWrite(path, reason(errno)));
        return {};
    }
    if (errno != ENOENT || target.back() == '/')
        return fail(cannotWrite(path, reason(errno == ENOENT ? EISDIR : errno)));
    if (::access(folderOf(target).c_str(), W_OK | X_OK) != 0)
        return fail(cannotWrite(path, reason(errno)));
    return {};
}

}  // namespace momentree
