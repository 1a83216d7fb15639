// SPDX-License-Identifier: Apache-2.0
// One pass of a step of a PlanarSystem over words that are kept from pass to pass.
#pragma once

#include "fpga_link/compiler/kept_words.hpp"
#include "fpga_link/compiler/system_equations.hpp"

namespace momentree::fpga {

/// The words of a system, in order: rings of the Runge-Kutta method, steps done, turns of each
/// harmonic law, 1/length of each effort along a length, then body by body x, y, angle and their
/// momenta, each as `keepValue` says.
class SystemStep {
public:
    SystemStep(const PlanarSystem& system, PlanarMethod method, double step)
        : system_(system),
          rungeKutta_(method == PlanarMethod::RungeKutta4),
          h_(step),
          elimination_(eliminationOf(system)) {
        for (const PlanarConstraint& constraint : system.constraints) enter(constraint.law);
        for (const PlanarEffort& effort : system.efforts) enter(effort.law);
        for (const PlanarPush& push : system.pushes) enter(push.law);
    }

    bool countsSteps() const { return countsSteps_; }
    std::vector<KeptWord> words(const PlanarSystemState& start) const {
        std::vector<KeptWord> words;
        if (rungeKutta_) keepRings(words);
        if (countsSteps_) words.push_back({"steps", std::nearbyint(start.time / h_)});
        for (const PlanarLaw* law : harmonics_)
            keepTurns(words,
                      turnCount(turnsPerRadian * (law->frequency * start.time + law->phase)));
        for (const PlanarEffort& effort : system_.efforts)
            if (effort.coordinate.kind == PlanarCoordinate::Kind::Length)
                words.push_back({"1/length", 1.0 / lengthAt(effort.coordinate, start)});
        static const char* const names[] = {"x",          "y",          "angle",
                                            "momentum x", "momentum y", "momentum angle"};
        for (std::size_t i = 0; i < system_.bodies.size(); ++i)
            for (std::size_t k = 0; k < 6; ++k) {
                const double value =
                    k < 3 ? start.coordinates[3 * i + k] : start.momenta[3 * i + k - 3];
                keepValue(words, std::string(names[k]) + " " + std::to_string(i + 1), value,
                          rungeKutta_);
            }
        return words;
    }
    /// Positions of the words that are sampled: coordinates, then momenta.
    std::vector<std::size_t> row() const {
        std::vector<std::size_t> row;
        for (std::size_t half = 0; half < 2; ++half)
            for (std::size_t i = 0; i < system_.bodies.size(); ++i)
                for (std::size_t k = 0; k < 3; ++k) row.push_back(wordOf(i, 3 * half + k));
        return row;
    }

    template <typename S, typename Enter>
    std::vector<S> pass(const std::vector<S>& words, Enter enterPhase) const {
        return Pass<S>(*this, words).run(enterPhase);
    }

private:
    void enter(const PlanarLaw& law) {
        if (law.isHarmonic()) harmonics_.push_back(&law);
        countsSteps_ = countsSteps_ || law.readsTime();
    }
    TurnCount turnsOfStep(const PlanarLaw& law) const {
        return turnCount(turnsPerRadian * law.frequency * h_);
    }
    std::size_t firstHarmonic() const {
        return (rungeKutta_ ? ringWords : 0u) + (countsSteps_ ? 1u : 0u);
    }
    std::size_t firstLength() const { return firstHarmonic() + 2 * harmonics_.size(); }
    std::size_t wordOf(std::size_t body, std::size_t k) const {
        std::size_t first = firstLength();
        for (const PlanarEffort& effort : system_.efforts)
            first += effort.coordinate.kind == PlanarCoordinate::Kind::Length;
        return first + (6 * body + k) * wordsOfValue(rungeKutta_);
    }
    static double lengthAt(const PlanarCoordinate& coordinate, const PlanarSystemState& state) {
        const auto placed = [&](const PlanarPlace& place) {
            if (place.body == planarGround) return place.at;
            const double* q = &state.coordinates[3 * static_cast<std::size_t>(place.body)];
            const double c = std::cos(q[2]), s = std::sin(q[2]);
            return Flat<double>{q[0] + (place.at.x * c - place.at.y * s),
                                q[1] + (place.at.x * s + place.at.y * c)};
        };
        const Flat<double> d = placed(coordinate.B) - placed(coordinate.A);
        return std::sqrt(dot(d, d));
    }

    template <typename S>
    struct LawValue {
        S f, df;
    };

    template <typename S>
    class Pass {
    public:
        Pass(const SystemStep& step, const std::vector<S>& words)
            : s_(step),
              w_(words),
              zero_(0.0 * words[0]),
              one_(zero_ + 1.0),
              step_(words, step.rungeKutta_, zero_, one_) {}

