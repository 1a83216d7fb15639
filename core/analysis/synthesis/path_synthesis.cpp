// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/path_synthesis.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numbers>

#include "core/execution/in_parallel.hpp"
#include "core/number_text.hpp"

namespace momentree {
namespace {

using L = PlanarLinkage;

/// Of the search of one family.
struct Effort {
    std::size_t entries, candidates, finalists;
    int lastSteps;
};
constexpr Effort whole{200000, 3000, 100, 600}, brief{20000, 100, 6, 250};
constexpr double briefShare = 0.05;  ///< of all that is done
constexpr std::size_t hoppers = 12;  ///< of each family
constexpr double sameRms = 1e-3;     ///< relative, of linkages of one family that are alike
constexpr double hopeless = 1.6;     ///< rms over the best, beyond which nothing is changed
constexpr int firstSteps = 12, hopSteps = 40, hopsOfRound = 40, hopRounds = 16, roundsIfGood = 4;
constexpr std::uint64_t hopsOfAll = 1000;  ///< more than there are hoppers
constexpr double excellentShare = 0.005;   ///< of what is good enough; then nothing is changed
constexpr int chainPoints = 1440;          ///< of a chain's curve
constexpr double largestPenalty = 1e5;
constexpr double leastHop = 0.025, largestHop = 0.5;
constexpr double usable = std::numbers::pi / 9.0;  ///< transmission angle of a drive [rad]
constexpr double nearlyAsClose = 1.1;              ///< rms over the best

std::vector<Complex> conjugated(std::vector<Complex> points) {
    for (Complex& point : points) point = std::conj(point);
    return points;
}

/// A search with its clock.
class Search {
public:
    using Candidate = PathSearchState::Candidate;

    Search(const PathRequest& request, const ClosedCurve& curve, const std::stop_token& stop,
           const std::function<void(const PathProgress&)>& told, PathSearchState& state)
        : request_(request),
          curve_(curve),
          stop_(stop),
          told_(told),
          limits_(request.limits),
          toFit_{DrawnCurve(curve.points), DrawnCurve(conjugated(curve.points))},
          all_{DrawnCurve(curve.all), DrawnCurve(conjugated(curve.all))},
          state_(state),
          best_(state.best),
          end_(std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(request.seconds))) {
        if (!limits_.pivots) return;
        limits_.pivots->least = (limits_.pivots->least - curve.centre) / curve.size;
        limits_.pivots->largest = (limits_.pivots->largest - curve.centre) / curve.size;
    }

