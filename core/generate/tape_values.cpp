// SPDX-License-Identifier: Apache-2.0
#include "core/generate/tape_values.hpp"

#include <cmath>

#include "core/math/index.hpp"

namespace momentree {

double valueOf(const Recorded& x, const std::vector<double>& values) {
    return x.known() ? x.number : values[toIndex(x.node)];
}

std::vector<double> tapeValues(const std::vector<Tape::Node>& nodes,
                               const std::vector<double>& inputs) {
    std::vector<double> values;
    for (const Tape::Node& node : nodes) {
        if (node.operation == Operation::Input) {
            values.push_back(inputs[toIndex(node.index)]);
            continue;
        }
        const double a = valueOf(node.a, values), b = valueOf(node.b, values);
        switch (node.operation) {
            case Operation::Input:
                break;
            case Operation::Sum:
                values.push_back(a + b);
                break;
            case Operation::Difference:
                values.push_back(a - b);
                break;
            case Operation::Product:
                values.push_back(a * b);
                break;
            case Operation::Quotient:
                values.push_back(a / b);
                break;
            case Operation::Negative:
                values.push_back(-a);
                break;
            case Operation::Sine:
                values.push_back(std::sin(a));
                break;
            case Operation::Cosine:
                values.push_back(std::cos(a));
                break;
            case Operation::Root:
                values.push_back(std::sqrt(a));
                break;
            case Operation::Inverse:
                values.push_back(a == 0.0 ? 0.0 : 1.0 / a);
                break;
        }
    }
    return values;
}

}  // namespace momentree
