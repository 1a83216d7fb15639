// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/case_frames.hpp"
#include "core/io/json.hpp"

namespace momentree {

/// True for a reference case (contract section 8), false for a model file.
bool isReferenceCase(const JsonNode& root);

/// Reads a reference case: bodies about their centres of mass, an exact start, outputs as probes,
/// and end time, samples and integration tolerance (the tighter of the limits used to compare
/// cases) as run settings. Errors are added to `problems`.
ModelDescription readReferenceCase(const JsonNode& root, Problems& problems);

/// Parts of a case. They are read into a `model` that already has its bodies and, for outputs, its
/// joints.
void readCaseForce(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model);
void readCaseOutput(const JsonNode& node, std::size_t number, Problems& problems, CaseModel& model);

/// Reads the keys of one element: names of existing bodies, plain vectors, remarks.
class CaseReader : public ObjectReader {
public:
    CaseReader(const JsonNode& node, Place place, Problems& problems, const CaseModel& model);
    bool body(std::string_view key, std::string& out, bool groundAllowed = true);
    bool point(std::string_view key, Vector3d& out, Need need = required);
    /// A nonzero vector, normalised.
    bool direction(std::string_view key, Vector3d& out);
    /// Reads zero_direction_a and third_direction_a, which must be orthogonal and of equal length,
    /// as the frame's x and y. Checks z against axis_a if that is given.
    bool angleFrame(CaseFrame& out);
    /// Reads a number under the first of `names` that is present; reports `names[0]` if none is.
    bool oneOf(std::initializer_list<std::string_view> names, Scalar& out, Need need = required);

private:
    const CaseModel& model_;
};

}  // namespace momentree