    void run() {
        searchBriefly();
        searchWholly();
        if (state_.families == request_.families.size() || state_.rounds > 0 || good()) return;
        // Of families that the search did not reach, or did not end, there is what was found first.
        best_.insert(best_.end(), state_.bestOfBrief.begin(), state_.bestOfBrief.end());
        sortBest(best_);
    }
    bool found() const { return !best_.empty(); }
    bool good() const { return found() && best_.front().error.rms <= request_.goodEnough; }
    bool excellent() const {
        return best_.front().error.rms <= excellentShare * request_.goodEnough;
    }
    bool outOfTime() const { return std::chrono::steady_clock::now() >= end_; }
    bool over() const { return stop_.stop_requested() || outOfTime(); }
    /// The closest one, or, if that would jam, of those nearly as close the one that passes the
    /// most force on.
    const Candidate& chosen() const {
        const double most = std::max(request_.goodEnough, nearlyAsClose * best_.front().error.rms);
        const auto angle = [&](const Candidate& one) {
            return one.error.rms > most ? -1.0
                                        : std::min(usable, leastTransmissionAngle(one.fit.linkage));
        };
        return *std::ranges::max_element(best_, {}, angle);
    }
    PathError error() const { return chosen().error; }
    /// In the curve's own place and size.
    PlanarLinkage linkage() const {
        PlanarLinkage linkage = chosen().fit.linkage;
        for (const L::Parameter k :
             {L::X0, L::Y0, L::LengthD, L::LengthA, L::LengthB, L::LengthC, L::U, L::V, L::LengthE})
            linkage[k] *= curve_.size;
        linkage[L::X0] += curve_.centre.real();
        linkage[L::Y0] += linkage.mirrored ? -curve_.centre.imag() : curve_.centre.imag();
        return linkage;
    }

private:
    void searchBriefly() {
        const std::size_t count = request_.families.size();
        if (count == 1) return;
        for (std::size_t& k = state_.briefly; k < count && !over(); ++k) {
            const double share = static_cast<double>(k) / static_cast<double>(count);
            tell(request_.families[k], briefShare * share);
            std::vector<Candidate> known = state_.bestOfBrief;
            searchFamily(request_.families[k], brief, known);
            state_.bestOfBrief = std::move(known);
            if (over()) return;
        }
    }
    void searchWholly() {
        const double parts = static_cast<double>(request_.families.size()) + 1.0;
        const auto share = [parts](double done) {
            return briefShare + (1.0 - briefShare) * done / parts;
        };
        for (std::size_t& k = state_.families;
             k < request_.families.size() && state_.rounds == 0 && !over() && !good();) {
            tell(request_.families[k], share(static_cast<double>(k)));
            searchFamily(request_.families[k], whole, best_);
            if (!isDone()) return;
            ++k;
        }
        for (int& round = state_.rounds; round < hopRounds && found() && !over() && !excellent();) {
            if (good() && round >= roundsIfGood) break;
            tell(best_.front().fit.linkage.n,
                 share(parts - 1.0 + static_cast<double>(round) / hopRounds));
            hop(round);
            if (!isDone()) return;
            ++round;
        }
    }
    /// Whether the present part of the search was not cut short. What was is done again.
    bool isDone() {
        if (over()) return false;
        state_.best = best_;
        return true;
    }
    void tell(int n, double share) const {
        double least = found() ? error().rms : INFINITY;
        if (!state_.bestOfBrief.empty())
            least = std::min(least, state_.bestOfBrief.front().error.rms);
        if (told_) told_({n, share, least});
    }
    const DrawnCurve& toFit(bool mirrored) const { return toFit_[mirrored ? 1 : 0]; }

    /// An entry of an atlas moved, turned and scaled onto the curve.
    PathFit placed(const PathAtlas& atlas, const AtlasMatch& match) const {
        PathFit fit;
        fit.linkage = atlas.linkage(match.entry);
        fit.linkage.mirrored = match.mirrored;
        std::vector<Along> own = alongCouplerCurve(fit.linkage);
        if (match.backwards) std::reverse(own.begin() + 1, own.end());
        const std::vector<Complex>& corners = toFit(match.mirrored).points();
        const std::vector<Along> target = alongPolygon(corners, comparedPoints);
        const std::size_t n = own.size();
        Complex ownMean, targetMean;
        for (std::size_t k = 0; k < n; ++k)
            ownMean += own[k].point / static_cast<double>(n),
                targetMean += target[k].point / static_cast<double>(n);
        double energy = 0.0;
        for (const Along& one : own) energy += std::norm(one.point - ownMean);
        Complex turn;
        std::size_t shift = 0;
        for (std::size_t s = 0; s < n; ++s) {
            Complex sum;
            for (std::size_t k = 0; k < n; ++k)
                sum += std::conj(own[(k + s) % n].point - ownMean) * (target[k].point - targetMean);
            if (std::norm(sum) <= std::norm(turn)) continue;
            turn = sum;
            shift = s;
        }
        turn /= energy;
        const double scale = std::abs(turn);
        for (const L::Parameter k :
             {L::LengthD, L::LengthA, L::LengthB, L::LengthC, L::U, L::V, L::LengthE})
            fit.linkage[k] *= scale;
        fit.linkage[L::Alpha] = std::arg(turn);
        const Complex O = targetMean - turn * ownMean;
        fit.linkage[L::X0] = O.real();
        fit.linkage[L::Y0] = O.imag();
        // Angles of the points to fit, by their place along the curve.
        std::size_t k = 0;
        for (std::size_t j = 0; j < corners.size(); ++j) {
            const double at = static_cast<double>(j);
            while (k + 1 < n && target[k + 1].at <= at) ++k;
            const double end = k + 1 < n ? target[k + 1].at : static_cast<double>(corners.size());
            const double share =
                end > target[k].at ? (at - target[k].at) / (end - target[k].at) : 0.0;
            const double from = own[(k + shift) % n].at, to = own[(k + 1 + shift) % n].at;
            fit.th.push_back(from + share * std::remainder(to - from, 2.0 * std::numbers::pi));
        }
        return fit;
    }

