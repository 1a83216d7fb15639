// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "core/joints/joint.hpp"

namespace momentree {

/// Stores a T<J, S> for every joint, where J is the kind of joint; those of one kind are
/// contiguous.
template <template <typename, typename> class T, typename S>
class PerJoint {
public:
    /// Adds an element for the next joint.
    void add(const Joint& joint) {
        visitJoint(
            [&](auto kind) {
                auto& same = std::get<std::vector<T<decltype(kind), S>>>(kinds_);
                slots_.push_back(same.size());
                same.emplace_back();
            },
            joint);
    }
    /// The element of joint `index` in order of addition, whose kind is J.
    template <typename J>
    T<J, S>& of(std::size_t index) {
        return std::get<std::vector<T<J, S>>>(kinds_)[slots_[index]];
    }

private:
    template <typename V>
    struct Kinds;
    template <typename... J>
    struct Kinds<std::variant<J...>> {
        using Type = std::tuple<std::vector<T<J, S>>...>;
    };
    typename Kinds<Joint>::Type kinds_;
    std::vector<std::size_t> slots_;
};

}  // namespace momentree
