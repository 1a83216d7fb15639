// SPDX-License-Identifier: Apache-2.0
#include "core/generate/library.hpp"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "core/generate/text.hpp"
#include "core/io/sha256.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/file.hpp"
#include "core/platform/machine.hpp"
#include "core/platform/process.hpp"

namespace momentree {
namespace {

namespace fs = std::filesystem;

/// g++ takes 29 s and 0.5 GB of memory for 1.8 MB of straight-line code, more than 7 GB for 10 MB.
constexpr std::size_t mostText = 3'000'000;

/// The compiler as words, as make reads CXX.
std::vector<std::string> compilerWords() {
    const char* chosen = std::getenv("CXX");
    std::istringstream words(chosen != nullptr && *chosen != '\0' ? chosen : "c++");
    std::vector<std::string> command;
    for (std::string word; words >> word;) command.push_back(word);
    return command;
}

std::string joinedWords(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

/// What the compiler says of itself, empty if there is none.
std::string compilerVersion() {
    static std::mutex mutex;
    static std::map<std::string, std::string> known;
    std::vector<std::string> command = compilerWords();
    const std::string name = joinedWords(command);
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(name); found != known.end()) return found->second;
    std::string version;
    if (!command.empty()) {
        command.emplace_back("--version");
        const auto told = platform::runProgram(command, platform::Errors::Hidden);
        if (told && told->status == 0) version = told->output;
    }
    return known[name] = version;
}

const std::vector<std::string>& compilerOptions() {
    static const std::vector<std::string> options{
        "-std=c++17",      "-O2",     "-march=native", "-ffp-contract=fast",
        "-fno-math-errno", "-shared", "-fPIC",         "-w"};
    return options;
}

Diagnostic folderProblem(const fs::path& folder, const MessageText<0>& reason) {
    return error({}, MOMENTREE_TEXT("generate-folder",
                                    "generated code is kept in the folder '%1', which %2")(
                         folder.string(), reason));
}

/// The folder of compiled texts, made if there is none: code in it is run, so that nobody else may
/// write there.
Result<fs::path> libraryFolder() {
    const std::optional<fs::path> cache = platform::cacheFolder();
    if (!cache)
        return fail(error({}, MOMENTREE_TEXT("generate-no-folder",
                                             "generated code needs a folder of the user: set HOME "
                                             "or XDG_CACHE_HOME")));
    const fs::path folder = *cache / "momentree" / "generated";
    std::error_code code;
    fs::create_directories(folder.parent_path(), code);
    if (fs::create_directory(folder, code)) fs::permissions(folder, fs::perms::owner_all, code);
    if (!fs::exists(folder, code))
        return fail(
            folderProblem(folder, MOMENTREE_TEXT("generate-folder-missing", "cannot be made")));
    if (!platform::isOwnAlone(folder.string(), platform::FileKind::Folder))
        return fail(folderProblem(
            folder, MOMENTREE_TEXT("generate-folder-shared",
                                   "others can write to, or which belongs to another user; take "
                                   "away their rights with chmod 700")));
    return folder;
}

/// A folder for one compilation, removed at the end.
struct WorkFolder {
    fs::path path;
    explicit WorkFolder(const fs::path& parent) {
        static std::atomic<int> count = 0;
        const fs::path made = parent / ("work-" + std::to_string(platform::processId()) + '-' +
                                        std::to_string(++count));
        std::error_code code;
        if (fs::create_directory(made, code)) path = made;
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder() {
        std::error_code ignored;
        if (!path.empty()) fs::remove_all(path, ignored);
    }
};

Result<void> compile(const std::string& text, const fs::path& folder, const fs::path& library) {
    const WorkFolder work(folder);
    if (work.path.empty())
        return fail(folderProblem(
            folder, MOMENTREE_TEXT("generate-folder-unwritable", "cannot be written")));
    const fs::path source = work.path / "model.cpp", made = work.path / "model.so";
    if (auto written = writeTextAtomically(text, source.string()); !written)
        return tl::unexpected(std::move(written.error()));
    std::vector<std::string> command = compilerWords();
    command.insert(command.end(), compilerOptions().begin(), compilerOptions().end());
    for (const std::string& word :
         {std::string("-o"), made.string(), source.string(), std::string("-lm")})
        command.push_back(word);
    const auto done = platform::runProgram(command);
    std::error_code code;
    if (!done || done->status != 0 || !fs::exists(made, code))
        return fail(error({}, MOMENTREE_TEXT("generate-compiler-failed",
                                             "the compiler '%1' fails on the generated code; its "
                                             "messages tell why")(joinedWords(compilerWords()))));
    fs::permissions(made, fs::perms::owner_all, code);
    fs::rename(made, library, code);
    if (code)
        return fail(
            folderProblem(folder, MOMENTREE_TEXT("generate-folder-full", "cannot be written")));
    return {};
}

}  // namespace

std::optional<Message> compilerRefusal() {
    if (!compilerVersion().empty()) return {};
    return MOMENTREE_TEXT("generate-no-compiler",
                          "needs a C++ compiler, and '%1' cannot be started; install g++ or "
                          "clang++, or name one in the variable CXX")(joinedWords(compilerWords()));
}

GeneratedLibrary::GeneratedLibrary(const std::string& file) : library_(file) {
    if (!library_.isOpen()) return;
    library_.find(generatedDerivative, derivative_);
    library_.find(generatedBatch, batch_);
    library_.find(generatedGradient, gradient_);
}

Result<std::shared_ptr<const GeneratedLibrary>> GeneratedLibrary::load(const std::string& text) {
    if (text.size() > mostText)
        return fail(
            error(Place::setting("backend", "generated"),
                  MOMENTREE_TEXT(
                      "generate-long",
                      "the code of this model has %1 MB, more than the %2 MB that a compiler "
                      "takes in reasonable time; other backends compute it, and smaller parts "
                      "of the model have slopes")(text.size() / 1'000'000, mostText / 1'000'000)));
    if (auto refusal = compilerRefusal())
        return fail(error(Place::setting("backend", "generated"), *std::move(refusal)));
    auto folder = libraryFolder();
    if (!folder) return tl::unexpected(std::move(folder.error()));
    Sha256 key;
    for (const std::string& part : {text, joinedWords(compilerWords()), compilerVersion(),
                                    joinedWords(compilerOptions()), platform::processorFacts()}) {
        key.add(part);
        key.add(std::string_view("\0", 1));
    }
    const fs::path file = *folder / (key.digest() + platform::librarySuffix);
    if (!platform::isOwnAlone(file.string(), platform::FileKind::Regular))
        if (auto made = compile(text, *folder, file); !made)
            return tl::unexpected(std::move(made.error()));
    std::shared_ptr<const GeneratedLibrary> library(new GeneratedLibrary(file.string()));
    if (library->derivative() == nullptr)
        return fail(error({}, MOMENTREE_TEXT("generate-not-loaded",
                                             "the compiled code in '%1' cannot be loaded; remove "
                                             "the file")(file.string())));
    return library;
}

}  // namespace momentree
