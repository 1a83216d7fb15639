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
    std::map<std::string_view, int> count;
    for (const Diagnostic& one : diagnostics)
        if (one.severity == Diagnostic::Severity::Warning) ++count[one.message.id];
    Diagnostics kept;
    for (Diagnostic one : diagnostics) {
        if (one.severity == Diagnostic::Severity::Warning) {
            const int others = std::exchange(count[one.message.id], 0) - 1;
            if (others < 0) continue;
            if (others > 0)
                one.message =
                    MOMENTREE_TEXT("and-more", "%1 (and %2 more like this)")(one.message, others);
        }
        kept.push_back(std::move(one));
    }
    return kept;
}

}  // namespace momentree
