// SPDX-License-Identifier: Apache-2.0
#include "core/generate/text.hpp"

#include <algorithm>

#include "core/generate/preamble.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

/// Directions of a register in which rates are differentiated.
constexpr int directions = 8;

class TextWriter {
public:
    /// @param gradient also differentiates the rates by the state and by parameters
    TextWriter(const RecordedEquations& equations, const std::vector<Tape::Node>& nodes,
               bool gradient, const NumberSlopes& numbers)
        : equations_(equations),
          numbers_(numbers),
          gradient_(gradient),
          groups_(gradient ? gradientStride(equations.states + numbers.parameters) / directions
                           : 0),
          nodes_(nodes),
          uses_(nodes_.size(), 0),
          written_(nodes_.size(), false),
          uniform_(nodes_.size(), false),
          early_(nodes_.size(), false),
          moves_(nodes_.size() * static_cast<std::size_t>(groups_), false) {
        for (const Recorded& rate : equations.rates) use(rate);
        forEachLoopEntry([&](const Recorded& entry, std::size_t) { use(entry); });
        for (std::size_t i = nodes_.size(); i-- > 0;)
            if (uses_[i] > 0) use(nodes_[i].a), use(nodes_[i].b);
        for (std::size_t i = 0; i < nodes_.size(); ++i) classify(i);
    }

    std::string write() {
        writeHead();
        writeSines();
        outputs_.resize(nodes_.size());
        for (std::size_t k = 0; k < equations_.rates.size(); ++k) {
            const Recorded& rate = equations_.rates[k];
            if (!rate.known()) outputs_[at(rate)].push_back(k);
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (static_cast<int>(i) == equations_.firstSigma) writeLoops();
            writeNode(i);
        }
        for (std::size_t k = 0; k < equations_.rates.size(); ++k)
            if (equations_.rates[k].known()) writeRate(k);
        out_ += "}\n\n";
        return std::move(out_);
    }

private:
    void writeHead() {
        const std::string inputs =
            "[[maybe_unused]] double time, const Number* __restrict y,\n"
            "    [[maybe_unused]] const double* __restrict start,\n"
            "    Number* __restrict rates";
        if (gradient_)
            out_ += "inline void gradient(" + replaced(inputs, "Number", "double") +
                    ", double* __restrict jacobian) {\n    using Number = double;\n"
                    "    constexpr int stride = 1;\n";
        else
            out_ +=
                "template <class Number, int stride>\ninline void derivative(" + inputs + ") {\n";
    }
    static std::string replaced(std::string text, const std::string& what, const std::string& by) {
        for (std::size_t k = text.find(what); k != std::string::npos; k = text.find(what, k))
            text.replace(k, what.size(), by);
        return text;
    }

    static std::size_t at(const Recorded& x) { return static_cast<std::size_t>(x.node); }
    void use(const Recorded& x) {
        if (!x.known()) ++uses_[at(x)];
    }
    static bool isSine(const Tape::Node& node) {
        return node.operation == Operation::Sine || node.operation == Operation::Cosine;
    }
    bool isUniform(const Recorded& x) const { return x.known() || uniform_[at(x)]; }
    bool isEarly(const Recorded& x) const { return x.known() || early_[at(x)]; }
    /// Whether a node is the same for all states, and whether it needs no sine.
    void classify(std::size_t i) {
        const Tape::Node& node = nodes_[i];
        const bool input = node.operation == Operation::Input, sine = isSine(node);
        const bool sigma = input && sigmaOf(node.index) >= 0;
        uniform_[i] = input ? node.index >= equations_.states && !sigma
                            : !sine && isUniform(node.a) && isUniform(node.b);
        early_[i] = !sigma && (input || (!sine && isEarly(node.a) && isEarly(node.b)));
    }
    /// The row of which an input is the impulse, -1 for other inputs.
    int sigmaOf(int input) const {
        return std::max(-1, input - equations_.states - 1 - equations_.starts);
    }

