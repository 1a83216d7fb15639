// SPDX-License-Identifier: Apache-2.0
#include "core/generate/text.hpp"

#include <algorithm>

#include "core/number_text.hpp"

namespace momentree {
namespace {

/// What every text begins with. Sines of many angles at once take a fraction of the time where the
/// C library has them (libmvec, errors below 4 units in the last place).
constexpr const char* preamble = R"(#include <cmath>

namespace {

#if defined(__AVX512F__)
typedef double Lanes __attribute__((vector_size(64)));
#elif defined(__AVX2__)
typedef double Lanes __attribute__((vector_size(32)));
#else
typedef double Lanes;
#endif
constexpr int width = sizeof(Lanes) / sizeof(double);
typedef double Directions __attribute__((vector_size(64)));
typedef double StoredDirections __attribute__((vector_size(64), may_alias));

#if defined(__AVX512F__) && defined(__x86_64__) && defined(__GLIBC__)
extern "C" Lanes _ZGVeN8v_sin(Lanes);
extern "C" Lanes _ZGVeN8v_cos(Lanes);
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = _ZGVeN8v_sin(x);
    c = _ZGVeN8v_cos(x);
}
#elif defined(__AVX2__) && defined(__x86_64__) && defined(__GLIBC__)
extern "C" Lanes _ZGVdN4v_sin(Lanes);
extern "C" Lanes _ZGVdN4v_cos(Lanes);
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = _ZGVdN4v_sin(x);
    c = _ZGVdN4v_cos(x);
}
#elif defined(__AVX2__)
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    for (int k = 0; k < width; ++k) {
        s[k] = std::sin(x[k]);
        c[k] = std::cos(x[k]);
    }
}
#else
inline void sineAndCosine(const Lanes& x, Lanes& s, Lanes& c) {
    s = std::sin(x);
    c = std::cos(x);
}
#endif

template <class Number>
struct Table {
    static constexpr int numbers = sizeof(Number) / sizeof(double);
};

/// Of `count` angles; the arrays have room for whole registers.
template <class Number, int count>
inline void sines(const Number* x, Number* s, Number* c) {
    constexpr int registers = (count * Table<Number>::numbers + width - 1) / width;
    for (int k = 0; k < registers; ++k) {
        Lanes a, sine, cosine;
        __builtin_memcpy(&a, reinterpret_cast<const char*>(x) + k * sizeof a, sizeof a);
        sineAndCosine(a, sine, cosine);
        __builtin_memcpy(reinterpret_cast<char*>(s) + k * sizeof a, &sine, sizeof a);
        __builtin_memcpy(reinterpret_cast<char*>(c) + k * sizeof a, &cosine, sizeof a);
    }
}

[[maybe_unused]] inline double root(double x) { return std::sqrt(x); }
[[maybe_unused]] inline double inverseOrZero(double x) { return x != 0.0 ? 1.0 / x : 0.0; }
#if defined(__AVX2__)
[[maybe_unused]] inline Lanes root(Lanes x) {
    for (int k = 0; k < width; ++k) x[k] = std::sqrt(x[k]);
    return x;
}
[[maybe_unused]] inline Lanes inverseOrZero(Lanes x) {
    for (int k = 0; k < width; ++k) x[k] = inverseOrZero(x[k]);
    return x;
}
#endif

)";

/// Directions of a register in which rates are differentiated.
constexpr int directions = 8;

