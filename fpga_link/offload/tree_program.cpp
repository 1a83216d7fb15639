// SPDX-License-Identifier: Apache-2.0
#include "fpga_link/offload/tree_program.hpp"

#include <algorithm>
#include <cmath>

#include "core/generate/equations.hpp"
#include "core/generate/tape_values.hpp"
#include "core/math/index.hpp"
#include "fpga_link/compiler/emit.hpp"
#include "fpga_link/compiler/kept_words.hpp"
#include "fpga_link/compiler/recorded.hpp"
#include "fpga_link/compiler/schedule.hpp"
#include "fpga_link/offload/timed.hpp"
#include "fpga_link/offload/tree_loops.hpp"

namespace momentree::fpga {

namespace {

constexpr double leastPivot = 0x1p-16;  // part of the smallest pivot at the start

using Taped = momentree::Recorded;
using TapeNode = Tape::Node;

bool isSum(const TapeNode& node) {
    return node.operation == Operation::Sum || node.operation == Operation::Difference ||
           node.operation == Operation::Negative;
}

/// f t + c, where a recorded number has this form.
struct Affine {
    double f = 0.0, c = 0.0;
};

class TreePass;

/// The recorded equations of a model with their words.
class TreeStep {
public:
    TreeStep(const Model& model, const OpenState& start, const CompileOptions& options,
             const RecordedLoops& loops)
        : start_(start),
          loops_(loops),
          rungeKutta_(options.method == PlanarMethod::RungeKutta4),
          h_(options.step),
          time_(toIndex(model.tree.nq + model.tree.nu)) {
        Tape tape;
        equations_ = recordEquations(model, tape, loops);
        nodes_ = tape.nodes();
        readAffine();
        findUsed();
        values_ = tapeValues(nodes_, inputsAt(start_, !loops_.rows.empty()));
    }

    std::vector<KeptWord> words() const {
        std::vector<KeptWord> words;
        if (rungeKutta_) keepRings(words);
        if (countsSteps_) words.push_back({"steps", std::nearbyint(start_.time / h_)});
        for (const Affine& wave : waves_)
            keepTurns(words, turnCount(turnsPerRadian * (wave.f * start_.time + wave.c)));
        for (const int root : roots_) words.push_back({"1/root", 1.0 / values_[toIndex(root)]});
        for (std::size_t i = 0; i < start_.q.size(); ++i)
            keepValue(words, "coordinate " + std::to_string(i + 1), start_.q[i], rungeKutta_);
        for (std::size_t i = 0; i < start_.p.size(); ++i)
            keepValue(words, "momentum " + std::to_string(i + 1), start_.p[i], rungeKutta_);
        for (std::size_t i = 0; i < start_.turns.size(); ++i)
            keepValue(words, "turn " + std::to_string(i + 1), start_.turns[i], rungeKutta_);
        for (std::size_t i = start_.p.size(); i < coordinates(); ++i)
            words.push_back({"zero", 0.0, true});
        return words;
    }
    std::vector<std::size_t> row() const {
        std::vector<std::size_t> row;
        const std::size_t q = start_.q.size(), p = start_.p.size();
        for (std::size_t i = 0; i < q; ++i) row.push_back(wordOf(i));
        for (std::size_t i = 0; i < start_.turns.size(); ++i) row.push_back(wordOf(q + p + i));
        for (std::size_t i = 0; i < p; ++i) row.push_back(wordOf(q + i));
        for (std::size_t i = 0; row.size() < 2 * coordinates(); ++i)
            row.push_back(wordOf(p + coordinates()) + i);
        return row;
    }
    /// Smallest divisor at the start; those of rows that yield get as small as what they give.
    double smallestPivot() const {
        double smallest = HUGE_VAL;
        std::vector<Taped> yielding;
        for (std::size_t k = 0; k < loops_.give.size(); ++k) {
            if (loops_.give[k] == 0.0) continue;
            smallest = std::min(smallest, 0x1p10 * loops_.give[k]);
            yielding.push_back(equations_.pivots[k]);
        }
        const auto yields = [&](const Taped& x) {
            return std::ranges::find(yielding, x) != yielding.end();
        };
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            const TapeNode& node = nodes_[n];
            const Taped& by = node.operation == Operation::Quotient ? node.b : node.a;
            const bool divides =
                node.operation == Operation::Quotient || node.operation == Operation::Inverse;
            if (uses_[n] > 0 && divides && !isRoot(by) && !yields(by))
                smallest = std::min(smallest, std::abs(values_[toIndex(by.node)]));
        }
        return smallest;
    }
    /// @param words all of them
    std::vector<Recorded> pass(GraphBuilder& builder, const std::vector<Recorded>& words) const;

private:
    friend class TreePass;

