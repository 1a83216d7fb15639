// SPDX-License-Identifier: Apache-2.0
#include "core/message.hpp"

namespace momentree {

Argument::Argument(std::string value) : text(std::move(value)) {}
Argument::Argument(std::string_view value) : text(value) {}
Argument::Argument(const char* value) : text(value) {}
Argument::Argument(Message value) : message{std::move(value)} {}
Argument::Argument(const Argument& other) = default;
Argument::Argument(Argument&& other) noexcept = default;
Argument& Argument::operator=(const Argument& other) = default;
Argument& Argument::operator=(Argument&& other) noexcept = default;
Argument::~Argument() = default;

std::string filled(std::string_view text, const std::vector<std::string>& values) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool placeholder =
            text[k] == '%' && k + 1 < text.size() && text[k + 1] >= '1' && text[k + 1] <= '9';
        if (!placeholder) {
            out += text[k];
            continue;
        }
        const auto index = static_cast<std::size_t>(text[++k] - '1');
        if (index < values.size()) out += values[index];
    }
    return out;
}

std::string Argument::str() const { return message.empty() ? text : message.front().str(); }

std::string Message::str() const {
    std::vector<std::string> values;
    for (const Argument& argument : arguments) values.push_back(argument.str());
    return filled(text, values);
}

}  // namespace momentree
