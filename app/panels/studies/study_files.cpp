// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/studies/study_files.hpp"

#include <QDir>
#include <QFileInfo>
#include <filesystem>

#include "core/io/model_file.hpp"
#include "core/study/planned_run.hpp"
#include "core/study/run_store.hpp"

namespace momentree::app {

Result<std::shared_ptr<const ModelDescription>> readModelOf(const Study& study) {
    if (auto there = checkModelFile(study); !there) return tl::unexpected(there.error());
    auto model = readModelFile(modelPathOf(study));
    if (!model) return tl::unexpected(model.error());
    if (auto checked = checkParameters(study, *model); !checked)
        return tl::unexpected(checked.error());
    return std::make_shared<const ModelDescription>(std::move(*model));
}

Result<void> saveStudy(const StudyPlan& plan, const std::string& modelFile,
                       const std::string& studyFile) {
    namespace fs = std::filesystem;
    Study study = plan.study;
    const QFileInfo file(QString::fromStdString(studyFile));
    study.name = file.fileName().section('.', 0, 0).toStdString();
    study.model =
        file.absoluteDir()
            .relativeFilePath(QFileInfo(QString::fromStdString(modelFile)).absoluteFilePath())
            .toStdString();
    if (auto saved = saveStudyFile(study, studyFile); !saved) return saved;
    const std::string folder = resultsFolderOf(studyFile);
    for (const std::string& key : runKeys(*plan.model, plan.runs)) {
        const std::string from = runFolder(plan.folder, key), to = runFolder(folder, key);
        std::error_code code;
        if (!fs::exists(from, code) || fs::exists(to, code)) continue;
        fs::create_directories(to, code);
        if (!code) fs::copy(from, to, code);
        if (code)
            return fail(error({}, MOMENTREE_TEXT("study-runs-not-copied",
                                                 "cannot copy finished runs to '%1': %2")(
                                      folder, code.message())));
    }
    return {};
}

}  // namespace momentree::app