    /// Adds the best of one family.
    void searchFamily(int n, const Effort& effort, std::vector<Candidate>& known) const {
        const PathAtlas atlas = makeAtlas(n, request_.seed, effort.entries, request_.threads,
                                          [this] { return over(); });
        if (atlas.shapes.empty()) return;
        std::array<Complex, comparedPoints> compared;
        std::ranges::transform(alongPolygon(curve_.points, comparedPoints), compared.begin(),
                               &Along::point);
        const std::vector<AtlasMatch> matches =
            nearest(atlas, shapeOf(compared), effort.candidates);
        std::vector<PathFit> fits(matches.size());
        inParallel(fits.size(), request_.threads, [&](std::size_t k) {
            if (over()) return;
            fits[k] = placed(atlas, matches[k]);
            improve(toFit(fits[k].linkage.mirrored), limits_, fits[k], firstSteps);
        });
        std::erase_if(fits,
                      [](const PathFit& f) { return f.th.empty() || !std::isfinite(f.cost); });
        std::ranges::stable_sort(fits, {}, &PathFit::cost);
        fits.resize(std::min(fits.size(), effort.finalists));
        finish(std::move(fits), effort.lastSteps, known);
    }

    void finish(std::vector<PathFit> fits, int steps, std::vector<Candidate>& known) const {
        std::vector<Candidate> made(fits.size());
        inParallel(made.size(), request_.threads, [&](std::size_t k) {
            made[k].fit = std::move(fits[k]);
            if (!over()) settle(made[k].fit, steps);
            judge(made[k]);
        });
        for (Candidate& one : made) known.push_back(std::move(one));
        sortBest(known);
    }
    /// Penalties give way to a curve that draws the linkage beyond its limits, and grow then.
    void settle(PathFit& fit, int steps) const {
        for (;; fit.penalty *= 10.0) {
            improve(toFit(fit.linkage.mirrored), limits_, fit, steps);
            if (!std::isfinite(fit.cost) || respects(fit.linkage, limits_) ||
                fit.penalty >= largestPenalty)
                return;
        }
    }
    void judge(Candidate& one) const {
        const bool mirrored = one.fit.linkage.mirrored;
        one.error = respects(one.fit.linkage, limits_)
                        ? errorOf(one.fit.linkage, all_[mirrored ? 1 : 0], curve_.weights)
                        : PathError{INFINITY, INFINITY};
    }
    /// Keeps the best of each family that are not alike: copies of one would make the same hops.
    static void sortBest(std::vector<Candidate>& best) {
        std::erase_if(best, [](const Candidate& one) { return !std::isfinite(one.error.rms); });
        std::ranges::stable_sort(best, {}, [](const Candidate& one) { return one.error.rms; });
        std::vector<Candidate> kept;
        for (Candidate& one : best) {
            const double rms = one.error.rms;
            if (!kept.empty() && rms > hopeless * kept.front().error.rms) break;
            const auto ofFamily = [&](const Candidate& other) {
                return other.fit.linkage.n == one.fit.linkage.n;
            };
            const auto isAlike = [&](const Candidate& other) {
                return ofFamily(other) && rms - other.error.rms < sameRms * rms;
            };
            if (std::ranges::none_of(kept, isAlike) &&
                std::ranges::count_if(kept, ofFamily) < std::ptrdiff_t(hoppers))
                kept.push_back(std::move(one));
        }
        best = std::move(kept);
    }

