// SPDX-License-Identifier: Apache-2.0
#include "core/stepping/stepper.hpp"

namespace momentree {

const char* statusName(StepStatus status) {
    switch (status) {
        case StepStatus::Reached:
            return "done";
        case StepStatus::Stopped:
            return "stopped";
        case StepStatus::EndOfTravel:
            return "kinematic-limit";
        case StepStatus::Contradiction:
            return "contradiction";
        case StepStatus::StepTooLong:
            return "step-too-long";
        case StepStatus::BalanceLost:
            return "balance-lost";
        case StepStatus::Singular:
            return "rank-changed";
        case StepStatus::NotFinite:
            return "not-finite";
        case StepStatus::NotConverged:
            return "not-converged";
        case StepStatus::StepTooSmall:
            return "step-too-small";
        case StepStatus::BoardFlag:
            return "board-flag";
        case StepStatus::EndlessImpacts:
            return "endless-impacts";
        case StepStatus::LinkLost:
            return "board-lost";
    }
    return "unknown";
}

}  // namespace momentree
