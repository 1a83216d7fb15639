// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/export.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "core/fmi/licenses.hpp"
#include "core/fmi/variables.hpp"
#include "core/io/model_file.hpp"
#include "core/io/text_file.hpp"
#include "core/io/zip.hpp"
#include "core/model/sticking.hpp"
#include "core/platform/shared_library.hpp"
#include "core/session/refusals.hpp"
#include "core/session/run_setup.hpp"

namespace momentree::fmi {
namespace {

Diagnostics missing(const std::string& library) {
    return {error({}, MOMENTREE_TEXT("fmu-library-missing",
                                     "the library '%1' of units is missing or damaged; install "
                                     "this program again")(library))};
}

/// Adds the bytes of a library as `name`, and those of what it needs.
Result<void> addLibrary(const std::string& library, const std::string& name,
                        const std::string& folder, std::set<std::string>& taken,
                        std::vector<ZipEntry>& entries, std::vector<std::string>& paths) {
    const platform::SharedLibrary open(library);
    if (!open.isOpen()) return tl::unexpected(missing(library));
    auto bytes = readTextFile(open.path());
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    entries.push_back({folder + name, std::move(*bytes)});
    paths.push_back(open.path());
    for (const std::string& next : open.needed()) {
        if (platform::isOfSystem(next) || !taken.insert(next).second) continue;
        if (auto added = addLibrary(next, next, folder, taken, entries, paths); !added)
            return added;
    }
    return {};
}

/// An identifier of C from the name of a file.
std::string identifierOf(const std::string& path) {
    std::string id = std::filesystem::path(path).stem().string();
    for (char& c : id)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) c = '_';
    return id.empty() || (id[0] >= '0' && id[0] <= '9') ? "model_" + id : id;
}

/// Number of states for model exchange, 0 where there is none.
int stateCount(const Model& model, const Catalogue& catalogue, const RunSpec& spec,
               Diagnostics* notes) {
    const auto without = [&](Message why) {
        if (notes != nullptr)
            notes->push_back(
                warning(Place::model(""),
                        MOMENTREE_TEXT("fmu-no-model-exchange",
                                       "the unit is for co-simulation only: %1")(std::move(why))));
        return 0;
    };
    if (!model.stops.empty())
        return without(MOMENTREE_TEXT("fmu-impacts", "'%1' rebounds")(model.stops.front().name));
    if (const AxialLoad* load = firstSticking(model))
        return without(MOMENTREE_TEXT("fmu-sticks", "the friction '%1' sticks")(load->name));
    auto system = catalogue.makeSystem(std::make_shared<const Model>(model), spec);
    if (!system) return without(system.error().front().message);
    return (*system)->size();
}

}  // namespace

Result<void> writeUnit(const Model& model, const Catalogue& catalogue,
                       const ExportSettings& settings, const std::string& path,
                       Diagnostics* notes) {
    const RunSpec spec = specOf(catalogue, model, {});
    if (auto good = catalogue.check(model, spec); !good) return good;
    for (const Probe& probe : model.probes)
        if (auto refused = workRefusal(probe))
            return fail(error(Place::model("probes"), std::move(*refused)));
    if (model.inputs)
        if (auto refused = inputRefusal(spec))
            return fail(error(Place::setting("integrator", spec.integrator), std::move(*refused)));
    const int states = stateCount(model, catalogue, spec, notes);

    ModelDescription description = model.description;
    for (BodyDescription& body : description.bodies) {  // parts and collisions may name files
        if (body.shape.kind == ShapeDescription::Kind::Parts) body.shape = {};
        body.shape.collisions.clear();
    }
    const std::string text = writeModelText(description);

    UnitFacts facts;
    facts.version = settings.version;
    facts.name = model.name;
    facts.text = description.title;
    facts.id = identifierOf(path);
    facts.token = tokenOf(text);
    facts.tool = settings.tool;
    facts.modelExchange = states > 0;
    facts.step = spec.step;
    facts.interval = spec.sample;
    facts.stop = spec.duration;
    facts.tolerance = spec.relativeTolerance;
    std::vector<ZipEntry> entries{
        {"modelDescription.xml",
         descriptionText(facts, variablesOf(model, RowLayout(model), states))},
        {std::string("resources/") + modelFile, text}};
    const std::string folder =
        std::string("binaries/") + (settings.version == 3 ? fmi3Platform : fmi2Platform) + '/';
    std::set<std::string> taken;
    std::vector<std::string> paths;
    const std::string binary = facts.id + platform::librarySuffix;
    if (auto added = addLibrary(settings.binary, binary, folder, taken, entries, paths); !added)
        return added;
    paths.erase(paths.begin());  // the library of this program
    std::ranges::move(licensesOf(binary, std::move(paths), notes), std::back_inserter(entries));
    return writeZip(entries, path);
}

}  // namespace momentree::fmi
