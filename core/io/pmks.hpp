// SPDX-License-Identifier: Apache-2.0
// Links of PMKS+ (https://app.pmksplus.com) and its files: a planar mechanism in one line of text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/description.hpp"
#include "core/result.hpp"

namespace momentree {

/// Whether a text begins like an address in the web, which names no file.
bool isWebAddress(std::string_view text);
/// Whether a text is a link or a file of PMKS+, or another address in the web.
bool looksLikePmks(std::string_view text);

/// Lengths, masses and angles are as written, in the units of the drawing.
struct PmksJoint {
    std::string id, name;
    bool slides = false, input = false, grounded = false, welded = false, traced = false;
    double x = 0.0, y = 0.0, angle = 0.0;  ///< angle: of a guide on the ground [rad]
    std::string carrier, from, to;  ///< a guide on a link, through two of its joints; empty: ground
    double speed = 0.0;             ///< of this input [rpm or lengths/s]; 0: that of the drawing
    std::size_t at = 0;             ///< its first character in the text
};
struct PmksLink {
    std::string id, name, color;                         ///< color: "rrggbb" or empty
    bool root = true;                                    ///< otherwise it is a part of a welded one
    bool block = false;                                  ///< that slides along a guide
    double mass = 0.0, inertia = 0.0, x = 0.0, y = 0.0;  ///< about and of the centre of mass
    std::vector<std::string> joints, parts;              ///< ids; parts: of links welded together
    std::size_t at = 0;
};
struct PmksForce {
    std::string id, name, link;
    bool turns = false;  ///< with its link
    double x = 0.0, y = 0.0, endX = 0.0, endY = 0.0, size = 0.0;
    std::size_t at = 0;
};
/// A gear is part of its link and turns about one of its joints.
struct PmksGear {
    std::string id, link, centre;
    double teeth = 0.0;
};
/// Two gears that touch from outside, by their places in the list.
struct PmksMesh {
    std::string id;
    int first = -1, second = -1;
};
struct PmksDrawing {
    enum class Units { Inch, Centimetre, Metre } units = Units::Centimetre;
    bool gravity = true;
    double speed = 0.0, linearSpeed = 0.0;  ///< of inputs [rpm], [lengths/s]; counterclockwise
    std::vector<PmksJoint> joints;
    std::vector<PmksLink> links;
    std::vector<PmksForce> forces;
    std::vector<PmksGear> gears;
    std::vector<PmksMesh> meshes;
    bool design = false;  ///< whether it has an unfinished synthesis
};

/// Reads a link, or the text of a file. Errors give the character, from 1.
Result<PmksDrawing> parsePmks(std::string_view text);
/// Reads the mark of a text that holds gears, once joints and links are read; false if it is
/// damaged.
bool readPmksGears(std::string_view mark, PmksDrawing& drawing);
/// The same as a model: bodies at their centres of mass in the axes of the world. What a model
/// cannot hold, and masses that are missing, are appended to `notes`.
Result<ModelDescription> readPmks(std::string_view text, const std::string& name,
                                  Diagnostics& notes);

}  // namespace momentree