    bool isRoot(const Taped& x) const {
        return !x.known() && nodes_[toIndex(x.node)].operation == Operation::Root;
    }
    std::size_t coordinates() const { return start_.q.size() + start_.turns.size(); }
    std::size_t firstTurns() const { return (rungeKutta_ ? ringWords : 0) + countsSteps_; }
    std::size_t firstRoot() const { return firstTurns() + 2 * waves_.size(); }
    std::size_t wordOf(std::size_t entry) const {
        return firstRoot() + roots_.size() + entry * wordsOfValue(rungeKutta_);
    }
    TurnCount turnsOfStep(const Affine& wave) const {
        return turnCount(turnsPerRadian * wave.f * h_);
    }
    /// What a wave's argument is.
    const std::optional<Affine>& affine(const Taped& x) const { return affine_[toIndex(x.node)]; }
    bool isWave(const TapeNode& node) const {
        return (node.operation == Operation::Sine || node.operation == Operation::Cosine) &&
               affine(node.a);
    }
    std::size_t numberOfWave(const Affine& argument) const {
        const auto same = [&](const Affine& wave) {
            return wave.f == argument.f && wave.c == argument.c;
        };
        return static_cast<std::size_t>(std::ranges::find_if(waves_, same) - waves_.begin());
    }

    void readAffine() {
        const auto of = [&](const Taped& x) -> std::optional<Affine> {
            if (x.known()) return Affine{0.0, x.number};
            return affine_[toIndex(x.node)];
        };
        for (const TapeNode& node : nodes_) {
            std::optional<Affine> own;
            const auto a = of(node.a), b = of(node.b);
            if (node.operation == Operation::Input && toIndex(node.index) == time_)
                own = Affine{1.0, 0.0};
            else if (node.operation == Operation::Sum && a && b)
                own = Affine{a->f + b->f, a->c + b->c};
            else if (node.operation == Operation::Product && a && b && a->f == 0.0)
                own = Affine{a->c * b->f, a->c * b->c};
            affine_.push_back(own);
        }
    }
    /// Counts the users of every node that the rates need.
    void findUsed() {
        uses_.assign(nodes_.size(), 0);
        const auto use = [&](const Taped& x) {
            if (!x.known()) ++uses_[toIndex(x.node)];
        };
        for (const auto* all : {&equations_.rates, &equations_.turns, &equations_.taken})
            for (const Taped& rate : *all) use(rate);
        for (std::size_t n = nodes_.size(); n-- > 0;) {
            const TapeNode& node = nodes_[n];
            if (uses_[n] == 0) continue;
            if (isWave(node)) {
                if (numberOfWave(*affine(node.a)) == waves_.size())
                    waves_.push_back(*affine(node.a));
                continue;
            }
            countsSteps_ |= node.operation == Operation::Input && toIndex(node.index) == time_;
            if (node.operation == Operation::Root) roots_.push_back(static_cast<int>(n));
            if (node.operation == Operation::Input) continue;
            use(node.a);
            use(node.b);
        }
    }
    const OpenState& start_;
    const RecordedLoops& loops_;
    bool rungeKutta_;
    double h_;
    std::size_t time_;  // its input
    RecordedEquations equations_;
    std::vector<TapeNode> nodes_;
    std::vector<std::optional<Affine>> affine_;  // [nodes]
    std::vector<int> uses_;                      // [nodes]
    std::vector<double> values_;                 // [nodes] at the start
    std::vector<Affine> waves_;                  // arguments of sines of time
    std::vector<int> roots_;                     // nodes
    bool countsSteps_ = false;
};

/// The tape as operations of the accelerator.
class TreePass {
public:
    TreePass(const TreeStep& step, GraphBuilder& builder, const std::vector<Recorded>& words)
        : s_(step), builder_(builder) {
        for (const Recorded& word : words) w_.push_back({word, 0});
        step_.emplace(w_, s_.rungeKutta_, number(0.0), number(1.0));
    }

