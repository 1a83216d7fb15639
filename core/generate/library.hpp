// SPDX-License-Identifier: Apache-2.0
// The compiler of this machine, and what it made of a generated text: the only place that loads a
// library of generated code.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/platform/shared_library.hpp"
#include "core/result.hpp"

namespace momentree {

/// Why texts cannot be compiled here, none if they can. The compiler is c++, or the one in the
/// variable CXX; the answer for a compiler is kept.
std::optional<Message> compilerRefusal();

/// A compiled text in this process.
class GeneratedLibrary {
public:
    using Derivative = void(double time, const double* y, const double* start, double* rates);
    using Gradient = void(double time, const double* y, const double* start, double* rates,
                          double* jacobian);

    /// Compiles a text of `generatedText` for this processor, which takes about a second for twenty
    /// bodies, or takes what an earlier call made of the same text: libraries are kept in the
    /// user's cache folder, which must belong to the user alone. Errors: no compiler, no folder, a
    /// text of more than 3 MB, or the compiler fails.
    static Result<std::shared_ptr<const GeneratedLibrary>> load(const std::string& text);

    GeneratedLibrary(const GeneratedLibrary&) = delete;
    GeneratedLibrary& operator=(const GeneratedLibrary&) = delete;

    Derivative* derivative() const { return derivative_; }
    /// Null if the text has no function for batches.
    Derivative* batch() const { return batch_; }
    /// Null if the text has no function for slopes.
    Gradient* gradient() const { return gradient_; }

private:
    explicit GeneratedLibrary(const std::string& file);
    platform::SharedLibrary library_;
    Derivative *derivative_ = nullptr, *batch_ = nullptr;
    Gradient* gradient_ = nullptr;
};

}  // namespace momentree
