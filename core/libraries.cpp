// SPDX-License-Identifier: Apache-2.0
#include "core/libraries.hpp"

#include <json/version.h>
#include <lapacke.h>
#include <muParserDef.h>
#ifdef MOMENTREE_HAVE_SUNDIALS
#include <sundials/sundials_config.h>
#endif

#include <Eigen/Core>

namespace momentree {

std::vector<LibraryVersion> libraryVersions() {
#ifdef MOMENTREE_HAVE_SUNDIALS
    const std::string sundials = SUNDIALS_VERSION;
#else
    const std::string sundials = "none (no cvode-bdf, no cvode-adams)";
#endif
    const auto number = [](int n) { return std::to_string(n); };
    int lapack[3] = {};
    LAPACKE_ilaver(&lapack[0], &lapack[1], &lapack[2]);
    return {{"Eigen", number(EIGEN_WORLD_VERSION) + "." + number(EIGEN_MAJOR_VERSION) + "." +
                          number(EIGEN_MINOR_VERSION)},
            {"LAPACK", number(lapack[0]) + "." + number(lapack[1]) + "." + number(lapack[2])},
            {"JsonCpp", JSONCPP_VERSION_STRING},
            {"muParser", mu::ParserVersion},
            {"SUNDIALS", sundials}};
}

}  // namespace momentree
