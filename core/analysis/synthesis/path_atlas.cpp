// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/synthesis/path_atlas.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/execution/in_parallel.hpp"

namespace momentree {
namespace {

using L = PlanarLinkage;
constexpr int samples = 96;
constexpr double atlasAngle = 0.03;  ///< least transmission angle of an entry [rad]

double between(RandomSequence& random, double least, double largest) {
    return least * std::exp(random.uniform() * std::log(largest / least));
}

}  // namespace

RandomSequence::RandomSequence(std::uint64_t seed, std::uint64_t task)
    : state_(seed * 0x9e3779b97f4a7c15U + task * 0xd1342543de82ef95U) {
    next();
}

std::uint64_t RandomSequence::next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

double RandomSequence::uniform() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

double RandomSequence::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

PlanarLinkage PathAtlas::linkage(std::size_t entry) const {
    RandomSequence random(seed + 1000U * static_cast<std::uint64_t>(n + 10), entry);
    PlanarLinkage made;
    made.n = n;
    do {
        made[L::LengthA] = 1.0;
        made[L::LengthB] = between(random, 0.4, 8.0);
        made[L::LengthC] = between(random, 0.4, 8.0);
        made[L::LengthD] = between(random, 0.4, 8.0);
        made[L::LengthE] = n == 0 ? 0.0 : between(random, 0.1, 2.0);
        made[L::F] = n == 0 ? 0.0 : 2.0 * std::numbers::pi * random.uniform();
    } while (leastTransmissionAngle(made) < atlasAngle);
    const double arm = made[L::LengthB] * between(random, 0.1, 3.0);
    const double angle = 2.0 * std::numbers::pi * random.uniform();
    made[L::U] = arm * std::cos(angle);
    made[L::V] = arm * std::sin(angle);
    return made;
}

std::vector<Along> alongCouplerCurve(const PlanarLinkage& linkage) {
    const CouplerCurve curve(linkage);
    std::vector<Complex> corners(samples);
    Complex rate;
    for (std::size_t k = 0; k < corners.size(); ++k)
        if (!curve.at(evenTurns<samples>()[k], corners[k], rate)) return {};
    std::vector<Along> along = alongPolygon(corners, comparedPoints);
    for (Along& one : along) one.at *= 2.0 * std::numbers::pi / samples;
    return along;
}

PathAtlas makeAtlas(int n, std::uint64_t seed, std::size_t entries, int threads,
                    const std::function<bool()>& stopped) {
    constexpr std::size_t atOnce = 500;
    PathAtlas atlas{n, seed, {}};
    atlas.shapes.resize(entries);
    std::atomic<bool> stop{false};
    inParallel((entries + atOnce - 1) / atOnce, threads, [&](std::size_t chunk) {
        if (stop || stopped()) {
            stop = true;
            return;
        }
        std::array<Complex, comparedPoints> points;
        for (std::size_t k = chunk * atOnce; k < std::min(entries, (chunk + 1) * atOnce); ++k) {
            const std::vector<Along> along = alongCouplerCurve(atlas.linkage(k));
            if (along.empty()) continue;  // its shape is far from all others
            std::ranges::transform(along, points.begin(), &Along::point);
            atlas.shapes[k] = shapeOf(points);
        }
    });
    if (stop) atlas.shapes.clear();
    return atlas;
}

std::vector<AtlasMatch> nearest(const PathAtlas& atlas, const CurveShape& shape,
                                std::size_t count) {
    std::vector<AtlasMatch> all(atlas.shapes.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = {INFINITY, k};
    for (const bool mirrored : {false, true})
        for (const bool backwards : {false, true})
            for (const bool later : {false, true}) {
                const CurveShape wanted = variantOf(shape, {later, backwards, mirrored});
                for (std::size_t k = 0; k < all.size(); ++k) {
                    const float apart = distance(wanted, atlas.shapes[k]);
                    if (apart < all[k].distance) all[k] = {apart, k, backwards, mirrored};
                }
            }
    count = std::min(count, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                      [](const AtlasMatch& a, const AtlasMatch& b) {
                          return a.distance != b.distance ? a.distance < b.distance
                                                          : a.entry < b.entry;
                      });
    all.resize(count);
    return all;
}

}  // namespace momentree