class TextWriter {
public:
    /// @param gradient also differentiates the rates by the state
    TextWriter(const RecordedEquations& equations, const Tape& tape, bool gradient)
        : equations_(equations),
          gradient_(gradient),
          groups_(gradient ? (equations.states + directions - 1) / directions : 0),
          nodes_(tape.nodes()),
          uses_(nodes_.size(), 0),
          written_(nodes_.size(), false),
          uniform_(nodes_.size(), false),
          early_(nodes_.size(), false),
          moves_(nodes_.size() * static_cast<std::size_t>(groups_), false) {
        for (const Recorded& rate : equations.rates) use(rate);
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
        for (std::size_t i = 0; i < nodes_.size(); ++i) writeNode(i);
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
        uniform_[i] = input ? node.index >= equations_.states
                            : !sine && isUniform(node.a) && isUniform(node.b);
        early_[i] = input || (!sine && isEarly(node.a) && isEarly(node.b));
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
    /// Whether a value depends on the state entries of a group.
    bool moves(const Recorded& x, int group) const {
        return !x.known() && moves_[slotOf(x.node, group)];
    }
    std::size_t slotOf(int node, int group) const {
        return static_cast<std::size_t>(node) * static_cast<std::size_t>(groups_) +
               static_cast<std::size_t>(group);
    }
    static std::string tangent(const Recorded& x, int group) {
        return "d" + std::to_string(x.node) + "_" + std::to_string(group);
    }
    /// The slopes of value i along the state entries, eight in a register (forward mode).
    void writeTangents(std::size_t i) {
        const Recorded self = Recorded::of(static_cast<int>(i));
        for (int group = 0; group < groups_; ++group) {
            const std::string slope = slopeOf(self, nodes_[i], group);
            if (slope.empty()) continue;
            moves_[slotOf(self.node, group)] = true;
            out_ += "    const Directions " + tangent(self, group) + " = " + slope + ";\n";
        }
    }
    /// Empty if it is 0.
    std::string slopeOf(const Recorded& self, const Tape::Node& node, int group) const {
        const bool ofA = moves(node.a, group), ofB = moves(node.b, group);
        const std::string a = tangent(node.a, group), b = tangent(node.b, group);
        if (node.operation == Operation::Input) return seedOf(node.index, group);
        if (!ofA && !ofB) return {};
        const std::string value = name(self);
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
                return "cosine[" + std::to_string(slots_[at(node.a)]) + "] * " + a;
            case Operation::Cosine:
                return "-sine[" + std::to_string(slots_[at(node.a)]) + "] * " + a;
            case Operation::Root:
                return "(0.5 / " + value + ") * " + a;
            default:  // the inverse
                return "(-" + value + " * " + value + ") * " + a;
        }
    }
    std::string seedOf(int input, int group) const {
        if (input >= equations_.states || input / directions != group) return {};
        std::string entries;
        for (int k = 0; k < input % directions; ++k) entries += "0.0, ";
        return "{" + entries + "1.0}";
    }
    void writeRow(std::size_t k) {
        const Recorded& rate = equations_.rates[k];
        for (int group = 0; group < groups_; ++group)
            out_ += "    *reinterpret_cast<StoredDirections*>(jacobian + " +
                    std::to_string(directions * (static_cast<int>(k) * groups_ + group)) +
                    ") = " + (moves(rate, group) ? tangent(rate, group) : "Directions{}") + ";\n";
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

}  // namespace

std::string generatedText(const RecordedEquations& equations, const Tape& tape,
                          const std::string& model, const GeneratedParts& parts) {
    const std::string states = std::to_string(equations.states);
    std::string text =
        "// Rates of the state of '" + commentOf(model) +
        "', written by `momentree generate`.\n"
        "//\n"
        "// y[" +
        states + "]: coordinates and canonical momenta as the formulation naudet has them; rates[" +
        states + "]:\n// dy/dt. start[" + std::to_string(equations.starts) +
        "]: constants of torsion springs, by which their angles differ from the sums of\n"
        "// joint angles; zeros without turns at the start.\n"
        "//\n"
        "//     c++ -O2 -march=native -ffp-contract=fast -fno-math-errno -shared -fPIC FILE.cpp "
        "-lm\n" +
        preamble + TextWriter(equations, tape, false).write() +
        (parts.gradient ? TextWriter(equations, tape, true).write() : std::string()) +
        "}  // namespace\n\n" + "extern \"C\" void " + generatedDerivative +
        "(double time, const double* y, const double* start, double* rates) {\n"
        "    derivative<double, 1>(time, y, start, rates);\n}\n";
    if (parts.batch)
        text +=
            std::string(
                "\n/// Eight states at once: entry k of state s is y[8 * k + s]; aligned to 64 "
                "bytes.\n"
                "extern \"C\" void ") +
            generatedBatch +
            "(double time, const double* y, const double* start, double* rates) {\n"
            "    constexpr int parts = 8 / width;\n"
            "    for (int k = 0; k < parts; ++k)\n"
            "        derivative<Lanes, parts>(time, reinterpret_cast<const Lanes*>(y) + k, start,\n"
            "                                 reinterpret_cast<Lanes*>(rates) + k);\n}\n";
    if (parts.gradient)
        text += std::string("\n/// The rates and their slopes: jacobian[") + states + "][" +
                std::to_string(gradientStride(equations.states)) +
                "], the slopes of rate k by the entries\n/// of the state in row k, then zeros; "
                "aligned to 64 bytes.\nextern \"C\" void " +
                generatedGradient +
                "(double time, const double* y, const double* start, double* rates,\n"
                "    double* jacobian) {\n    gradient(time, y, start, rates, jacobian);\n}\n";
    return text;
}

int gradientStride(int states) { return (states + directions - 1) / directions * directions; }

std::string generatedText(const Model& model, const GeneratedParts& parts) {
    Tape tape;
    const RecordedEquations equations = recordEquations(model, tape);
    return generatedText(equations, tape, model.name, parts);
}

}  // namespace momentree
