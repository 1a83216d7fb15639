// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic.hpp"

#include <array>
#include <utility>

namespace momentree {
namespace {

using Kind = Place::Kind;

constexpr std::array<std::string_view, 25> kindNames{
    "none",   "model",  "body", "marker",   "joint",   "motion", "coupling", "force", "parameter",
    "probe",  "output", "link", "tag",      "setting", "option", "run",      "sweep", "study",
    "lesson", "claim",  "step", "quantity", "control", "column", "board"};
static_assert(static_cast<std::size_t>(Kind::Board) + 1 == kindNames.size());

std::string quoted(const std::string& name) { return "'" + name + "'"; }

/// Joins the words by spaces, without empty ones.
std::string joined(std::string_view a, std::string_view b) {
    return std::string(a) + (a.empty() || b.empty() ? "" : " ") + std::string(b);
}

}  // namespace

Diagnostic error(Place place, Message message, int line) {
    return {Diagnostic::Severity::Error, std::move(place), line, std::move(message)};
}

Diagnostic warning(Place place, Message message, int line) {
    return {Diagnostic::Severity::Warning, std::move(place), line, std::move(message)};
}

std::string_view nameOf(Kind kind) { return kindNames[static_cast<std::size_t>(kind)]; }

Place Place::part(std::string_view of) const { return {kind, name, joined(field, of)}; }

std::string Place::str() const {
    switch (kind) {
        case Kind::None:
            return field;
        case Kind::Tag:
            return "<" + name + ">";
        case Kind::Setting:
        case Kind::Option:
            return joined(name, field.empty() ? field : quoted(field));
        case Kind::Model:
        case Kind::Study:
        case Kind::Lesson:
            return field.empty() ? std::string(nameOf(kind)) : field;
        default:
            return joined(joined(nameOf(kind), name.empty() ? name : quoted(name)), field);
    }
}

Place listed(Kind kind, std::size_t number) { return {kind, "", std::to_string(number + 1)}; }

Place markerOf(const Place& owner, std::string_view name) {
    if (owner.name.empty()) return owner.part("marker " + quoted(std::string(name)));
    return {Kind::Marker, owner.name + "." + std::string(name)};
}

std::string toString(const Diagnostic& diagnostic, const std::string& file) {
    const std::string where = diagnostic.place.str(), message = diagnostic.message.str();
    std::string text;
    // "cannot open 'FILE'" names the file itself.
    const bool named = diagnostic.line == 0 && where.empty() &&
                       message.find("'" + file + "'") != std::string::npos;
    if (!file.empty() && !named) text += file + ":";
    if (diagnostic.line > 0) text += std::to_string(diagnostic.line) + ":";
    if (!text.empty()) text += " ";
    if (!where.empty()) text += where + ": ";
    return text + message;
}

}  // namespace momentree
