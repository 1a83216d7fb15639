// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "core/io/json.hpp"
#include "core/io/model_file.hpp"
#include "core/io/native_reader.hpp"
#include "core/io/text_file.hpp"
#include "core/number_text.hpp"
#include "core/study/study.hpp"

namespace momentree {
namespace {

constexpr int version = 1;
constexpr std::size_t mostRuns = 100'000, mostAxes = 16, mostValues = 100'000,
                      mostParameters = 1'000, longestPath = 4'096, longestText = 100'000;

void readParameters(ObjectReader& owner, StudyParameters& out) {
    for (const auto& [name, node] : owner.members("parameters", mostParameters)) {
        StudyParameter& parameter = out.emplace_back();
        parameter.name = name;
        readScalar(node, owner.place(), MOMENTREE_TEXT("parameter-named", "parameter '%1'")(name),
                   owner.problems(), parameter.value);
    }
}

void readSettings(ObjectReader& owner, RunSettings& out) {
    if (const auto node = owner.find("run")) readRunSettings(*node, owner.problems(), out);
}

void readRun(const JsonNode& node, std::size_t number, Problems& problems, StudyRun& out) {
    ObjectReader reader(node, listed(Place::Kind::Run, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    if (reader.string("name", out.name)) reader.rename(Place::run(out.name));
    readSettings(reader, out.run);
    readParameters(reader, out.parameters);
    reader.finish();
}

/// Reports an invalid value of a setting.
void tryValue(const ObjectReader& reader, const StudyAxis& axis, const Scalar& value) {
    RunSettings scratch;
    const std::string text = value.text.empty() ? numberText(value.value) : value.text;
    if (const auto set = setRunSetting(scratch, axis.name, text); !set)
        for (const Diagnostic& problem : set.error())
            reader.problems().add(reader.place(), problem.message,
                                  value.line > 0 ? value.line.value : axis.line);
}

void readValues(ObjectReader& reader, StudyAxis& axis) {
    for (const JsonNode& item : reader.items("values", mostValues)) {
        Scalar& value = axis.values.emplace_back();
        if (item.isBool() && !axis.isParameter) {
            value.text = item.boolean() ? "true" : "false";
            value.line = item.line();
        } else if (!readScalar(item, reader.place(),
                               MOMENTREE_TEXT("each-of-values", "each of 'values'"),
                               reader.problems(), value)) {
            return;
        }
        if (!axis.isParameter) tryValue(reader, axis, value);
        if (reader.problems().full()) return;
    }
}

void readRange(ObjectReader& reader, StudyAxis& axis) {
    StudyAxis::Range range;
    const bool ends =
        reader.number("from", range.from, required) && reader.number("to", range.to, required);
    reader.integer("count", range.count, 2, static_cast<int>(mostValues), required);
    std::string spacing = "linear";
    reader.choice("spacing", spacing, {"linear", "logarithmic"}, optional);
    range.logarithmic = spacing == "logarithmic";
    if (ends && range.from == range.to)
        reader.problem(MOMENTREE_TEXT("sweep-ends-equal", "'from' and 'to' must differ"));
    if (ends && range.logarithmic && !(range.from > 0.0 && range.to > 0.0))
        reader.problem(MOMENTREE_TEXT("sweep-logarithmic",
                                      "logarithmic spacing needs 'from' and 'to' greater than 0"));
    axis.range = range;
    if (ends && !axis.isParameter)
        for (const double end : {range.from, range.to}) tryValue(reader, axis, end);
}

void readAxis(const JsonNode& node, std::size_t number, Problems& problems, StudyAxis& out) {
    ObjectReader reader(node, listed(Place::Kind::Sweep, number), problems);
    if (!reader.valid()) return;
    out.line = node.line();
    std::string setting;
    out.isParameter = reader.string("parameter", out.name);
    const bool isSetting = reader.string("setting", setting);
    if (out.isParameter == isSetting)
        return reader.problem(MOMENTREE_TEXT(
            "sweep-target", "give either 'parameter' (of the model) or 'setting' (of the run)"));
    if (isSetting) out.name = setting;
    reader.rename(Place::sweep(out.name));
    if (reader.find("values")) {
        readValues(reader, out);
        if (out.values.empty())
            reader.problem(
                MOMENTREE_TEXT("sweep-no-values", "'values' must be a list of at least one value"));
    } else if (reader.find("from")) {
        readRange(reader, out);
    } else {
        reader.problem(
            MOMENTREE_TEXT("sweep-values", "give either 'values', or 'from', 'to' and 'count'"));
    }
    reader.finish();
}

template <typename Element, typename Read>
void readList(ObjectReader& root, std::string_view key, std::size_t most, std::vector<Element>& out,
              Read read) {
    for (const JsonNode& item : root.items(key, most)) {
        if (root.problems().full()) return;
        const std::size_t number = out.size();
        read(item, number, root.problems(), out.emplace_back());
    }
}

void readReference(ObjectReader& root, Study& study) {
    const auto node = root.find("reference");
    if (!node) return;
    if (node->isString()) {
        study.reference = node->string();
    } else if (node->isObject()) {
        ObjectReader reader(*node, Place::study("reference"), root.problems());
        study.computedReference.emplace();
        readSettings(reader, *study.computedReference);
        reader.finish();
    } else {
        root.problems().add(
            Place::study("reference"),
            MOMENTREE_TEXT("study-reference",
                           "must be the name of a run, or {\"run\": {...}} with the settings of a "
                           "run to compute, not %1")(node->kind()),
            node->line());
    }
}

void readVersion(ObjectReader& root) {
    const auto node = root.find("version");
    if (!node)
        return root.problem(
            MOMENTREE_TEXT("version-missing",
                           "'version' is missing; this program reads \"version\": %1")(version));
    const std::optional<double> number = node->isNumber() ? node->number() : std::nullopt;
    if (number != static_cast<double>(version))
        root.problems().add(
            {},
            MOMENTREE_TEXT(
                "study-version-unknown",
                "unknown version of the study format; this program reads \"version\": %1")(version),
            node->line());
}

Study readStudy(const JsonNode& node, Problems& problems) {
    Study study;
    ObjectReader root(node, {}, problems);
    if (!root.valid()) return study;
    readVersion(root);
    if (!problems.empty()) return study;
    root.string("$schema", study.schema, optional, longestPath);
    root.string("name", study.name, required);
    root.string("title", study.title, optional, longestPath);
    root.string("text", study.text, optional, longestText);
    if (root.string("model", study.model, required, longestPath))
        study.modelLine = root.find("model")->line();
    readSettings(root, study.run);
    readParameters(root, study.parameters);
    readList(root, "runs", mostRuns, study.runs, readRun);
    readList(root, "sweep", mostAxes, study.sweep, readAxis);
    readReference(root, study);
    root.finish();
    return study;
}

}  // namespace

Result<Study> readStudyText(std::string_view text, const std::string& name) {
    const Result<JsonDocument> document = JsonDocument::parse(std::string(text));
    if (!document) return tl::unexpected(document.error());
    Problems problems;
    Study study = readStudy(document->root(), problems);
    if (!problems.empty()) return tl::unexpected(problems.take());
    study.file = name;
    return study;
}

Result<Study> readStudyFile(const std::string& path) {
    Result<std::string> text = readTextFile(path);
    if (!text) return tl::unexpected(text.error());
    return readStudyText(*text, path);
}

std::string modelPathOf(const Study& study) {
    const std::filesystem::path model = study.model;
    if (model.is_absolute() || study.file == "-") return model.string();
    return (std::filesystem::path(study.file).parent_path() / model).generic_string();
}

Result<void> checkModelFile(const Study& study) {
    const std::string path = modelPathOf(study);
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (std::filesystem::is_directory(status))
        return fail(
            error(Place::study("model"),
                  MOMENTREE_TEXT("study-model-folder", "'%1' is a folder; give a model file")(path),
                  study.modelLine));
    if (!std::filesystem::exists(status) && path != "-")
        return fail(error(Place::study("model"),
                          MOMENTREE_TEXT("study-model-missing",
                                         "there is no file '%1'; give the path of the model "
                                         "relative to the folder of the study")(path),
                          study.modelLine));
    return {};
}

}  // namespace momentree
