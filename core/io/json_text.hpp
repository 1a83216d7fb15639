// SPDX-License-Identifier: Apache-2.0
// Writes JSON for people and version control: keys in the given order, one item per line or several
// where they fit.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace momentree {

/// `text` in quotation marks; UTF-8 stays readable.
std::string jsonQuoted(std::string_view text);

/// A JSON value to print.
class JsonItem {
public:
    static JsonItem object() { return JsonItem('{'); }
    static JsonItem list() { return JsonItem('['); }
    static JsonItem number(double value);  ///< null if it is not finite
    static JsonItem integer(long long value);
    static JsonItem text(std::string_view value);
    static JsonItem boolean(bool value);
    static JsonItem null();

    JsonItem& add(std::string_view key, JsonItem item);  ///< to an object; returns this object
    JsonItem& add(JsonItem item);                        ///< to a list; returns this list
    bool empty() const { return children_.empty(); }
    std::size_t size() const { return children_.size(); }

    /// Indented by two spaces. A value that fits stays on one line, except lists and objects with
    /// nested ones on the first two levels. Ends with a newline.
    std::string print() const;

private:
    explicit JsonItem(char bracket) : bracket_(bracket) {}
    bool nested() const;
    std::size_t flatWidth(std::size_t limit) const;
    void printFlat(std::string& out) const;
    void print(std::string& out, std::size_t level, std::size_t column) const;

    char bracket_ = 0;                                        ///< 0 for a leaf
    std::string text_;                                        ///< of a leaf
    std::vector<std::pair<std::string, JsonItem>> children_;  ///< keys quoted; empty in lists
};

}  // namespace momentree
