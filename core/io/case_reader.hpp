// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/case_frames.hpp"
#include "core/io/json.hpp"

namespace momentree {

/// Whether this is a reference case (contract section 8) and not a model file.
bool isReferenceCase(const JsonNode& root);

/// Reads a reference case: bodies about their centres of mass, an exact start, outputs as probes,
/// end time and samples as run settings, integrated to the tighter of the limits that cases are
/// compared by. What is wrong goes to `problems`.
ModelDescription readReferenceCase(const JsonNode& root, Problems& problems);

/// Its parts, read into `model` whose bodies (and, for outputs, joints) are there already.
void readCaseForce(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model);
void readCaseOutput(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model);

/// Keys of one element: names of bodies that must exist, plain vectors, remarks for people.
class CaseReader : public ObjectReader {
public:
    CaseReader(const JsonNode& node, Place place, Problems& problems, const CaseModel& model);
    bool body(std::string_view key, std::string& out, bool groundAllowed = true);
    bool point(std::string_view key, Vector3d& out, Need need = required);
    /// A vector that is not zero, made a unit vector.
    bool direction(std::string_view key, Vector3d& out);
    /// zero_direction_a and third_direction_a: orthogonal, equally long. The frame's x and y; its z
    /// is checked against axis_a if that is there.
    bool angleFrame(CaseFrame& out);
    /// A number under the first of several names; reports `names[0]` if none is there.
    bool oneOf(std::initializer_list<std::string_view> names, Scalar& out, Need need = required);

private:
    const CaseModel& model_;
};

}  // namespace momentree
