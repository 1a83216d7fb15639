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

class TextWriter {
public:
    TextWriter(const RecordedEquations& equations, const Tape& tape)
        : equations_(equations),
          nodes_(tape.nodes()),
          uses_(nodes_.size(), 0),
          written_(nodes_.size(), false),
          uniform_(nodes_.size(), false),
          early_(nodes_.size(), false) {
        for (const Recorded& rate : equations.rates) use(rate);
        for (std::size_t i = nodes_.size(); i-- > 0;)
            if (uses_[i] > 0) use(nodes_[i].a), use(nodes_[i].b);
        for (std::size_t i = 0; i < nodes_.size(); ++i) classify(i);
    }

    std::string write() {
        out_ +=
            "template <class Number, int stride>\n"
            "inline void derivative([[maybe_unused]] double time, const Number* __restrict y,\n"
            "                       [[maybe_unused]] const double* __restrict start,\n"
            "                       Number* __restrict rates) {\n";
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
        return !x.known() && uses_[at(x)] == 1 && outputs_[at(x)].empty() && !written_[at(x)] &&
               nodes_[at(x)].operation == Operation::Product;
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
    }
    void writeWithOperands(const Recorded& x) {
        if (x.known() || written_[at(x)]) return;
        const Tape::Node& node = nodes_[at(x)];
        writeWithOperands(node.a);
        writeWithOperands(node.b);
        writeValue(at(x));
    }
    /// All sines whose angles need no other sine, which are all but those of strange laws.
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
    }
    void writeRate(std::size_t k) {
        const Recorded& rate = equations_.rates[k];
        out_ += "    rates" + memory(static_cast<int>(k)) + " = " +
                (isUniform(rate) ? "Number{} + " : "") + name(rate) + ";\n";
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
    const std::vector<Tape::Node>& nodes_;
    std::vector<int> uses_;
    std::vector<bool> written_, uniform_, early_, users_;
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
                          const std::string& model, bool batch) {
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
        preamble + TextWriter(equations, tape).write() + "}  // namespace\n\n" +
        "extern \"C\" void " + generatedDerivative +
        "(double time, const double* y, const double* start, double* rates) {\n"
        "    derivative<double, 1>(time, y, start, rates);\n}\n";
    if (batch)
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
    return text;
}

std::string generatedText(const Model& model, bool batch) {
    Tape tape;
    const RecordedEquations equations = recordEquations(model, tape);
    return generatedText(equations, tape, model.name, batch);
}

}  // namespace momentree
