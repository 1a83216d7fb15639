// SPDX-License-Identifier: Apache-2.0
// The text: settings, joints, links, forces and marks, separated by dots, their values by commas.
// Numbers are in base 64, those with decimals in thousandths; a leading 0 makes them negative. The
// last character is the length of the others modulo 62.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "core/io/json.hpp"
#include "core/io/pmks.hpp"

namespace momentree {
namespace {

constexpr std::string_view digits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
constexpr std::size_t checkDigits = 62, longestNumber = 8, longestPmks = 500'000,
                      mostPmksParts = 1'000, mostPins = 5'000;
constexpr std::string_view blanks = " \t\r\n";

/// A piece of the text and where it begins.
struct Piece {
    std::string_view text;
    std::size_t at = 0;

    /// What stands before the first `separator`; the rest remains.
    Piece cut(char separator) {
        const std::size_t end = std::min(text.find(separator), text.size());
        const Piece head{text.substr(0, end), at};
        const std::size_t used = std::min(end + 1, text.size());
        text.remove_prefix(used);
        at += used;
        return head;
    }
    std::vector<Piece> split(char separator) {
        std::vector<Piece> pieces{cut(separator)};
        while (!text.empty()) pieces.push_back(cut(separator));
        return pieces;
    }
};

bool isEscape(std::string_view text, std::size_t k) {
    const auto hexadecimal = [](char c) {
        return std::string_view("0123456789abcdefABCDEF").find(c) != std::string_view::npos;
    };
    return text[k] == '%' && k + 2 < text.size() && hexadecimal(text[k + 1]) &&
           hexadecimal(text[k + 2]);
}

/// Where the text begins in its file, for the positions in messages.
struct TextStart {
    std::string_view source;  ///< the text as written
    bool escapes = false;     ///< whether it has three characters such as "%20" for some of one
    std::size_t before = 0;   ///< characters before it in its line
    int line = 1;

    std::size_t characterOf(std::size_t at) const {
        std::size_t k = 0;
        for (; at > 0 && k < source.size(); --at) k += escapes && isEscape(source, k) ? 3 : 1;
        return before + k + at + 1;
    }
};

/// Stops at the first problem: what follows it has lost its place.
struct PmksReader {
    PmksDrawing drawing;
    Diagnostics problems;
    TextStart start;