    std::vector<Recorded> run() {
        values_.assign(s_.nodes_.size(), number(0.0));
        inverseRoots_.assign(s_.roots_.size(), number(0.0));
        for (std::size_t n = 0; n < s_.nodes_.size(); ++n) {
            builder_.enter(phaseOf(static_cast<int>(n)));
            if (s_.uses_[n] > 0) values_[n] = compute(n);
        }
        builder_.enter(FabricPhase::Integrate);
        return integrate();
    }

private:
    Timed number(double value) const { return {{&builder_, builder_.constant(value)}, 0}; }
    Timed of(const Taped& x) const {
        return x.known() ? number(x.number) : values_[toIndex(x.node)];
    }
    FabricPhase phaseOf(int node) const {
        const RecordedEquations& e = s_.equations_;
        return node < e.poses     ? FabricPhase::Kinematics
               : node < e.inward  ? FabricPhase::Assembly
               : node < e.outward ? FabricPhase::Disassembly
                                  : FabricPhase::Derivatives;
    }
    std::size_t rootAt(int node) const {
        return static_cast<std::size_t>(std::ranges::find(s_.roots_, node) - s_.roots_.begin());
    }

    Timed compute(std::size_t n) {
        const TapeNode& node = s_.nodes_[n];
        switch (node.operation) {
            case Operation::Input:
                return input(toIndex(node.index));
            case Operation::Sum:
            case Operation::Difference:
            case Operation::Negative:
                return sum(node);
            case Operation::Product:
                return of(node.a) * of(node.b);
            case Operation::Quotient:
                return s_.isRoot(node.b) ? of(node.a) * inverseRoots_[rootAt(node.b.node)]
                                         : of(node.a) * reciprocal(of(node.b));
            case Operation::Inverse:
                return s_.isRoot(node.a) ? inverseRoots_[rootAt(node.a.node)]
                                         : reciprocal(of(node.a));
            case Operation::Root:
                return root(static_cast<int>(n), of(node.a));
            case Operation::Sine:
                return waveOf(node).sine;
            case Operation::Cosine:
                return waveOf(node).cosine;
        }
        return number(0.0);
    }
    Timed input(std::size_t index) const {
        if (index < s_.time_) return w_[s_.wordOf(index)];
        if (index > s_.time_ + s_.start_.numbers.size()) return step_->first;
        if (index > s_.time_) return number(s_.start_.numbers[index - s_.time_ - 1]);
        return s_.h_ * (w_[s_.firstTurns() - 1] + step_->after);
    }
    SineCosine<Timed> waveOf(const TapeNode& node) const {
        if (!s_.isWave(node)) return sineCosine(of(node.a));
        const Affine& wave = *s_.affine(node.a);
        return sineCosineOfTurns(
            step_->turnsAt(s_.firstTurns() + 2 * s_.numberOfWave(wave), s_.turnsOfStep(wave)));
    }
    /// Newton's iteration for 1/root from the last value; three suffice for changes of a fifth in a
    /// pass.
    Timed root(int node, const Timed& square) {
        const std::size_t k = rootAt(node);
        Timed y = w_[s_.firstRoot() + k];
        const Timed half = 0.5 * square;
        for (int i = 0; i < 3; ++i) y = y * (number(1.5) - half * (y * y));
        inverseRoots_[k] = y;
        return square * y;
    }

