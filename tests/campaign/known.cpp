// SPDX-License-Identifier: Apache-2.0
#include "campaign/known.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace momentree::campaign {

std::vector<std::string> classesOf(const std::string& kind, const std::string& reason) {
    if (kind == "failed") return {kind + ": " + reason};
    if (kind != "alone") return {};
    std::vector<std::string> classes;
    std::istringstream items(reason);
    for (std::string item; std::getline(items >> std::ws, item, ',');)
        classes.push_back(kind + ": " + item);
    return classes;
}

Known readKnown(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    Known known;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream fields(line);
        double most = 0.0;
        std::string name;
        if (!(fields >> most) || !std::getline(fields >> std::ws, name))
            throw std::runtime_error(path.string() + ": not a number and a class: " + line);
        known[name] = most;
    }
    return known;
}

}  // namespace momentree::campaign
