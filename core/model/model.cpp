// SPDX-License-Identifier: Apache-2.0
#include "core/model/model.hpp"

namespace momentree {

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

}  // namespace momentree
