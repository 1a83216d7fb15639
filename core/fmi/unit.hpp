// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace momentree::fmi {

/// A variable of a co-simulation unit that is a real number.
struct UnitVariable {
    std::string name;
    unsigned reference = 0;
};

/// A co-simulation unit of another program, FMI 2.0 or 3.0, of which one instance runs. Its files
/// are in a temporary folder as long as it exists. Its code runs in this process.
class ImportedUnit {
public:
    /// Reads, loads, instantiates and initialises it at time 0. Errors name the file inside.
    static Result<std::unique_ptr<ImportedUnit>> open(const std::string& path);
    virtual ~ImportedUnit() = default;

    const std::string& name() const { return name_; }    ///< of its model
    const std::string& token() const { return token_; }  ///< identifies its version
    const std::vector<UnitVariable>& inputs() const { return inputs_; }
    const std::vector<UnitVariable>& outputs() const { return outputs_; }
    /// Whether steps of communication may differ from each other.
    bool variableSteps() const { return variableSteps_; }

    // False after an error, whose text `problem` has.
    virtual bool set(std::span<const unsigned> references, std::span<const double> values) = 0;
    virtual bool get(std::span<const unsigned> references, std::span<double> values) = 0;
    virtual bool step(double from, double length) = 0;  ///< [s]
    const std::string& problem() const { return problem_; }

protected:
    struct Files;
    class Unit2;
    class Unit3;
    ImportedUnit() = default;
    virtual bool start(const std::string& resources) = 0;
    void logged(const char* message) { problem_ = message != nullptr ? message : ""; }
    bool good(int status, const char* function);

    std::shared_ptr<Files> files_;
    std::string name_, token_, problem_;
    std::vector<UnitVariable> inputs_, outputs_;
    bool variableSteps_ = true;
};

}  // namespace momentree::fmi
