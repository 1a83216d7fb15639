// SPDX-License-Identifier: Apache-2.0
// Tables of a formulation's passes over its tree, and the driver that runs them. Kernels contain
// only equations; the driver handles time, threads and traces.
#pragma once

#include <span>

#include "core/trace/tracer.hpp"

namespace momentree {

/// A line of a table: equations for one element of the tree at a time. Lines without a title are
/// not traced.
/// @tparam Work data read and written by the kernels
template <typename Work>
struct Pass {
    TracedPass is;
    void (*kernel)(Work&, int element);
    void (*report)(TraceSink&, Work&, int element) = nullptr;
};

/// A line of a table: work on the whole mechanism. A trace shows the results of element -1 for the
/// direction `Once`, otherwise those of each element.
template <typename Work>
struct Stage {
    TracedPass is;
    void (*kernel)(Work&);
    void (*report)(TraceSink&, Work&, int element) = nullptr;
    Phase charged = is.phase;  ///< phase to charge, if a trace shows another one
};

/// Lines of a table in the order in which they run.
template <const auto&... lines>
struct Passes {};

/// The elements of a tree, numbered like the nodes of its trace and divided into subtrees for
/// threads and the few elements above them.
struct ElementOrder {
    std::vector<std::vector<int>> subtrees;  ///< children before parents
    std::vector<int> top;                    ///< the remaining elements, children before parents
    std::vector<int> each;                   ///< elements of passes `Each`
    std::vector<int> once;                   ///< elements of passes `Once`
    int count = 0;                           ///< elements in `subtrees` and `top`

    /// Elements 0 to count - 1 on one thread, numbered from parents to children.
    static ElementOrder ofLinks(int count);
};

/// Runs passes over the elements of a tree. Does not allocate without a tracer.
template <typename Work>
class PassDriver {
public:
    /// Both must outlive this object.
    PassDriver(const ElementOrder& order, Workers& workers) : order_(order), workers_(workers) {}

    void trace(Tracer* tracer) { tracer_ = tracer; }  ///< null for none
    /// Ends the phase of the caller.
    void begin() const {
        if (tracer_ != nullptr) tracer_->lap(Phase::Integrate);
    }
    /// Runs the lines in order; a lap of the clock ends each phase.
    template <const auto& line, const auto&... rest>
    void run(Passes<line, rest...> /*lines*/, Work& work, PhaseClock& clock) const {
        runLine<line>(work, tracer_);
        if constexpr (endsPhase<line, rest...>()) lap(clock, tracer_, phaseOf<line>());
        if constexpr (sizeof...(rest) > 0) run(Passes<rest...>{}, work, clock);
    }
    /// Runs the lines in order without timing and tracing.
    template <const auto&... lines>
    void runQuietly(Passes<lines...> /*lines*/, Work& work) const {
        (runLine<lines>(work, nullptr), ...);
    }

private:
    using Way = TracedPass::Way;

    template <const auto& line, const auto&...>
    static constexpr Phase phaseOf() {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(line)>, Stage<Work>>)
            return line.charged;
        else
            return line.is.phase;
    }
    template <const auto& line, const auto&... rest>
    static constexpr bool endsPhase() {
        if constexpr (sizeof...(rest) == 0)
            return true;
        else
            return phaseOf<rest...>() != phaseOf<line>();
    }

    template <const auto& line>
    void runLine(Work& work, Tracer* tracer) const {
        constexpr bool once = line.is.way == Way::Once;
        if constexpr (line.is.title.empty()) tracer = nullptr;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(line)>, Stage<Work>>) {
            if (once && tracer != nullptr)
                tracer->single(
                    line.is, -1, [&] { line.kernel(work); },
                    [&](TraceSink& sink) { report<line>(sink, work, -1); });
            else
                line.kernel(work);
            if (!once && tracer != nullptr)
                tracer->results(
                    line.is, static_cast<int>(order_.each.size()),
                    [&](int k) { return order_.each[static_cast<std::size_t>(k)]; },
                    [&](TraceSink& sink, int k) {
                        report<line>(sink, work, order_.each[static_cast<std::size_t>(k)]);
                    });
        } else if constexpr (once) {
            for (std::size_t k = 0; k < order_.once.size(); ++k) {
                if (tracer != nullptr) tracer->open(line.is, order_.count);
                take<line>(work, tracer, std::span(order_.once).subspan(k, 1));
            }
        } else {
            if (tracer != nullptr) tracer->open(line.is, order_.count);
            if constexpr (line.is.way == Way::Each) {
                const std::span<const int> all = order_.each;
                const auto n = all.size(), shares = static_cast<std::size_t>(workers_.threads());
                workers_.forEach(workers_.threads(), [&](int share) {
                    const auto k = static_cast<std::size_t>(share);
                    const std::size_t first = k * n / shares, last = (k + 1) * n / shares;
                    take<line>(work, tracer, all.subspan(first, last - first));
                });
            } else {
                if constexpr (line.is.way == Way::Outward) take<line>(work, tracer, order_.top);
                workers_.forEach(static_cast<int>(order_.subtrees.size()), [&](int k) {
                    take<line>(work, tracer, order_.subtrees[static_cast<std::size_t>(k)]);
                });
                if constexpr (line.is.way == Way::Inward) take<line>(work, tracer, order_.top);
            }
        }
    }

    /// The elements of one thread.
    template <const auto& pass>
    static void take(Work& work, Tracer* tracer, std::span<const int> elements) {
        if (tracer == nullptr) return sweep<pass>(work, elements);
        for (std::size_t k = 0; k < elements.size(); ++k) {
            const std::size_t at = pass.is.way == Way::Outward ? elements.size() - 1 - k : k;
            tracer->piece(
                elements[at], elements[at], [&] { sweep<pass>(work, elements.subspan(at, 1)); },
                [&](TraceSink& sink) { report<pass>(sink, work, elements[at]); });
        }
    }
    // One function for all elements and for a single traced one, so that both run the same machine
    // code and results are bit-identical.
    template <const auto& pass>
    [[gnu::noinline]] static void sweep(Work& work, std::span<const int> elements) {
        constexpr auto kernel = pass.kernel;
        if constexpr (pass.is.way == Way::Outward) {
            for (std::size_t k = elements.size(); k-- > 0;) kernel(work, elements[k]);
        } else {
            for (const int element : elements) kernel(work, element);
        }
    }
    template <const auto& line>
    static void report(TraceSink& sink, Work& work, int element) {
        if (line.report != nullptr) line.report(sink, work, element);
    }

    const ElementOrder& order_;
    Workers& workers_;
    Tracer* tracer_ = nullptr;
};

inline ElementOrder ElementOrder::ofLinks(int count) {
    ElementOrder order;
    order.count = count;
    order.subtrees.emplace_back();
    for (int i = 0; i < count; ++i) {
        order.each.push_back(i);
        order.subtrees.front().push_back(count - 1 - i);
    }
    return order;
}

}  // namespace momentree