        template <typename Enter>
        std::vector<S> run(Enter enterPhase) {
            enterPhase(FabricPhase::Kinematics);
            place();
            evaluateLaws();
            enterPhase(FabricPhase::Initialise);
            for (const PlanarConstraint& constraint : system().constraints)
                rows_.push_back(rowOf(constraint, poses_, zero_, one_));
            enterPhase(FabricPhase::Assembly);
            const Factor<S> factor(s_.elimination_, rows_, mobility_, zero_);
            enterPhase(FabricPhase::Disassembly);
            solve(factor);
            enterPhase(FabricPhase::Derivatives);
            differentiate();
            enterPhase(FabricPhase::Integrate);
            return integrate();
        }

    private:
        const PlanarSystem& system() const { return s_.system_; }
        S constant(double value) const { return zero_ + value; }
        std::size_t bodies() const { return system().bodies.size(); }
        const S& word(std::size_t body, std::size_t k, std::size_t part = 0) const {
            return w_[s_.wordOf(body, k) + part];
        }
        Triple<S> word3(std::size_t body, std::size_t k) const {
            return {word(body, k), word(body, k + 1), word(body, k + 2)};
        }

        void place() {
            poses_.push_back({{zero_, zero_, zero_}, one_, zero_});
            for (std::size_t i = 0; i < bodies(); ++i) {
                const PlanarBody& body = system().bodies[i];
                const Triple<S> r = word3(i, 0);
                const SineCosine<S> turned = sineCosine(r.a);
                poses_.push_back({r, turned.cosine, turned.sine});
                mobility_.push_back({constant(s_.h_ / body.mass), constant(s_.h_ / body.mass),
                                     constant(body.inertia > 0.0 ? s_.h_ / body.inertia : 0.0)});
            }
        }

        void evaluateLaws() {
            std::size_t harmonic = 0;
            const auto evaluate = [&](const PlanarLaw& law) {
                LawValue<S> value{zero_, zero_};
                if (!law.polynomial.empty()) value = polynomial(law);
                if (law.isHarmonic()) {
                    const SineCosine<S> wave = waveOf(law, harmonic++);
                    value.f = value.f + law.amplitude * wave.sine;
                    value.df = value.df + (law.amplitude * law.frequency) * wave.cosine;
                }
                return value;
            };
            for (const PlanarConstraint& constraint : system().constraints)
                constraintLaws_.push_back(evaluate(constraint.law));
            for (const PlanarEffort& effort : system().efforts)
                effortLaws_.push_back(evaluate(effort.law));
            for (const PlanarPush& push : system().pushes) pushLaws_.push_back(evaluate(push.law));
        }
        LawValue<S> polynomial(const PlanarLaw& law) const {
            LawValue<S> value{constant(law.polynomial.back()), zero_};
            if (!law.readsTime()) return {constant(law.polynomial[0]), zero_};
            const S t = s_.h_ * (w_[s_.firstHarmonic() - 1] + step_.after);
            for (std::size_t k = law.polynomial.size() - 1; k-- > 0;) {
                value.df = value.df * t + value.f;
                value.f = value.f * t + law.polynomial[k];
            }
            return value;
        }
        SineCosine<S> waveOf(const PlanarLaw& law, std::size_t number) const {
            return sineCosineOfTurns(
                step_.turnsAt(s_.firstHarmonic() + 2 * number, s_.turnsOfStep(law)));
        }

        void solve(const Factor<S>& factor) {
            // Stages leave the constraints by h^2, so that only the start of a step is corrected.
            const S share = closing * step_.first;
            std::vector<S> b;
            for (std::size_t k = 0; k < rows_.size(); ++k) {
                const LawValue<S>& law = constraintLaws_[k];
                S sum = share * (rows_[k].value - law.f) - s_.h_ * law.df;
                for (const RowPart<S>& part : rows_[k].parts)
                    sum = sum + dot(part.along, moved(part.body, momentum(part.body)));
                b.push_back(sum);
            }
            sigma_ = factor.solve(b);
            impulses_.assign(bodies(), {zero_, zero_, zero_});
            for (std::size_t k = 0; k < rows_.size(); ++k)
                for (const RowPart<S>& part : rows_[k].parts)
                    add(impulses_, part.body, sigma_[k] * part.along);
            for (std::size_t i = 0; i < bodies(); ++i) {
                const int body = static_cast<int>(i);
                turn_.push_back(moved(body, momentum(body) - impulses_[i]));
            }
        }
        Triple<S> momentum(int body) const { return word3(static_cast<std::size_t>(body), 3); }
        Triple<S> moved(int body, const Triple<S>& p) const {
            const Triple<S>& w = mobility_[static_cast<std::size_t>(body)];
            return {w.x * p.x, w.y * p.y, w.a * p.a};
        }
        static void add(std::vector<Triple<S>>& to, int body, const Triple<S>& what) {
            to[static_cast<std::size_t>(body)] = to[static_cast<std::size_t>(body)] + what;
        }

