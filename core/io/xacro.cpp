// SPDX-License-Identifier: Apache-2.0
#include "core/io/xacro.hpp"

#include "core/platform/process.hpp"

namespace momentree {
namespace {

Result<std::string> refuseXacro(Message text) { return fail(error({}, std::move(text), 1)); }

}  // namespace

bool usesXacro(const XmlElement& root) {
    for (const XmlElement* child : childrenOf(root))
        if (std::string_view(child->Name()).starts_with("xacro:") || usesXacro(*child)) return true;
    return false;
}

Result<std::string> runXacro(const std::string& file) {
    std::string path = file == "-" ? "/dev/stdin" : file;
    // A name that begins with a minus is not an option.
    if (path.starts_with('-')) path.insert(0, "./");
    auto result = platform::runProgram({"xacro", path});
    if (!result)
        return refuseXacro(MOMENTREE_TEXT(
            "xacro-missing",
            "the file has macros of xacro, and the program xacro is not installed; install it, or "
            "run it elsewhere and open its output"));
    if (result->status != 0)
        return refuseXacro(MOMENTREE_TEXT(
            "xacro-failed", "the program xacro could not replace the macros of the file"));
    return std::move(result->output);
}

}  // namespace momentree