    void collect(const Taped& x, bool negative, std::vector<Timed>& terms) const {
        if (!x.known()) {
            const TapeNode& node = s_.nodes_[toIndex(x.node)];
            if (isSum(node) && s_.uses_[toIndex(x.node)] == 1)
                return collect(node, negative, terms);
        }
        terms.push_back(negative ? -of(x) : of(x));
    }
    void collect(const TapeNode& node, bool negative, std::vector<Timed>& terms) const {
        collect(node.a, negative != (node.operation == Operation::Negative), terms);
        if (node.operation == Operation::Negative) return;
        collect(node.b, negative != (node.operation == Operation::Difference), terms);
    }
    /// Adds first what is ready first.
    Timed sum(const TapeNode& node) const {
        std::vector<Timed> terms;
        collect(node, false, terms);
        const auto earlier = [](const Timed& a, const Timed& b) { return a.ready < b.ready; };
        while (terms.size() > 1) {
            std::ranges::stable_sort(terms, earlier);
            const Timed both = terms[0] + terms[1];
            terms.erase(terms.begin());
            terms[0] = both;
        }
        return terms[0];
    }

    std::vector<Recorded> integrate() const {
        std::vector<Timed> next;
        step_->advanceRings(next);
        if (s_.countsSteps_) next.push_back(w_[next.size()] + step_->last);
        for (const Affine& wave : s_.waves_)
            step_->advanceTurns(next, next.size(), s_.turnsOfStep(wave));
        next.insert(next.end(), inverseRoots_.begin(), inverseRoots_.end());
        const RecordedEquations& e = s_.equations_;
        const std::size_t q = s_.start_.q.size();
        for (std::size_t k = 0; k < e.rates.size(); ++k) {
            const bool taken = k >= q && !e.taken.empty();
            step_->advanceValue(next, next.size(), s_.h_ * of(e.rates[k]),
                                taken ? of(e.taken[k - q]) : number(0.0));
        }
        for (const Taped& rate : e.turns)
            step_->advanceValue(next, next.size(), s_.h_ * of(rate), number(0.0));
        next.insert(next.end(), w_.begin() + static_cast<std::ptrdiff_t>(next.size()), w_.end());
        std::vector<Recorded> ends;
        for (const Timed& end : next) ends.push_back(end.value);
        return ends;
    }

    const TreeStep& s_;
    GraphBuilder& builder_;
    std::vector<Timed> w_, values_, inverseRoots_;
    std::optional<StepWords<Timed>> step_;
};

std::vector<Recorded> TreeStep::pass(GraphBuilder& builder,
                                     const std::vector<Recorded>& words) const {
    return TreePass(*this, builder, words).run();
}

Graph graphOf(const TreeStep& step) {
    GraphBuilder builder;
    std::vector<Recorded> words;
    for (const KeptWord& word : step.words())
        words.push_back({&builder, builder.state(word.name, word.start, word.sampled)});
    std::vector<Ref> next;
    for (const Recorded& end : step.pass(builder, words)) next.push_back(end.ref);
    return builder.finish(next);
}

}  // namespace

Graph recordTree(const Model& model, const OpenState& start, const CompileOptions& options,
                 const RecordedLoops& loops) {
    return graphOf(TreeStep(model, start, options, loops));
}

CompiledSystem compileTree(const Model& model, const OpenState& start,
                           const CompileOptions& options, const RecordedLoops& loops) {
    CompiledSystem compiled;
    const TreeStep step(model, start, options, loops);
    compiled.graph = graphOf(step);
    compiled.row = step.row();
    scheduleSystem(compiled, options);
    if (compiled.program)
        compiled.program->pivotLimit =
            std::clamp(std::ilogb(step.smallestPivot() * leastPivot) + 126, 0, 254);
    return compiled;
}

}  // namespace momentree::fpga