        /// h dp/dt
        void differentiate() {
            const double h = s_.h_;
            for (std::size_t i = 0; i < bodies(); ++i) {
                const PlanarBody& body = system().bodies[i];
                rates_.push_back(
                    {constant(h * body.mass * system().gravityX) - body.drag * turn_[i].x,
                     constant(h * body.mass * system().gravityY) - body.drag * turn_[i].y,
                     (-body.turnDrag) * turn_[i].a});
            }
            if (s_.rungeKutta_) turnRows();
            applyEfforts();
            applyPushes();
        }
        /// (dJ/dt)^T sigma, except at the start of a step, where the impulses are taken out.
        void turnRows() {
            using M = Moving<S>;
            const M still{zero_, zero_}, unit{one_, zero_};
            std::vector<SystemPose<M>> poses{{{still, still, still}, unit, still}};
            for (std::size_t i = 0; i < bodies(); ++i) {
                const SystemPose<S>& at = poses_[i + 1];
                const Triple<S>& v = turn_[i];
                poses.push_back({{{at.r.x, v.x}, {at.r.y, v.y}, {at.r.a, v.a}},
                                 {at.cosine, -(at.sine * v.a)},
                                 {at.sine, at.cosine * v.a}});
            }
            const S within = one_ - step_.first;
            for (std::size_t k = 0; k < rows_.size(); ++k) {
                const S sigma = within * sigma_[k];
                for (const RowPart<M>& part :
                     rowOf(system().constraints[k], poses, still, unit).parts)
                    add(rates_, part.body,
                        sigma * Triple<S>{part.along.x.rate, part.along.y.rate, part.along.a.rate});
            }
        }
        void applyEfforts() {
            std::size_t length = s_.firstLength();
            for (std::size_t k = 0; k < system().efforts.size(); ++k) {
                const PlanarEffort& effort = system().efforts[k];
                S inverse = one_;
                if (effort.coordinate.kind == PlanarCoordinate::Kind::Length) {
                    inverse = inverseLength(effort.coordinate, w_[length++]);
                    inverseLengths_.push_back(inverse);
                }
                const Row<S> row = rowOf(effort.coordinate, poses_, zero_, one_, inverse);
                S rate = zero_;
                for (const RowPart<S>& part : row.parts)
                    rate = rate + dot(part.along, turn_[static_cast<std::size_t>(part.body)]);
                const S pull = s_.h_ * effortLaws_[k].f -
                               ((s_.h_ * effort.k) * (row.value - effort.x0) + effort.c * rate);
                for (const RowPart<S>& part : row.parts) add(rates_, part.body, pull * part.along);
            }
        }
        /// Newton's iteration from the last value; three suffice for changes of a fifth in a pass.
        S inverseLength(const PlanarCoordinate& coordinate, S y) const {
            PlanarCoordinate square = coordinate;
            square.kind = PlanarCoordinate::Kind::HalfSquare;
            const S half = rowOf(square, poses_, zero_, one_, one_).value;
            for (int k = 0; k < 3; ++k) y = y * (constant(1.5) - half * (y * y));
            return y;
        }
        void applyPushes() {
            for (std::size_t k = 0; k < system().pushes.size(); ++k) {
                const PlanarPush& push = system().pushes[k];
                const S size = s_.h_ * pushLaws_[k].f;
                const SystemPose<S>& pose = poses_[static_cast<std::size_t>(push.at.body + 1)];
                const auto turned = [&](const Flat<double>& a) {
                    return Flat<S>{a.x * pose.cosine - a.y * pose.sine,
                                   a.x * pose.sine + a.y * pose.cosine};
                };
                const Flat<S> along =
                    push.bodyAxes ? turned(push.direction)
                                  : Flat<S>{constant(push.direction.x), constant(push.direction.y)};
                add(rates_, push.at.body,
                    size * Triple<S>{along.x, along.y,
                                     cross(turned(push.at.at), along) + push.torque});
            }
        }

        std::vector<S> integrate() const {
            std::vector<S> next;
            step_.advanceRings(next);
            if (s_.countsSteps_) next.push_back(w_[next.size()] + step_.last);
            for (const PlanarLaw* law : s_.harmonics_)
                step_.advanceTurns(next, next.size(), s_.turnsOfStep(*law));
            next.insert(next.end(), inverseLengths_.begin(), inverseLengths_.end());
            for (std::size_t i = 0; i < bodies(); ++i) {
                const Triple<S>&v = turn_[i], &rate = rates_[i], &c = impulses_[i];
                const S changes[] = {v.x, v.y, v.a, rate.x, rate.y, rate.a};
                const S taken[] = {zero_, zero_, zero_, c.x, c.y, c.a};
                for (std::size_t k = 0; k < 6; ++k)
                    step_.advanceValue(next, next.size(), changes[k], taken[k]);
            }
            return next;
        }

        const SystemStep& s_;
        const std::vector<S>& w_;
        S zero_, one_;
        StepWords<S> step_;
        std::vector<SystemPose<S>> poses_;  // ground first
        std::vector<Triple<S>> mobility_, impulses_, turn_, rates_;
        std::vector<LawValue<S>> constraintLaws_, effortLaws_, pushLaws_;
        std::vector<Row<S>> rows_;
        std::vector<S> sigma_, inverseLengths_;
    };

    const PlanarSystem& system_;
    bool rungeKutta_;
    double h_;
    Elimination elimination_;
    std::vector<const PlanarLaw*> harmonics_;
    bool countsSteps_ = false;
};

}  // namespace momentree::fpga