    bool fails(Place place, std::size_t at, Message why) {
        if (problems.empty())
            problems.push_back(error(std::move(place),
                                     MOMENTREE_TEXT("pmks-character", "character %1: %2")(
                                         start.characterOf(at), std::move(why)),
                                     start.line));
        return false;
    }
    std::optional<std::int64_t> integer(const Place& place, const Piece& piece, bool mayBeNegative);
    bool number(const Place& place, const Piece& piece, double& out);
    bool settings(Piece& rest);
    bool joint(Piece record);
    bool link(Piece record);
    bool force(Piece record);
    bool records(Piece& rest, Place::Kind kind, bool (PmksReader::*read)(Piece));
    bool marks(Piece rest);
    bool known();
    bool slots(const std::set<std::string>& joints);
};

std::optional<std::int64_t> PmksReader::integer(const Place& place, const Piece& piece,
                                                bool mayBeNegative) {
    const bool negative = mayBeNegative && piece.text.size() > 1 && piece.text[0] == '0';
    const std::string_view text = negative ? piece.text.substr(1) : piece.text;
    if (text.empty() || text.size() > longestNumber) {
        fails(place, piece.at,
              MOMENTREE_TEXT("pmks-number-length", "a number has 1 to %1 characters, not %2")(
                  longestNumber, text.size()));
        return std::nullopt;
    }
    std::int64_t value = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const std::size_t digit = digits.find(text[k]);
        if (digit == std::string_view::npos) {
            fails(
                place, piece.at + k + (negative ? 1 : 0),
                MOMENTREE_TEXT("pmks-digit", "a number consists of letters, digits, '_' and '-'"));
            return std::nullopt;
        }
        value = 64 * value + static_cast<std::int64_t>(digit);
    }
    return negative ? -value : value;
}

bool PmksReader::number(const Place& place, const Piece& piece, double& out) {
    const auto thousandths = integer(place, piece, true);
    out = static_cast<double>(thousandths.value_or(0)) / 1000.0;
    return thousandths.has_value();
}

bool PmksReader::settings(Piece& rest) {
    const Place place = Place::model("settings");
    std::array<Piece, 4> sections;
    for (Piece& section : sections) section = rest.cut('.');
    const auto flags = integer(place, sections[0], false);
    if (!flags) return false;
    std::vector<Piece> decimals = sections[1].split(','), integers = sections[2].split(',');
    double scale = 0.0, linear = 0.0;  // the scale is that of the drawing on screen
    if (!number(place, decimals[0], scale)) return false;
    const bool recent = decimals.size() > 1;
    if (recent && !number(place, decimals[1], linear)) return false;
    const auto speed = integer(place, integers[0], true);
    if (!speed) return false;
    const auto unit = integer(place, {sections[3].text.substr(0, 1), sections[3].at}, false);
    if (!unit) return false;
    if (*unit > 2)
        return fails(place, sections[3].at,
                     MOMENTREE_TEXT("pmks-unit",
                                    "the unit of length is 0 for inches, 1 for centimetres or 2 "
                                    "for metres"));
    const bool clockwise = (*flags & 1) != 0;
    drawing.units = static_cast<PmksDrawing::Units>(*unit);
    // Links without a linear speed are from before gravity could be switched off.
    drawing.gravity = !recent || (*flags & 2) == 0;
    drawing.speed = static_cast<double>(clockwise ? -*speed : *speed);
    drawing.linearSpeed = clockwise ? -linear : linear;
    return true;
}

bool PmksReader::joint(Piece record) {
    PmksJoint joint;
    joint.at = record.at;
    const Piece flagged{record.text.substr(0, 1), record.at};
    record.text.remove_prefix(1);
    ++record.at;
    std::vector<Piece> parts = record.split(',');
    joint.id = parts[0].text;
    const Place place = Place::joint(joint.id);
    if (joint.id.empty() || parts.size() < 5 || parts.size() > 9)
        return fails(place, joint.at,
                     MOMENTREE_TEXT("pmks-joint-values",
                                    "a joint has an id, a name, x, y and an angle, for slots also "
                                    "a link and two joints, and for inputs a speed"));
    joint.name = parts[1].text;
    const auto flags = integer(place, flagged, false);
    if (!flags || !number(place, parts[2], joint.x) || !number(place, parts[3], joint.y) ||
        !number(place, parts[4], joint.angle))
        return false;
    parts.resize(std::max<std::size_t>(parts.size(), 8));
    joint.carrier = parts[5].text;
    joint.from = parts[6].text;
    joint.to = parts[7].text;
    if (parts.size() == 9 && !number(place, parts[8], joint.speed)) return false;
    joint.slides = (*flags & 1) != 0;
    joint.input = (*flags & 2) != 0;
    joint.grounded = (*flags & 4) != 0;
    joint.welded = (*flags & 8) != 0;
    joint.traced = (*flags & 16) != 0;
    drawing.joints.push_back(std::move(joint));
    return true;
}

bool PmksReader::link(Piece record) {
    PmksLink link;
    link.at = record.at;
    const std::string_view head = record.text.substr(0, 2);
    if (head.size() < 2)
        return fails(Place::link(""), record.at,
                     MOMENTREE_TEXT("pmks-link-ends", "the link ends after its first character"));
    record.text.remove_prefix(2);
    record.at += 2;
    std::vector<Piece> parts = record.split(',');
    link.id = parts[0].text;
    const Place place = Place::link(link.id);
    // Besides a part of a welded link or not, the first letter is about the drawing.
    const bool part = std::string_view("Namg4567").find(head[0]) != std::string_view::npos;
    if (!part && std::string_view("YAMG0123").find(head[0]) == std::string_view::npos)
        return fails(place, link.at,
                     MOMENTREE_TEXT("pmks-link-flag",
                                    "no link begins with '%1'; the text is from a newer version "
                                    "of PMKS+ or damaged")(std::string(1, head[0])));
    if (link.id.empty() || parts.size() < 8)
        return fails(place, link.at,
                     MOMENTREE_TEXT("pmks-link-values",
                                    "a link has an id, a name, mass, moment of inertia, x and y of "
                                    "its centre of mass, a colour and joints"));
    link.root = !part;
    link.block = head[1] != 'R';
    link.name = parts[1].text;
    link.color = parts[6].text;
    if (!number(place, parts[2], link.mass) || !number(place, parts[3], link.inertia) ||
        !number(place, parts[4], link.x) || !number(place, parts[5], link.y))
        return false;
    std::size_t k = 7;
    for (; k < parts.size() && !parts[k].text.empty(); ++k) link.joints.emplace_back(parts[k].text);
    for (++k; k < parts.size(); ++k)
        if (!parts[k].text.empty()) link.parts.emplace_back(parts[k].text);
    if (link.mass < 0.0 || link.inertia < 0.0)
        return fails(place, parts[link.mass < 0.0 ? 2 : 3].at,
                     MOMENTREE_TEXT("pmks-negative", "mass and moment of inertia are at least 0"));
    drawing.links.push_back(std::move(link));
    return true;
}

bool PmksReader::force(Piece record) {
    PmksForce force;
    force.at = record.at;
    const Piece flagged{record.text.substr(0, 1), record.at};
    record.text.remove_prefix(1);
    ++record.at;
    std::vector<Piece> parts = record.split(',');
    force.id = parts[0].text;
    const Place place = Place::force(force.id);
    if (force.id.empty() || parts.size() != 8)
        return fails(place, force.at,
                     MOMENTREE_TEXT("pmks-force-values",
                                    "a force has an id, a link, a name, the ends of its arrow and "
                                    "a size"));
    force.link = parts[1].text;
    force.name = parts[2].text;
    const auto flags = integer(place, flagged, false);
    if (!flags || !number(place, parts[3], force.x) || !number(place, parts[4], force.y) ||
        !number(place, parts[5], force.endX) || !number(place, parts[6], force.endY) ||
        !number(place, parts[7], force.size))
        return false;
    force.turns = (*flags & 1) != 0;
    drawing.forces.push_back(std::move(force));
    return true;
}

/// Reads up to the empty record that ends a list.
bool PmksReader::records(Piece& rest, Place::Kind kind, bool (PmksReader::*read)(Piece)) {
    for (std::size_t count = 0;; ++count) {
        if (rest.text.empty() || rest.text[0] == '.') break;
        if (count == mostPmksParts)
            return fails({}, rest.at,
                         MOMENTREE_TEXT("pmks-too-many",
                                        "more than %1 elements of one kind")(mostPmksParts));
        if (!(this->*read)(rest.cut('.'))) return false;
    }
    if (!rest.text.empty()) {
        rest.cut('.');
    } else if (kind != Place::Kind::Force) {  // after forces, old links end
        return fails({}, rest.at,
                     MOMENTREE_TEXT("pmks-ends", "the text ends before its %1s")(nameOf(
                         kind == Place::Kind::Joint ? Place::Kind::Link : Place::Kind::Force)));
    }
    return true;
}

/// What follows the forces: the selected element, then marks with one letter for their kind. All
/// but gears are about drawing and editing.
bool PmksReader::marks(Piece rest) {
    rest.cut('.');
    for (const Piece& mark : rest.split(',')) {
        if (mark.text.empty()) continue;
        if (mark.text[0] == 'G' && !readPmksGears(mark.text, drawing))
            return fails({}, mark.at,
                         MOMENTREE_TEXT("pmks-gears-damaged",
                                        "the gears cannot be read; the text is from a newer "
                                        "version of PMKS+ or damaged"));
        drawing.design = drawing.design || mark.text[0] == 'S';
        if (std::string_view("JLFCSKG").find(mark.text[0]) == std::string_view::npos)
            return fails({}, mark.at,
                         MOMENTREE_TEXT("pmks-mark",
                                        "unknown mark '%1'; the text is from a newer version of "
                                        "PMKS+ or damaged")(mark.text.substr(0, 20)));
    }
    return true;
}

bool PmksReader::slots(const std::set<std::string>& joints) {
    for (const PmksJoint& one : drawing.joints) {
        const Place place = Place::joint(one.id);
        const bool none = one.carrier.empty() && one.from.empty() && one.to.empty();
        if (none) continue;
        const auto carrier = std::ranges::find(drawing.links, one.carrier, &PmksLink::id);
        if (carrier == drawing.links.end() || !joints.contains(one.from) ||
            !joints.contains(one.to))
            return fails(place, one.at,
                         MOMENTREE_TEXT("pmks-slot-unknown",
                                        "a slot needs a link and two joints that are in the text"));
        const auto holds = [&](const std::string& id) {
            return std::ranges::find(carrier->joints, id) != carrier->joints.end();
        };
        if (!one.slides || one.grounded || one.from == one.to || !holds(one.from) ||
            !holds(one.to) || holds(one.id))
            return fails(place, one.at,
                         MOMENTREE_TEXT("pmks-slot",
                                        "a slot leads a sliding joint of another link along two "
                                        "different joints of its own link"));
    }
    return true;
}

/// Every id that is used names something, and only one thing.
bool PmksReader::known() {
    constexpr auto twice = MOMENTREE_TEXT("pmks-id-twice", "another one has this id");
    std::set<std::string> joints, links;
    for (const PmksJoint& one : drawing.joints) {
        if (const auto wrong = nameProblem(one.id)) return fails(Place::joint(""), one.at, *wrong);
        if (!joints.insert(one.id).second) return fails(Place::joint(one.id), one.at, twice);
    }
    for (const PmksLink& one : drawing.links)
        if (!links.insert(one.id).second) return fails(Place::link(one.id), one.at, twice);
    std::size_t pins = 0;
    for (const PmksLink& one : drawing.links)
        if ((pins += one.joints.size()) > mostPins)
            return fails(Place::link(one.id), one.at,
                         MOMENTREE_TEXT("pmks-pins",
                                        "the links have more than %1 joints together")(mostPins));
    constexpr auto unknown = MOMENTREE_TEXT("pmks-id-unknown", "there is no %1 '%2'");
    for (const PmksLink& one : drawing.links) {
        for (const std::string& id : one.joints)
            if (!joints.contains(id))
                return fails(Place::link(one.id), one.at, unknown("joint", id));
        for (const std::string& id : one.parts)
            if (!links.contains(id)) return fails(Place::link(one.id), one.at, unknown("link", id));
    }
    for (const PmksForce& one : drawing.forces)
        if (!links.contains(one.link))
            return fails(Place::force(one.id), one.at, unknown("link", one.link));
    return slots(joints);
}

std::string_view trimmed(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return text.substr(0, 0);
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// "%20" becomes a blank. A % without two digits stays.
std::string unescaped(std::string_view text) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (isEscape(text, k)) {
            out += static_cast<char>(16 * digit(text[k + 1]) + digit(text[k + 2]));
            k += 2;
        } else {
            out += text[k];
        }
    }
    return out;
}

