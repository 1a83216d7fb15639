// SPDX-License-Identifier: Apache-2.0
// Models from text and from the reference cases.
#pragma once

#include <QString>
#include <memory>
#include <string>

#include "core/model/model.hpp"

namespace momentree::test {

/// All problems, one on each line.
QString said(const Diagnostics& problems);
/// What reading and building a model file say, empty if all is well.
QString refusalOf(const std::string& text);
/// The model of a file's text, without problems.
std::shared_ptr<const Model> built(const std::string& text);
/// What reading, building or assembling a text says, empty if all succeed.
QString assemblyRefusal(const std::string& text);
/// The text with the first `from` replaced; ends the test program if there is none.
std::string replaced(std::string text, const std::string& from, const std::string& to);
/// The index of a joint.
std::size_t jointOf(const Model& model, const char* name);
/// The model of a case in `tests/data/reference`.
std::shared_ptr<const Model> referenceModel(const std::string& name);

}  // namespace momentree::test
