// SPDX-License-Identifier: Apache-2.0
#include "core/formulations/naudet/system.hpp"

template std::unique_ptr<momentree::OdeSystem<float>> momentree::makeNaudet(
    std::shared_ptr<const Model>, const RunSpec&);
