// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace momentree::fmi {

/// The text of LICENSES/Apache-2.0.txt.
extern const char* const apacheLicense;
/// Which licences the parts of this program have, among them libraries that are linked statically.
extern const char* const ownCopyright;

}  // namespace momentree::fmi