    std::string memory(int k) const { return "[stride * " + std::to_string(k) + "]"; }
    static std::string number(double x) {
        std::string text = numberText(x);
        if (text.find_first_of(".en") == std::string::npos) text += ".0";
        return x < 0.0 ? "(" + text + ")" : text;
    }
    /// A product that is used once, by a sum: a compiler makes both one instruction.
    bool isInlined(const Recorded& x) const {
        return !gradient_ && !x.known() && uses_[at(x)] == 1 && outputs_[at(x)].empty() &&
               !written_[at(x)] && nodes_[at(x)].operation == Operation::Product;
    }
    std::string name(const Recorded& x) const {
        return x.known() ? number(x.number) : "v" + std::to_string(x.node);
    }
    std::string term(const Recorded& x) const {
        return isInlined(x) ? expression(nodes_[at(x)]) : name(x);
    }
    std::string input(int index) const {
        if (index < equations_.states) return "y" + memory(index);
        if (index == equations_.states) return "time";
        if (const int row = sigmaOf(index); row >= 0)
            return "sigma[" + std::to_string(row) + "]" + (gradient_ ? ".value" : "");
        return "start[" + std::to_string(index - equations_.states - 1) + "]";
    }
    std::string expression(const Tape::Node& node) const {
        switch (node.operation) {
            case Operation::Input:
                return input(node.index);
            case Operation::Sum:
                return term(node.a) + " + " + term(node.b);
            case Operation::Difference:
                return term(node.a) + " - " + term(node.b);
            case Operation::Product:
                return name(node.a) + " * " + name(node.b);
            case Operation::Quotient:
                return name(node.a) + " / " + name(node.b);
            case Operation::Negative:
                return "-" + name(node.a);
            case Operation::Root:
                return "root(" + name(node.a) + ")";
            case Operation::Inverse:
                return "inverseOrZero(" + name(node.a) + ")";
            default:
                return {};
        }
    }

    void writeValue(std::size_t i) {
        if (written_[i]) return;
        out_ += std::string("    const ") + (uniform_[i] ? "double v" : "Number v") +
                std::to_string(i) + " = " + expression(nodes_[i]) + ";\n";
        written_[i] = true;
        writeTangents(i);
    }
    std::size_t slotOf(int node, int group) const {
        return static_cast<std::size_t>(node) * static_cast<std::size_t>(groups_) +
               static_cast<std::size_t>(group);
    }
    /// The slopes of a number or value along a group of directions, empty if they are 0.
    /// @param place of a number, see `NumberSlopes`
    std::string slopesOf(const Recorded& x, std::size_t place, int group) const {
        if (x.known()) return numberSlopes(place, group);
        if (!moves_[slotOf(x.node, group)]) return {};
        return "d" + std::to_string(x.node) + "_" + std::to_string(group);
    }
    std::string numberSlopes(std::size_t place, int group) const {
        const auto found = numbers_.at.find(place);
        if (found == numbers_.at.end()) return {};
        std::string entries;
        bool moves = false;
        for (int k = 0; k < directions; ++k) {
            const int parameter = group * directions + k - equations_.states;
            const bool own = parameter >= 0 && parameter < numbers_.parameters;
            const double slope = own ? found->second[static_cast<std::size_t>(parameter)] : 0.0;
            moves |= slope != 0.0;
            entries += (k == 0 ? "" : ", ") + number(slope);
        }
        return moves ? "(Directions{" + entries + "})" : std::string();
    }
    /// The slopes of value i along the state entries, eight in a register (forward mode).
    void writeTangents(std::size_t i) {
        for (int group = 0; group < groups_; ++group) {
            const std::string slope = slopeOf(i, group);
            if (slope.empty()) continue;
            const Recorded self = Recorded::of(static_cast<int>(i));
            moves_[slotOf(self.node, group)] = true;
            out_ += "    const Directions " + slopesOf(self, 0, group) + " = " + slope + ";\n";
        }
    }
    /// Empty if it is 0.
    std::string slopeOf(std::size_t i, int group) const {
        const Tape::Node& node = nodes_[i];
        if (node.operation == Operation::Input) return seedOf(node.index, group);
        const std::string a = slopesOf(node.a, NumberSlopes::operand(i, 0), group);
        const std::string b = slopesOf(node.b, NumberSlopes::operand(i, 1), group);
        const bool ofA = !a.empty(), ofB = !b.empty();
        if (!ofA && !ofB) return {};
        const std::string value = "v" + std::to_string(i);
        switch (node.operation) {
            case Operation::Sum:
                return ofA && ofB ? a + " + " + b : ofA ? a : b;
            case Operation::Difference:
                return ofA && ofB ? a + " - " + b : ofA ? a : "-" + b;
            case Operation::Product:
                if (ofA && ofB) return name(node.a) + " * " + b + " + " + name(node.b) + " * " + a;
                return ofA ? name(node.b) + " * " + a : name(node.a) + " * " + b;
            case Operation::Quotient:
                if (!ofA) return "(-" + value + " / " + name(node.b) + ") * " + b;
                return "(1.0 / " + name(node.b) + ") * " +
                       (ofB ? "(" + a + " - " + value + " * " + b + ")" : a);
            case Operation::Negative:
                return "-" + a;
            case Operation::Sine:
                return cosineOf(i, "cosine") + " * " + a;
            case Operation::Cosine:
                return "-" + cosineOf(i, "sine") + " * " + a;
            case Operation::Root:
                return "(0.5 / " + value + ") * " + a;
            default:  // the inverse
                return "(-" + value + " * " + value + ") * " + a;
        }
    }
    /// The sine or cosine of the angle of node i.
    std::string cosineOf(std::size_t i, const std::string& which) const {
        const int slot = slots_[at(nodes_[i].a)];
        return slot >= 0 ? which + "[" + std::to_string(slot) + "]"
                         : which + "v" + std::to_string(i) + "[0]";
    }
    std::string seedOf(int input, int group) const {
        if (const int row = sigmaOf(input); row >= 0)
            return "sigma[" + std::to_string(row) + "].slope[" + std::to_string(group) + "]";
        if (input >= equations_.states || input / directions != group) return {};
        std::string entries;
        for (int k = 0; k < input % directions; ++k) entries += "0.0, ";
        return "{" + entries + "1.0}";
    }
    void writeRow(std::size_t k) {
        for (int group = 0; group < groups_; ++group) {
            const std::string slopes =
                slopesOf(equations_.rates[k], NumberSlopes::rate(nodes_.size(), k), group);
            out_ += "    *reinterpret_cast<StoredDirections*>(jacobian + " +
                    std::to_string(directions * (static_cast<int>(k) * groups_ + group)) +
                    ") = " + (slopes.empty() ? "Directions{}" : slopes) + ";\n";
        }
    }

