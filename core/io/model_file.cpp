// SPDX-License-Identifier: Apache-2.0
#include "core/io/model_file.hpp"

#include <algorithm>
#include <array>

#include "core/io/case_reader.hpp"
#include "core/io/freecad.hpp"
#include "core/io/json_text.hpp"
#include "core/io/mesh_mass.hpp"
#include "core/io/model_format.hpp"
#include "core/io/native_reader.hpp"
#include "core/io/pmks.hpp"
#include "core/io/stored_run.hpp"
#include "core/io/text_file.hpp"
#include "core/io/xml_reader.hpp"
#include "core/number_text.hpp"
#include "core/session/settings_of.hpp"

namespace momentree {
namespace {

/// The version is checked before anything else.
bool knownVersion(const JsonNode& root, Problems& problems) {
    ObjectReader reader(root, {}, problems);
    if (!reader.valid()) return false;
    const auto node = reader.find("version");
    if (!node) {
        reader.problem(MOMENTREE_TEXT(
            "version-missing",
            "'version' is missing; this program reads \"version\": %1")(format::version));
        return false;
    }
    const std::optional<double> number = node->isNumber() ? node->number() : std::nullopt;
    if (number == static_cast<double>(format::version)) return true;
    problems.add(
        {},
        MOMENTREE_TEXT("model-version-unknown",
                       "unknown version of the model format; this program reads \"version\": %1")(
            format::version),
        node->line());
    return false;
}

/// The model and the settings of a run, from a report or an HDF5 file.
Result<ModelDescription> modelOf(Result<StoredRun> run, Diagnostics* notes) {
    if (!run) return tl::unexpected(std::move(run.error()));
    if (run->start && notes != nullptr)
        notes->push_back(warning(
            Place::run(), MOMENTREE_TEXT("start-not-taken",
                                         "the run continued an earlier motion; the model starts "
                                         "at its own start")));
    run->model.run = settingsOf(run->spec, run->model.run);
    if (notes != nullptr) noteMeshes(run->model, *notes);
    if (auto read = readInsides(run->model); !read) return tl::unexpected(std::move(read.error()));
    return std::move(run->model);
}

}  // namespace

namespace {

/// What such a file has before its first element is wrong as XML.
bool isNamedAsXml(const std::string& name) {
    constexpr std::array endings{".urdf", ".xacro", ".sdf", ".xml", ".mjcf"};
    return std::ranges::any_of(endings, [&](const char* end) { return name.ends_with(end); });
}

/// Refuses the choice of a root for files other than robots, which have none.
Result<void> checkRoot(const ImportOptions& options) {
    if (!options.freeBase && options.root.empty()) return {};
    return fail(
        error({}, MOMENTREE_TEXT("root-of-no-robot",
                                 "only robots (URDF, MJCF, SDF) have a root to choose; leave it "
                                 "as it is, and edit the joints with ground")));
}

}  // namespace

Result<ModelDescription> readModelText(std::string_view text, const std::string& name,
                                       Diagnostics* notes, const ImportOptions& options) {
    if (looksLikeXml(text) || isNamedAsXml(name)) {
        Diagnostics unread;
        return readRobot(text, name, notes ? *notes : unread, options);
    }
    if (const auto good = checkRoot(options); !good) return tl::unexpected(good.error());
    if (looksLikePmks(text)) {
        Diagnostics unread;
        return readPmks(text, name, notes ? *notes : unread);
    }
    const Result<JsonDocument> document = JsonDocument::parse(std::string(text));
    if (!document) return tl::unexpected(document.error());
    const JsonNode root = document->root();
    if (root.has("model_as_run")) return modelOf(readStoredText(std::string(text), name), notes);
    Problems problems;
    ModelDescription model;
    if (isReferenceCase(root)) {
        model = readReferenceCase(root, problems);
    } else if (knownVersion(root, problems)) {
        model = readNativeModel(root, problems);
    }
    if (!problems.empty()) return tl::unexpected(problems.take());
    model.file = name;
    placeMeshes(model, name);
    if (notes) noteMeshes(model, *notes);
    if (auto read = readInsides(model); !read) return tl::unexpected(std::move(read.error()));
    return model;
}

Result<ModelDescription> readModelFile(const std::string& path, Diagnostics* notes,
                                       const ImportOptions& options) {
    if (isWebAddress(path)) return readModelText(path, "link", notes, options);
    if (isFreecadFile(path) || holdsRows(path))
        if (const auto good = checkRoot(options); !good) return tl::unexpected(good.error());
    if (isFreecadFile(path)) {
        Diagnostics unread;
        return readFreecad(path, notes ? *notes : unread, options);
    }
    if (holdsRows(path)) return modelOf(readStoredRun(path), notes);
    Result<std::string> text = readTextFile(path);
    if (!text) return tl::unexpected(text.error());
    return readModelText(*text, path, notes, options);
}

Result<void> setRunSetting(RunSettings& settings, const std::string& name,
                           const std::string& value) {
    const std::string key = "{" + jsonQuoted(name) + ": ";
    auto document = JsonDocument::parse(key + value + "}");
    // A value such as `1, "duration": 2` would set more than its own setting.
    if (!document || document->root().size() != 1)
        document = JsonDocument::parse(key + jsonQuoted(value) + "}");
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    RunSettings changed = settings;
    readRunSettings(document->root(), problems, changed);
    if (problems.empty()) {
        settings = changed;
        return {};
    }
    Diagnostics found = problems.take();
    for (Diagnostic& problem : found) problem.line = 0;
    return tl::unexpected(std::move(found));
}

Result<void> saveModelFile(const ModelDescription& description, const std::string& path) {
    const std::string text = writeModelText(description, path);
    const auto again = readModelText(text, path);
    return writeIfReadable(text, path, again ? Diagnostics() : again.error());
}

int lineOfSetting(const std::string& path, const Diagnostic& problem) {
    if (problem.place.kind != Place::Kind::Setting || path == "-") return 0;
    const auto text = readTextFile(path);
    if (!text) return 0;
    const auto document = JsonDocument::parse(*text);
    if (!document || !document->root().isObject()) return 0;
    const auto names = [&](std::string key) {
        std::ranges::replace(key, '_', ' ');
        return key == problem.place.name;
    };
    const auto tells = [&](const JsonNode& value) {
        if (value.isString()) return value.string() == problem.place.field;
        return value.isNumber() &&
               std::ranges::any_of(problem.message.arguments,

                                   [&](const auto& argument) {
                                       return argument.text ==
                                              numberText(value.number().value_or(0.0));
                                   });
    };
    for (const auto& [part, run] : document->root().members()) {
        if (part != "run" || !run.isObject()) continue;
        for (const auto& [key, value] : run.members())
            if (names(key) && tells(value)) return value.line();
    }
    return 0;
}

}  // namespace momentree
