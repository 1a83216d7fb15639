// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/model/build_context.hpp"
#include "core/model/exchange.hpp"

namespace momentree {
namespace {

/// The term of a coupling that a probe refers to, -1 if there is none.
int coupledTerm(BuildContext& context, const ProbeDescription& probe, const Place& where) {
    const auto found = context.couplingByName.find(probe.joint);
    if (found == context.couplingByName.end()) {
        context.refuse(where,
                       MOMENTREE_TEXT("coupling-unknown", "there is no coupling '%1'")(probe.joint),
                       probe.line);
        return -1;
    }
    const Model& model = context.model;
    const auto rigid =
        std::ranges::find(model.couplings, found->second, &CouplingElement::described);
    const auto elastic =
        std::ranges::find(model.elasticCouplings, found->second, &ElasticCoupling::described);
    const bool isRigid = rigid != model.couplings.end();
    const int terms = static_cast<int>(isRigid ? rigid->joints.size() : elastic->terms.size());
    if (probe.coordinate < 1 || probe.coordinate > terms) {
        context.refuse(
            where,
            MOMENTREE_TEXT("coupling-term-unknown", "coupling '%1' has the terms 1 to %2, not %3")(
                probe.joint, terms, probe.coordinate),
            probe.line);
        return -1;
    }
    if (!isRigid) return model.couplingTerms + elastic->firstTerm + probe.coordinate - 1;
    const auto first = static_cast<std::size_t>(rigid->firstConstraint);
    if (first >= model.constraints.size()) return -1;  // the coupling is refused
    return model.constraints[first].term + probe.coordinate - 1;
}

/// The index of each force in a list of exchanges, by its name.
std::unordered_map<std::string, int> exchangesOfForces(const Model& model) {
    std::unordered_map<std::string, int> all;
    for (const WorkSource& source : workSources(model))
        if (!source.isMotion) all.emplace(source.name, source.exchanges.front());
    return all;
}

bool isOfExchange(const std::string& quantity) {
    return quantity.ends_with("_power") || quantity.ends_with("_work");
}

}  // namespace

void buildProbes(BuildContext& context) {
    const std::unordered_map<std::string, int> forces = exchangesOfForces(context.model);
    for (const ProbeDescription& given : context.description.probes) {
        const Place where = Place{Place::Kind::Probe, given.column};
        Probe probe;
        probe.what = given;
        if (!given.a.body.empty()) probe.A = context.marker(given.a, where, given.line);
        if (!given.b.body.empty()) probe.B = context.marker(given.b, where, given.line);
        if (given.quantity == "total_ground_force")
            for (const AppliedLoad& load : context.model.appliedLoads)
                if (!load.state.empty())
                    context.refuse(where,
                                   MOMENTREE_TEXT("ground-force-of-state",
                                                  "is not available with force '%1', whose law "
                                                  "depends on the state")(load.name),
                                   given.line);
        if (given.quantity == "input") {
            auto& inputs = context.model.inputs;
            if (!inputs) inputs = std::make_shared<std::vector<double>>();
            probe.input = static_cast<int>(inputs->size());
            inputs->push_back(given.value.value);
        }
        if (given.quantity == "coupling_effort") {
            probe.term = coupledTerm(context, given, where);
        } else if (given.quantity.starts_with("force_")) {
            const auto force = forces.find(given.joint);
            if (force == forces.end())
                context.refuse(
                    where,
                    MOMENTREE_TEXT("probe-force-unknown", "there is no force '%1'")(given.joint),
                    given.line);
            else
                probe.exchange = force->second;
        } else if (!given.joint.empty()) {
            const auto joint = context.jointByName.find(given.joint);
            const auto motion = context.motionByName.find(given.joint);
            if (joint != context.jointByName.end()) probe.joint = joint->second;
            if (motion != context.motionByName.end()) probe.motion = motion->second;
            if (probe.joint < 0 && probe.motion < 0) {
                context.refuse(where,
                               MOMENTREE_TEXT("joint-or-motion-unknown",
                                              "there is no joint or motion '%1'")(given.joint),
                               given.line);
            }
        }
        if (isOfExchange(given.quantity) && probe.motion >= 0)
            probe.exchange = ExchangeOrder(context.model).motions + probe.motion;
        context.model.probes.push_back(std::move(probe));
    }
}

}  // namespace momentree