    /// Calls f(entry, place) for the entries of Sc that belong to a group, row by row, and the gaps
    /// of its rows, group by group.
    template <typename F>
    void forEachLoopEntry(const F& f) const {
        std::size_t first = 0;
        for (const RecordedGroup& group : equations_.groups) {
            for (std::size_t i = first; i < first + static_cast<std::size_t>(group.rows); ++i) {
                for (std::size_t j = first; j <= i; ++j) f(equations_.Sc[i][j], placeIn(i, j));
                f(equations_.gaps[i], placeIn(i, i + 1));
            }
            first += static_cast<std::size_t>(group.rows);
        }
    }
    std::size_t placeIn(std::size_t row, std::size_t column) const {
        return NumberSlopes::loop(nodes_.size(), equations_.rates.size(), row, column);
    }
    /// Solves for the impulses of all groups.
    void writeLoops() {
        const std::string type =
            gradient_ ? "Slopes<" + std::to_string(groups_) + ">" : std::string("Number");
        const std::size_t rows = equations_.gaps.size();
        out_ += "    " + type + " sigma[" + std::to_string(rows) + "] = {";
        for (std::size_t i = 0; i < rows; ++i)
            out_ += (i == 0 ? "" : ", ") + loopEntry(equations_.gaps[i], placeIn(i, i + 1));
        out_ += "};\n";
        const int scales = equations_.starts - 2 * static_cast<int>(rows);
        std::size_t first = 0;
        for (const RecordedGroup& group : equations_.groups) {
            const std::string from = std::to_string(first);
            const auto count = static_cast<std::size_t>(group.rows);
            out_ += "    " + type + " Sc" + from + "[" + std::to_string(count * count) + "] = {";
            for (std::size_t i = first; i < first + count; ++i)
                for (std::size_t j = first; j < first + count; ++j) {
                    const std::size_t row = std::max(i, j), column = std::min(i, j);
                    out_ += (i == first && j == first ? "" : ", ") +
                            loopEntry(equations_.Sc[row][column], placeIn(row, column));
                }
            const auto startAt = [&](std::size_t k) {
                return "start + " + std::to_string(scales + static_cast<int>(k + first));
            };
            out_ += "};\n    Closed<" + type + ", " + std::to_string(group.rows) + ", " +
                    std::to_string(group.rank) + ">::solve(Sc" + from + ", sigma + " + from + ", " +
                    startAt(0) + ", " + startAt(rows) + ");\n";
            first += count;
        }
    }
    std::string loopEntry(const Recorded& x, std::size_t place) const {
        if (!gradient_) return (isUniform(x) ? "Number{} + " : "") + name(x);
        std::string slopes;
        for (int group = 0; group < groups_; ++group) {
            const std::string own = slopesOf(x, place, group);
            slopes += (group == 0 ? "" : ", ") + (own.empty() ? "Directions{}" : own);
        }
        return "{" + name(x) + ", {" + slopes + "}}";
    }

