// SPDX-License-Identifier: Apache-2.0
// Models in other files: <include><uri>model://arm</uri></include>.
#include <charconv>
#include <filesystem>

#include "core/io/mesh_file.hpp"
#include "core/io/sdf_reading.hpp"
#include "core/io/xml_include.hpp"

namespace momentree {
namespace {

bool isSdfFile(const std::string& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
}

/// "1.10" comes after "1.9".
std::pair<int, int> versionIn(const std::string& text) {
    std::pair<int, int> version;
    const char* const end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.first);
    if (major.ptr != end) std::from_chars(major.ptr + 1, end, version.second);
    return version;
}

/// The file of the newest version that a folder of a model has, by its model.config.
/// @param name of the folder in messages
Result<std::string> newestIn(const std::string& config, const std::string& name,
                             const XmlElement& include, const XmlProblems& problems) {
    tinyxml2::XMLDocument document;
    if (auto parsed = parseNamedFile(config, name + "/model.config", include, problems, document);
        !parsed)
        return tl::unexpected(std::move(parsed.error()));
    const XmlElement* newest = nullptr;
    for (const XmlElement* one : childrenOf(*document.RootElement(), "sdf"))
        if (!newest || versionIn(textOf(*newest, "version")) < versionIn(textOf(*one, "version")))
            newest = one;
    if (!newest || !newest->GetText())
        return fail(problems.errorAt(
            include, MOMENTREE_TEXT("sdf-include-config",
                                    "'%1/model.config' names no file in <sdf>")(name)));
    return (std::filesystem::path(config).parent_path() / newest->GetText()).string();
}

}  // namespace

/// The path of the file that an element is in.
const std::string& SdfReading::fileOf(const XmlElement& element) const {
    const auto found = files_.find(element.GetDocument());
    return found == files_.end() ? file : found->second;
}

Result<std::string> SdfReading::includedFile(const XmlElement& include) const {
    const auto refuse = [&](Message text) {
        return fail(problems.errorAt(include, std::move(text)));
    };
    const std::string uri = textIn(include, "uri");
    if (uri.empty()) return refuse(MOMENTREE_TEXT("sdf-include-uri", "needs <uri>FILE</uri>"));
    const MeshFolders folders{fileOf(include), options.packages};
    for (const std::string& name : {uri, "model://" + uri}) {
        if (const std::string path = meshPath(name, folders); isSdfFile(path)) return path;
        const std::string config = meshPath(name + "/model.config", folders);
        if (isSdfFile(config)) return newestIn(config, uri, include, problems);
        if (const std::string path = meshPath(name + "/model.sdf", folders); isSdfFile(path))
            return path;
    }
    return refuse(MOMENTREE_TEXT("sdf-include-missing",
                                 "'%1' is not found; models are looked for in the folders above "
                                 "the file and in those of GZ_SIM_RESOURCE_PATH")(uri));
}

/// The model of an included file, which stays open until `includes_.close()`.
Result<const XmlElement*> SdfReading::includedModel(const XmlElement& include) {
    const auto path = includedFile(include);
    if (!path) return tl::unexpected(path.error());
    const auto first = includes_.open(*path, textIn(include, "uri"), include, problems);
    if (!first) return first;
    files_[(*first)->GetDocument()] = *path;
    const XmlElement* model = (*first)->Name() == std::string_view("sdf")
                                  ? (*first)->FirstChildElement("model")
                                  : nullptr;
    if (model) return model;
    includes_.close();
    return fail(problems.errorAt(
        include, MOMENTREE_TEXT("sdf-include-model",
                                "'%1' has no <model> in <sdf>")(textIn(include, "uri"))));
}

}  // namespace momentree
