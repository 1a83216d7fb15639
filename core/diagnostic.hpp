// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.hpp"

namespace momentree {

/// The element that a diagnostic is about.
struct Place {
    enum class Kind : std::uint8_t {
        None,  ///< the whole input
        Model,
        Body,
        Marker,  ///< named "body.marker"
        Joint,
        Motion,
        Coupling,
        Force,
        Parameter,
        Probe,
        Output,   ///< of a reference case
        Link,     ///< of a robot description
        Tag,      ///< an element of a robot description
        Setting,  ///< of a run: "step", "integrator"; `field` is its value
        Option,   ///< of the command line: "--csv"; `field` is its value
        Run,
        Sweep,
        Study,
        Lesson,
        Claim,
        Step,  ///< of a lesson
        Quantity,
        Control,
        Column,
        Board
    };
    Kind kind = Kind::None;
    std::string name = {};  ///< of the element, as written by the user
    /// The part of the element: "mass", "law", "start q". For an unnamed element of a list, it
    /// begins with the element's number, from 1.
    std::string field = {};

    static Place model(std::string field) { return {Kind::Model, "", std::move(field)}; }
    static Place body(std::string name) { return {Kind::Body, std::move(name)}; }
    static Place marker(std::string name) { return {Kind::Marker, std::move(name)}; }
    static Place joint(std::string name) { return {Kind::Joint, std::move(name)}; }
    static Place motion(std::string name) { return {Kind::Motion, std::move(name)}; }
    static Place coupling(std::string name) { return {Kind::Coupling, std::move(name)}; }
    static Place force(std::string name) { return {Kind::Force, std::move(name)}; }
    static Place parameter(std::string name) { return {Kind::Parameter, std::move(name)}; }
    static Place link(std::string name) { return {Kind::Link, std::move(name)}; }
    static Place setting(std::string name, std::string value = {}) {
        return {Kind::Setting, std::move(name), std::move(value)};
    }
    static Place option(std::string name, std::string value = {}) {
        return {Kind::Option, std::move(name), std::move(value)};
    }
    static Place run(std::string name = {}) { return {Kind::Run, std::move(name)}; }
    static Place sweep(std::string name) { return {Kind::Sweep, std::move(name)}; }
    static Place study(std::string field) { return {Kind::Study, "", std::move(field)}; }
    static Place board() { return {Kind::Board}; }

    bool operator==(const Place&) const = default;
    /// A part of this place, in the same element: "law" of a force, then "rate" of the law.
    Place part(std::string_view name) const;
    /// English text: "joint 'crank' start q", "body 3", "run", "step", "integrator 'rk4'".
    std::string str() const;
};
/// "body", "joint", ...: the same in every version.
std::string_view nameOf(Place::Kind kind);

/// Element `number` (from 0) of a list, before its name is known.
Place listed(Place::Kind kind, std::size_t number);
/// A marker of `owner`, "ground" for ground.
Place markerOf(const Place& owner, std::string_view name);

/// A problem in user input. Readers collect many instead of stopping at the first.
struct Diagnostic {
    enum class Severity : std::uint8_t { Error, Warning };
    Severity severity = Severity::Error;
    Place place;
    int line = 0;     ///< in the file, 0 = unknown
    Message message;  ///< the problem and the remedy
};
using Diagnostics = std::vector<Diagnostic>;

Diagnostic error(Place place, Message message, int line = 0);
Diagnostic warning(Place place, Message message, int line = 0);

/// "FILE:LINE: WHERE: text", the format of the command line; unknown parts are omitted.
std::string toString(const Diagnostic& diagnostic, const std::string& file = {});

}  // namespace momentree