    void writeWithOperands(const Recorded& x) {
        if (x.known() || written_[at(x)]) return;
        const Tape::Node& node = nodes_[at(x)];
        writeWithOperands(node.a);
        writeWithOperands(node.b);
        writeValue(at(x));
    }
    /// All sines whose angles need no other sine; others are of prescribed turns.
    void writeSines() {
        std::vector<Recorded> angles;
        slots_.assign(nodes_.size(), -1);
        outputs_.assign(nodes_.size(), {});
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (uses_[i] == 0 || !isSine(nodes_[i]) || !isEarly(nodes_[i].a)) continue;
            int& slot = slots_[at(nodes_[i].a)];
            if (slot < 0) {
                slot = static_cast<int>(angles.size());
                angles.push_back(nodes_[i].a);
            }
        }
        if (angles.empty()) return;
        const std::string count = std::to_string(angles.size());
        for (const Recorded& angle : angles) writeWithOperands(angle);
        out_ += "    constexpr int room = (" + count +
                " + width - 1) / width * width;\n"
                "    alignas(64) Number angle[room] = {}, sine[room], cosine[room];\n";
        for (std::size_t k = 0; k < angles.size(); ++k)
            out_ += "    angle[" + std::to_string(k) +
                    "] = " + (isUniform(angles[k]) ? "Number{} + " : "") + name(angles[k]) + ";\n";
        out_ += "    sines<Number, " + count + ">(angle, sine, cosine);\n";
    }
    void writeNode(std::size_t i) {
        const Tape::Node& node = nodes_[i];
        if (uses_[i] == 0) return;
        if (isSine(node)) {
            writeSine(i);
        } else if (!isInlined(Recorded::of(static_cast<int>(i))) || !usedBySum(i)) {
            writeValue(i);
        }
        for (const std::size_t k : outputs_[i]) writeRate(k);
    }
    void writeSine(std::size_t i) {
        const Tape::Node& node = nodes_[i];
        const char* which = node.operation == Operation::Sine ? "sine" : "cosine";
        const int slot = slots_[at(node.a)];
        const std::string value = "v" + std::to_string(i);
        if (slot >= 0) {
            out_ +=
                "    const Number " + value + " = " + which + "[" + std::to_string(slot) + "];\n";
        } else {
            out_ += "    Number own" + value + "[width] = {Number{} + " + name(node.a) + "}, sine" +
                    value + "[width], cosine" + value + "[width];\n    sines<Number, 1>(own" +
                    value + ", sine" + value + ", cosine" + value + ");\n    const Number " +
                    value + " = " + which + value + "[0];\n";
        }
        written_[i] = true;
        writeTangents(i);
    }
    void writeRate(std::size_t k) {
        const Recorded& rate = equations_.rates[k];
        out_ += "    rates" + memory(static_cast<int>(k)) + " = " +
                (isUniform(rate) ? "Number{} + " : "") + name(rate) + ";\n";
        if (gradient_) writeRow(k);
    }
    /// Whether the only use of a product is a sum or a difference.
    bool usedBySum(std::size_t i) {
        if (users_.empty()) {
            users_.assign(nodes_.size(), false);
            for (std::size_t j = 0; j < nodes_.size(); ++j) {
                const Operation operation = nodes_[j].operation;
                if (uses_[j] == 0) continue;
                if (operation != Operation::Sum && operation != Operation::Difference) continue;
                for (const Recorded* x : {&nodes_[j].a, &nodes_[j].b})
                    if (!x->known()) users_[at(*x)] = true;
            }
        }
        return users_[i];
    }

    const RecordedEquations& equations_;
    const NumberSlopes& numbers_;
    bool gradient_;
    int groups_;  ///< of state entries that share a register
    const std::vector<Tape::Node>& nodes_;
    std::vector<int> uses_;
    std::vector<bool> written_, uniform_, early_, users_;
    std::vector<bool> moves_;                        ///< [nodes x groups]
    std::vector<int> slots_;                         ///< [nodes] of angles in the table of sines
    std::vector<std::vector<std::size_t>> outputs_;  ///< [nodes] rates
    std::string out_;
};

