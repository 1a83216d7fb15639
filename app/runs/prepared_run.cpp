// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/prepared_run.hpp"

#include "core/io/model_file.hpp"

namespace momentree::app {

Result<PreparedRun> prepareRun(const Catalogue& catalogue, const std::string& file,
                               std::shared_ptr<const Model> model, const RunSpec& spec,
                               const std::optional<RunPoint>& from, const RunExtras& extras) {
    PreparedRun run;
    run.file = file;
    run.from = from;
    run.model = std::move(model);
    SetupOptions options{.budget = extras.budget,
                         .assembly = &run.assembly,
                         .warnings = &run.warnings,
                         .check = extras.check,
                         .watch = extras.watch};
    Result<LaterStart> later = LaterStart();
    if (from) {
        later = carryOver(*from, *run.model, &run.assembly);
        if (!later) return tl::unexpected(later.error());
        options.start = &*later;
    }
    auto session = Session::create(catalogue, run.model, spec, options);
    if (!session) return tl::unexpected(session.error());
    run.session = std::move(*session);
    return run;
}

Result<PreparedRun> prepareFile(const Catalogue& catalogue, const std::string& file,
                                std::shared_ptr<const ModelDescription>* read,
                                const RunExtras& extras) {
    Diagnostics warnings;
    auto description = readModelFile(file, &warnings);
    if (!description) return tl::unexpected(description.error());
    if (read) *read = std::make_shared<const ModelDescription>(*description);
    auto model = buildModel(std::move(*description), &warnings);
    if (!model) return tl::unexpected(model.error());
    auto run = prepareRun(catalogue, file, *model, catalogue.defaults(**model), {}, extras);
    if (run) run->warnings.insert(run->warnings.begin(), warnings.begin(), warnings.end());
    return run;
}

}  // namespace momentree::app
