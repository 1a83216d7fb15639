// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "app/base/resources_dir.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/messages.hpp"
#include "core/io/model_file.hpp"

namespace momentree::cli {
namespace {

namespace fs = std::filesystem;

std::vector<Choice> examples() {
    const std::string extension = ".momentree.json";
    std::vector<Choice> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(resourcesDirectory() / "examples", ignored)) {
        const std::string path = entry.path().generic_string();
        if (!path.ends_with(extension)) continue;
        const auto description = readModelFile(path);
        found.push_back({path, {}, description ? description->title : "cannot be read", {}});
    }
    std::ranges::sort(found, {}, &Choice::id);
    return found;
}

std::vector<Choice> choices(const Catalogue& catalogue, const std::string& what) {
    if (what == "formulations") return catalogue.formulations();
    if (what == "backends") return catalogue.backends();
    if (what == "integrators") return catalogue.integrators();
    if (what == "joints") return catalogue.joints();
    return examples();
}

}  // namespace

int listCommand(const Catalogue& catalogue, const std::string& what) {
    const std::vector<Choice> found = choices(catalogue, what);
    if (found.empty()) {
        print("there are no " + what + " (looked in " + resourcesDirectory().string() + ")");
        return exitFailed;
    }
    std::size_t width = 0, groups = 0;
    for (const Choice& choice : found) {
        width = std::max(width, choice.id.size() + 2);
        if (!choice.group.empty()) groups = std::max(groups, choice.group.size() + 2);
    }
    for (const Choice& choice : found) {
        std::cout << std::left << std::setw(static_cast<int>(width)) << choice.id
                  << std::setw(static_cast<int>(groups)) << choice.group << choice.summary;
        if (choice.refusal) std::cout << " [not available: " << choice.refusal->str() << "]";
        std::cout << '\n';
    }
    return exitDone;
}

}  // namespace momentree::cli