/// The length that PMKS+ counts, in 16-bit units.
std::size_t units(std::string_view utf8) {
    return static_cast<std::size_t>(std::ranges::count_if(
               utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; })) +
           static_cast<std::size_t>(std::ranges::count_if(
               utf8, [](char c) { return static_cast<unsigned char>(c) >= 0xF0U; }));
}

Result<PmksDrawing> read(std::string_view all, const TextStart& start) {
    PmksReader reader;
    reader.start = start;
    if (all.size() < 2) {
        reader.fails({}, 0, MOMENTREE_TEXT("pmks-empty", "the mechanism is missing"));
        return tl::unexpected(std::move(reader.problems));
    }
    const std::string_view text = all.substr(0, all.size() - 1);
    const char expected = digits[units(text) % checkDigits];
    if (all.back() != expected) {
        reader.fails({}, text.size(),
                     MOMENTREE_TEXT("pmks-check",
                                    "the text is incomplete or changed: for its length it ends in "
                                    "'%1', not in '%2'; copy the whole link")(
                         std::string(1, expected), all.substr(all.size() - 1)));
        return tl::unexpected(std::move(reader.problems));
    }
    Piece rest{text, 0};
    const bool good = reader.settings(rest) &&
                      reader.records(rest, Place::Kind::Joint, &PmksReader::joint) &&
                      reader.records(rest, Place::Kind::Link, &PmksReader::link) &&
                      reader.records(rest, Place::Kind::Force, &PmksReader::force) &&
                      reader.marks(rest) && reader.known();
    if (!good) return tl::unexpected(std::move(reader.problems));
    return std::move(reader.drawing);
}

}  // namespace