    /// Random changes of the best, each followed by an improvement.
    void hop(int round) {
        std::vector<Candidate> changed = best_;
        inParallel(changed.size(), request_.threads, [&](std::size_t k) {
            RandomSequence random(request_.seed + 77777U,
                                  static_cast<std::uint64_t>(round) * hopsOfAll + k);
            Candidate& own = changed[k];
            for (int hop = 0; hop < hopsOfRound && !over(); ++hop) {
                Candidate next = own;
                const double size =
                    leastHop * std::exp(random.uniform() * std::log(largestHop / leastHop));
                for (int i = L::Alpha; i < next.fit.linkage.count(); ++i) {
                    double& p = next.fit.linkage.p[static_cast<std::size_t>(i)];
                    const double change = size * random.normal();
                    i == L::Alpha || i == L::F ? p += change : p *= std::exp(change);
                }
                improve(toFit(own.fit.linkage.mirrored), limits_, next.fit, hopSteps);
                if (!std::isfinite(next.fit.cost)) continue;
                judge(next);
                if (next.error.rms < own.error.rms) own = std::move(next);
            }
        });
        best_ = std::move(changed);
        sortBest(best_);
    }

    const PathRequest& request_;
    const ClosedCurve& curve_;
    std::stop_token stop_;
    const std::function<void(const PathProgress&)>& told_;
    LinkageLimits limits_;                   ///< relative to the curve
    std::array<DrawnCurve, 2> toFit_, all_;  ///< as it is, mirrored
    PathSearchState& state_;
    std::vector<Candidate> best_;
    std::chrono::steady_clock::time_point end_;
};

FoundPath chainAlong(const ClosedCurve& curve, int arms) {
    CrankChain chain = fitChain(curve.points, arms);
    FoundPath found;
    for (std::size_t j = 0; j < curve.all.size(); ++j) {
        const Complex point = curve.all[j];
        // The nearest of many points of the chain, refined.
        double least = INFINITY, th = 0.0;
        for (int k = 0; k < chainPoints; ++k) {
            const double at = evenAngle(k, chainPoints);
            const double apart = std::norm(chain.at(at) - point);
            if (apart < least) least = apart, th = at;
        }
        for (int k = 0; k < 6 && std::norm(chain.rate(th)) > 0.0; ++k) {
            const Complex rate = chain.rate(th);
            th += std::clamp((std::conj(rate) * (point - chain.at(th))).real() / std::norm(rate),
                             -0.01, 0.01);
            least = std::min(least, std::norm(chain.at(th) - point));
        }
        found.error.rms += curve.weights[j] * least;
        found.error.largest = std::max(found.error.largest, std::sqrt(least));
    }
    found.error.rms = std::sqrt(found.error.rms);
    std::vector<Complex> drawn;
    for (int k = 0; k < chainPoints; k += 2) drawn.push_back(chain.at(evenAngle(k, chainPoints)));
    found.error.include(strayOf(drawn, DrawnCurve(curve.all)));
    chain.centre = curve.centre + curve.size * chain.centre;
    for (Complex& c : chain.c) c *= curve.size;
    found.mechanism = std::move(chain);
    found.size = curve.size;
    return found;
}

}  // namespace

Result<FoundPath> synthesisePath(const PathRequest& request, std::stop_token stop,
                                 const std::function<void(const PathProgress&)>& told,
                                 PathSearchState* state) {
    const auto curve = closedCurve(request.curve);
    if (!curve) return tl::unexpected(curve.error());
    if (request.arms > 0) return chainAlong(*curve, request.arms);
    PathSearchState own;
    Search search(request, *curve, stop, told, state == nullptr ? own : *state);
    search.run();
    const bool stopped = stop.stop_requested();
    if (stopped && !search.found())
        return fail(error(Place::run(), MOMENTREE_TEXT("path-cancelled", "cancelled")));
    if (!search.found())
        return fail(error(
            Place::run(),
            search.outOfTime()
                ? MOMENTREE_TEXT("path-no-time", "no linkage was found in %1 s; allow more time")(
                      numberText(request.seconds))
                : MOMENTREE_TEXT("path-none",
                                 "no linkage was found within the limits; allow smaller "
                                 "transmission angles or a larger box for the pivots")));
    FoundPath found;
    found.mechanism = search.linkage();
    found.error = search.error();
    found.size = curve->size;
    found.transmissionAngle = leastTransmissionAngle(std::get<PlanarLinkage>(found.mechanism));
    found.stopped = stopped;
    found.outOfTime = !stopped && !search.good() && search.outOfTime();
    return found;
}

}  // namespace momentree
