// SPDX-License-Identifier: Apache-2.0
#include "core/io/text_file.hpp"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/platform/process.hpp"

namespace momentree {
namespace {

using platform::FileFacts;
using platform::FileKind;

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
        if (value > platform::standardError) platform::closeFile(value);
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
                                 std::to_string(platform::processId()) + "-" +
                                 std::to_string(attempt) + ".tmp";
        name = (std::filesystem::path(folderOf(path)) / leaf).string();
        const int descriptor = platform::createFile(name);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

}  // namespace

Result<std::string> readTextFile(const std::string& path) {
    const Descriptor file(path == "-" ? platform::standardInput : platform::openToRead(path));
    const auto facts = file.value < 0 ? std::nullopt : platform::factsOf(file.value);
    if (!facts) return fail(cannotOpen(path, errno));
    if (facts->kind == FileKind::Folder)
        return fail(error(
            {}, MOMENTREE_TEXT("file-is-folder", "'%1' is a folder, not a model file")(path)));
    const Diagnostic tooLarge = error(
        {},
        MOMENTREE_TEXT(
            "file-too-large",
            "the file is larger than the limit of 64 MiB (models have at most 100 000 bodies)"));
    if (facts->kind == FileKind::Regular && facts->size > largestFile) return fail(tooLarge);

    std::string text;
    constexpr std::size_t chunk = std::size_t{1} << 18;
    while (text.size() <= largestFile) {
        const std::size_t before = text.size();
        text.resize(before + chunk);
        const std::ptrdiff_t got = platform::readSome(file.value, {text.data() + before, chunk});
        if (got < 0)
            return fail(error(
                {}, MOMENTREE_TEXT("file-not-read", "cannot read '%1': %2")(path, reason(errno))));
        text.resize(before + static_cast<std::size_t>(got));
        if (got == 0) return text;
    }
    return fail(tooLarge);
}

OutputFile::OutputFile(const std::string& path) : owned_(path != "-") {
    descriptor_ = owned_ ? platform::openToWrite(path) : platform::standardOutput;
    if (descriptor_ < 0) failed(errno);
}

OutputFile::~OutputFile() {
    if (owned_ && descriptor_ >= 0) platform::closeFile(descriptor_);
}

void OutputFile::failed(int code) {
    if (!problem_) problem_ = reason(code);
}

bool OutputFile::write(std::string_view text) {
    while (!problem_ && !text.empty()) {
        const std::ptrdiff_t written = platform::writeSome(descriptor_, text);
        if (written < 0) {
            failed(errno);
            break;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
        written_ += static_cast<std::size_t>(written);
    }
    return !problem_;
}

bool OutputFile::close() {
    if (!owned_ || descriptor_ < 0) return !problem_;
    if (!platform::synchronise(descriptor_)) failed(errno);
    if (!platform::closeFile(descriptor_)) failed(errno);
    descriptor_ = -1;
    return !problem_;
}

void OutputFile::truncate(std::size_t size) {
    const auto facts = descriptor_ < 0 ? std::nullopt : platform::factsOf(descriptor_);
    if (!facts || facts->kind != FileKind::Regular) return;
    if (!platform::truncateFile(descriptor_, size)) failed(errno);
}

std::optional<Message> OutputFile::replace(std::string_view text, const std::string& path,
                                           const std::optional<FileFacts>& old) {
    std::string temporary;
    OutputFile file;
    file.descriptor_ = createBeside(path, temporary);
    if (file.descriptor_ < 0) return reason(errno);
    if (old && !platform::takeRights(file.descriptor_, *old)) file.failed(errno);
    file.write(text);
    std::error_code code, none;
    if (file.close()) std::filesystem::rename(temporary, path, code);
    if (code) file.failed(code.default_error_condition().value());
    if (file.problem_) std::filesystem::remove(temporary, none);
    platform::synchroniseFolder(folderOf(path));
    return file.problem_;
}

Result<void> writeTextAtomically(const std::string& text, const std::string& path) {
    if (auto writable = checkWritable(path); !writable) return writable;
    const std::string target = path == "-" ? path : resolved(path);
    const auto old = path == "-" ? std::nullopt : platform::factsOf(target);
    std::optional<Message> problem;
    if (path == "-" || (old && old->kind != FileKind::Regular)) {
        OutputFile file(target);
        file.write(text);
        file.close();
        problem = file.problem();
    } else {
        problem = OutputFile::replace(text, target, old);
        if (problem && old)
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
    if (const auto facts = platform::factsOf(target)) {
        if (facts->kind == FileKind::Folder) return fail(cannotWrite(path, reason(EISDIR)));
        if (!platform::isWritable(target)) return fail(cannotWrite(path, reason(errno)));
        return {};
    }
    if (errno != ENOENT || target.back() == '/')
        return fail(cannotWrite(path, reason(errno == ENOENT ? EISDIR : errno)));
    if (!platform::allowsNewFiles(folderOf(target))) return fail(cannotWrite(path, reason(errno)));
    return {};
}

}  // namespace momentree
