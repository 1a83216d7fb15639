// SPDX-License-Identifier: Apache-2.0
#include "core/io/xml_include.hpp"

#include <algorithm>
#include <filesystem>

#include "core/io/text_file.hpp"

namespace momentree {
namespace {

constexpr std::size_t mostIncludes = 200;  ///< files of one model

std::string wholePath(const std::string& path) {
    std::error_code none;
    return std::filesystem::absolute(path, none).lexically_normal().string();
}

}  // namespace

Result<void> parseNamedFile(const std::string& path, const std::string& name,
                            const XmlElement& naming, const XmlProblems& problems,
                            tinyxml2::XMLDocument& document) {
    const auto refuse = [&](Message text) {
        return fail(problems.errorAt(naming, std::move(text)));
    };
    const auto text = readTextFile(path);
    if (!text)
        return refuse(MOMENTREE_TEXT("mjcf-include-missing", "file '%1': %2")(
            name, text.error().front().message));
    if (const auto parsed = parseXml(*text, document); !parsed)
        return refuse(MOMENTREE_TEXT("xml-in-included", "file '%1', line %2: %3")(
            name, parsed.error().front().line, parsed.error().front().message));
    return {};
}

XmlIncludes::XmlIncludes(const std::string& first) : open_{wholePath(first)} {}

Result<const XmlElement*> XmlIncludes::open(const std::string& path, const std::string& name,
                                            const XmlElement& naming, XmlProblems& problems) {
    const auto refuse = [&](Message text) {
        return fail(problems.errorAt(naming, std::move(text)));
    };
    if (std::ranges::find(open_, wholePath(path)) != open_.end())
        return refuse(MOMENTREE_TEXT("mjcf-include-circle", "'%1' includes itself")(name));
    if (documents_.size() >= mostIncludes)
        return refuse(
            MOMENTREE_TEXT("mjcf-include-many", "more than %1 files are included")(mostIncludes));
    tinyxml2::XMLDocument& document =
        *documents_.emplace_back(std::make_unique<tinyxml2::XMLDocument>());
    if (auto parsed = parseNamedFile(path, name, naming, problems, document); !parsed)
        return tl::unexpected(std::move(parsed.error()));
    problems.included[&document] = {name, problems.lineOf(naming)};
    open_.push_back(wholePath(path));
    return document.RootElement();
}

}  // namespace momentree
