// SPDX-License-Identifier: Apache-2.0
#include "core/io/diagnostic_text.hpp"

#include <map>
#include <utility>

namespace momentree {
namespace {

void addMessage(JsonItem& item, const Message& message) {
    JsonItem arguments = JsonItem::list();
    for (const Argument& argument : message.arguments) {
        if (argument.message.empty()) {
            arguments.add(JsonItem::text(argument.text));
        } else {
            JsonItem nested = JsonItem::object();
            addMessage(nested, argument.message.front());
            arguments.add(std::move(nested));
        }
    }
    item.add("id", JsonItem::text(message.id))
        .add("text", JsonItem::text(message.str()))
        .add("arguments", std::move(arguments));
}

/// The id of what is said, also where it is said of an included file.
std::string_view idOf(const Message& message) {
    if (message.id != "xml-in-included" || message.arguments.back().message.empty())
        return message.id;
    return idOf(message.arguments.back().message.front());
}

}  // namespace

JsonItem diagnosticItem(const Diagnostic& diagnostic, const std::string& file) {
    const bool isError = diagnostic.severity == Diagnostic::Severity::Error;
    JsonItem item = JsonItem::object();
    item.add("severity", JsonItem::text(isError ? "error" : "warning"))
        .add("place", JsonItem::object()
                          .add("kind", JsonItem::text(nameOf(diagnostic.place.kind)))
                          .add("name", JsonItem::text(diagnostic.place.name))
                          .add("field", JsonItem::text(diagnostic.place.field)))
        .add("file", JsonItem::text(file))
        .add("line", JsonItem::integer(diagnostic.line));
    addMessage(item, diagnostic.message);
    return item;
}

Diagnostics onePerKind(const Diagnostics& diagnostics) {
    const auto kindOf = [](const Diagnostic& one) {
        const bool isError = one.severity == Diagnostic::Severity::Error;
        return std::pair(isError, isError ? one.message.str() : std::string(idOf(one.message)));
    };
    std::map<std::pair<bool, std::string>, int> count;
    for (const Diagnostic& one : diagnostics) ++count[kindOf(one)];
    Diagnostics kept;
    for (Diagnostic one : diagnostics) {
        const int others = std::exchange(count[kindOf(one)], 0) - 1;
        if (others < 0) continue;
        if (others > 0)
            one.message =
                MOMENTREE_TEXT("and-more", "%1 (and %2 more like this)")(one.message, others);
        kept.push_back(std::move(one));
    }
    return kept;
}

}  // namespace momentree