bool isWebAddress(std::string_view text) {
    return text.starts_with("https://") || text.starts_with("http://");
}

bool looksLikePmks(std::string_view text) {
    text = trimmed(text);
    if (isWebAddress(text)) return true;
    // Four sections of settings, with no other characters, begin every file.
    const std::size_t dot = text.find('.');
    if (dot == 0 || dot > 2 || text.find('\n') != std::string_view::npos) return false;
    std::size_t dots = 0, k = 0;
    for (; k < text.size() && dots < 4; ++k) {
        if (text[k] == '.') ++dots;
        if (text[k] != '.' && text[k] != ',' && digits.find(text[k]) == std::string_view::npos)
            return false;
    }
    return dots == 4;
}

Result<PmksDrawing> parsePmks(std::string_view text) {
    if (text.size() > longestPmks)
        return fail(error(
            {},
            MOMENTREE_TEXT("pmks-too-long", "the text has more than %1 characters")(longestPmks),
            1));
    const std::string_view whole = text;
    text = trimmed(text);
    const std::string_view lead =
        whole.substr(0, static_cast<std::size_t>(text.data() - whole.data()));
    TextStart start{text, false, lead.size() - (lead.rfind('\n') + 1),
                    1 + static_cast<int>(std::ranges::count(lead, '\n'))};
    if (!isWebAddress(text)) return read(text, start);
    const std::size_t query = text.find('?');
    if (query == std::string_view::npos ||
        text.substr(0, query).find("pmks") == std::string_view::npos)
        return fail(error({},
                          MOMENTREE_TEXT("web-address-unknown",
                                         "addresses in the web are not opened, only links of PMKS+ "
                                         "that contain a mechanism: https://app.pmksplus.com/?..."),
                          start.line));
    start.source = text.substr(query + 1);
    start.escapes = true;
    start.before += query + 1;
    return read(unescaped(start.source), start);
}

}  // namespace momentree