/// One line without what could end a comment or go on in the next line.
std::string commentOf(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\\' || static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

/// What the user of a text has to know about its numbers.
std::string headOf(const RecordedEquations& equations, const std::string& model) {
    const std::string states = std::to_string(equations.states);
    const std::string constants =
        "constants of torsion springs, by which their angles differ from the sums of\n"
        "// joint angles; zeros without turns at the start";
    std::string head = "// Rates of the state of '" + commentOf(model) +
                       "', written by `momentree generate`.\n//\n// y[" + states +
                       "]: coordinates and canonical momenta as the formulation naudet has them; "
                       "rates[" +
                       states + "]:\n// dy/dt. start[" + std::to_string(equations.starts) +
                       "]: " + constants;
    if (!equations.groups.empty())
        head +=
            ";\n// then the feedback of open loops [1/s], and the scale and the weight of each "
            "row that closes\n// them, all as `momentree_start` has them";
    return head +
           ".\n//\n//     c++ -O2 -march=native -ffp-contract=fast -fno-math-errno -shared -fPIC "
           "FILE.cpp -lm\n";
}

std::string startText(const std::vector<double>& start) {
    std::string text =
        "\n/// For the start of the model.\nextern \"C\" const double "
        "momentree_start[" +
        std::to_string(start.size()) + "] = {";
    for (std::size_t k = 0; k < start.size(); ++k)
        text += (k == 0 ? "" : ", ") + numberText(start[k]);
    return text + "};\n";
}

std::string batchText() {
    return std::string(
               "\n/// Eight states at once: entry k of state s is y[8 * k + s]; aligned to 64 "
               "bytes.\n"
               "extern \"C\" void ") +
           generatedBatch +
           "(double time, const double* y, const double* start, double* rates) {\n"
           "    constexpr int parts = 8 / width;\n"
           "    for (int k = 0; k < parts; ++k)\n"
           "        derivative<Lanes, parts>(time, reinterpret_cast<const Lanes*>(y) + k, start,\n"
           "                                 reinterpret_cast<Lanes*>(rates) + k);\n}\n";
}

std::string gradientText(int states, int parameters) {
    const std::string stride = std::to_string(gradientStride(states + parameters));
    return "\n/// The rates and their slopes: jacobian[" + std::to_string(states) + "][" + stride +
           "], the slopes of rate k by the entries\n/// of the state" +
           (parameters > 0 ? ", then by " + std::to_string(parameters) + " parameters," : "") +
           " in row k, then zeros; aligned to 64 bytes.\nextern \"C\" void " + generatedGradient +
           "(double time, const double* y, const double* start, double* rates,\n"
           "    double* jacobian) {\n    gradient(time, y, start, rates, jacobian);\n}\n";
}

}  // namespace

std::string generatedText(const RecordedEquations& equations, const std::vector<Tape::Node>& nodes,
                          const std::string& model, const GeneratedParts& parts,
                          const std::vector<double>& start, const NumberSlopes& slopes) {
    const bool closed = !equations.groups.empty();
    std::string text = headOf(equations, model) + generatedPreamble;
    if (closed && parts.gradient) text += generatedSlopes;
    if (closed) text += generatedLoopSolver;
    text += TextWriter(equations, nodes, false, slopes).write();
    if (parts.gradient) text += TextWriter(equations, nodes, true, slopes).write();
    text += std::string("}  // namespace\n\nextern \"C\" void ") + generatedDerivative +
            "(double time, const double* y, const double* start, double* rates) {\n"
            "    derivative<double, 1>(time, y, start, rates);\n}\n";
    if (parts.batch) text += batchText();
    if (parts.gradient) text += gradientText(equations.states, slopes.parameters);
    if (!start.empty()) text += startText(start);
    return text;
}

int gradientStride(int slopes) { return (slopes + directions - 1) / directions * directions; }

std::string generatedText(const Model& model, const GeneratedParts& parts,
                          const RecordedLoops& loops, const std::vector<double>& start) {
    Tape tape;
    const RecordedEquations equations = recordEquations(model, tape, loops);
    return generatedText(equations, tape.nodes(), model.name, parts, start);
}

}  // namespace momentree
