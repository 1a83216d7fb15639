// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/fields/field.hpp"

namespace momentree::app {

/// What the sphere of a contact touches, and whether it rebounds or is pushed back.
std::vector<Field> contactKindFields(const ModelDescription& model, std::size_t force);
/// Radius and, of one with stiffness, damping and friction.
std::vector<Field> contactFields(const ContactDescription& contact, std::size_t force);

}  // namespace momentree::app
