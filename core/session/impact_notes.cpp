// SPDX-License-Identifier: Apache-2.0
#include "core/session/impact_notes.hpp"

#include "core/math/index.hpp"
#include "core/number_text.hpp"

namespace momentree {

void addImpactNotes(const Model& model, std::span<const Impact> impacts, double begin,
                    std::vector<RunNote>& notes) {
    struct Met {
        int count = 0;
        double first = 0.0, last = 0.0, rests = -1.0;
    };
    std::vector<Met> met(impacts.empty() ? 0 : model.stops.size());
    for (const Impact& impact : impacts) {
        Met& stop = met[toIndex(impact.stop)];
        if (++stop.count == 1) stop.first = impact.time + begin;
        stop.last = impact.time + begin;
        if (impact.rests) stop.rests = stop.last + impact.left;
    }
    for (std::size_t k = 0; k < met.size(); ++k) {
        if (met[k].count == 0) continue;
        const Stop& stop = model.stops[k];
        const Message which = stop.joint < 0
                                  ? MOMENTREE_TEXT("contact-met", "contact '%1'")(stop.name)
                                  : MOMENTREE_TEXT("limit-met", "'%1' at its limit %2")(
                                        stop.name, numberText(stop.bound, 6));
        const std::string first = numberText(met[k].first, 12);
        Message text =
            met[k].count == 1
                ? MOMENTREE_TEXT("one-impact-of", "%1: one impact, at t = %2 s")(which, first)
                : MOMENTREE_TEXT("impacts-of",
                                 "%1: %2 impacts, the first at t = %3 s, the last at t = %4 s")(
                      which, met[k].count, first, numberText(met[k].last, 12));
        if (met[k].rests >= 0.0)
            text = MOMENTREE_TEXT("impacts-rest", "%1; it came to rest there at t = %2 s")(
                std::move(text), numberText(met[k].rests, 12));
        notes.push_back({met[k].first, std::move(text), false});
    }
}

void addFrictionNotes(const Model& model, std::span<const FrictionEvent> events, double begin,
                      std::vector<RunNote>& notes) {
    for (const int load : stickingLoads(model)) {
        int count = 0;
        double first = 0.0, changed = 0.0;
        bool held = false;
        for (const FrictionEvent& event : events) {
            if (event.load != load) continue;
            // Where it slips, it may turn round without ever being held.
            const bool holds = event.side == Slipping::Sticks;
            if (holds != held) changed = event.time + begin;
            held = holds;
            if (holds && ++count == 1) first = changed;
        }
        if (count == 0) continue;
        const std::string since = numberText(changed, 12), from = numberText(first, 12),
                          name = model.axialLoads[toIndex(load)].name;
        Message text =
            count > 1
                ? MOMENTREE_TEXT("sticks-of",
                                 "friction '%1' held its joint %2 times, first from t = %3 s on")(
                      name, count, from)
            : held
                ? MOMENTREE_TEXT("sticks-since", "friction '%1' has held its joint since t = %2 s")(
                      name, since)
                : MOMENTREE_TEXT("stuck-once",
                                 "friction '%1' held its joint once, from t = %2 s on")(name, from);
        if (!held)
            text = MOMENTREE_TEXT("slips-still", "%1; it has slipped since t = %2 s")(
                std::move(text), since);
        else if (count > 1)
            text = MOMENTREE_TEXT("sticks-still", "%1; it has held it since t = %2 s")(
                std::move(text), since);
        notes.push_back({first, std::move(text), false});
    }
}

}  // namespace momentree
