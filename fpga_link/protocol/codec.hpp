// SPDX-License-Identifier: Apache-2.0
// Little-endian fields. One description of a message serves both directions: `fields(f, message)`
// lists the fields in order, for a Writer or a Reader.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "fpga_link/protocol/frame.hpp"

namespace momentree::fpga::wire {

/// The unsigned integer that represents a number or an enumerator.
template <class T>
struct Carrier {
    using Type = std::make_unsigned_t<T>;
};
template <>
struct Carrier<double> {
    using Type = std::uint64_t;
};
template <class T>
requires std::is_enum_v<T>
struct Carrier<T> {
    using Type = std::underlying_type_t<T>;
};

template <class T>
concept Scalar = std::integral<T> || std::same_as<T, double> || std::is_enum_v<T>;
static_assert(sizeof(double) == 8);

template <Scalar T>
void storeLittle(std::uint8_t* to, const T& value) {
    using Unsigned = typename Carrier<T>::Type;
    const auto bits = std::bit_cast<Unsigned>(value);
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        to[i] = static_cast<std::uint8_t>(bits >> (8 * i));
}

template <Scalar T>
T fetchLittle(const std::uint8_t* from) {
    using Unsigned = typename Carrier<T>::Type;
    Unsigned bits = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
        bits = static_cast<Unsigned>(bits | static_cast<Unsigned>(from[i]) << (8 * i));
    return std::bit_cast<T>(bits);
}

/// Whether bytes are UTF-8: no bytes out of place, surrogates, numbers beyond U+10FFFF, or numbers
/// in more bytes than they need.
bool isUtf8(BytesView bytes);

class Writer {
public:
    explicit Writer(Bytes& out) : out_(out) {}

    template <class... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }
    void text(const std::string& text, [[maybe_unused]] std::size_t most) {
        assert(text.size() <= most && most < 1u << 16);
        put(static_cast<std::uint16_t>(text.size()));
        out_.insert(out_.end(), text.begin(), text.end());
    }
    template <Scalar T>
    void choice(const T& value, [[maybe_unused]] T last) {
        assert(value <= last);
        put(value);
    }
    template <class T>
    void list(const std::vector<T>& items, [[maybe_unused]] std::size_t most) {
        assert(items.size() <= most);
        put(static_cast<std::uint32_t>(items.size()));
        putAll(std::span(items));
    }

private:
    template <Scalar T>
    void put(const T& value) {
        putAll(std::span(&value, 1));
    }
    template <class T, std::size_t n>
    void put(const std::array<T, n>& items) {
        putAll(std::span<const T>(items));
    }
    template <class T>
    void putAll(std::span<const T> items) {
        if constexpr (Scalar<T>) {
            const std::size_t at = out_.size();
            out_.resize(at + items.size() * sizeof(T));
            for (std::size_t i = 0; i < items.size(); ++i)
                storeLittle(out_.data() + at + i * sizeof(T), items[i]);
        } else {
            for (const T& item : items) put(item);
        }
    }
    template <class T>
    requires requires(Writer& writer, const T& part) { T::fields(writer, part); }
    void put(const T& part) { T::fields(*this, part); }

    Bytes& out_;
};

/// Reads fields from bytes; after the first error, all further fields are left unchanged.
class Reader {
public:
    explicit Reader(BytesView bytes) : bytes_(bytes) {}

    template <class... T>
    void operator()(T&... values) {
        (take(values), ...);
    }
    void text(std::string& text, std::size_t most) {
        std::uint16_t size = 0;
        take(size);
        if (size > most)
            return fail("a text of " + std::to_string(size) + " bytes where " +
                        std::to_string(most) + " are allowed");
        if (!has(size)) return;
        for (std::size_t i = 0; i < size; ++i)
            if (bytes_[i] < 0x20 || bytes_[i] == 0x7F) return fail("a control character in a text");
        if (!isUtf8(bytes_.first(size))) return fail("a text that is not UTF-8");
        text.assign(bytes_.begin(), bytes_.begin() + size);
        bytes_ = bytes_.subspan(size);
    }
    /// A value from 0 to `last`.
    template <Scalar T>
    void choice(T& value, T last) {
        T taken{};
        take(taken);
        if (taken > last)
            return fail("the value " + std::to_string(static_cast<unsigned>(taken)) +
                        " where at most " + std::to_string(static_cast<unsigned>(last)) +
                        " has a meaning");
        value = taken;
    }
    template <class T>
    void list(std::vector<T>& items, std::size_t most) {
        std::uint32_t count = 0;
        take(count);
        if (count > most)
            return fail("a list of " + std::to_string(count) + " items where " +
                        std::to_string(most) + " are allowed");
        // An item takes at least one byte, so memory is limited by the size of the frame.
        if (!has(count)) return;
        items.assign(count, T{});
        takeAll(std::span(items));
    }

    /// The error, empty if all fields were present and nothing is left.
    std::string fault() const {
        if (!fault_.empty()) return fault_;
        if (bytes_.empty()) return {};
        return std::to_string(bytes_.size()) + " bytes more than the message has";
    }

private:
    void fail(const std::string& text) {
        if (fault_.empty()) fault_ = text;
    }
    bool has(std::size_t size) {
        if (bytes_.size() < size) fail("the message ends before its last field");
        return fault_.empty();
    }

    template <Scalar T>
    void take(T& value) {
        takeAll(std::span(&value, 1));
    }
    template <class T, std::size_t n>
    void take(std::array<T, n>& items) {
        takeAll(std::span<T>(items));
    }
    template <class T>
    void takeAll(std::span<T> items) {
        if constexpr (Scalar<T>) {
            if (!has(items.size() * sizeof(T))) return;
            for (std::size_t i = 0; i < items.size(); ++i)
                items[i] = fetchLittle<T>(bytes_.data() + i * sizeof(T));
            bytes_ = bytes_.subspan(items.size() * sizeof(T));
        } else {
            for (T& item : items) take(item);
        }
    }
    template <class T>
    requires requires(Reader& reader, T& part) { T::fields(reader, part); }
    void take(T& part) { T::fields(*this, part); }

    BytesView bytes_;
    std::string fault_;
};

}  // namespace momentree::fpga::wire
