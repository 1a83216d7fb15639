// SPDX-License-Identifier: Apache-2.0
#include "core/exercises/exercise.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace momentree {
namespace {

std::uint64_t fnv1a(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3U};
    return hash;
}

}  // namespace

const ExerciseRun* Exercise::run(const std::string& name) const {
    const auto found =
        std::ranges::find_if(runs, [&](const ExerciseRun& one) { return one.run.name == name; });
    return found == runs.end() ? nullptr : &*found;
}

bool Exercise::asksForModel() const {
    return std::ranges::any_of(runs, [](const ExerciseRun& one) { return one.run.model.empty(); });
}

double Exercise::points() const {
    double sum = 0.0;
    for (const Criterion& criterion : criteria) sum += criterion.points;
    return sum;
}

double drawn(const DrawnValue& value, const Exercise& exercise, const std::string& student) {
    constexpr double rounding = 1e-9;
    const auto count = static_cast<std::uint64_t>((value.to - value.from) / value.step + rounding);
    const std::uint64_t hash = fnv1a(exercise.seed + '/' + value.parameter + '/' + student);
    return value.from + static_cast<double>(hash % (count + 1)) * value.step;
}

std::string numberWithUnit(std::string number, const std::string& unit) {
    return unit.empty() ? number : number + " " + unit;
}

std::string taskFor(const Exercise& exercise, const std::string& student) {
    std::string text = exercise.task;
    for (const DrawnValue& value : exercise.values) {
        const std::string mark = "[[" + value.parameter + "]]";
        const std::string by =
            numberWithUnit(numberText(drawn(value, exercise, student), 9), value.unit);
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size())
            text.replace(at, mark.size(), by);
    }
    return text;
}

}  // namespace momentree
