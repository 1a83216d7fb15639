// SPDX-License-Identifier: Apache-2.0
#include "core/fmi/licenses.hpp"

#include <algorithm>
#include <filesystem>

#include "core/fmi/own_licenses.hpp"
#include "core/io/text_file.hpp"
#include "core/platform/process.hpp"

namespace momentree::fmi {
namespace {

namespace fs = std::filesystem;

const std::string licenseFolder = "documentation/licenses/";

/// The Debian package that installed a library, empty if none did. /lib is a link to /usr/lib, and
/// the package may know the library by either path.
std::string packageOf(const fs::path& library) {
    std::string name = library.string();
    if (name.starts_with("/usr/")) name.erase(0, 4);
    for (const std::string& path : {"/usr" + name, name})
        if (const auto found =
                platform::runProgram({"dpkg-query", "--search", path}, platform::Errors::Hidden);
            found && found->status == 0)
            return found->output.substr(0, found->output.find_first_of(":,"));
    return {};
}

}  // namespace

std::vector<ZipEntry> licensesOf(const std::string& unit, std::vector<std::string> libraries,
                                 Diagnostics* notes) {
    std::string index = unit + ": Apache-2.0.txt, of parts linked into it copyright.txt\n";
    std::vector<ZipEntry> entries{{licenseFolder + "Apache-2.0.txt", apacheLicense},
                                  {licenseFolder + "copyright.txt", ownCopyright}};
    std::ranges::sort(libraries);
    for (const fs::path path : libraries) {
        const std::string library = path.filename().string(), package = packageOf(path);
        auto text = package.empty() ? Result<std::string>(tl::unexpected(Diagnostics()))
                                    : readTextFile("/usr/share/doc/" + package + "/copyright");
        if (!text) {
            index += library + ": see where it was published\n";
            if (notes != nullptr)
                notes->push_back(warning(
                    Place::model(""),
                    MOMENTREE_TEXT("fmu-licence-missing",
                                   "the licence of '%1' is not on this machine; add it to "
                                   "documentation/licenses before you pass the unit on")(library)));
            continue;
        }
        const std::string file = package + ".txt";
        index += library + ": " + file + "\n";
        if (std::ranges::find(entries, licenseFolder + file, &ZipEntry::name) == entries.end())
            entries.push_back({licenseFolder + file, std::move(*text)});
    }
    entries.insert(entries.begin(), {licenseFolder + "license.txt", std::move(index)});
    return entries;
}

}  // namespace momentree::fmi
