// SPDX-License-Identifier: Apache-2.0
#include "core/model/exchange.hpp"

#include <map>
#include <utility>

#include "core/model/model.hpp"

namespace momentree {

ExchangeOrder::ExchangeOrder(const Model& model) {
    const auto after = [](int first, const auto& list) {
        return first + static_cast<int>(list.size());
    };
    axialLoads = after(springs, model.springs);
    appliedLoads = after(axialLoads, model.axialLoads);
    contactLoads = after(appliedLoads, model.appliedLoads);
    bushings = after(contactLoads, model.contactLoads);
    drags = after(bushings, model.bushings);
    elasticCouplings = after(drags, model.drags);
    stops = after(elasticCouplings, model.elasticCouplings);
    motions = after(stops, model.stops);
    count = after(motions, model.motions);
}

std::vector<WorkSource> workSources(const Model& model) {
    const ExchangeOrder order(model);
    std::map<std::string, std::vector<int>> ofForce, ofLimits;
    const auto add = [&](int first, const auto& list) {
        for (const auto& load : list) ofForce[load.name].push_back(first++);
    };
    add(order.springs, model.springs);
    add(order.appliedLoads, model.appliedLoads);
    add(order.drags, model.drags);
    add(order.contactLoads, model.contactLoads);
    add(order.bushings, model.bushings);
    int next = order.axialLoads;
    for (const AxialLoad& load : model.axialLoads)
        (load.side == 0 ? ofForce : ofLimits)[load.name].push_back(next++);
    next = order.stops;
    for (const Stop& stop : model.stops)
        (stop.joint < 0 ? ofForce : ofLimits)[stop.name].push_back(next++);
    std::vector<WorkSource> all;
    for (const ForceDescription& force : model.description.forces)
        if (auto found = ofForce.extract(force.name))
            all.push_back({.name = force.name.empty() ? "unnamed" : force.name,
                           .exchanges = std::move(found.mapped())});
    next = order.elasticCouplings;
    for (const ElasticCoupling& coupling : model.elasticCouplings)
        all.push_back({.name = coupling.name, .isCoupling = true, .exchanges = {next++}});
    for (const JointElement& joint : model.joints)
        if (auto found = ofLimits.extract(joint.name))
            all.push_back({.name = joint.name + ".limits", .exchanges = std::move(found.mapped())});
    next = order.motions;
    for (const MotionElement& motion : model.motions)
        all.push_back({.name = motion.name, .isMotion = true, .exchanges = {next++}});
    return all;
}

}  // namespace momentree
