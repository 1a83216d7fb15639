// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/run_reader.hpp"

#include <algorithm>
#include <filesystem>

#include "core/lessons/quantity_reader.hpp"

namespace momentree {
namespace {

bool isFile(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

void readLessonRun(const JsonNode& node, const std::string& folder, const std::string& examples,
                   std::vector<LessonRun>& runs, std::vector<std::string>& names,
                   Problems& problems) {
    LessonRun run;
    run.line = node.line();
    ObjectReader reader(node, listed(Place::Kind::Run, runs.size()), problems);
    if (reader.name("name", run.name)) reader.rename(Place::run(run.name));
    if (std::ranges::find(names, run.name) != names.end())
        reader.problem(MOMENTREE_TEXT("lesson-run-twice", "another run has this name; rename one"));
    reader.string("label", run.label, required);
    std::string example, model, like;
    reader.string("example", example);
    reader.string("model", model);
    readRunName(reader, "like", like, optional, names);
    if (!example.empty() + !model.empty() + !like.empty() != 1)
        reader.problem(MOMENTREE_TEXT("lesson-run-model",
                                      "give either 'example', an example of the program, or "
                                      "'model', a file in the folder of the lesson, or "
                                      "'like', an earlier run"));
    const auto earlier = std::ranges::find(runs, like, &LessonRun::name);
    if (!like.empty() && earlier != runs.end()) {
        run.model = earlier->model;
        run.parameters = earlier->parameters;
        run.settings = earlier->settings;
    } else if (!example.empty()) {
        run.model = (std::filesystem::path(examples) / (example + ".momentree.json")).string();
    } else {
        run.model = (std::filesystem::path(folder) / model).string();
    }
    if (!isFile(run.model))
        reader.problem(MOMENTREE_TEXT("file-missing", "there is no file %1")(run.model));
    readValues(reader, "parameters", run.parameters);
    readValues(reader, "settings", run.settings);
    reader.finish();
    names.push_back(run.name);
    runs.push_back(std::move(run));
}

void readClaimed(ObjectReader& reader, Claim& claim, std::span<const std::string> runs) {
    claim.line = reader.line();
    reader.string("unit", claim.unit);
    readQuantity(reader, claim.quantity, true, runs);
    readBounds(reader, claim);
}

void readBounds(ObjectReader& reader, Claim& claim) {
    readNumber(reader, "value", claim.value);
    readNumber(reader, "within", claim.within);
    readNumber(reader, "below", claim.below);
    readNumber(reader, "above", claim.above);
    const int ways = (claim.value ? 1 : 0) + (claim.below ? 1 : 0) + (claim.above ? 1 : 0);
    if (ways != 1 || claim.value.has_value() != claim.within.has_value())
        reader.problem(MOMENTREE_TEXT("claim-form",
                                      "give either 'value' and 'within', or 'below', or 'above'"));
}

}  // namespace momentree
